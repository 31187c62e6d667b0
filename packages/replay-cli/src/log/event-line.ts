/** An event as a line of a log. */

import { isFromOutside, type SessionState, type TodoEvent } from '@todo-ledger/core'
import type { Output } from '../output.js'
import { printable } from '../text/printable.js'
import type { StyleName } from '../text/style.js'
import { fit, pad } from '../text/wrap.js'
import { eventSummary } from './event-summary.js'

/** Columns of a summary where there is no terminal to fit. */
const freeColumns = 200
const typeColumns = 20

/** The line: seq, turn, line in the recording, type, what happened. */
export function eventLine(
  event: TodoEvent,
  state: SessionState,
  { columns, isTerminal, style }: Pick<Output, 'columns' | 'isTerminal' | 'style'>,
): string {
  const { seq, turn, source, type } = event
  const line = source === undefined ? '' : `:${source.line}`
  const before = `${String(seq).padStart(5)} ${`t${turn}`.padStart(5)} ${line.padStart(6)}  `
  const room = isTerminal ? Math.max(20, columns - before.length - typeColumns) : freeColumns
  const { actor } = event
  // Of who is no agent the sentence itself says the name.
  const who = actor === undefined || isFromOutside(event) ? '' : `[${actor.id.slice(0, 40)}] `
  const text = fit(printable(`${who}${eventSummary(event, state)}`, 600), room)
  const name = styleOf(event)
  // The longest names fill their column: a blank stands behind them, too.
  const padded = pad(`${type} `, typeColumns)
  return `${style('dim', before)}${name === null ? padded : style(name, padded)}${text}`.trimEnd()
}

function styleOf(event: TodoEvent): StyleName | null {
  switch (event.type) {
    case 'todos.rejected':
    case 'todos.rolled-back':
      return 'red'
    case 'todos.updated':
      return event.data.flags.length > 0 ? 'yellow' : 'green'
    case 'nag.issued':
    case 'continuation.issued':
      return 'yellow'
    case 'session.opened':
    case 'run.started':
      return 'cyan'
    case 'turn.started':
    case 'turn.ended':
      return 'dim'
    default:
      return null
  }
}

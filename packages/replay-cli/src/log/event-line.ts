/** An event as a line of a log. */

import { isFromOutside } from '@todo-ledger/core'
import type { Output } from '../output.js'
import { printable } from '../text/printable.js'
import type { StyleName } from '../text/style.js'
import { fit, hang, pad } from '../text/wrap.js'
import type { LoggedEvent } from './event-summary.js'

/** Columns of a summary where there is no terminal to fit. */
const freeColumns = 200
const typeColumns = 20

type Screen = Pick<Output, 'columns' | 'style'>

/** Where something happened and what it is: turn, line in the recording, type. */
export interface LinePlace extends Pick<LoggedEvent, 'turn'> {
  readonly source?: { readonly line: number } | null
  readonly type: string
  /** How the type is set off, or null. */
  readonly styled: StyleName | null
}

/** The event on one line: its seq, its place, and what happened, cut where a terminal has no more room. */
export function eventLine(
  event: LoggedEvent,
  { columns, isTerminal, style }: Screen & Pick<Output, 'isTerminal'>,
): string {
  const place = { ...event, styled: styleOf(event) }
  const seq = String(event.seq).padStart(5)
  const room = isTerminal ? Math.max(20, columns - seq.length - widthOf(place)) : freeColumns
  return `${style('dim', seq)}${placeText(place, style)}${fit(summaryOf(event), room)}`.trimEnd()
}

/** The event with its whole summary, on as many lines as that needs. */
export function eventLines(event: LoggedEvent, screen: Screen): readonly string[] {
  return placedLines({ ...event, styled: styleOf(event) }, summaryOf(event), screen)
}

/** A text behind its place, on as many lines as it needs. @param text is printable */
export function placedLines(place: LinePlace, text: string, { columns, style }: Screen): readonly string[] {
  const width = widthOf(place)
  return hang(' '.repeat(width), text, Math.max(columns, width + 20)).map((line, index) =>
    index > 0 ? line : `${placeText(place, style)}${line.slice(width)}`.trimEnd(),
  )
}

function summaryOf(event: LoggedEvent): string {
  const { actor, summary } = event
  // Of who is no agent the sentence itself says the name.
  const who = actor === undefined || isFromOutside({ actor }) ? '' : `[${actor.id.slice(0, 40)}] `
  return printable(`${who}${summary}`, 600)
}

function widthOf(place: LinePlace): number {
  return placeText(place, (_style, text) => text).length
}

function placeText({ turn, source, type, styled }: LinePlace, style: Output['style']): string {
  const line = source == null ? '' : `:${source.line}`
  const before = ` ${`t${turn}`.padStart(5)} ${line.padStart(6)}  `
  // The longest names fill their column: a blank stands behind them, too.
  const padded = pad(`${type} `, typeColumns)
  return `${style('dim', before)}${styled === null ? padded : style(styled, padded)}`
}

function styleOf({ type, violations = [] }: LoggedEvent): StyleName | null {
  switch (type) {
    case 'todos.rejected':
    case 'todos.rolled-back':
      return 'red'
    case 'todos.updated':
      return violations.length > 0 ? 'yellow' : 'green'
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

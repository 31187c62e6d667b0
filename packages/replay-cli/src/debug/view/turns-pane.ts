/** The timeline: a row a turn, and the inputs between them. */

import { printable } from '../../text/printable.js'
import type { DebuggerState } from '../model/debugger-state.js'
import type { SessionIndex, TimelineRow } from '../model/session-index.js'
import type { WhatIfReplay } from '../model/what-if-replay.js'
import { filled, type Line, over, span } from './lines.js'
import { differenceSign, turnSigns } from './marks.js'

/** More UTF-16 units of a summary than a row can hold. */
const limit = 160

/** The rows of the timeline that are seen. @param whatIf the session under another profile, while it is shown */
export function turnsPane(
  state: DebuggerState,
  index: SessionIndex,
  whatIf: WhatIfReplay | null,
  columns: number,
  rows: number,
): readonly Line[] {
  const { turns: top } = state.tops
  return index.rows.slice(top, top + rows).map((row) => timelineLine(row, state, index, whatIf, columns))
}

function timelineLine(
  row: TimelineRow,
  { turn, focus }: DebuggerState,
  index: SessionIndex,
  whatIf: WhatIfReplay | null,
  columns: number,
): Line {
  const digits = String(index.lastTurn).length
  if (row.kind === 'input') {
    const text = printable(row.event.text.replace(/^user: /, ''), limit)
    return filled([span(`${' '.repeat(digits + 2)}» ${text}`, 'cyan')], columns)
  }
  const marks = index.marksOf(row.turn)
  const summary = index.summaryOf(row.turn)
  const isHere = row.turn === turn
  const differs = whatIf?.differsIn(row.turn) === true
  const [list = span(' '), outside = span(' '), finding = span(' ')] = turnSigns(marks)
  const isQuiet = marks.list === null && marks.outside === null && marks.finding === null
  const line = filled(
    [
      span(isHere ? '▸' : ' '),
      span(String(row.turn).padStart(digits), ...(isHere ? (['bold'] as const) : (['dim'] as const))),
      span(' '),
      differs ? differenceSign : list,
      outside,
      finding,
      span(' '),
      isQuiet ? span(printable(summary, limit), 'dim') : span(printable(summary, limit)),
    ],
    columns,
  )
  return isHere ? over(line, ...(focus === 'turns' ? (['inverse'] as const) : (['bold'] as const))) : line
}

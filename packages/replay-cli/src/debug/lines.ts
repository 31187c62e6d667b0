/** Lines of the screen: printable texts with what sets them off, cut and filled to a number of columns. */

import type { Severity } from '@todo-ledger/audit'
import type { ReplayEventKind } from '../session-view/session-replay.js'
import type { ItemChange } from '../session-view/turn-summary.js'
import { type Mark, type Marks, severityStyles } from '../session-view/words.js'
import type { Style, StyleName } from '../text/style.js'
import { fit, pad, widthOf, wrap } from '../text/wrap.js'

/** A part of a line: its text, printable already, and what sets it off, the innermost first. */
export interface Span {
  readonly text: string
  readonly styles?: readonly StyleName[]
}

export type Line = readonly Span[]

export function span(text: string, ...styles: readonly StyleName[]): Span {
  return styles.length === 0 ? { text } : { text, styles }
}

export function sign({ mark, style }: Mark): Span {
  return style === null ? span(mark) : span(mark, style)
}

export const severityMarks: Marks<Severity> = {
  error: { mark: '✗', style: severityStyles.error },
  warning: { mark: '~', style: severityStyles.warning },
  info: { mark: 'i', style: severityStyles.info },
}

export const changeMarks: Marks<ItemChange> = {
  added: { mark: '+', style: 'green' },
  completed: { mark: '✓', style: 'green' },
  started: { mark: '▸', style: 'cyan' },
  blocked: { mark: '!', style: 'yellow' },
  cancelled: { mark: '-', style: 'dim' },
  reopened: { mark: '↺', style: 'yellow' },
  reworded: { mark: '≈', style: 'yellow' },
  moved: { mark: '↕', style: 'dim' },
  removed: { mark: '−', style: 'red' },
}

export const eventMarks: Marks<ReplayEventKind> = {
  input: { mark: '»', style: 'cyan' },
  message: { mark: '“', style: 'dim' },
  call: { mark: '·', style: 'dim' },
  update: { mark: '●', style: 'green' },
  rejection: { mark: '⊘', style: 'red' },
  'roll-back': { mark: '↶', style: 'yellow' },
  nag: { mark: '!', style: 'yellow' },
  continuation: { mark: '↻', style: 'cyan' },
  compaction: { mark: '≡', style: 'blue' },
  subagent: { mark: '⇢', style: 'cyan' },
  yield: { mark: '◌', style: 'dim' },
  redaction: { mark: '▒', style: 'dim' },
}

export function lineWidth(line: Line): number {
  return line.reduce((sum, { text }) => sum + widthOf(text), 0)
}

/** A line cut to some columns, its end replaced by … where it is longer, and filled with spaces. */
export function filled(line: Line, columns: number): Line {
  const width = lineWidth(line)
  if (width <= columns) return [...line, span(' '.repeat(columns - width))]
  const kept: Span[] = []
  let left = columns
  for (const { text, styles = [] } of line) {
    if (widthOf(text) >= left) return [...kept, span(pad(fit(`${text} `, left), left), ...styles)]
    kept.push(span(text, ...styles))
    left -= widthOf(text)
  }
  return kept
}

/** A line with something at its right end; what stands left gives way. */
export function sides(left: Line, right: Line, columns: number): Line {
  const room = columns - lineWidth(right)
  return room <= 0 ? filled(right, columns) : [...filled(left, room), ...right]
}

/** Lines that begin with `before` and hold a text of one style, with as much space before the others. */
export function hanging(
  before: Line,
  text: string,
  columns: number,
  ...styles: readonly StyleName[]
): readonly Line[] {
  const indent = lineWidth(before)
  return wrap(text, columns - indent).map((part, index) => [
    ...(index === 0 ? before : [span(' '.repeat(indent))]),
    span(part, ...styles),
  ])
}

/** A line set off as a whole, over what sets its parts off. */
export function over(line: Line, ...styles: readonly StyleName[]): Line {
  return line.map((part) => span(part.text, ...(part.styles ?? []), ...styles))
}

export function drawn(line: Line, style: Style): string {
  return line
    .map(({ text, styles = [] }) => styles.reduce((inner, name) => style(name, inner), text))
    .join('')
}

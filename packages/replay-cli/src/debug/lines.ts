/** Lines of the screen: printable texts with what sets them off, cut and filled to a number of columns. */

import type { Style, StyleName } from '../text/style.js'
import { graphemes, graphemeWidth, widthOf, wrap } from '../text/wrap.js'

/** A part of a line. */
export interface Span {
  /** Its text, printable already. */
  readonly text: string
  /** What sets it off, the innermost first; nothing when absent. */
  readonly styles?: readonly StyleName[]
}

/** One line of the screen. */
export type Line = readonly Span[]

/** A part of a line. */
export function span(text: string, ...styles: readonly StyleName[]): Span {
  return styles.length === 0 ? { text } : { text, styles }
}

/** The columns of a line. */
export function lineWidth(line: Line): number {
  return line.reduce((sum, { text }) => sum + widthOf(text), 0)
}

/** A line cut to some columns, its end replaced by … where it is longer, and filled with spaces. */
export function filled(line: Line, columns: number): Line {
  const width = lineWidth(line)
  if (width <= columns) return width === columns ? line : [...line, span(' '.repeat(columns - width))]
  const kept: Span[] = []
  let left = columns - 1
  for (const part of line) {
    const text = beginning(part.text, left)
    left -= widthOf(text)
    kept.push({ ...part, text })
    if (text !== part.text) break
  }
  const last = kept.at(-1)
  const end = last?.styles === undefined ? span('…') : span('…', ...last.styles)
  return [...kept, end, ...(left > 0 ? [span(' '.repeat(left))] : [])]
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

/** A line with every place of searched words set off. @param words in lower case */
export function marked(line: Line, words: readonly string[]): Line {
  return words.reduce<Line>((before, word) => before.flatMap((part) => markedSpan(part, word)), line)
}

function markedSpan({ text, styles = [] }: Span, searched: string): readonly Span[] {
  const lower = text.toLowerCase()
  if (!lower.includes(searched) || lower.length !== text.length) return [{ text, styles }]
  const parts: Span[] = []
  let from = 0
  for (let at = lower.indexOf(searched); at >= 0; at = lower.indexOf(searched, from)) {
    if (at > from) parts.push({ text: text.slice(from, at), styles })
    parts.push({ text: text.slice(at, at + searched.length), styles: ['bold', 'yellow', 'underline'] })
    from = at + searched.length
  }
  if (from < text.length) parts.push({ text: text.slice(from), styles })
  return parts
}

/** A line set off as a whole, over what sets its parts off. */
export function over(line: Line, ...styles: readonly StyleName[]): Line {
  return line.map((part) => ({ text: part.text, styles: [...(part.styles ?? []), ...styles] }))
}

/** A line as the terminal is to get it. */
export function drawn(line: Line, style: Style): string {
  return line
    .map(({ text, styles = [] }) => styles.reduce((inner, name) => style(name, inner), text))
    .join('')
}

/** The text of a line. */
export function textOf(line: Line): string {
  return line.map(({ text }) => text).join('')
}

function beginning(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text
  let kept = ''
  let used = 0
  for (const grapheme of graphemes(text)) {
    used += graphemeWidth(grapheme)
    if (used > columns) break
    kept += grapheme
  }
  return kept
}

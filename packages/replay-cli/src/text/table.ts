/** Rows of numbers behind a name, in columns that line up. */

import type { TextLayout } from './style.js'
import { graphemes, graphemeWidth, pad, widthOf } from './wrap.js'

/** One cell of a table. */
export interface TableCell {
  /** What stands in it; printable. */
  readonly text: string
  /** Sets it off, spaces included. */
  readonly paint?: (text: string) => string
}

/** One column of a table. */
export interface TableColumn {
  /** What stands above it. */
  readonly title: string
  /** True: its texts begin at its left edge; else they end at its right one. */
  readonly isText?: true
}

/** One row of a table. */
export interface TableRow {
  /** What the row is about; printable. Where it is too long its beginning is left out. */
  readonly name: string
  /** The cells, one for each column. */
  readonly cells: readonly TableCell[]
}

/** A name is cut to no fewer columns than this. */
const leastName = 14

/**
 * The lines of a table, its titles first, none wider than `columns` where the cells leave room for the names.
 * @param title what stands above the names
 */
export function tableLines(
  title: string,
  columns: readonly TableColumn[],
  rows: readonly TableRow[],
  { columns: width, style, indent = 2 }: TextLayout & { readonly indent?: number },
): readonly string[] {
  const widths = columns.map(({ title: above }, index) =>
    Math.max(widthOf(above), ...rows.map(({ cells }) => widthOf(cells[index]?.text ?? ''))),
  )
  const taken = widths.reduce((sum, each) => sum + each + 2, indent)
  const longest = Math.max(widthOf(title), ...rows.map(({ name }) => widthOf(name)))
  const nameColumns = Math.max(leastName, Math.min(longest, width - taken))
  const cellText = (text: string, index: number): string => {
    const room = widths[index] ?? 0
    return columns[index]?.isText === true ? pad(text, room) : `${' '.repeat(room - widthOf(text))}${text}`
  }
  const line = (name: string, cells: readonly TableCell[]): string => {
    const printed = cells.map(({ text, paint = plain }, index) => `  ${paint(cellText(text, index))}`)
    return `${' '.repeat(indent)}${pad(fitEnd(name, nameColumns), nameColumns)}${printed.join('')}`.trimEnd()
  }
  const dim = (text: string): string => style('dim', text)
  const head = columns.map(({ title: above }) => ({ text: above, paint: dim }))
  const first = `${' '.repeat(indent)}${style('dim', pad(title, nameColumns))}`
  return [
    `${first}${head.map(({ text, paint }, index) => `  ${paint(cellText(text, index))}`).join('')}`.trimEnd(),
    ...rows.map(({ name, cells }) => line(name, cells)),
  ]
}

/** A printable text in one line of at most `columns`, its beginning replaced by … where it is longer. */
function fitEnd(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text
  let line = ''
  let used = 1
  for (const grapheme of graphemes(text).toReversed()) {
    used += graphemeWidth(grapheme)
    if (used > columns) break
    line = `${grapheme}${line}`
  }
  return `…${line.trimStart()}`
}

function plain(text: string): string {
  return text
}

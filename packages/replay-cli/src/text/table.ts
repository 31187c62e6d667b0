/** Rows of numbers behind a name, in columns that line up. */

import { grouped } from './count.js'
import type { StyleName, TextLayout } from './style.js'
import { fitEnd, pad, widthOf } from './wrap.js'

/** One cell of a table: a printable text, and what sets it off, spaces included. */
interface TableCell {
  readonly text: string
  readonly paint?: (text: string) => string
}

/** One column of a table. Texts begin at its left edge, numbers end at its right one. */
export interface TableColumn {
  readonly title: string
  readonly isText?: true
}

/** One row of a table. Where its printable name is too long the beginning is left out. */
interface TableRow {
  readonly name: string
  readonly cells: readonly TableCell[]
}

/** A name is cut to no fewer columns than this. */
const leastName = 14

/** The lines of a table, its titles first, none wider than the layout where the cells leave room for the names. */
export function tableLines(
  title: string,
  columns: readonly TableColumn[],
  rows: readonly TableRow[],
  { columns: width, style, indent = 2 }: TextLayout & { readonly indent?: number },
): readonly string[] {
  const widths = columns.map((column, index) =>
    Math.max(widthOf(column.title), ...rows.map(({ cells }) => widthOf(cells[index]?.text ?? ''))),
  )
  const taken = widths.reduce((sum, each) => sum + each + 2, indent)
  const longest = Math.max(widthOf(title), ...rows.map(({ name }) => widthOf(name)))
  const nameColumns = Math.max(leastName, Math.min(longest, width - taken))
  const line = (name: string, cells: readonly TableCell[]): string => {
    const printed = cells.map(({ text, paint = (padded) => padded }, index) => {
      const room = widths[index] ?? 0
      return `  ${paint(columns[index]?.isText === true ? pad(text, room) : ' '.repeat(room - widthOf(text)) + text)}`
    })
    return `${' '.repeat(indent)}${name}${printed.join('')}`.trimEnd()
  }
  const dim = (text: string): string => style('dim', text)
  return [
    line(
      dim(pad(title, nameColumns)),
      columns.map((column) => ({ text: column.title, paint: dim })),
    ),
    ...rows.map(({ name, cells }) => line(pad(fitEnd(name, nameColumns), nameColumns), cells)),
  ]
}

/** A column of numbers, and how one above 0 is set off; or of printable texts. */
export type NumberColumn<Row> = readonly [title: string, of: (row: Row) => number | string, style?: StyleName]

/** A table of numbers, most of all; 0 is a dot. */
export function numberTable<Row>(
  title: string,
  numbers: readonly NumberColumn<Row>[],
  rows: readonly { readonly name: string; readonly row: Row }[],
  layout: TextLayout,
): readonly string[] {
  const cellsOf = (row: Row) =>
    numbers.map(([, of, name]): TableCell => {
      const value = of(row)
      const paint = value === 0 ? 'dim' : name
      const text = value === 0 ? '·' : typeof value === 'string' ? value : grouped(value)
      return paint === undefined ? { text } : { text, paint: (padded) => layout.style(paint, padded) }
    })
  const titles = numbers.map(([each, of]): TableColumn => {
    const isText = rows.some(({ row }) => typeof of(row) === 'string')
    return isText ? { title: each, isText } : { title: each }
  })
  return tableLines(
    title,
    titles,
    rows.map(({ name, row }) => ({ name, cells: cellsOf(row) })),
    layout,
  )
}

/** Lines with a label before them, in columns that line up. */

import { printable } from './printable.js'
import type { Style, StyleName } from './style.js'
import { pad, wrap } from './wrap.js'

/** A labelled text. */
export interface Labelled {
  /** What stands before it. */
  readonly label: string
  /** The text; anything from outside may stand in it. */
  readonly text: string
  /** How the label is set off; dim when absent. */
  readonly labelStyle?: StyleName
}

/** How labelled lines are laid out. */
export interface ParagraphLayout {
  /** Columns before the label. */
  readonly indent: number
  /** Columns of the label, a space after it included. */
  readonly labelColumns: number
  /** Columns of a line. */
  readonly columns: number
  /** Sets the label off. */
  readonly style: Style
}

/** As many UTF-16 units of a text are shown. */
const limit = 600

/** The lines of a labelled text, its own lines one under the other. */
export function labelled(
  { label, text, labelStyle = 'dim' }: Labelled,
  layout: ParagraphLayout,
): readonly string[] {
  const { indent, labelColumns, columns, style } = layout
  const before = ' '.repeat(indent)
  const room = columns - indent - labelColumns
  return wrap(printable(text, limit), room).map((line, index) =>
    index === 0
      ? `${before}${style(labelStyle, pad(label, labelColumns))}${line}`
      : `${before}${' '.repeat(labelColumns)}${line}`,
  )
}

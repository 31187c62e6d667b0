/** Texts with a label before them, in columns that line up. */

import { printable } from './printable.js'
import type { StyleName, TextLayout } from './style.js'
import { pad, wrap } from './wrap.js'

/** A labelled text; anything from outside may stand in it. The label is dim when nothing else is said. */
export interface Labelled {
  readonly label: string
  readonly text: string
  readonly labelStyle?: StyleName
}

/** How labelled texts are laid out: columns before the label, and those of the label with a space after it. */
export interface ParagraphLayout extends TextLayout {
  readonly indent: number
  readonly labelColumns: number
}

/** As many UTF-16 units of a text are shown. */
const limit = 600

/** The lines of a labelled text, one under the other. */
export function labelled(
  { label, text, labelStyle = 'dim' }: Labelled,
  { indent, labelColumns, columns, style }: ParagraphLayout,
): readonly string[] {
  const first = style(labelStyle, pad(label, labelColumns))
  return wrap(printable(text, limit), columns - indent - labelColumns).map(
    (line, index) => `${' '.repeat(indent)}${index === 0 ? first : ' '.repeat(labelColumns)}${line}`,
  )
}

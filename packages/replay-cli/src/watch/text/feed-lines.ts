/** What happened, laid out in columns: turn, line of the file, what it is, the words. */

import type { Style } from '../../text/style.js'
import { hang, pad } from '../../text/wrap.js'
import type { ToldLine } from './told-line.js'

const turnColumns = 6
const lineColumns = 7
const labelColumns = 14
/** On fewer columns the line of the file is left out. */
const roomyColumns = 60

/** The lines of one thing that happened. */
export function feedLines(told: ToldLine, columns: number, style: Style): readonly string[] {
  const turn = column(`t${told.turn}`, turnColumns)
  const line = column(told.line === null ? '' : `:${told.line}`, lineColumns)
  const place = columns < roomyColumns ? turn : `${turn}${line}`
  const label = pad(told.label, labelColumns)
  const indent = ' '.repeat(place.length + labelColumns)
  return told.texts.flatMap((text, index) =>
    hang(indent, text, columns).map((whole, row) => {
      const rest = whole.slice(indent.length)
      if (index > 0 || row > 0) return `${indent}${rest}`
      return `${style('dim', place)}${told.style === null ? label : style(told.style, label)}${rest}`
    }),
  )
}

/** A column, wider where what stands in it needs it: a space always follows. */
function column(text: string, columns: number): string {
  return pad(text, Math.max(columns, text.length + 1))
}

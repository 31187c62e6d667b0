/** The whole life of an item, one line for each thing that happened to it. */

import type { ItemLifeChange } from '@todo-ledger/core/history'
import { moveText, valueText, worded } from '../items/item-text.js'
import { shortPlace } from '../items/place.js'
import type { ParagraphLayout } from '../text/paragraph.js'
import { printable } from '../text/printable.js'
import { fit, pad, wrap } from '../text/wrap.js'

/** The lines, under a label of their own. */
export function lifeText(changes: readonly ItemLifeChange[], layout: ParagraphLayout): readonly string[] {
  const { indent, labelColumns, columns, style } = layout
  const places = changes.map((change) => shortPlace(change))
  const placeColumns = Math.min(24, Math.max(0, ...places.map((place) => place.length))) + 2
  const before = indent + labelColumns + placeColumns
  return changes.flatMap((change, index) =>
    wrap(printable(happened(change), 400), columns - before).map((line, row) => {
      const label = index + row === 0 ? style('dim', pad('life', labelColumns)) : ' '.repeat(labelColumns)
      const place = pad(row === 0 ? fit(places[index] ?? '', placeColumns - 1) : '', placeColumns)
      return `${' '.repeat(indent)}${label}${style('dim', place)}${line}`
    }),
  )
}

function happened({ what, from, to, status, tool }: ItemLifeChange): string {
  const who = tool === null ? ' (a roll-back)' : ''
  switch (what) {
    case 'added':
      return `${tool === null ? 'put back' : 'listed'} as ${worded(status)}: ${valueText(to)}${who}`
    case 'removed':
      return `left while ${worded(status)}${who}`
    case 'position':
      return `moved ${moveText(from, to)}${who}`
    case 'status':
      return `${valueText(from)} → ${valueText(to)}${who}`
    case 'id':
      return `number ${valueText(from)} → ${valueText(to)}${who}`
    default:
      return `${what}: ${valueText(from)} → ${valueText(to)}${who}`
  }
}

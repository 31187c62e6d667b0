/** The whole life of an item, one line for each thing that happened to it. */

import type { ItemLifeChange } from '@todo-ledger/core/history'
import { shortPlace } from '../items/place.js'
import { lifePhrase, phraseText } from '../session-view/words.js'
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
    wrap(phraseText(lifePhrase(change), printable), columns - before).map((line, row) => {
      const label = index + row === 0 ? style('dim', pad('life', labelColumns)) : ' '.repeat(labelColumns)
      const place = pad(row === 0 ? fit(places[index] ?? '', placeColumns - 1) : '', placeColumns)
      return `${' '.repeat(indent)}${label}${style('dim', place)}${line}`
    }),
  )
}

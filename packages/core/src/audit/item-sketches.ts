/** What a session's items are known by: their words with what each tells, and whether they ask for a check. */

import type { ItemPromise } from '../evidence/items/item-class.js'
import { itemWordsOf } from '../evidence/items/item-words.js'
import type { ItemSketch, ItemSketches } from '../evidence/support/links.js'
import { Vocabulary } from '../evidence/support/vocabulary.js'
import type { Work } from '../evidence/work/work.js'
import type { ItemHistories } from './item-histories.js'
import type { Bench } from './judge-completion.js'

/** What is to be known of each item, worked out when first asked for. */
export function sketchesOf(
  items: ItemHistories,
  work: readonly Work[],
  promise: (text: string) => ItemPromise,
): Pick<Bench, 'sketchOf' | 'sharesOf' | 'knownOf'> {
  const words = new Map([...items.histories].map(([key, { text }]) => [key, itemWordsOf(text)]))
  const vocabulary = new Vocabulary(work, words.values())
  const known = new Map<string, ItemSketch>()
  const sketchOf: ItemSketches = (key) => {
    const sketch = known.get(key)
    const history = items.histories.get(key)
    const itsWords = words.get(key)
    if (sketch !== undefined || history === undefined || itsWords === undefined) return sketch
    const asksForCheck = promise(history.text).needs.some((need) => need.kind === 'check')
    const found: ItemSketch = { words: vocabulary.sharesOf(itsWords), asksForCheck }
    known.set(key, found)
    return found
  }
  return {
    sketchOf,
    sharesOf: (text) => vocabulary.sharesOf(itemWordsOf(text)),
    knownOf: (shares) => vocabulary.knownShare(shares),
  }
}

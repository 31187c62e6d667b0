/** What a session's items are known by: their words with what each tells, and whether they ask for a check. */

import type { ItemPromise, NeedKind } from './evidence/items/item-class.js'
import { itemWordsOf } from './evidence/items/item-words.js'
import type { ItemSketch, ItemSketches } from './evidence/support/links.js'
import { Vocabulary } from './evidence/support/vocabulary.js'
import type { Work } from './evidence/work/work.js'
import type { ItemHistories } from './item-histories.js'
import type { Bench } from './judge-completion.js'

/** Needs that no written file of the product meets. */
const writesNothing: ReadonlySet<NeedKind> = new Set(['reading', 'prose', 'inspection'])

/** Needs to which a deployment or a commit may belong. */
const mayExecute: ReadonlySet<NeedKind> = new Set(['execute', 'anything', 'delegation'])

/** What is to be known of each item, worked out when first asked for. */
export function sketchesOf(
  items: ItemHistories,
  work: readonly Work[],
  promise: (text: string) => ItemPromise,
): Sketches {
  const words = new Map([...items.histories].map(([key, { text }]) => [key, itemWordsOf(text)]))
  return sketchesBy(items, words, new Vocabulary(work, words.values()), promise)
}

/** What a completion's judge knows of the session's items and their words. */
export type Sketches = Pick<Bench, 'sketchOf' | 'sharesOf' | 'knownOf'>

/** The same by words that are known already. @param words the words of each item, by key */
export function sketchesBy(
  items: ItemHistories,
  words: ReadonlyMap<string, ReadonlySet<string>>,
  vocabulary: Vocabulary,
  promise: (text: string) => ItemPromise,
): Sketches {
  const known = new Map<string, ItemSketch>()
  const sketchOf: ItemSketches = (key) => {
    const sketch = known.get(key)
    const history = items.histories.get(key)
    const itsWords = words.get(key)
    if (sketch !== undefined || history === undefined || itsWords === undefined) return sketch
    const { needs } = promise(history.text)
    const found: ItemSketch = {
      words: vocabulary.sharesOf(itsWords),
      asksForCheck: needs.some(({ kind }) => kind === 'check'),
      writesNothing: needs.every(({ kind }) => writesNothing.has(kind)),
      executesNothing: needs.every(({ kind }) => !mayExecute.has(kind)),
      suitesOnly: needs.every(({ kind, checks }) => kind === 'check' && checks.length > 0),
    }
    known.set(key, found)
    return found
  }
  return {
    sketchOf,
    sharesOf: (text) => vocabulary.sharesOf(itemWordsOf(text)),
    knownOf: (shares) => vocabulary.knownShare(shares),
  }
}

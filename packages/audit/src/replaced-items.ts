/** Which new item of an update stands for which open one that the same update took out: reworded beyond likeness. */

import type { Change } from '@todo-ledger/core'
import { itemWordsOf } from './evidence/items/item-words.js'

/** From this share of their words on two texts are of one thing; where one item left and one came, of the shorter text. */
const sameThing = 0.5

/** An update that changes more than this is a new plan, and nobody's rewording. */
const mostPairs = 400

/**
 * The open items that were taken out, by the key of the item that came in their place.
 * @param changes what the update did
 */
export function replacedBy(
  changes: readonly Change[],
): ReadonlyMap<string, { readonly key: string; readonly text: string }> {
  const gone = changes.flatMap((change) =>
    change.type === 'removed' && change.status !== 'completed' && change.status !== 'cancelled'
      ? [{ key: change.key, text: change.text, words: itemWordsOf(change.text) }]
      : [],
  )
  const come = changes.flatMap((change) =>
    change.type === 'added' ? [{ key: change.key, words: itemWordsOf(change.text) }] : [],
  )
  const replaced = new Map<string, { readonly key: string; readonly text: string }>()
  if (gone.length * come.length > mostPairs) return replaced
  const isExchange = gone.length === 1 && come.length === 1
  const pairs = gone.flatMap((old) =>
    come.map((one) => {
      const shared = [...old.words].filter((word) => one.words.has(word)).length
      const [shorter, longer] = [old.words.size, one.words.size].toSorted((a, b) => a - b)
      return { old, one, share: shared / Math.max(1, (isExchange ? shorter : longer) ?? 1) }
    }),
  )
  const taken = new Set<string>()
  for (const { old, one, share } of pairs.sort((a, b) => b.share - a.share)) {
    if (share < sameThing || taken.has(old.key) || replaced.has(one.key)) continue
    taken.add(old.key)
    replaced.set(one.key, { key: old.key, text: old.text })
  }
  return replaced
}

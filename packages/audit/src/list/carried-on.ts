/** Whether an item that left the list lives on in another one. */

import type { RemovedItem } from '@todo-ledger/core/history'

/** From this share of the shorter one's words on two texts are of one thing. */
const sameThing = 0.5

/** The words of a text, each once, in lower case; what has no spaces counts by its characters. */
function wordsIn(text: string): ReadonlySet<string> {
  return new Set(
    text.toLowerCase().match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu) ?? [],
  )
}

/** The share of the shorter text's words that the other one has, too, 0 to 1. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => other.has(word)).length
  return shared / Math.max(1, Math.min(one.size, other.size))
}

/** True where an item that stayed says the same, or one that came in with the update has half of its words. */
export function isCarriedOn({ text, items, renewed }: RemovedItem): boolean {
  if (items.some((item) => item.text === text)) return true
  const words = wordsIn(text)
  return renewed.some((item) => likeness(words, wordsIn(item.text)) >= sameThing)
}

interface KeyedText {
  readonly key: string
  readonly text: string
}

/** An update that changes more than this is a new plan, and nobody's rewording. */
const mostPairs = 400

/** Which texts came in the place of which, the most alike first. */
export function rewordings<Old extends KeyedText, New extends KeyedText>(
  gone: readonly Old[],
  come: readonly New[],
): readonly { readonly old: Old; readonly one: New }[] {
  if (gone.length * come.length === 0 || gone.length * come.length > mostPairs) return []
  const words = new Map<KeyedText, ReadonlySet<string>>(
    [...gone, ...come].map((each) => [each, wordsIn(each.text)]),
  )
  const wordsOf = (each: KeyedText): ReadonlySet<string> => words.get(each) ?? new Set()
  const taken = new Set<KeyedText>()
  return gone
    .flatMap((old) => come.map((one) => ({ old, one, share: likeness(wordsOf(old), wordsOf(one)) })))
    .sort((a, b) => b.share - a.share)
    .filter(({ old, one, share }) => {
      if (share < sameThing || taken.has(old) || taken.has(one)) return false
      taken.add(old).add(one)
      return true
    })
}

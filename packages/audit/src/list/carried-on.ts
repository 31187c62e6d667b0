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

function isAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const shared = [...one].filter((word) => other.has(word)).length
  return shared / Math.max(1, Math.min(one.size, other.size)) >= sameThing
}

/** True where an item that stayed says the same, or one that came in with the update has half of its words. */
export function isCarriedOn({ text, items, renewed }: RemovedItem): boolean {
  if (items.some((item) => item.text === text)) return true
  const words = wordsIn(text)
  return renewed.some((item) => isAlike(words, wordsIn(item.text)))
}

/** An update that changes more than this is a new plan, and nobody's rewording. */
const mostPairs = 400

/** Which text came in the place of which, by the key of the one that came. */
export function rewordings(
  gone: readonly { readonly text: string; readonly key: string }[],
  come: readonly { readonly text: string; readonly key: string }[],
) {
  const found = new Map<string, (typeof gone)[number]>()
  if (gone.length * come.length > mostPairs) return found
  for (const old of gone) {
    const words = wordsIn(old.text)
    const one = come.find(({ key, text }) => !found.has(key) && isAlike(words, wordsIn(text)))
    if (one !== undefined) found.set(one.key, old)
  }
  return found
}

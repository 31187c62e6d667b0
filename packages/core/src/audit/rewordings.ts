/** Whether an item that left the list lives on in another one: reworded, split, merged, or listed twice. */

import { promiseOf } from '../evidence/items/item-class.js'
import { itemWordsOf } from '../evidence/items/item-words.js'
import { wordsOf } from '../evidence/items/words.js'
import { carriedOn } from '../evidence/support/fitted.js'
import type { Removal } from './item-histories.js'

/**
 * True where an item that the update brought in or reworded shares what a removed one was about: reworded, split into
 * several, or merged into one; or where one that stood there before says the same.
 */
export function isCarriedOn({ text, items, renewed }: Removal): boolean {
  return (
    items.some((item) => item.text === text || holds(item.text, text)) ||
    renewed.some((item) => rewords(item.text, text)) ||
    isSplit(
      text,
      renewed.map((item) => item.text),
    )
  )
}

/** A text as the things that it speaks of: a word, an identifier or a path is one, however many words it falls into. */
interface Things {
  readonly words: ReadonlySet<string>
  readonly things: readonly (readonly string[])[]
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

function thingsIn(text: string, words: ReadonlySet<string>): Things {
  const things = new Map<string, readonly string[]>()
  for (const [token] of text.slice(0, 2000).matchAll(/[\p{L}\p{M}\p{N}_./\\-]+/gu)) {
    const its = [...wordsOf(token, 200)].filter((word) => words.has(word))
    for (const thing of unspaced.test(token) ? its.map((word) => [word]) : [its])
      if (thing.length > 0) things.set(thing.join(' '), thing)
  }
  return { words, things: [...things.values()] }
}

function sharedOf({ things }: Things, { words }: Things): number {
  return things.filter((thing) => thing.every((word) => words.has(word))).length
}

/** True where an item that stood there before says all of a removed one, verb and all: it was listed twice. */
function holds(other: string, text: string): boolean {
  const all = thingsIn(text, wordsOf(text, 2000))
  const shared = sharedOf(all, thingsIn(other, wordsOf(other, 2000)))
  return shared >= carriedOn.words && shared / all.things.length >= carriedOn.shareOfStanding
}

/** True where a new text speaks of the things of an old one, or says most of it where that names no thing. */
function rewords(other: string, text: string): boolean {
  const about = thingsIn(text, itemWordsOf(text))
  const others = thingsIn(other, itemWordsOf(other))
  if (about.things.length > 0 && others.things.length > 0) {
    const shared = sharedOf(about, others)
    if (shared / about.things.length >= carriedOn.share) return true
    const shorter = Math.min(about.things.length, others.things.length)
    return shared >= carriedOn.words && shared / shorter >= carriedOn.shareOfShorter
  }
  return holds(other, text) || holds(text, other)
}

/** True where a text that names no thing asks for nothing that new ones don't: "Run tests and lint", "Run the linter". */
function isSplit(text: string, others: readonly string[]): boolean {
  if (itemWordsOf(text).size > 0) return false
  const asked = others.flatMap((other) => promiseOf(other).needs)
  return promiseOf(text).needs.every(({ kind, checks }) =>
    asked.some(
      (need) =>
        need.kind === kind &&
        kind !== 'anything' &&
        (checks.length === 0 || checks.some((check) => need.checks.includes(check))),
    ),
  )
}

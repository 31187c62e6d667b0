/** Whether an item that left the list lives on in another one: reworded, split, merged, or listed twice. */

import type { RemovedItem } from '@todo-ledger/core/history'
import { carriedOn } from '../support/fitted.js'
import { promiseOf } from './item-class.js'
import { itemWordsOf, wordsOf } from './words.js'

/**
 * True where an item that the update brought in or reworded shares what a removed one was about: reworded, split into
 * several, or merged into one; or where one that stood there before says the same.
 */
export function isCarriedOn({ text, items, renewed }: RemovedItem): boolean {
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
  readonly text: string
  readonly words: ReadonlySet<string>
  readonly things: readonly Thing[]
}

interface Thing {
  /** Its words, as items are compared. */
  readonly words: readonly string[]
  /** For an identifier all of its parts in lower case, small words too: a UserCard is no ProductCard. */
  readonly parts: readonly string[]
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const identifier = /\p{Ll}\p{Lu}|\p{L}_\p{L}/u

function thingsIn(text: string, words: ReadonlySet<string>): Things {
  const things = new Map<string, Thing>()
  const add = (own: readonly string[], token: string) => {
    const parts = identifier.test(token) ? token.match(/\p{Lu}?\p{Ll}+|\p{Lu}+|\p{N}+/gu) : null
    const thing: Thing = { words: own, parts: (parts ?? []).map((part) => part.toLowerCase()) }
    if (own.length > 0) things.set(`${own.join(' ')} ${thing.parts.join('')}`, thing)
  }
  for (const [token] of text.slice(0, 2000).matchAll(/[\p{L}\p{M}\p{N}_./\\-]+/gu)) {
    const its = [...wordsOf(token, 200)].filter((word) => words.has(word))
    if (unspaced.test(token)) for (const word of its) add([word], '')
    else add(its, token)
  }
  return { text: text.toLowerCase(), words, things: [...things.values()] }
}

/** How many things of one text stand in another. */
function sharedOf({ things }: Things, other: Things): number {
  return things.filter(
    ({ words, parts }) =>
      words.every((word) => other.words.has(word)) && parts.every((part) => other.text.includes(part)),
  ).length
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
  return holds(other, text) || (about.things.length > 0 && holds(text, other))
}

/** True where a text that names no thing asks for nothing that new ones don't: "Run tests and lint", "Run the linter". */
function isSplit(text: string, others: readonly string[]): boolean {
  if (itemWordsOf(text).size > 0) return false
  const asked = others.flatMap((other) => promiseOf(other).needs)
  return promiseOf(text).needs.every(({ kind, checks }) => {
    const alike = asked.filter((need) => need.kind === kind && kind !== 'anything')
    return alike.length > 0 && checks.every((check) => alike.some((need) => need.checks.includes(check)))
  })
}

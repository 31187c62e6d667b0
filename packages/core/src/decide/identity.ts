/**
 * Which item of a rewritten list is which item of the list before. Settled once, when the update is decided, and
 * recorded: replay never guesses.
 */

import type { TodoItem } from '../state.js'
import type { WantedItem } from './intent.js'

/** Above this many pairs of leftovers no likeness is computed: a list of thousands of new texts is a new list. */
const comparedPairs = 250_000

/** What an item of the list before is matched by. */
type Identified = Pick<TodoItem, 'id' | 'text'>

/** Who may still be matched on both sides. */
interface Unmatched<Item> {
  readonly before: Set<Item>
  readonly wanted: Set<WantedItem>
}

/**
 * Matches one to one: equal text and id; then equal text; then equal id where ids are the model's own; then texts
 * that differ in case and punctuation alone; then similar texts, the most alike first.
 * @returns for each wanted item the item that it is; what is left over is new
 */
export function matchItems<Item extends Identified>(
  before: readonly Item[],
  wanted: readonly WantedItem[],
): ReadonlyMap<WantedItem, Item> {
  const matches = new Map<WantedItem, Item>()
  const unmatched: Unmatched<Item> = { before: new Set(before), wanted: new Set(wanted) }
  const settle = (want: WantedItem, item: Item) => {
    matches.set(want, item)
    unmatched.wanted.delete(want)
    unmatched.before.delete(item)
  }
  matchBy(unmatched, settle, (text, id) => JSON.stringify([text, id]))
  matchBy(unmatched, settle, (text) => text)
  matchBy(unmatched, settle, (_text, id) => id)
  matchBy(unmatched, settle, (text) => normalizeText(text))
  matchSimilar(unmatched, settle)
  return matches
}

type Settle<Item> = (want: WantedItem, item: Item) => void

/** Matches those on which a key agrees, in the order of the lists; items of before have an id, so none has the key of null. */
function matchBy<Item extends Identified>(
  unmatched: Unmatched<Item>,
  settle: Settle<Item>,
  keyOf: (text: string, id: string | null) => string | null,
): void {
  if (unmatched.before.size === 0 || unmatched.wanted.size === 0) return
  const byKey = new Map<string | null, Item[]>()
  for (const item of unmatched.before) {
    const key = keyOf(item.text, item.id)
    const same = byKey.get(key)
    if (same === undefined) byKey.set(key, [item])
    else same.push(item)
  }
  for (const same of byKey.values()) same.reverse()
  for (const want of [...unmatched.wanted]) {
    const item = byKey.get(keyOf(want.text, want.ownId ? want.id : null))?.pop()
    if (item !== undefined) settle(want, item)
  }
}

function matchSimilar<Item extends Identified>(unmatched: Unmatched<Item>, settle: Settle<Item>): void {
  if (unmatched.before.size * unmatched.wanted.size > comparedPairs) return
  const before = [...unmatched.before].map((item) => ({ item, words: wordCounts(item.text) }))
  const pairs: { want: WantedItem; item: Item; alike: number }[] = []
  for (const want of unmatched.wanted) {
    const words = wordCounts(want.text)
    for (const candidate of before) {
      const alike = likeness(words, candidate.words)
      if (alike >= rewordingThreshold) pairs.push({ want, item: candidate.item, alike })
    }
  }
  // A stable sort: of equally alike pairs the first in the lists wins.
  pairs.sort((a, b) => b.alike - a.alike)
  for (const { want, item } of pairs) {
    if (unmatched.wanted.has(want) && unmatched.before.has(item)) settle(want, item)
  }
}

/** From this likeness on (0 to 1) a text is taken for a rewording of another. The one threshold, kept here. */
export const rewordingThreshold = 0.5

/** Longer texts are compared by their beginning: an item is a line, and a text of 1 MB must not cost seconds. */
const comparedLength = 2000

/**
 * A text in the form in which case, punctuation and spaces make no difference. A text of punctuation alone is kept
 * as it is, so that `!!!` and `???` stay two texts.
 */
export function normalizeText(text: string): string {
  const normalized = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\p{S}\s]+/gu, ' ')
    .trim()
  return normalized === '' ? text.trim() : normalized
}

/** The words of a text, and for scripts without spaces its pairs of characters, as often as they occur. */
export function wordCounts(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const add = (word: string) => counts.set(word, (counts.get(word) ?? 0) + 1)
  for (const word of normalizeText(text.slice(0, comparedLength)).split(' ')) {
    if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word)) {
      const characters = [...word]
      if (characters.length === 1) add(word)
      for (let i = 0; i + 1 < characters.length; i += 1) add(`${characters[i]}${characters[i + 1]}`)
    } else if (word !== '') {
      add(stem(word))
    }
  }
  return counts
}

/** How many of the words two texts share: twice the shared over all (Dice), 0 to 1. */
export function likeness(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let shared = 0
  for (const [word, count] of a) shared += Math.min(count, b.get(word) ?? 0)
  const total = sum(a) + sum(b)
  return total === 0 ? 0 : (2 * shared) / total
}

function sum(counts: ReadonlyMap<string, number>): number {
  let total = 0
  for (const count of counts.values()) total += count
  return total
}

/** Endings that make no other word of it: "Adding tests" is "Add test". */
function stem(word: string): string {
  return word.length > 4 ? word.replace(/(?:ing|ed|es|s)$/u, '') : word
}

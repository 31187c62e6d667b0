/** The weight of each word of a session, and how far an item's words are among others. */

import { WordCounts } from '../../compact/word-sets.js'
import type { Work } from '../work/work.js'

/** What each word of a session says of whose work a call is. */
export class Vocabulary {
  readonly #work = new WordCounts()
  readonly #items = new WordCounts()
  /** The words of calls alone. */
  readonly #calls = new WordCounts()
  #total = 0

  /**
   * @param work the session's work
   * @param items the words of each of its items
   */
  constructor(work: readonly Work[] = [], items: Iterable<ReadonlySet<string>> = []) {
    for (const piece of work) this.addWork(piece.kind, piece.words)
    for (const words of items) this.addItem(words)
  }

  /** Takes in a piece of work. */
  addWork(kind: Work['kind'], words: ReadonlySet<string>): void {
    this.#total += 1
    this.#work.count(words, 1)
    if (kind === 'call') this.#calls.count(words, 1)
  }

  /** Takes a piece of work out, with the words with which it came. */
  dropWork(kind: Work['kind'], words: ReadonlySet<string>): void {
    this.#total -= 1
    this.#work.count(words, -1)
    if (kind === 'call') this.#calls.count(words, -1)
  }

  /** Takes in the words of an item. */
  addItem(words: ReadonlySet<string>): void {
    this.#items.count(words, 1)
  }

  /** Takes the words of an item out. */
  dropItem(words: ReadonlySet<string>): void {
    this.#items.count(words, -1)
  }

  /** The weight of a word: rare in the work, and in few items, it weighs much. A word of every item distinguishes none. */
  weightOf(word: string): number {
    const rarity = Math.log(1 + this.#total / (1 + this.#work.of(word)))
    return rarity / Math.max(1, this.#items.of(word))
  }

  /** What of an item's words any call of the session holds, by weight, 0 to 1. */
  knownShare(shares: ReadonlyMap<string, number>): number {
    return overlap(shares, this.#calls)
  }

  /** An item's words with the weight of each, as a share of all of them. */
  sharesOf(words: ReadonlySet<string>): ReadonlyMap<string, number> {
    let all = 0
    for (const word of words) all += this.weightOf(word)
    const shares = new Map<string, number>()
    // In a session without any work all words weigh the same.
    for (const word of words) shares.set(word, all === 0 ? 1 / words.size : this.weightOf(word) / all)
    return shares
  }
}

/** The share of an item's words that is among others, by weight, 0 to 1. */
export function overlap(shares: ReadonlyMap<string, number>, others: { has(word: string): boolean }): number {
  let shared = 0
  for (const [word, share] of shares) if (others.has(word)) shared += share
  return shared
}

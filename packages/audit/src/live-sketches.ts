/**
 * What a live session's items are known by, kept from one judgement to the next: what came since the last one is taken
 * in, so that judging costs no more in a long session.
 */

import type { ItemPromise } from './evidence/items/item-class.js'
import { itemWordsOf } from './evidence/items/item-words.js'
import { Vocabulary } from './evidence/support/vocabulary.js'
import type { Work } from './evidence/work/work.js'
import type { ItemHistories } from './item-histories.js'
import { type Sketches, sketchesBy } from './item-sketches.js'

/** The words of so many of the last pieces of work say what a word tells, so that judging does not grow with the log. */
const wordsOfWork = 1000

/** A piece of work whose words may still grow. */
interface OpenPiece {
  readonly piece: Work
  /** The words with which it was counted. */
  words: readonly string[]
}

/** Follows the words of a session. */
export class LiveSketches {
  readonly #vocabulary = new Vocabulary()
  readonly #words = new Map<string, ReadonlySet<string>>()
  readonly #texts = new Map<string, string>()
  readonly #mostWork: number
  #touched = new Set<string>()
  #open: OpenPiece[] = []
  #from = 0
  #to = 0

  /** @param mostWork the words of so many of the last pieces of work count */
  constructor(mostWork: number = wordsOfWork) {
    this.#mostWork = mostWork
  }

  /** The items of these keys came, were reworded, or may have been. */
  touch(keys: Iterable<string>): void {
    for (const key of keys) this.#touched.add(key)
  }

  /**
   * The sketches as of now.
   * @param tried the keys that `items` holds for the length of this judgement alone, or in other words
   */
  of(
    items: ItemHistories,
    work: readonly Work[],
    promise: (text: string) => ItemPromise,
    tried: readonly string[],
  ): Sketches {
    this.touch(tried)
    for (const key of this.#touched) this.#follow(key, items.histories.get(key)?.text)
    this.#touched = new Set(tried)
    this.#followWork(work)
    return sketchesBy(items, this.#words, this.#vocabulary, promise)
  }

  #follow(key: string, text: string | undefined): void {
    const words = this.#words.get(key)
    if (words !== undefined && this.#texts.get(key) === text) return
    if (words !== undefined) this.#vocabulary.dropItem(words)
    if (text === undefined) {
      this.#words.delete(key)
      this.#texts.delete(key)
      return
    }
    const now = itemWordsOf(text)
    this.#vocabulary.addItem(now)
    this.#words.set(key, now)
    this.#texts.set(key, text)
  }

  /** The words of a call grow once, when its result comes: until then they are counted anew each time. */
  #followWork(work: readonly Work[]): void {
    for (const { piece, words } of this.#open) this.#vocabulary.dropWork(piece.kind, words)
    const first = Math.max(0, work.length - this.#mostWork)
    const open = new Set(this.#open.map(({ piece }) => piece))
    for (const piece of work.slice(this.#from, Math.min(first, this.#to)))
      if (!open.delete(piece)) this.#vocabulary.dropWork(piece.kind, piece.words)
    const came = work.slice(Math.max(first, this.#to))
    this.#open = []
    for (const piece of [...open, ...came]) {
      const words = [...piece.words]
      this.#vocabulary.addWork(piece.kind, words)
      if (piece.kind === 'call' && piece.outcome === null) this.#open.push({ piece, words })
    }
    this.#from = first
    this.#to = work.length
  }
}

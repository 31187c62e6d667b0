/**
 * The words of a session's work, kept small: each word once, and of a piece of work the numbers of its words. A session
 * has tens of thousands of pieces with hundreds of words each; as sets of their own they would take most of the memory.
 */

import { longestRun, runsOf, wordsOfRun } from '../evidence/items/words.js'
import { detached } from './detached.js'

/** The numbers of so many words stand in the first block; each further one is twice as long, up to the longest. */
const firstBlock = 256
const longestBlock = 16_384

/** Numbers below this fit into two bytes. */
const shortNumbers = 65_536

/** Runs of letters come back again and again: the numbers of their words are remembered, of up to so many runs. */
const mostRuns = 20_000

/** A text, and how many of its characters are read. */
export type PartOfText = readonly [text: string, limit: number]

/** A block of numbers, filled from its beginning. */
interface Block {
  readonly numbers: Uint16Array | Uint32Array
  used: number
}

/** Keeps sets of words. */
export class WordSets {
  readonly #numbers = new Map<string, number>()
  readonly #words: string[] = []
  #short: Block = { numbers: new Uint16Array(0), used: 0 }
  #long: Block = { numbers: new Uint32Array(0), used: 0 }
  readonly #runs = new Map<string, readonly number[]>()
  /** By a word's number the last gathering that met it. */
  #met = new Uint32Array(firstBlock)
  #gathering = 0

  /** The same words, to be read alone. */
  keep(words: ReadonlySet<string>): ReadonlySet<string> {
    return this.#keep(Uint32Array.from(words, (word) => this.#numberOf(word)).sort())
  }

  /**
   * The words of texts, to be read alone: those that `addWords` adds to a set, text after text, by their numbers and
   * without the set.
   * @param most stop when there are so many
   */
  keepWordsOf(texts: readonly PartOfText[], most: number): ReadonlySet<string> {
    return this.#keep(this.#gathered(texts, most, null))
  }

  /** The same, of a piece of work to which more words may come: it is kept for itself. */
  open(texts: readonly PartOfText[], most: number): OpenWords {
    const numbers = this.#gathered(texts, most, null)
    return new KeptWords(this, numbers, 0, numbers.length)
  }

  /** The words that were open with those of further texts beside them. */
  close(open: OpenWords, texts: readonly PartOfText[], most: number): ReadonlySet<string> {
    return this.#keep(this.#gathered(texts, most, open))
  }

  #keep(numbers: Uint32Array): ReadonlySet<string> {
    if (numbers.length === 0) return noWords
    const block = this.#blockFor(numbers)
    const from = block.used
    block.numbers.set(numbers, from)
    block.used += numbers.length
    return new KeptWords(this, block.numbers, from, numbers.length)
  }

  #gathered(texts: readonly PartOfText[], most: number, open: OpenWords | null): Uint32Array {
    this.#gathering += 1
    const found: number[] = []
    if (open !== null) for (const number of open.numbers) this.#meet(number, found)
    for (const [text, limit] of texts) {
      for (const run of runsOf(text.slice(0, limit))) {
        if (found.length >= most) return Uint32Array.from(found).sort()
        for (const number of this.#numbersOf(run)) this.#meet(number, found)
      }
    }
    return Uint32Array.from(found).sort()
  }

  #meet(number: number, found: number[]): void {
    if (number >= this.#met.length) {
      const longer = new Uint32Array(2 * number)
      longer.set(this.#met)
      this.#met = longer
    }
    if (this.#met[number] === this.#gathering) return
    this.#met[number] = this.#gathering
    found.push(number)
  }

  #numbersOf(run: string): readonly number[] {
    const known = this.#runs.get(run)
    if (known !== undefined) return known
    const numbers = wordsOfRun(run).map((word) => this.#numberOf(word))
    if (run.length > longestRun) return numbers
    if (this.#runs.size >= mostRuns) this.#runs.clear()
    this.#runs.set(detached(run), numbers)
    return numbers
  }

  /** The number of a word, or undefined where no set holds it. */
  numberOf(word: string): number | undefined {
    return this.#numbers.get(word)
  }

  /** The word of a number that a set of this store holds. */
  wordOf(number: number): string {
    return this.#words[number] ?? ''
  }

  #numberOf(word: string): number {
    const known = this.#numbers.get(word)
    if (known !== undefined) return known
    const number = this.#words.length
    this.#numbers.set(word, number)
    this.#words.push(word)
    return number
  }

  #blockFor(numbers: Uint32Array): Block {
    const isShort = (numbers.at(-1) ?? 0) < shortNumbers
    const known = isShort ? this.#short : this.#long
    if (known.used + numbers.length <= known.numbers.length) return known
    const length = Math.max(firstBlock, Math.min(longestBlock, 2 * known.numbers.length), numbers.length)
    const block: Block = { numbers: isShort ? new Uint16Array(length) : new Uint32Array(length), used: 0 }
    if (isShort) this.#short = block
    else this.#long = block
    return block
  }
}

/** The words of a piece of work to which more may come. */
export interface OpenWords extends ReadonlySet<string> {
  /** Their numbers, rising. */
  readonly numbers: Iterable<number>
}

/** In how many sets each word is. Sets of a store are counted by the numbers of their words, without a table of them. */
export class WordCounts {
  #store: WordSets | null = null
  #byNumber = new Int32Array(firstBlock)
  /** Of other sets. */
  readonly #byWord = new Map<string, number>()

  /** Counts each word of a set. @param by 1; -1 to take it back */
  count(words: ReadonlySet<string>, by: 1 | -1): void {
    if (words instanceof KeptWords && (this.#store ?? words.store) === words.store) {
      this.#store = words.store
      for (const number of words.numbers) {
        if (number >= this.#byNumber.length) {
          const longer = new Int32Array(2 * number)
          longer.set(this.#byNumber)
          this.#byNumber = longer
        }
        this.#byNumber[number] = (this.#byNumber[number] ?? 0) + by
      }
      return
    }
    for (const word of words) this.#byWord.set(word, (this.#byWord.get(word) ?? 0) + by)
  }

  /** In how many sets it is. */
  of(word: string): number {
    const number = this.#store?.numberOf(word)
    return (number === undefined ? 0 : (this.#byNumber[number] ?? 0)) + (this.#byWord.get(word) ?? 0)
  }

  /** True for a word that is in one. */
  has(word: string): boolean {
    return this.of(word) > 0
  }
}

/** One set of words of a store. */
class KeptWords implements OpenWords {
  readonly size: number
  readonly store: WordSets
  readonly #numbers: Uint16Array | Uint32Array
  readonly #from: number

  constructor(store: WordSets, numbers: Uint16Array | Uint32Array, from: number, size: number) {
    this.store = store
    this.#numbers = numbers
    this.#from = from
    this.size = size
  }

  get numbers(): Iterable<number> {
    return this.#numbers.subarray(this.#from, this.#from + this.size)
  }

  has(word: string): boolean {
    const number = this.store.numberOf(word)
    if (number === undefined) return false
    let low = this.#from
    let high = low + this.size
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#numbers[middle] ?? 0) < number) low = middle + 1
      else high = middle
    }
    return low < this.#from + this.size && this.#numbers[low] === number
  }

  *values(): SetIterator<string> {
    for (let index = this.#from; index < this.#from + this.size; index += 1) {
      yield this.store.wordOf(this.#numbers[index] ?? 0)
    }
  }

  keys(): SetIterator<string> {
    return this.values()
  }

  *entries(): SetIterator<[string, string]> {
    for (const word of this.values()) yield [word, word]
  }

  [Symbol.iterator](): SetIterator<string> {
    return this.values()
  }

  forEach(visit: (word: string, again: string, words: ReadonlySet<string>) => void): void {
    for (const word of this.values()) visit(word, word, this)
  }
}

/** No words. */
export const noWords: ReadonlySet<string> = new KeptWords(new WordSets(), new Uint16Array(0), 0, 0)

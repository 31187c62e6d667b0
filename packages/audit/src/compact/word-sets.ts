/**
 * The words of a session's work, kept small: each word once, and of a piece of work the numbers of its words. A session
 * has tens of thousands of pieces with hundreds of words each; as sets of their own they would take most of the memory.
 */

/** The numbers of so many words stand in the first block; each further one is twice as long, up to the longest. */
const firstBlock = 256
const longestBlock = 16_384

/** Numbers below this fit into two bytes. */
const shortNumbers = 65_536

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

  /** The same words, to be read alone. */
  keep(words: ReadonlySet<string>): ReadonlySet<string> {
    if (words.size === 0) return noWords
    const numbers = Array.from(words, (word) => this.#numberOf(word)).sort((one, other) => one - other)
    const block = this.#blockFor(numbers)
    const from = block.used
    block.numbers.set(numbers, from)
    block.used += numbers.length
    return new KeptWords(this, block.numbers, from, numbers.length)
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

  #blockFor(numbers: readonly number[]): Block {
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

/** One set of words of a store. */
class KeptWords implements ReadonlySet<string> {
  readonly size: number
  readonly #store: WordSets
  readonly #numbers: Uint16Array | Uint32Array
  readonly #from: number

  constructor(store: WordSets, numbers: Uint16Array | Uint32Array, from: number, size: number) {
    this.#store = store
    this.#numbers = numbers
    this.#from = from
    this.size = size
  }

  has(word: string): boolean {
    const number = this.#store.numberOf(word)
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
      yield this.#store.wordOf(this.#numbers[index] ?? 0)
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

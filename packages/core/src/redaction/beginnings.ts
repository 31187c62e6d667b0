/** Finds where in a text one of many beginnings stands, in one pass: by three characters at once. */

/** As many numbers have three characters. */
const numbers = 1 << 16

function numberOf(first: number, second: number, third: number): number {
  return ((first << 9) ^ (second << 5) ^ third) & (numbers - 1)
}

/** Beginnings of three characters and more. */
export class Beginnings {
  /** For the number of any three characters, the place of their beginnings in the list; 0 for most. */
  readonly #places = new Uint16Array(numbers)
  /** Beginnings whose first three characters have the same number, the longest first. */
  readonly #lists: string[][] = [[]]

  /** @param beginnings what is looked for, in its case */
  constructor(beginnings: Iterable<string>) {
    const longestFirst = [...new Set(beginnings)].sort((one, other) => other.length - one.length)
    for (const beginning of longestFirst) {
      const number = numberOf(beginning.charCodeAt(0), beginning.charCodeAt(1), beginning.charCodeAt(2))
      const place = this.#places[number] ?? 0
      if (place === 0) this.#places[number] = this.#lists.push([beginning]) - 1
      else this.#lists[place]?.push(beginning)
    }
  }

  /**
   * Calls `found` with each beginning and where it stands, from left to right; of several in one place with the longest.
   * @param found gives the place from which to look on: none before it is found
   */
  find(text: string, found: (beginning: string, index: number) => number): void {
    const places = this.#places
    let first = text.charCodeAt(0)
    let second = text.charCodeAt(1)
    let from = 0
    for (let index = 2; index < text.length; index += 1) {
      const third = text.charCodeAt(index)
      const place = places[((first << 9) ^ (second << 5) ^ third) & (numbers - 1)] ?? 0
      first = second
      second = third
      if (place === 0 || index - 2 < from) continue
      for (const beginning of this.#lists[place] ?? []) {
        if (!text.startsWith(beginning, index - 2)) continue
        from = found(beginning, index - 2)
        break
      }
    }
  }
}

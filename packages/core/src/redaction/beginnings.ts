/** Finds where in a text one of many beginnings stands, in one pass: by three characters at once. */

/** As many numbers have three characters: few enough to stay near the processor. */
const numbers = 1 << 14

/** A beginning of three characters or more, in its case, and what it is the beginning of. */
export type Beginning<Kind> = readonly [start: string, kind: Kind]

/** Many beginnings. */
export class Beginnings<Kind> {
  /** For the number of any three characters, the place of their beginnings in the list; 0 for most. */
  readonly #places = new Uint16Array(numbers)
  /** Beginnings whose first three characters have the same number, in their order. */
  readonly #lists: Beginning<Kind>[][] = [[]]

  /** @param beginnings what is looked for */
  constructor(beginnings: Iterable<Beginning<Kind>>) {
    for (const beginning of beginnings) {
      const [start] = beginning
      const number =
        ((start.charCodeAt(0) << 9) ^ (start.charCodeAt(1) << 5) ^ start.charCodeAt(2)) & (numbers - 1)
      const place = this.#places[number] ?? 0
      if (place === 0) this.#places[number] = this.#lists.push([beginning]) - 1
      else this.#lists[place]?.push(beginning)
    }
  }

  /** Calls `found` with what begins at a place and the place, from left to right. */
  find(text: string, found: (kind: Kind, index: number, length: number) => void): void {
    const places = this.#places
    const lists = this.#lists
    let first = text.charCodeAt(0)
    let second = text.charCodeAt(1)
    for (let index = 2; index < text.length; index += 1) {
      const third = text.charCodeAt(index)
      const place = places[((first << 9) ^ (second << 5) ^ third) & (numbers - 1)] ?? 0
      first = second
      second = third
      if (place === 0) continue
      for (const [start, kind] of lists[place] ?? []) {
        if (text.startsWith(start, index - 2)) found(kind, index - 2, start.length)
      }
    }
  }
}

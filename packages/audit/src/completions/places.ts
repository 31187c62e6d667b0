/** Places in a session's work in ascending order, and what lies between two of them without looking at all that does. */

import type { Work } from '../evidence/work/work.js'

/** The index of the first number that is at least some value, in ascending numbers; their count where there is none. */
export function firstFrom(ascending: readonly number[], value: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ascending[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** The pieces of a session's work of one sort. What a completion asks of its span costs no more in a long one. */
export class Places {
  readonly #pieces: Work[] = []
  readonly #positions: number[] = []
  readonly #isOfSort: (piece: Work) => boolean

  /**
   * @param work the session's work, in order
   * @param isOfSort true for the pieces of the sort
   */
  constructor(work: readonly Work[], isOfSort: (piece: Work) => boolean) {
    this.#isOfSort = isOfSort
    for (const piece of work) this.add(piece)
  }

  /** Takes in the piece that comes next. */
  add(piece: Work): void {
    if (!this.#isOfSort(piece)) return
    this.#pieces.push(piece)
    this.#positions.push(piece.position)
  }

  /** How many stand from one position on and before another. */
  between(from: number, to: number): number {
    return Math.max(0, firstFrom(this.#positions, to) - firstFrom(this.#positions, from))
  }

  /** True where one stands from one position on and before another. */
  isBetween(from: number, to: number): boolean {
    return this.between(from, to) > 0
  }

  /** True where one of them for which something holds stands from one position on and before another. */
  someBetween(from: number, to: number, holds: (piece: Work) => boolean): boolean {
    const first = firstFrom(this.#positions, from)
    return this.#pieces.slice(first, firstFrom(this.#positions, to)).some(holds)
  }

  /** The last one from one position on and before another. */
  lastBetween(from: number, to: number): Work | undefined {
    const last = this.#pieces[firstFrom(this.#positions, to) - 1]
    return last === undefined || last.position < from ? undefined : last
  }

  /** The position of the first one from some position on, else infinity. */
  nextFrom(position: number): number {
    return this.#positions[firstFrom(this.#positions, position)] ?? Number.POSITIVE_INFINITY
  }

  /** The position of the last one before some position, else undefined. */
  lastBefore(position: number): number | undefined {
    return this.#positions[firstFrom(this.#positions, position) - 1]
  }
}

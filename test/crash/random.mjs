/** Random numbers that a seed decides (mulberry32), so that a run can be repeated. */
export class Random {
  #state

  /** @param {number} seed */
  constructor(seed) {
    this.#state = seed >>> 0
  }

  /** A number from 0 up to, but not including, 1. */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from 0 up to, but not including, a limit. @param {number} limit */
  below(limit) {
    return Math.floor(this.next() * limit)
  }

  /** A whole number from `least` to `most`. @param {number} least @param {number} most */
  between(least, most) {
    return least + this.below(most - least + 1)
  }

  /** True so often. @param {number} share from 0 to 1 */
  chance(share) {
    return this.next() < share
  }

  /**
   * One of some.
   * @template T
   * @param {readonly T[]} some
   * @returns {T}
   */
  pick(some) {
    if (some.length === 0) throw new RangeError('There is nothing to pick from.')
    return /** @type {T} */ (some[this.below(some.length)]) // the list may hold undefined
  }

  /** Random bytes. @param {number} size */
  bytes(size) {
    return Uint8Array.from({ length: size }, () => this.below(256))
  }

  /** Twelve hexadecimal digits. */
  id() {
    return Buffer.from(this.bytes(6)).toString('hex')
  }
}

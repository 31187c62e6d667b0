/** Remembers keys that were seen, in a few bytes each, however long they are: a file can hold millions. */

import { createHash } from 'node:crypto'

/** Each key is kept as so many numbers of 32 bits of its digest: among ten million, two are taken for one by 1 in 300,000. */
const width = 2

/** Keys that were seen. */
export class SeenKeys {
  #size = 0
  #capacity = 256
  #slots = new Uint32Array(this.#capacity * width)

  /** Notes a key. @returns true the first time */
  add(key: string): boolean {
    const [low, high] = digestOf(key)
    const place = this.#placeOf(low, high)
    if (this.#slots[place] !== 0) return false
    this.#put(place, low, high)
    this.#size += 1
    if (this.#size * 3 > this.#capacity * 2) this.#grow()
    return true
  }

  /** True for a key that was noted. */
  has(key: string): boolean {
    return this.#slots[this.#placeOf(...digestOf(key))] !== 0
  }

  /** Where the key stands, or where it is to stand. */
  #placeOf(low: number, high: number): number {
    for (let slot = high % this.#capacity; ; slot = (slot + 1) % this.#capacity) {
      const place = slot * width
      const there = this.#slots[place]
      if (there === 0 || (there === low && this.#slots[place + 1] === high)) return place
    }
  }

  #put(place: number, low: number, high: number): void {
    this.#slots[place] = low
    this.#slots[place + 1] = high
  }

  #grow(): void {
    const old = this.#slots
    this.#capacity *= 2
    this.#slots = new Uint32Array(this.#capacity * width)
    for (let at = 0; at < old.length; at += width) {
      const low = old[at] ?? 0
      const high = old[at + 1] ?? 0
      if (low !== 0) this.#put(this.#placeOf(low, high), low, high)
    }
  }
}

/** A part of the key's digest. The first number is never zero, which stands for an empty place. */
function digestOf(key: string): readonly [low: number, high: number] {
  const digest = createHash('sha1').update(key).digest()
  return [digest.readUInt32LE(0) || 1, digest.readUInt32LE(4)]
}

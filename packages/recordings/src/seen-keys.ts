/** Remembers keys that were seen, in a few bytes each, however long they are: a file can hold millions. */

/** Each key is kept as so many numbers of 32 bits: among ten million, two are taken for one by 1 in 300,000. */
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

/**
 * Two numbers of a key, each made in its own way. No secret hangs on them, and a digest of cryptography costs as much as
 * to parse a short record. The first is never zero, which stands for an empty place.
 */
function digestOf(key: string): readonly [low: number, high: number] {
  let low = 0x9e3779b9
  let high = key.length
  for (let at = 0; at < key.length; at += 1) {
    const code = key.charCodeAt(at)
    low = Math.imul(low ^ code, 0x85ebca6b)
    low = (low << 13) | (low >>> 19)
    high = Math.imul(high ^ code, 0xc2b2ae35)
    high = (high << 15) | (high >>> 17)
  }
  return [mixed(low) || 1, mixed(high)]
}

/** Lets every bit of a number bear on every other. Source: the last step of MurmurHash3. */
function mixed(number: number): number {
  const first = Math.imul(number ^ (number >>> 16), 0x85ebca6b)
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35)
  return (second ^ (second >>> 16)) >>> 0
}

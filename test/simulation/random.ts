/**
 * The one source of chance of a simulation: xoshiro128** by Blackman and Vigna (prng.di.unimi.it), its state filled by
 * splitmix32. The same seed gives the same decisions on every machine.
 */

/** Draws numbers, and everything else, from one seed. */
export class Random {
  readonly #state: Uint32Array

  /** @param seed any number; its lowest 32 bits count */
  constructor(seed: number) {
    let filler = seed >>> 0
    this.#state = Uint32Array.from({ length: 4 }, () => {
      filler = (filler + 0x9e3779b9) >>> 0
      let mixed = Math.imul(filler ^ (filler >>> 16), 0x21f0aaad)
      mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
      return mixed ^ (mixed >>> 15)
    })
  }

  /** A whole number from 0 to 2³² - 1. */
  word(): number {
    const [a = 0, b = 0, c = 0, d = 0] = this.#state
    const product = Math.imul(b, 5)
    const drawn = Math.imul((product << 7) | (product >>> 25), 9) >>> 0
    const mixed = d ^ b
    const next = c ^ a
    this.#state.set([a ^ mixed, b ^ next, next ^ (b << 9), (mixed << 11) | (mixed >>> 21)])
    return drawn
  }

  /** A number from 0 up to 1, without 1. */
  fraction(): number {
    return this.word() / 2 ** 32
  }

  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number {
    return least + Math.floor(this.fraction() * (most - least + 1))
  }

  /** True in so many of a hundred draws. */
  percent(share: number): boolean {
    return this.fraction() * 100 < share
  }

  /** One of the values; there must be one. */
  pick<Value>(values: readonly Value[]): Value {
    const at = this.between(0, values.length - 1)
    for (const value of values.slice(at, at + 1)) return value
    throw new RangeError('There is nothing to pick from.')
  }

  /** One of the names, each as often as its weight says. */
  weighted<Name extends string>(weights: { readonly [name in Name]: number }): Name {
    const names = Object.keys(weights) as Name[] // they are the record's own
    let left = this.fraction() * names.reduce((sum, name) => sum + weights[name], 0)
    for (const name of names) {
      left -= weights[name]
      if (left < 0) return name
    }
    return this.pick(names)
  }

  /** Random bytes. */
  bytes(size: number): Uint8Array {
    return Uint8Array.from({ length: size }, () => this.word() >>> 24)
  }

  /** Twelve hexadecimal digits. */
  id(): string {
    return (this.word().toString(16) + this.word().toString(16)).padStart(12, '0').slice(0, 12)
  }
}

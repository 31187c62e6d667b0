/**
 * What one source may cost. Whoever makes a file can make one that is small and never ends to be read; what lies beyond
 * these is left out, and reported. None of them is a time: what is read must not depend on the machine.
 */

import { DamagedBytes } from './bytes/damaged-bytes.js'

/** What one source may cost. */
export interface SourceLimits {
  /**
   * So many lines of a file that say something, or rows of a database. A session of a million events has two million
   * lines; ten million are read in a minute.
   */
  readonly records: number
  /** So many bytes a file comes to, however often it was compressed: more than an agent writes in years. */
  readonly unpackedBytes: number
  /**
   * So many times the size of the file, once that is more than 64 MiB. A list that is written whole again and again comes
   * to 30 times; a bomb to 1,000 under gzip, to 30,000 under Zstandard, and to the product where it was compressed twice.
   */
  readonly growth: number
  /**
   * So many things a call lists. What is followed of each item of a todo list takes several kB; a model writes a few
   * hundred at once.
   */
  readonly listed: number
}

/** Those in force where nobody says otherwise. */
export const usualLimits: SourceLimits = {
  records: 10_000_000,
  unpackedBytes: 8 * 2 ** 30,
  growth: 250,
  listed: 50_000,
}

/** None. */
export const noLimits: SourceLimits = {
  records: Infinity,
  unpackedBytes: Infinity,
  growth: Infinity,
  listed: Infinity,
}

/** A limit was reached: what follows is not read. */
export class BeyondLimit extends DamagedBytes {}

/** Counts records. */
export class RecordCount {
  readonly #most: number
  #count = 0

  /** @param limits those in force */
  constructor({ records }: SourceLimits) {
    this.#most = records
  }

  /** True where no more are read. */
  get isFull(): boolean {
    return this.#count >= this.#most
  }

  /** So many more may be read. */
  get left(): number {
    return Math.max(0, this.#most - this.#count)
  }

  /** Why no more are read. */
  get reason(): string {
    return `there are more than ${this.#most.toLocaleString('en-US')} records; it is read no further`
  }

  /** One more. */
  add(): void {
    this.#count += 1
  }
}

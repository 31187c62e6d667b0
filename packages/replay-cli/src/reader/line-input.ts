/** Lines that a person types, one at a time; none is lost while nobody waits. */

import { createInterface, type Interface } from 'node:readline'
import type { Readable } from 'node:stream'

/** Gives lines in the order in which they come. */
export class LineInput {
  readonly #interface: Interface
  readonly #lines: AsyncIterator<string>

  /** @param input where they are typed */
  constructor(input: Readable) {
    this.#interface = createInterface({ input })
    this.#lines = this.#interface[Symbol.asyncIterator]()
  }

  /** The next line; null where there are no more. */
  async next(): Promise<string | null> {
    const { value, done } = await this.#lines.next()
    return done === true ? null : value
  }

  /** Reads no more. */
  close(): void {
    this.#interface.close()
  }
}

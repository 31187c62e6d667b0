/** Standard input that ends once what came by it is answered: the SDK drops calls that are under way when it ends. */

import { PassThrough, type Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** An input whose end waits for calls. */
export class PatientInput {
  /** What is read in place of the input. */
  readonly stream: PassThrough = new PassThrough()
  readonly #underWay = new Set<Promise<unknown>>()

  /** @param input what is read */
  constructor(input: Readable) {
    input.pipe(this.stream, { end: false })
    input.once('end', () => void this.#end())
    input.once('close', () => void this.#end())
  }

  /** The input does not end before this is over. */
  waitFor(call: Promise<unknown>): void {
    this.#underWay.add(call)
    const over = () => this.#underWay.delete(call)
    call.then(over, over)
  }

  /** Nobody reads it any more: nothing is waited for. */
  close(): void {
    this.stream.destroy()
  }

  async #end(): Promise<void> {
    // What has come is read, and begun, a few turns later; what is answered is written within one.
    for (let quiet = 0; quiet < 10 && !this.stream.destroyed; quiet += 1) {
      await nextTurn()
      if (this.stream.readableLength === 0 && this.#underWay.size === 0) continue
      quiet = 0
      await Promise.allSettled(this.#underWay)
    }
    this.stream.end()
  }
}

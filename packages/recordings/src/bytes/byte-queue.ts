/** Takes bytes of a stream in pieces of a wanted length. */

/** The bytes of a stream, to be taken piece by piece. */
export class ByteQueue {
  readonly #source: AsyncIterator<Buffer>
  #held: Buffer[] = []
  #length = 0
  #isOver = false

  /** @param bytes the stream; reading throws what it throws */
  constructor(bytes: AsyncIterable<Buffer>) {
    this.#source = bytes[Symbol.asyncIterator]()
  }

  /** The next bytes, which stay: as many as are asked for, or what is left. */
  async peek(length: number): Promise<Buffer> {
    await this.#fill(length)
    return this.#joined().subarray(0, length)
  }

  /** The next bytes: as many as are asked for. @param cutOff what is thrown where there are fewer; they are given when absent */
  async take(length: number, cutOff?: () => Error): Promise<Buffer> {
    await this.#fill(length)
    const all = this.#joined()
    if (cutOff !== undefined && all.length < length) throw cutOff()
    const rest = all.subarray(length)
    this.#held = rest.length === 0 ? [] : [rest]
    this.#length = rest.length
    return all.subarray(0, length)
  }

  /** The next bytes that are at hand, as many as that at the most; none where there are no more. */
  async some(most: number): Promise<Buffer> {
    await this.#fill(1)
    return this.take(Math.min(most, this.#length))
  }

  /** Puts bytes that were taken back in front of the others. */
  putBack(bytes: Buffer): void {
    if (bytes.length === 0) return
    this.#held.unshift(bytes)
    this.#length += bytes.length
  }

  async #fill(length: number): Promise<void> {
    while (this.#length < length && !this.#isOver) {
      const next = await this.#source.next()
      if (next.done === true) this.#isOver = true
      else {
        this.#held.push(next.value)
        this.#length += next.value.length
      }
    }
  }

  #joined(): Buffer {
    const [first = Buffer.alloc(0), ...more] = this.#held
    if (more.length === 0) return first
    const all = Buffer.concat(this.#held)
    this.#held = [all]
    return all
  }
}

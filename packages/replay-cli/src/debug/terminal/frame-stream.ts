/** The stream that Ink draws into: each write is one whole frame. */

import { Writable } from 'node:stream'

/** Hands the frames on. */
export class FrameStream extends Writable {
  /** The columns that Ink lays out in. */
  columns: number
  /** The rows of the terminal. */
  rows: number
  readonly #frame: (frame: string) => void

  /** @param frame is given each frame */
  constructor(columns: number, rows: number, frame: (frame: string) => void) {
    super({ decodeStrings: false })
    this.columns = columns
    this.rows = rows
    this.#frame = frame
  }

  /** Takes a frame; the empty text that Ink ends with is none. */
  override _write(chunk: string | Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (chunk.length > 0) this.#frame(String(chunk))
    done()
  }
}

/** Cuts bytes into lines as they come. What is held is the line that is open. */

import { bufferOf } from './plain-bytes.js'
import type { FileLine, SkippedPiece } from './recording.js'
import { RecordingError } from './recording-error.js'

/** In bytes. A longer line is left out and never held; a document may stand on one. */
const longestLine = 256 * 2 ** 20
const newline = 0x0a
/** As many bytes at the start are looked at to see whether the file is binary. */
const headBytes = 4096

/**
 * The lines of a text, numbered from 1, without their ends. Blank ones are passed over. Takes LF and CRLF, a byte order mark,
 * a last line without an end, and bytes that are no UTF-8 (each becomes U+FFFD).
 */
export class FileLines {
  /** The number of the line that is open. */
  line = 1
  readonly #file: string
  readonly #onSkipped: (piece: SkippedPiece) => void
  readonly #longest: number
  #open: Buffer[] = []
  #length = 0
  #read = 0

  /** @param longest bytes of the longest line that is read, for tests */
  constructor(file: string, onSkipped: (piece: SkippedPiece) => void, longest = longestLine) {
    this.#file = file
    this.#onSkipped = onSkipped
    this.#longest = longest
  }

  /** The lines that end in the next bytes. @throws RecordingError `not-a-recording` where the first 4 KiB hold a NUL byte */
  push(bytes: Uint8Array | string): readonly FileLine[] {
    const chunk = bufferOf(bytes)
    if (this.#read < headBytes && chunk.subarray(0, headBytes - this.#read).includes(0)) {
      const message = 'this is a binary file; a recording is text (JSON Lines)'
      throw new RecordingError('not-a-recording', this.#file, message)
    }
    this.#read += chunk.length
    const lines: FileLine[] = []
    let start = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      if (this.#length > 0 || end - start > this.#longest) {
        this.#keep(chunk.subarray(start, end))
        lines.push(...this.end())
      } else lines.push(...this.#lineOf(chunk.toString('utf8', start, end)))
      this.line += 1
      start = end + 1
    }
    // The rest is copied: whoever reads a file may use the bytes again.
    if (start < chunk.length) this.#keep(Buffer.from(chunk.subarray(start)))
    return lines
  }

  /** The line that is open. */
  end(): readonly FileLine[] {
    const [open, length] = [this.#open, this.#length]
    this.#open = []
    this.#length = 0
    if (length <= this.#longest) return this.#lineOf(Buffer.concat(open).toString('utf8'))
    const reason = `the line is ${length} bytes long; lines of more than ${this.#longest} bytes are not read`
    this.#onSkipped({ file: this.#file, line: this.line, reason })
    return []
  }

  #lineOf(text: string): readonly FileLine[] {
    const { line } = this
    if (text.trim() === '') return []
    const start = line === 1 && text.startsWith('\uFEFF') ? 1 : 0
    return [{ line, text: text.slice(start, text.endsWith('\r') ? -1 : undefined) }]
  }

  #keep(bytes: Buffer): void {
    this.#length += bytes.length
    if (this.#length <= this.#longest) this.#open.push(bytes)
    else this.#open = []
  }
}

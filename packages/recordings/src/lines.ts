/** Cuts bytes into lines as they come. What is held is the line that is open. */

import type { FileLine, SkippedPiece } from './recording.js'
import { RecordingError } from './recording-error.js'
import { BeyondLimit, DamagedBytes, type SourceLimits, usualLimits } from './source-limits.js'

interface LineOptions {
  readonly file: string
  readonly onSkipped: (piece: SkippedPiece) => void
  readonly limits?: SourceLimits
}

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
  readonly #file: string
  readonly #onSkipped: LineOptions['onSkipped']
  readonly #mostLines: number
  readonly #longest: number
  #line = 1
  #open: Buffer[] = []
  #length = 0
  #read = 0
  #lines = 0
  #isOver = false

  /** @param longest bytes of the longest line that is read, for tests */
  constructor({ file, onSkipped, limits = usualLimits }: LineOptions, longest = longestLine) {
    this.#file = file
    this.#onSkipped = onSkipped
    this.#mostLines = limits.records
    this.#longest = longest
  }

  get line(): number {
    return this.#line
  }

  /** The lines that end in the next bytes. @throws RecordingError `not-a-recording` where the first 4 KiB hold a NUL byte */
  *push(bytes: Uint8Array | string): Generator<FileLine, void, undefined> {
    const chunk = bufferOf(bytes)
    if (this.#read < headBytes && chunk.subarray(0, headBytes - this.#read).includes(0)) {
      const message = 'this is a binary file; a recording is text (JSON Lines)'
      throw new RecordingError('not-a-recording', this.#file, message)
    }
    this.#read += chunk.length
    let start = 0
    for (let end = chunk.indexOf(newline); end !== -1 && !this.#isOver; end = chunk.indexOf(newline, start)) {
      this.#keep(chunk.subarray(start, end))
      yield* this.#ended()
      start = end + 1
    }
    // The rest is copied: whoever reads a file may use the bytes again.
    if (start < chunk.length) this.#keep(Buffer.from(chunk.subarray(start)))
  }

  *end(): Generator<FileLine, void, undefined> {
    if (this.#length > 0) yield* this.#ended()
  }

  #keep(bytes: Buffer): void {
    this.#length += bytes.length
    if (this.#length <= this.#longest) this.#open.push(bytes)
    else this.#open = []
  }

  *#ended(): Generator<FileLine, void, undefined> {
    const [only = Buffer.alloc(0), ...more] = this.#open
    const { line } = this
    const length = this.#length
    const text = (more.length === 0 ? only : Buffer.concat(this.#open)).toString('utf8')
    this.#open = []
    this.#length = 0
    this.#line += 1
    if (this.#isOver || (length <= this.#longest && text.trim() === '')) return
    this.#lines += 1
    if (this.#lines > this.#mostLines) {
      this.#isOver = true
      const most = this.#mostLines.toLocaleString('en-US')
      const reason = `there are more than ${most} records; it is read no further`
      this.#onSkipped({ file: this.#file, line, reason, rest: true })
    } else if (length > this.#longest) {
      const reason = `the line is ${length} bytes long; lines of more than ${this.#longest} bytes are not read`
      this.#onSkipped({ file: this.#file, line, reason })
    } else {
      const start = line === 1 && text.startsWith('\uFEFF') ? 1 : 0
      yield { line, text: text.slice(start, text.endsWith('\r') ? -1 : undefined) }
    }
  }
}

export function bufferOf(bytes: Uint8Array | string): Buffer {
  return typeof bytes === 'string'
    ? Buffer.from(bytes)
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** The bytes up to where they make no sense any more, which is reported. */
export async function* untilDamage(
  bytes: AsyncIterable<Uint8Array | string>,
  onDamage: (damage: Pick<SkippedPiece, 'reason' | 'rest'>) => void,
): AsyncGenerator<Uint8Array | string, void, undefined> {
  try {
    yield* bytes
  } catch (error) {
    if (!(error instanceof DamagedBytes)) throw error
    onDamage({ reason: error.message, ...(error instanceof BeyondLimit ? { rest: true } : {}) })
  }
}

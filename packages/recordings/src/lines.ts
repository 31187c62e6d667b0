/** Reads bytes as lines, one after the other, in constant memory. */

import { StringDecoder } from 'node:string_decoder'
import { AlteredBytes, DamagedBytes } from './bytes/damaged-bytes.js'
import type { FileLine, SkippedPiece } from './recording.js'
import { RecordingError } from './recording-error.js'
import { BeyondLimit, RecordCount, type SourceLimits, usualLimits } from './source-limits.js'

/** How lines are read. */
export interface LineReading {
  /** The file as the user named it. */
  readonly file: string
  /** Is called with each line that is too long. */
  readonly onSkipped: (piece: SkippedPiece) => void
  /** Is called with how many bytes were read so far, after each piece that was read. */
  readonly onProgress?: (bytes: number) => void
  /** The longest line that is read whole, in bytes; 32 MiB when absent. A longer one is skipped and never held. */
  readonly longestLine?: number
  /** What the file may cost; the usual limits when absent. */
  readonly limits?: SourceLimits
}

/** A line that is longer comes in pieces of about this length, in bytes. */
const pieceLength = 1024 * 1024
/** The longest line that is read whole, in bytes: as much as a request to a model may hold, a picture or a document. */
export const defaultLongestLine: number = 32 * 1024 * 1024
const newline = 0x0a
/** As many bytes at the start are looked at to see whether the file is binary. */
const headBytes = 4096

/**
 * The lines of a text, numbered from 1, without their ends. Blank ones are passed over. Takes LF and CRLF, a byte order mark, a last line without
 * an end, and bytes that are no UTF-8 (each becomes U+FFFD).
 * @throws RecordingError `not-a-recording` where the first 4 KiB hold a NUL byte; `unreadable` where the bytes are not those that were written
 */
export function readLines(
  bytes: AsyncIterable<Uint8Array | string>,
  reading: LineReading,
): AsyncGenerator<FileLine, void, undefined> {
  return wholeLines(readPieces(bytes, reading), reading)
}

/**
 * The same, but a line of more than 1 MiB comes in pieces: all but the last say that it goes on. Where the bytes are
 * damaged, what came of their line is the last piece, and says so, too.
 * @throws RecordingError `not-a-recording` where the first 4 KiB hold a NUL byte
 */
export async function* readPieces(
  bytes: AsyncIterable<Uint8Array | string>,
  { file, onSkipped, onProgress, limits = usualLimits }: Omit<LineReading, 'longestLine'>,
): AsyncGenerator<FileLine, void, undefined> {
  const open = new OpenLine()
  const records = new RecordCount(limits)
  let read = 0
  let isDamaged = false
  const damaged = (error: DamagedBytes): void => {
    isDamaged = true
    const rest = error instanceof BeyondLimit ? { rest: true as const } : {}
    onSkipped({ file, line: open.line, reason: error.message, ...rest })
  }
  for await (const piece of untilDamage(bytes, file, damaged)) {
    const chunk = typeof piece === 'string' ? Buffer.from(piece, 'utf8') : viewOf(piece)
    if (read < headBytes && chunk.subarray(0, headBytes - read).includes(0)) {
      throw new RecordingError(
        'not-a-recording',
        file,
        'this is a binary file; a recording is text (JSON Lines)',
      )
    }
    read += chunk.length
    let start = open.isEmpty ? open.passBlank(chunk, 0) : 0
    for (let end = chunk.indexOf(newline, start); end !== -1; end = chunk.indexOf(newline, start)) {
      open.keep(chunk.subarray(start, end))
      const { hasBegun } = open
      const line = open.end()
      if (hasBegun || line.text.trim() !== '') {
        if (records.isFull) {
          onSkipped({ file, line: line.line, reason: records.reason, rest: true })
          return
        }
        records.add()
        yield line
      }
      start = open.passBlank(chunk, end + 1)
    }
    open.keep(chunk.subarray(start))
    if (open.held >= pieceLength) yield open.piece()
    onProgress?.(read)
  }
  if (open.isEmpty) return
  const { hasBegun } = open
  const last = isDamaged ? open.piece() : open.end()
  if (hasBegun || last.text.trim() !== '') yield last
}

/** Puts lines that come in pieces together. One that is too long is left out, and reported. */
export async function* wholeLines(
  pieces: AsyncIterable<FileLine>,
  { file, onSkipped, longestLine = defaultLongestLine }: LineReading,
): AsyncGenerator<FileLine, void, undefined> {
  let begun: string[] = []
  let length = 0
  for await (const { line, text, goesOn } of pieces) {
    const isWhole = length === 0 && goesOn !== true
    length += isWhole && text.length * 3 <= longestLine ? text.length : Buffer.byteLength(text)
    if (length <= longestLine) begun.push(text)
    else begun = []
    if (goesOn === true) continue
    if (length <= longestLine) yield { line, text: isWhole ? text : withoutReturn(begun.join('')) }
    else onSkipped({ file, line, reason: tooLong(length, longestLine) })
    begun = []
    length = 0
  }
}

/** Why a line that is too long is left out. @param length its bytes */
export function tooLong(length: number, longestLine: number = defaultLongestLine): string {
  return `the line is ${length} bytes long; lines of more than ${longestLine} bytes are not read`
}

/** The line that is being read. */
class OpenLine {
  /** Its number, from 1. */
  line = 1
  /** As many of its bytes are held. */
  held = 0
  #bytes: Buffer[] = []
  /** Of a line that comes in pieces: it holds the bytes of a character that a piece cut. */
  #decoder: StringDecoder | null = null

  /** True where nothing of the line has come. */
  get isEmpty(): boolean {
    return this.held === 0 && this.#decoder === null
  }

  /** True where pieces of the line were given already. */
  get hasBegun(): boolean {
    return this.#decoder !== null
  }

  /** Takes more of it. */
  keep(bytes: Buffer): void {
    if (bytes.length > 0) {
      this.#bytes.push(bytes)
      this.held += bytes.length
    }
  }

  /** Passes over lines of a piece that hold nothing but spaces; the place behind them. */
  passBlank(chunk: Buffer, from: number): number {
    let start = from
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at]
      if (byte === newline) {
        this.line += 1
        start = at + 1
      } else if (byte !== 0x20 && byte !== 0x0d && byte !== 0x09) break
    }
    return start
  }

  /** What came of it since the last piece; it goes on. */
  piece(): FileLine {
    const isFirst = this.#decoder === null
    this.#decoder ??= new StringDecoder('utf8')
    const text = this.#decoder.write(this.#taken())
    return { line: this.line, text: isFirst ? this.#withoutMark(text) : text, goesOn: true }
  }

  /** The rest of it. The next one begins. */
  end(): FileLine {
    const bytes = this.#taken()
    const text =
      this.#decoder === null
        ? this.#withoutMark(bytes.toString('utf8'))
        : this.#decoder.write(bytes) + this.#decoder.end()
    const whole = { line: this.line, text: withoutReturn(text) }
    this.#decoder = null
    this.line += 1
    return whole
  }

  #taken(): Buffer {
    const only = this.#bytes.length === 1 ? this.#bytes[0] : undefined
    const taken = only ?? Buffer.concat(this.#bytes)
    this.#bytes = []
    this.held = 0
    return taken
  }

  #withoutMark(text: string): string {
    return this.line === 1 && text.startsWith('\uFEFF') ? text.slice(1) : text
  }
}

function withoutReturn(text: string): string {
  return text.endsWith('\r') ? text.slice(0, -1) : text
}

/** The bytes up to where they make no sense any more, which is reported. */
async function* untilDamage(
  bytes: AsyncIterable<Uint8Array | string>,
  file: string,
  damaged: (error: DamagedBytes) => void,
): AsyncIterable<Uint8Array | string> {
  try {
    yield* bytes
  } catch (error) {
    if (error instanceof AlteredBytes) {
      throw new RecordingError('unreadable', file, error.message, null, { cause: error })
    }
    if (!(error instanceof DamagedBytes)) throw error
    damaged(error)
  }
}

function viewOf(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Reads bytes as lines, one after the other, in constant memory. */

import { DamagedBytes } from './bytes/damaged-bytes.js'
import type { FileLine, SkippedPiece } from './recording.js'
import { RecordingError } from './recording-error.js'

/** How lines are read. */
export interface LineReading {
  /** The file as the user named it. */
  readonly file: string
  /** Is told each line that is too long. */
  readonly onSkipped: (piece: SkippedPiece) => void
  /** Is told how many bytes were read so far, after each piece that was read. */
  readonly onProgress?: (bytes: number) => void
  /** The longest line that is read, in bytes; 64 MiB when absent. A longer one is skipped and never held. */
  readonly longestLine?: number
}

const defaultLongestLine = 64 * 1024 * 1024
const newline = 0x0a
/** As many bytes at the start are looked at to see whether the file is binary. */
const headBytes = 4096

/**
 * The lines of a text, numbered from 1, without their ends. Takes LF and CRLF, a byte order mark, a last line without
 * an end, and bytes that are no UTF-8 (each becomes U+FFFD).
 * @throws RecordingError `not-a-recording` where the first 4 KiB hold a NUL byte
 */
export async function* readLines(
  bytes: AsyncIterable<Uint8Array | string>,
  reading: LineReading,
): AsyncGenerator<FileLine, void, undefined> {
  const longest = reading.longestLine ?? defaultLongestLine
  let pieces: Buffer[] = []
  let held = 0
  let dropped = 0
  let read = 0
  let line = 0

  const keep = (piece: Buffer): void => {
    if (dropped > 0 || held + piece.length > longest) {
      dropped += held + piece.length
      pieces = []
      held = 0
    } else if (piece.length > 0) {
      pieces.push(piece)
      held += piece.length
    }
  }
  const finish = (): FileLine | null => {
    line += 1
    const whole = dropped === 0 ? textOf(pieces, line) : null
    if (whole === null) {
      const reason = `the line is ${dropped} bytes long; lines of more than ${longest} bytes are not read`
      reading.onSkipped({ file: reading.file, line, reason })
    }
    pieces = []
    held = 0
    dropped = 0
    return whole === null ? null : { line, text: whole }
  }

  const damaged = (reason: string): void => {
    reading.onSkipped({ file: reading.file, line: line + 1, reason })
    pieces = []
    held = 0
    dropped = 0
  }
  for await (const piece of untilDamage(bytes, damaged)) {
    const chunk = typeof piece === 'string' ? Buffer.from(piece, 'utf8') : viewOf(piece)
    if (read < headBytes && chunk.subarray(0, headBytes - read).includes(0)) {
      throw new RecordingError(
        'not-a-recording',
        reading.file,
        'this is a binary file; a recording is text (JSON Lines)',
      )
    }
    read += chunk.length
    let start = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      keep(chunk.subarray(start, end))
      start = end + 1
      const complete = finish()
      if (complete !== null) {
        yield complete
      }
    }
    keep(chunk.subarray(start))
    reading.onProgress?.(read)
  }
  if (held > 0 || dropped > 0) {
    const last = finish()
    if (last !== null) {
      yield last
    }
  }
}

/** The bytes up to where they make no sense any more, which is told. */
async function* untilDamage(
  bytes: AsyncIterable<Uint8Array | string>,
  damaged: (reason: string) => void,
): AsyncIterable<Uint8Array | string> {
  try {
    yield* bytes
  } catch (error) {
    if (!(error instanceof DamagedBytes)) throw error
    damaged(error.message)
  }
}

function viewOf(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function textOf(pieces: readonly Buffer[], line: number): string {
  const only = pieces.length === 1 ? pieces[0] : undefined
  const text = (only ?? Buffer.concat(pieces)).toString('utf8')
  const end = text.endsWith('\r') ? text.length - 1 : text.length
  return text.slice(line === 1 && text.startsWith('\uFEFF') ? 1 : 0, end)
}

/** A recording that is followed: a file that grows by lines, or what is written anew each time, and so read as a whole. */

import { type BigIntStats, closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import type { SessionEvent } from '@todo-ledger/recordings'
import type { ReadOptions } from './open-source.js'
import { EventReader, isPacked, recordingPieces } from './recording-file.js'

/** Pieces of a recording, each of which is to be taken before the next. */
export type Pieces = AsyncGenerator<Iterable<SessionEvent>, void, undefined>

/** Why a recording is to be read from its start. */
interface Change {
  readonly reason: string | null
  readonly goesOn: boolean
  /** True where what was opened can be read to its end before. */
  readonly isReadable: boolean
}

/** A recording that is followed. */
export interface FollowedRecording {
  readonly path: string
  /** True where what was read is all that there is until it is another. */
  readonly isWhole: boolean
  /** True where its name leads nowhere, as `change` found out. */
  readonly isGone: boolean
  /** What came since the last call. */
  pieces(): Pieces
  /** What its end comes to. */
  end(): Pieces
  /** Looks whether it is another now. */
  change(): Change | null
  close(): void
}

/** As many bytes are read at once, and as many of a file's start are looked at. */
const chunk = 256 * 1024
/** As many of the bytes that were read last are kept to see whether they still stand there. */
const kept = 256

/** A recording that is followed once it is there, and enough of it to say what it is. */
export class AwaitedRecording {
  readonly path: string
  /**
   * What it is waited for, as the last `open` found; null where it was opened, or was written to since the one before: it
   * may be whole in a moment.
   */
  missing: 'there is no such file yet' | 'it is not whole yet' | null = null
  readonly #options: ReadOptions & { readonly once: boolean }
  /** What `markOf` said of it when it was not whole. */
  #mark: string | null = null

  constructor(path: string, options: ReadOptions & { readonly once: boolean }) {
    this.path = path
    this.#options = options
  }

  /** Opens it; null where there is nothing, or nothing that is whole yet. */
  open(): FollowedRecording | null {
    const mark = markOf(this.path)
    if (mark !== null && mark === this.#mark) {
      this.missing = 'it is not whole yet'
      return null
    }
    this.missing = null
    this.#mark = mark
    const opened = mark === null ? 'absent' : opening(this.path, this.#options)
    if (opened === 'absent') {
      this.#mark = null
      this.missing = 'there is no such file yet'
    }
    if (typeof opened === 'string') return null
    this.#mark = null
    return opened
  }
}

function opening(
  path: string,
  options: ReadOptions & { readonly once: boolean },
): FollowedRecording | 'absent' | 'partial' {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
    return new WholeRecording(path, options)
  const file = openIfThere(path)
  if (file === null) return 'absent'
  let growing: GrowingFile | null = null
  try {
    const head = Buffer.alloc(chunk)
    const start = head.subarray(0, readSync(file, head, 0, chunk, 0))
    const shape = isPacked(start) ? 'packed' : shapeOf(start.toString('utf8'))
    if (shape === 'lines' || (shape === null && options.once)) {
      growing = new GrowingFile(path, file, options)
      return growing
    }
    const isReadable = shape === 'packed' || options.once || (shape === 'document' && isWhole(file))
    return isReadable ? new WholeRecording(path, options) : 'partial'
  } finally {
    if (growing === null) closeSync(file)
  }
}

/** Null where there is no such file: it may have vanished since it was looked at. */
function openIfThere(path: string): number | null {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Whether a file grows by lines, or is one document; null where its start does not say yet. */
export function shapeOf(start: string): 'lines' | 'document' | null {
  const [line = '', ...more] = start
    .replace(/^\uFEFF/, '')
    .trimStart()
    .split('\n')
  if (/^\{\s*$/.test(line) && more.length > 0) return 'document'
  if (line.startsWith('[') || /^\{.*"messages"\s*:\s*\[/.test(line)) return 'document'
  return more.length > 0 || start.length >= chunk / 4 ? 'lines' : null
}

/** Whether a document is written to its end. A byte order mark stands before JSON, and is none of it. */
function isWhole(file: number): boolean {
  try {
    JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))
    return true
  } catch {
    return false
  }
}

function readingOf(options: ReadOptions) {
  return { ...options, onSkipped: options.report.skipped.bind(options.report) }
}

class GrowingFile implements FollowedRecording {
  readonly path: string
  readonly isWhole = false
  isGone = false
  readonly #file: number
  readonly #reader: EventReader
  #position = 0
  #tail: Buffer = Buffer.alloc(0)

  constructor(path: string, file: number, options: ReadOptions) {
    this.path = path
    this.#file = file
    this.#reader = new EventReader(path, readingOf(options))
  }

  async *pieces(): Pieces {
    for (;;) {
      const bytes = Buffer.allocUnsafe(chunk)
      const read = bytes.subarray(0, readSync(this.#file, bytes, 0, chunk, this.#position))
      if (read.length === 0) return
      this.#position += read.length
      this.#tail = Buffer.concat([this.#tail, read.subarray(-kept)]).subarray(-kept)
      yield this.#reader.push(read)
    }
  }

  async *end(): Pieces {
    yield this.#reader.end()
  }

  change(): Change | null {
    const own = fstatSync(this.#file, { bigint: true })
    const named = statSync(this.path, { bigint: true, throwIfNoEntry: false })
    this.isGone = named === undefined
    if (named !== undefined && (named.ino !== own.ino || named.dev !== own.dev))
      return { reason: 'another file took its name', goesOn: false, isReadable: true }
    if (own.size < this.#position) return { reason: 'it was cut short', goesOn: false, isReadable: false }
    const stands = Buffer.alloc(this.#tail.length)
    readSync(this.#file, stands, 0, stands.length, this.#position - stands.length)
    return stands.equals(this.#tail)
      ? null
      : { reason: 'it was written anew', goesOn: false, isReadable: false }
  }

  close(): void {
    closeSync(this.#file)
  }
}

/** A document, a database, or the folder of a conversation that is kept an event a file. */
class WholeRecording implements FollowedRecording {
  readonly path: string
  readonly isWhole = true
  isGone = false
  readonly #options: ReadOptions
  readonly #mark: string | null
  #isRead = false
  /** Events that are made up at the end. */
  #last: Iterable<SessionEvent> = []

  constructor(path: string, options: ReadOptions) {
    this.path = path
    this.#options = options
    this.#mark = markOf(path)
  }

  async *pieces(): Pieces {
    if (this.#isRead) return
    this.#isRead = true
    for await (const piece of recordingPieces(this.path, readingOf(this.#options))) {
      yield this.#last
      this.#last = piece
    }
  }

  async *end(): Pieces {
    yield this.#last
    this.#last = []
  }

  change(): Change | null {
    const mark = markOf(this.path)
    this.isGone = mark === null
    return mark === null || mark === this.#mark ? null : { reason: null, goesOn: true, isReadable: false }
  }

  close(): void {}
}

/** What says that a file, or what a database keeps beside it, is as it was; null where it is gone. */
function markOf(path: string): string | null {
  const marks = [path, `${path}-wal`].map((each): BigIntStats | undefined =>
    statSync(each, { bigint: true, throwIfNoEntry: false }),
  )
  if (marks[0] === undefined) return null
  return marks.map((mark) => (mark === undefined ? '' : `${mark.ino} ${mark.size} ${mark.mtimeNs}`)).join(' ')
}

/** A recording that is followed: a file that grows by lines, or what is written anew each time, and so read as a whole. */

import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import type { SessionEvent } from '@todo-ledger/recordings'
import type { ReadOptions } from './open-source.js'
import { EventReader, isPacked, recordingPieces } from './recording-file.js'

/** Pieces of a recording, each of which is to be taken before the next. */
export type Pieces = AsyncGenerator<Iterable<SessionEvent>, void, undefined>

/** Why a recording is read from its start: null where nobody needs to know; `goesOn` where it is the same, with more in it. */
export interface Change {
  readonly reason: string | null
  readonly goesOn: boolean
}

/** A recording that is followed. */
export interface FollowedRecording {
  readonly path: string
  /** True where what was read is all that there is until it is another. */
  readonly isWhole: boolean
  /** What came since the last call. */
  pieces(): Pieces
  /** What its end comes to. */
  end(): Pieces
  /** Looks whether it is another now, or its name leads nowhere. */
  change(): Change | 'gone' | null
  close(): void
}

/** As many bytes are read at once, and as many of a file's start are looked at. */
const chunk = 256 * 1024
/** As many of the bytes that were read last are kept to see whether they still stand there. */
const kept = 256

type Options = ReadOptions & { readonly once: boolean }

/** Opens a recording to be followed; a reason where there is nothing, or nothing that is whole yet. */
export function openFollowed(
  path: string,
  options: Options,
): FollowedRecording | 'there is no such file yet' | 'it is not whole yet' {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return wholeRecording(path, options)
  const file = openIfThere(path)
  if (file === null) return 'there is no such file yet'
  let growing: FollowedRecording | null = null
  try {
    const head = Buffer.alloc(chunk)
    const start = head.subarray(0, readSync(file, head, 0, chunk, 0))
    const shape = isPacked(start) ? 'packed' : shapeOf(start.toString('utf8'))
    if (shape === 'lines' || (shape === null && options.once)) {
      growing = growingFile(path, file, options)
      return growing
    }
    const isReadable = shape === 'packed' || options.once || (shape === 'document' && isWhole(file))
    return isReadable ? wholeRecording(path, options) : 'it is not whole yet'
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

function growingFile(path: string, file: number, options: ReadOptions): FollowedRecording {
  const reader = new EventReader(path, readingOf(options))
  let position = 0
  let tail: Buffer = Buffer.alloc(0)
  return {
    path,
    isWhole: false,
    async *pieces() {
      for (;;) {
        const bytes = Buffer.allocUnsafe(chunk)
        const read = bytes.subarray(0, readSync(file, bytes, 0, chunk, position))
        if (read.length === 0) return
        position += read.length
        tail = Buffer.concat([tail, read.subarray(-kept)]).subarray(-kept)
        yield reader.push(read)
      }
    },
    async *end() {
      yield reader.end()
    },
    change() {
      const own = fstatSync(file, { bigint: true })
      const named = statSync(path, { bigint: true, throwIfNoEntry: false })
      if (named !== undefined && (named.ino !== own.ino || named.dev !== own.dev))
        return { reason: 'another file took its name', goesOn: false }
      if (own.size < position) return { reason: 'it was cut short', goesOn: false }
      const stands = Buffer.alloc(tail.length)
      readSync(file, stands, 0, stands.length, position - stands.length)
      if (!stands.equals(tail)) return { reason: 'it was written anew', goesOn: false }
      return named === undefined ? 'gone' : null
    },
    close: () => closeSync(file),
  }
}

/** A document, a database, or the folder of a conversation that is kept an event a file. */
function wholeRecording(path: string, options: ReadOptions): FollowedRecording {
  const mark = markOf(path)
  let isRead = false
  /** Events that are made up at the end. */
  let last: Iterable<SessionEvent> = []
  return {
    path,
    isWhole: true,
    async *pieces() {
      if (isRead) return
      isRead = true
      for await (const piece of recordingPieces(path, readingOf(options))) {
        yield last
        last = piece
      }
    },
    async *end() {
      yield last
      last = []
    },
    change() {
      const now = markOf(path)
      if (now === null) return 'gone'
      return now === mark ? null : { reason: null, goesOn: true }
    },
    close: () => undefined,
  }
}

/** What says that a file, or what a database keeps beside it, is as it was; null where it is gone. */
function markOf(path: string): string | null {
  const [own, log] = [path, `${path}-wal`].map((each) => {
    const found = statSync(each, { bigint: true, throwIfNoEntry: false })
    return found === undefined ? null : `${found.ino} ${found.size} ${found.mtimeNs}`
  })
  return own == null ? null : `${own} ${log}`
}

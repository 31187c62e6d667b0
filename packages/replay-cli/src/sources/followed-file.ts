/** What is read, and may be read on: a file that grows by lines, what is written anew each time and so read as a whole, or a ledger. */

import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { createReducer, initialState, type SessionState } from '@todo-ledger/core'
import { createRedactor } from '@todo-ledger/core/redaction'
import type { SessionEvent } from '@todo-ledger/recordings'
import { isLedgerAddress } from './is-ledger-address.js'
import { openLedgerFile } from './ledger-file.js'
import type { ReadOptions } from './read-options.js'
import { EventReader, isPacked, recordingPieces } from './recording-file.js'
import { isSqlite } from './source.js'

/** Pieces of a source, each of which is to be taken before the next. */
export type Pieces = AsyncGenerator<Iterable<SessionEvent>, void, undefined>

/** Why it is read from its start: null where nobody needs to know; `goesOn` where it is the same, with more in it. */
export interface Change {
  readonly reason: string | null
  readonly goesOn: boolean
}

export interface FollowedFile {
  readonly path: string
  /** True where what was read is all that there is until it is another. */
  readonly isWhole: boolean
  /** What came since the last call. */
  pieces(): Pieces
  /** What its end comes to. */
  end(): Pieces
  /** Looks whether it is another now, or its name leads nowhere. */
  change(): Change | 'gone' | null
  close(): void | Promise<void>
}

/** As many bytes of a file's start are looked at. */
const longestStart = 256 * 1024
/** As many are read at once: what is made of them is garbage soon, and little of it lives long enough to be copied. */
const chunk = 64 * 1024
/** As many of the bytes that were read last are kept to see whether they still stand there. */
const kept = 256

export interface FollowedOptions extends ReadOptions {
  /** True: it is read once, as far as it is now. */
  readonly once: boolean
}

/** Why there is nothing to follow yet. */
type Missing = 'there is no such file yet' | 'it is not whole yet'

/** Opens a recording; a reason where there is nothing, or nothing that is whole yet, and it is not to be read once. */
export function openFollowed(path: string, options: FollowedOptions): FollowedFile | Missing {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return wholeRecording(path, options)
  const file = openIfThere(path)
  // Who reads it as a whole says what is wrong with it.
  if (file === null) return options.once ? wholeRecording(path, options) : 'there is no such file yet'
  let growing: FollowedFile | null = null
  try {
    const head = Buffer.alloc(longestStart)
    const start = head.subarray(0, readSync(file, head, 0, longestStart, 0))
    const shape = isPacked(start) || isSqlite(start) ? 'packed' : shapeOf(start.toString('utf8'))
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

/** Null where there is no such file, also where it has vanished since it was looked at; and of what may not be opened. */
function openIfThere(path: string): number | null {
  try {
    return openSync(path, 'r')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EPERM') return null
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
  return more.length > 0 || start.length >= longestStart / 4 ? 'lines' : null
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

/** How a recording is read, by how its source is. */
export function readingOf(options: FollowedOptions, path: string) {
  const { report, once } = options
  return {
    ...options,
    onSkipped: report.skipped.bind(report),
    ...(once ? { onRead: (share: number) => report.reading(path, share) } : {}),
  }
}

function growingFile(path: string, file: number, options: FollowedOptions): FollowedFile {
  const reading = readingOf(options, path)
  const reader = new EventReader(path, reading)
  let position = 0
  let tail: Buffer = Buffer.alloc(0)
  const bytes = Buffer.alloc(chunk)
  return {
    path,
    isWhole: false,
    async *pieces() {
      for (;;) {
        const read = bytes.subarray(0, readSync(file, bytes, 0, chunk, position))
        if (read.length === 0) return
        position += read.length
        reading.onRead?.(Math.min(1, position / fstatSync(file).size))
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
function wholeRecording(path: string, options: FollowedOptions): FollowedFile {
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
      for await (const piece of recordingPieces(path, readingOf(options, path))) {
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

/**
 * Opens a ledger that another process writes. Of it the session that is wanted comes, and those that it starts; where none
 * is, the one that was active last, and each in which something happens.
 * @throws StoreError where it is none
 */
export async function followedLedger(
  path: string,
  { session: wanted, redaction }: FollowedOptions,
): Promise<FollowedFile | Missing> {
  const file = ledgerId(path)
  if (file === null) return 'there is no such file yet'
  const store = await openLedgerFile(path, { readOnly: true })
  const redactor = createRedactor(redaction ?? false)
  const reducer = createReducer()
  /** Of the sessions that are followed. */
  const states = new Map<string, SessionState>()
  /** How far the others were when it began. */
  let before: ReadonlyMap<string, number> | null = null
  let last = 0
  const newestOf = async (sessions: readonly { readonly session: string; readonly lastSeq: number }[]) => {
    let newest: { readonly session: string; readonly at: number } | null = null
    for (const { session, lastSeq } of sessions)
      for await (const { at } of store.read(session, { from: lastSeq, to: lastSeq }))
        if (newest === null || at.getTime() >= newest.at) newest = { session, at: at.getTime() }
    return newest?.session
  }
  async function* read(session: string): Pieces {
    const children: string[] = []
    for await (const stored of store.read(session, { from: (states.get(session)?.seq ?? 0) + 1 })) {
      const known = states.get(session)
      if (known === undefined && stored.type !== 'session.opened') return // its contents were erased
      const event = redactor.event(stored)
      const state = reducer.accept(known ?? initialState, event)
      states.set(session, state)
      yield [{ event, state, complete: true }]
      if (event.type === 'subagent.started') children.push(event.data.child)
    }
    // A sub-agent's work may be what its parent's items rest on.
    for (const child of children) if (!states.has(child)) yield* read(child)
  }
  return {
    path,
    isWhole: false,
    async *pieces() {
      const position = await store.lastPosition()
      if (position === last) return
      last = position
      const stored = await store.sessions()
      if (before === null && wanted === undefined) {
        const newest = await newestOf(stored)
        const others = stored.filter(({ session }) => session !== newest)
        before = new Map(others.map((each) => [each.session, each.lastSeq]))
      }
      for (const { session, lastSeq } of stored) {
        const known = states.get(session)
        const isWanted = known !== undefined || wanted === undefined || session.startsWith(wanted)
        if (isWanted && lastSeq > (known?.seq ?? before?.get(session) ?? 0)) yield* read(session)
      }
    },
    async *end() {},
    change() {
      const now = ledgerId(path)
      if (now === null) return 'gone'
      return now === file ? null : { reason: 'another file took its name', goesOn: false }
    },
    close: () => store.close(),
  }
}

/** What sets a ledger's file apart from another of the same name; null where there is none. An address is always the same. */
function ledgerId(path: string): string | null {
  if (isLedgerAddress(path)) return path
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? null : `${found.dev} ${found.ino}`
}

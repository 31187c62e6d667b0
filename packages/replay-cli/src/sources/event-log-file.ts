/** Reads events that `export` wrote, as JSON Lines: the sessions are what they were, and nothing is decided anew. */

import { createReducer, decodeEvent, initialState, LedgerError, type SessionState } from '@todo-ledger/core'
import { plainBytes, type RecordingStream, readLines } from '@todo-ledger/recordings'
import { Failure } from '../failure.js'
import type { FileReading, SessionListener, Wish } from './reading.js'

/** A first line that is longer than this is no event: an opening holds a profile's settings and rules. */
const longestFirstLine = 1_000_000
/** What can stand before it: spaces, ends of lines, a byte order mark. */
const blank: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf])

/** What every SQLite file begins with. Source: sqlite.org/fileformat.html, "The Database Header". */
const sqliteMagic = 'SQLite format 3\0'

/** A stream whose first line was looked at. It gives all that it holds all the same, as UTF-8. */
export interface BegunStream {
  /** The stream, from its beginning on, decompressed. */
  readonly stream: RecordingStream
  /** True where its first line is an event. */
  readonly isEventLog: boolean
  /** True where it begins as an SQLite database does. */
  readonly isDatabase: boolean
  /** Frees it, where it is not to be read. */
  close(): Promise<void>
}

/**
 * Looks at the first line of a stream that is not blank. Trouble in reading it comes when the stream is read.
 * @param given the stream; what it holds may be compressed, or UTF-16
 */
export async function begun(given: RecordingStream): Promise<BegunStream> {
  const rest = plainBytes(given.bytes)[Symbol.asyncIterator]()
  const head: Buffer[] = []
  const first = new FirstLine()
  let trouble: { readonly error: unknown } | null = null
  try {
    while (!first.isWhole) {
      const { value, done } = await rest.next()
      if (done === true) break
      head.push(value)
      first.take(value)
    }
  } catch (error) {
    trouble = { error }
  }
  const all = async function* (): AsyncGenerator<Buffer, void, undefined> {
    try {
      yield* head
      if (trouble !== null) throw trouble.error
      for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
    } finally {
      await rest.return?.()
    }
  }
  return {
    stream: { name: given.name, bytes: all() },
    isEventLog: isEvent(first.text),
    isDatabase: head[0]?.toString('latin1', 0, sqliteMagic.length) === sqliteMagic,
    close: async () => {
      await rest.return?.()
    },
  }
}

/** Gathers the first line that is not blank from bytes that come in pieces, and looks at each byte once. */
class FirstLine {
  /** True once no more is needed. */
  isWhole = false
  #hasBegun = false
  #taken = 0
  readonly #pieces: Buffer[] = []

  /** The line, as far as it came. */
  get text(): string {
    return Buffer.concat(this.#pieces).toString('utf8')
  }

  /** Takes the next bytes. */
  take(bytes: Buffer): void {
    const start = this.#hasBegun ? 0 : bytes.findIndex((byte) => !blank.has(byte))
    this.#taken += bytes.length
    this.isWhole = this.#taken > longestFirstLine
    if (start === -1) return
    this.#hasBegun = true
    const end = bytes.indexOf('\n', start)
    this.#pieces.push(bytes.subarray(start, end === -1 ? bytes.length : end))
    this.isWhole ||= end !== -1
  }
}

/**
 * Reads a log of events.
 * @throws Failure `profile-of-ledger`, and where an event is damaged or can't follow, the code that says so
 */
export async function readEventLog({ name, bytes }: RecordingStream, reading: FileReading): Promise<void> {
  if (reading.profile !== undefined) {
    throw new Failure(
      'profile-of-ledger',
      `${name}: these are events, and their sessions keep the profile that they ran under. Leave --profile out.`,
    )
  }
  const sessions = new Map<string, LoggedSession>()
  const reducer = createReducer()
  const lines = readLines(bytes, { file: name, onSkipped: (piece) => reading.report.skipped(piece) })
  for await (const { line, text } of lines) {
    if (reading.isOver()) break
    if (text.trim() === '') continue
    try {
      const event = decodeEvent(text, 'This line')
      const known = sessions.get(event.session)
      const state = reducer.accept(known?.state ?? initialState, event)
      const session = known ?? { state, listener: null, wish: 'more' }
      if (known === undefined) {
        if (event.type === 'session.opened') session.listener = reading.listenerFor(event)
        sessions.set(event.session, session)
      }
      session.state = state
      if (session.wish === 'more') session.wish = session.listener?.passed(event, state) ?? 'enough'
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error
      throw new Failure(error.code, `${name}:${line}: ${error.message}`, { cause: error })
    }
    await reading.settle()
  }
  for (const { listener } of sessions.values()) await listener?.finished()
}

/** A session while its events are read. */
interface LoggedSession {
  state: SessionState
  listener: SessionListener | null
  wish: Wish
}

/** True for a text that is meant to be an event, whole or damaged. */
function isEvent(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line)
    const event = isRecord(value) && isRecord(value['json']) ? value['json'] : value
    return (
      isRecord(event) &&
      isRecord(event['data']) &&
      ['id', 'session', 'type'].every((field) => typeof event[field] === 'string') &&
      ['seq', 'turn', 'version'].every((field) => typeof event[field] === 'number')
    )
  } catch {
    return false
  }
}

function isRecord(value: unknown): value is { readonly [field: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

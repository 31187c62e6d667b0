/** Reads a recording, or events that `export` wrote, as the events of its sessions. */

import { createReadStream, readFileSync, type Stats, statSync } from 'node:fs'
import { createReducer, decodeEvent, initialState, LedgerError, type SessionState } from '@todo-ledger/core'
import { createRedactor } from '@todo-ledger/core/redaction'
import {
  openRecording,
  plainBytes,
  type RecordedEventsOptions,
  type RecordingStream,
  readLines,
  recordedEvents,
  type SessionEvent,
  type SkippedPiece,
} from '@todo-ledger/recordings'
import { Failure } from '../failure.js'
import { limitsInForce } from './limits.js'

/** How a recording is read. */
export interface RecordingOptions extends RecordedEventsOptions {
  /** Gets each piece that is left out. */
  readonly onSkipped?: (piece: SkippedPiece) => void
  /** Is asked at the end of a conversation that is kept an event a file whether there may be more; absent: it ends there. */
  readonly more?: () => Promise<boolean>
  /** Is told how much of a file was read, 0 to 1, after each piece of it. */
  readonly onRead?: (share: number) => void
}

/** Bytes that are read of a file at once. */
const highWaterMark = 256 * 1024

/**
 * The events of a recording's sessions, or those that were exported, in the order of the file.
 * @param source the path of a file, or of a folder that is a recording, or a stream
 * @throws RecordingError where it can't be read
 * @throws Failure `profile-of-ledger`, and where an exported event is damaged or can't follow, the code that says so
 */
export async function* recordingEvents(
  source: string | RecordingStream,
  options: RecordingOptions,
): AsyncGenerator<SessionEvent, void, undefined> {
  const { onSkipped = () => undefined, more, agents } = options
  const place = typeof source === 'string' ? statSync(source, { throwIfNoEntry: false }) : undefined
  const { stream, isEventLog, isDatabase, close } = await begun(
    typeof source === 'string' ? streamOf(source, place, options.onRead) : source,
  )
  if (isEventLog) {
    yield* exportedEvents(stream, options)
    return
  }
  // What is more than a stream of bytes is opened anew, by its path.
  const isByPath = typeof source === 'string' && (place?.isDirectory() === true || isDatabase)
  if (isByPath) await close()
  const opened = isByPath ? source : stream
  yield* recordedEvents(
    await openRecording(opened, {
      onSkipped,
      limits: limitsInForce(),
      ...(more === undefined ? {} : { more }),
      ...(agents === undefined ? {} : { agents }),
    }),
    options,
  )
}

/** A file as far as it is written now: what is added while it is read does not tear its end. */
function streamOf(file: string, place: Stats | undefined, onRead?: (share: number) => void): RecordingStream {
  // Some systems say 0 of files that they make up as they are read.
  const isMeasured = place?.isFile() === true && place.size > 0
  const end = isMeasured ? { end: place.size - 1 } : {}
  const isSmall = isMeasured && place.size <= highWaterMark
  const bytes = isSmall ? atOnce(file, place.size) : createReadStream(file, { highWaterMark, ...end })
  return { name: file, bytes: isMeasured && onRead !== undefined ? told(bytes, place.size, onRead) : bytes }
}

/** A stream of its own costs more than all else that is done with a small file, of which a folder may hold many. */
async function* atOnce(file: string, size: number): AsyncGenerator<Uint8Array, void, undefined> {
  yield readFileSync(file).subarray(0, size)
}

async function* told(
  bytes: AsyncIterable<Uint8Array>,
  size: number,
  onRead: (share: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  let read = 0
  for await (const piece of bytes) {
    yield piece
    read += piece.length
    onRead(Math.min(1, read / size))
  }
}

/** The ids of a recording's sessions, found without replaying anything. */
export async function* recordingIds(file: string): AsyncGenerator<string, void, undefined> {
  const { stream, isEventLog, close } = await begun({ name: file, bytes: createReadStream(file) })
  if (isEventLog) {
    const reading = { file, onSkipped: () => undefined, limits: limitsInForce() }
    for await (const { text } of readLines(stream.bytes, reading)) {
      const event = text.trim() === '' ? null : decodeEvent(text, 'This line')
      if (event?.type === 'session.opened') yield event.session
    }
    return
  }
  await close()
  const recording = await openRecording(file, { limits: limitsInForce() })
  try {
    for await (const step of recording.steps) if (step.kind === 'session') yield step.session
  } finally {
    await recording.close()
  }
}

/** Events as they were exported, one a line: the sessions are what they were, and nothing is decided anew. */
async function* exportedEvents(
  { name, bytes }: RecordingStream,
  { profile, redaction = false, onSkipped = () => undefined }: RecordingOptions,
): AsyncGenerator<SessionEvent, void, undefined> {
  if (profile !== undefined) {
    throw new Failure(
      'profile-of-ledger',
      `${name}: these are events, and their sessions keep the profile that they ran under. Leave --profile out.`,
    )
  }
  const states = new Map<string, SessionState>()
  const redactor = createRedactor(redaction)
  const reducer = createReducer()
  for await (const { line, text } of readLines(bytes, { file: name, onSkipped, limits: limitsInForce() })) {
    if (text.trim() === '') continue
    yield nextEvent(text, `${name}:${line}`)
  }

  function nextEvent(text: string, place: string): SessionEvent {
    try {
      const event = redactor.event(decodeEvent(text, 'This line'))
      const state = reducer.accept(states.get(event.session) ?? initialState, event)
      states.set(event.session, state)
      return { event, state, complete: true, place }
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error
      throw new Failure(error.code, `${place}: ${error.message}`, { cause: error })
    }
  }
}

/** A first line that is longer than this is no event: an opening holds a profile's settings and rules. */
const longestFirstLine = 1_000_000
/** What can stand before it: spaces, ends of lines, a byte order mark. */
const blank: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf])

/** What every SQLite file begins with. Source: sqlite.org/fileformat.html, "The Database Header". */
const sqliteMagic = 'SQLite format 3\0'

/** A stream whose first line was looked at. It gives all that it holds all the same, as UTF-8. */
interface BegunStream {
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
async function begun(given: RecordingStream): Promise<BegunStream> {
  const rest = plainBytes(given.bytes, limitsInForce())[Symbol.asyncIterator]()
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
    stream: { name: given.name, bytes: all(), isPlain: true },
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

/** Reads a recording, or events that `export` wrote, as the events of its sessions. */

import { createReadStream, statSync } from 'node:fs'
import { createReducer, decodeEvent, initialState, LedgerError, type SessionState } from '@todo-ledger/core'
import { createRedactor } from '@todo-ledger/core/redaction'
import {
  type Damage,
  FileLines,
  openRecording,
  plainBytes,
  type RecordedEventsOptions,
  RecordingFold,
  RecordingReader,
  type RecordingStep,
  type RecordingStream,
  type SessionEvent,
  type SkippedPiece,
} from '@todo-ledger/recordings'
import * as v from 'valibot'
import { Failure } from '../failure.js'
import { beginsLikeSqlite } from './source.js'

/** How a recording is read. */
export interface RecordingOptions extends RecordedEventsOptions {
  /** Gets each piece that is left out. */
  readonly onSkipped?: (piece: SkippedPiece) => void
  /** Is told how much of a file was read, 0 to 1, after each piece of it. */
  readonly onRead?: (share: number) => void
}

/** Bytes that are read of a file at once. */
const chunk = 256 * 1024

/**
 * The events of a recording's sessions, in the order of the file; each piece of it gives some, which are to be taken before
 * the next piece.
 * @param source the path of a file, or of a folder that is a recording, or a stream
 * @throws RecordingError where it can't be read
 * @throws Failure `profile-of-ledger`, and where an exported event is damaged or can't follow, the code that says so
 */
export async function* recordingPieces(
  source: string | RecordingStream,
  options: RecordingOptions,
): AsyncGenerator<Iterable<SessionEvent>, void, undefined> {
  if (typeof source !== 'string') {
    yield* piecesOf(new EventReader(source.name, options), source.bytes)
    return
  }
  const place = statSync(source, { throwIfNoEntry: false })
  const isFile = place?.isFile() === true && !(await beginsLikeSqlite(source).catch(() => true))
  if (place === undefined || !(isFile || place.isFIFO() || place.isCharacterDevice())) {
    yield* piecesByPath(source, options)
    return
  }
  const bytes = createReadStream(source, { highWaterMark: chunk })
  yield* piecesOf(new EventReader(source, options), told(bytes, place.size, options.onRead))
}

/** True for what may be compressed, or in another encoding. */
export function isPacked([first = 0x7b, second = 0x20]: Uint8Array): boolean {
  const isText = (byte: number) => (byte >= 0x20 && byte < 0x7f) || (byte >= 0x09 && byte <= 0x0d)
  const beginsMark = first === 0xef && second === 0xbb
  return !beginsMark && !(isText(first) && isText(second))
}

async function* piecesOf(
  reader: EventReader,
  bytes: AsyncIterable<Uint8Array | string>,
): AsyncGenerator<Iterable<SessionEvent>, void, undefined> {
  let damage: Damage | null = null
  const plain = plainBytes(bytes, (met) => {
    damage = met
  })
  for await (const piece of plain) yield reader.push(piece)
  yield reader.end(damage)
}

/** What is more than a stream of bytes: a folder, a database. */
async function* piecesByPath(
  path: string,
  options: RecordingOptions,
): AsyncGenerator<Iterable<SessionEvent>, void, undefined> {
  const recording = await openRecording(path, readerOptions(options))
  try {
    const fold = new RecordingFold(recording, options)
    for await (const step of recording.steps) yield fold.take(step)
    yield fold.finish()
  } finally {
    await recording.close()
  }
}

function readerOptions({ onSkipped = () => undefined, agents }: RecordingOptions) {
  return { onSkipped, ...(agents === undefined ? {} : { agents }) }
}

async function* told(
  bytes: AsyncIterable<Uint8Array>,
  size: number,
  onRead: ((share: number) => void) | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  let read = 0
  for await (const piece of bytes) {
    yield piece
    read += piece.length
    if (size > 0) onRead?.(Math.min(1, read / size))
  }
}

/** A first line that is longer is not an event: an opening holds a profile's settings and rules. */
const longestFirstLine = 1_000_000

/** Gives events as the bytes of a file are pushed. What a call gives is to be taken to its end before the next call. */
export class EventReader {
  readonly #file: string
  readonly #options: RecordingOptions
  /** What came before the first line was whole. */
  #head: Buffer | null = Buffer.alloc(0)
  #log: ExportedEvents | null = null
  readonly #reader: RecordingReader
  #fold: RecordingFold | null = null

  constructor(file: string, options: RecordingOptions) {
    this.#file = file
    this.#options = options
    this.#reader = new RecordingReader(file, readerOptions(options))
  }

  /** @param bytes UTF-8, not compressed */
  push(bytes: Uint8Array | string): Iterable<SessionEvent> {
    if (this.#head === null) return this.#eventsOf(bytes)
    this.#head = Buffer.concat([this.#head, typeof bytes === 'string' ? Buffer.from(bytes) : bytes])
    const isWhole = this.#head.toString('latin1', 0, longestFirstLine).trimStart().includes('\n')
    return isWhole || this.#head.length > longestFirstLine ? this.#begin(this.#head) : []
  }

  /** No more bytes come. @param damage why, where there were more: its line is known once what came before is taken */
  *end(damage: Damage | null = null): Generator<SessionEvent, void, undefined> {
    if (damage !== null) this.#reader.damaged(damage)
    if (this.#head !== null) yield* this.#begin(this.#head)
    if (this.#log !== null) {
      yield* this.#log.end()
      return
    }
    yield* this.#folded(this.#reader.end())
    yield* this.#fold?.finish() ?? []
  }

  #begin(head: Buffer): Iterable<SessionEvent> {
    this.#head = null
    const [first = ''] = head.toString('utf8', 0, longestFirstLine).trimStart().split('\n', 1)
    if (isEvent(first)) this.#log = new ExportedEvents(this.#file, this.#options)
    return this.#eventsOf(head)
  }

  #eventsOf(bytes: Uint8Array | string): Iterable<SessionEvent> {
    return this.#log === null ? this.#folded(this.#reader.push(bytes)) : this.#log.push(bytes)
  }

  *#folded(steps: readonly RecordingStep[]): Generator<SessionEvent, void, undefined> {
    for (const step of steps) {
      this.#fold ??= new RecordingFold({ format: this.#reader.format ?? '', file: this.#file }, this.#options)
      yield* this.#fold.take(step)
    }
  }
}

/** Events as they were exported, one a line: the sessions are what they were, and nothing is decided anew. */
class ExportedEvents {
  readonly #file: string
  readonly #lines: FileLines
  readonly #redactor: ReturnType<typeof createRedactor>
  readonly #states = new Map<string, SessionState>()
  readonly #reducer = createReducer()

  constructor(file: string, { profile, redaction = false, onSkipped = () => undefined }: RecordingOptions) {
    if (profile !== undefined) throw profileOfLedger(file)
    this.#file = file
    this.#lines = new FileLines(file, onSkipped)
    this.#redactor = createRedactor(redaction)
  }

  *push(bytes: Uint8Array | string): Generator<SessionEvent, void, undefined> {
    for (const line of this.#lines.push(bytes)) yield this.#next(line)
  }

  *end(): Generator<SessionEvent, void, undefined> {
    for (const line of this.#lines.end()) yield this.#next(line)
  }

  #next({ line, text }: { readonly line: number; readonly text: string }): SessionEvent {
    const place = `${this.#file}:${line}`
    try {
      const event = this.#redactor.event(decodeEvent(text, 'This line'))
      const state = this.#reducer.accept(this.#states.get(event.session) ?? initialState, event)
      this.#states.set(event.session, state)
      return { event, state, complete: true, place }
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error
      throw new Failure(error.code, `${place}: ${error.message}`, { cause: error })
    }
  }
}

/** The failure of a profile that was given for what keeps its own. */
export function profileOfLedger(file: string): Failure {
  return new Failure(
    'profile-of-ledger',
    `${file}: the sessions of a ledger or an export keep the profile that they were stored under. Leave --profile out.`,
  )
}

const eventLike = v.object({
  ...{ id: v.string(), session: v.string(), type: v.string() },
  ...{ seq: v.number(), turn: v.number(), version: v.number() },
  data: v.record(v.string(), v.unknown()),
})
const exportedLike = v.union([eventLike, v.object({ json: eventLike })])

/** True for a line that is meant to be an event, whole or damaged. */
function isEvent(line: string): boolean {
  if (!line.includes('"seq"')) return false
  try {
    return v.is(exportedLike, JSON.parse(line))
  } catch {
    return false
  }
}

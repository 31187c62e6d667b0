/** A store that keeps its events in memory: for tests, for one-off audits, and as the plainest example of a store. */

import { StoreError } from '../../errors.js'
import type { Actor, RecordedPlace, TodoEvent } from '../../events.js'
import { chainRecord, firstHash, firstLink } from '../chain/chain.js'
import { planRedaction } from '../chain/redact-records.js'
import { newLedgerId, type RandomBytes, systemRandom } from '../chain/salts.js'
import type { ChainedStore, RecordRange, Redaction, RedactionResult } from '../chained-store.js'
import { decodeRecord, encodeActor, encodeData, encodeSource } from '../codec/record-codec.js'
import {
  type AppendOptions,
  type AppendResult,
  beatKept,
  type PositionedEvent,
  type ReadRange,
  type StoredSession,
} from '../event-store.js'
import { frozenData, isFrozenData, Marked } from '../frozen-data.js'
import { checkAppend, planAppend, wholePosition, wholeRange } from '../plan-append.js'
import type { StoredRecord } from '../stored-record.js'
import { Subscriptions } from '../subscriptions.js'
import { mergedSummary, type SummaryFields, summaryOf } from '../summaries/session-summary.js'
import {
  newestFirst,
  type PlacedSummary,
  pageOf,
  type SessionsPage,
  type SessionsQuery,
  wholeQuery,
} from '../summaries/sessions-page.js'
import { MemorySnapshots } from './memory-snapshots.js'

/** How to open a store in memory. */
export interface MemoryStoreOptions {
  /** Gives the random bytes of the ledger's id and of the salts; the system's when absent. */
  readonly random?: RandomBytes
  /** The ledger's id; a new one when absent. */
  readonly ledger?: string
}

/** Opens an empty store in memory. What it holds is frozen, so nobody can change what is stored. */
export function memoryStore(options: MemoryStoreOptions = {}): ChainedStore {
  const { random = systemRandom(), ledger = newLedgerId(random) } = options
  return new MemoryStore(random, ledger)
}

/** One session: positions in the store by seq (the first at 0) and by event id, and what a list shows of it. */
interface Stream {
  readonly positions: number[]
  /** Made when somebody asks for a list, of so many of its events. */
  summary: SummaryFields | null
  summarized: number
  readonly positionOfId: Map<string, number>
}

/** An event as it is held. */
interface HeldEvent {
  /** The event, frozen; where `text` stands, all but its data. */
  readonly event: TodoEvent
  /** When it happened: the event's own Date can't be frozen. */
  readonly at: number
  /** The data as text, where it can't be frozen or texts were taken out of it; null where it was erased. */
  readonly text: string | null | undefined
}

/** An event that is to be held. */
interface EventToHold {
  /** The event. */
  readonly event: TodoEvent
  /** Its data, frozen, or its text where it can't be. */
  readonly data: object | string
}

/** What chains a record to those before it. */
type Link = Pick<StoredRecord, 'salt' | 'digest' | 'hash' | 'link'>

/** An event that is given out: it knows where it is held, for those who ask for its hash. */
class PlacedEvent extends Marked {
  readonly #store: MemoryStore
  readonly #position: number

  constructor(event: object, store: MemoryStore, position: number) {
    super(event)
    this.#store = store
    this.#position = position
  }

  static hashOf(event: object): string | undefined {
    return #store in event ? event.#store.hashOf(event.#position) : undefined
  }
}

/** One for all events: V8 gives objects with getters of their own a hidden class each. */
const madeWhenAsked: PropertyDescriptor & ThisType<object> = {
  enumerable: true,
  get() {
    return PlacedEvent.hashOf(this)
  },
}

/** Events that a subscription takes at once. */
const pageSize = 64

class MemoryStore implements ChainedStore {
  readonly snapshots: MemorySnapshots
  readonly #random: RandomBytes
  readonly #ledger: string
  /** The event at position 1 is the first. */
  readonly #events: HeldEvent[] = []
  /** What chains them: made when somebody asks for it, which few do. */
  readonly #links: Link[] = []
  readonly #streams = new Map<string, Stream>()
  readonly #beats = new Map<string, number>()
  readonly #subscriptions = new Subscriptions({ page: (after) => this.#page(after), pollInterval: null })
  #closed = false

  constructor(random: RandomBytes, ledger: string) {
    this.#random = random
    this.#ledger = ledger
    this.snapshots = new MemorySnapshots({
      lastSeq: (session) => this.#streamOf(session).positions.length,
      hashAt: (session, seq) => {
        const position = this.#streamOf(session).positions[seq - 1]
        return position === undefined ? undefined : `${this.#ledger}/${position}`
      },
      typeAt: (session, seq) => this.#heldOf(session, seq).event.type,
      mustBeOpen: () => this.#mustBeOpen(),
    })
  }

  async append(session: string, events: readonly TodoEvent[], options: AppendOptions): Promise<AppendResult> {
    this.#mustBeOpen()
    const append = checkAppend(session, events, options, toHold)
    const { positions } = this.#streamOf(session)
    const plan = planAppend(append, {
      lastSeq: positions.length,
      forgotten: positions.length > 0 && this.#heldOf(session, 1).text === null,
      find: (id) => this.#find(session, id),
    })
    const fresh = plan.fresh.map((event) => this.#store(event))
    if (fresh.length > 0) this.#subscriptions.notify()
    return { lastSeq: this.#streamOf(session).positions.length, events: [...plan.stored, ...fresh] }
  }

  async redact(session: string, redaction: Redaction, options: AppendOptions): Promise<RedactionResult> {
    this.#mustBeOpen()
    // Digests stay those of what is stored now.
    this.#chain(this.#events.length)
    const { positions } = this.#streamOf(session)
    const contents = {
      session,
      expectedSeq: options.expectedSeq,
      last: positions.length === 0 ? undefined : this.#recordAt(positions.at(-1) ?? 0),
      stored: this.#find(session, redaction.id),
      records: () => positions.map((position) => this.#recordAt(position)),
    }
    const { stored, changes, event } = planRedaction(redaction, contents, this.#random)
    if (event === null) return { event: stored, lastSeq: positions.length, wiped: true }
    for (const { seq, data, salt } of changes) {
      const position = positions[seq - 1] ?? 0
      this.#hold(this.#heldAt(position), data, position)
      this.#links[position - 1] = { ...this.#linkAt(position), salt }
    }
    this.snapshots.dropNow(session)
    const stream = this.#streamOf(session)
    stream.summary = null
    stream.summarized = 0
    const { hash } = this.#store(toHold(event.event))
    this.#subscriptions.notify()
    return {
      event: { ...event.event, ...(hash === undefined ? {} : { hash }) },
      lastSeq: positions.length,
      wiped: true,
    }
  }

  async *read(session: string, range: ReadRange = {}): AsyncIterable<TodoEvent> {
    this.#mustBeOpen()
    if (range.id !== undefined) {
      const event = this.#find(session, range.id)
      if (event !== undefined) yield event
      return
    }
    const { from, to } = wholeRange(range)
    const { positions } = this.#streamOf(session)
    const last = Math.min(to, positions.length)
    for (let seq = Math.max(from, 1); seq <= last; seq += 1) {
      this.#mustBeOpen()
      yield this.#eventAt(positions[seq - 1] ?? 0)
    }
  }

  async *readAll(options: { readonly after?: number } = {}): AsyncIterable<PositionedEvent> {
    this.#mustBeOpen()
    const last = this.#events.length
    for (let position = wholePosition(options.after ?? 0) + 1; position <= last; position += 1) {
      this.#mustBeOpen()
      yield { position, event: this.#eventAt(position) }
    }
  }

  async find(session: string, id: string): Promise<TodoEvent | undefined> {
    this.#mustBeOpen()
    return this.#find(session, id)
  }

  async sessions(): Promise<readonly StoredSession[]> {
    this.#mustBeOpen()
    return Array.from(this.#streams, ([session, { positions }]) => ({ session, lastSeq: positions.length }))
  }

  async listSessions(query: SessionsQuery = {}): Promise<SessionsPage> {
    this.#mustBeOpen()
    const wanted = wholeQuery(query)
    return pageOf(newestFirst(this.#summaries(), wanted), wanted)
  }

  subscribe(options: { readonly after?: number } = {}): AsyncIterable<PositionedEvent> {
    this.#mustBeOpen()
    return this.#subscriptions.from(wholePosition(options.after ?? this.#events.length))
  }

  async beat(owner: string, at: Date | null): Promise<void> {
    this.#mustBeOpen()
    if (at === null) this.#beats.delete(owner)
    else this.#beats.set(owner, at.getTime())
    const oldest = (at?.getTime() ?? 0) - beatKept
    for (const [other, beat] of this.#beats) if (beat < oldest) this.#beats.delete(other)
  }

  async lastBeat(owner: string): Promise<Date | null> {
    this.#mustBeOpen()
    const at = this.#beats.get(owner)
    return at === undefined ? null : new Date(at)
  }

  ledger(): string {
    return this.#ledger
  }

  async *records(range: RecordRange = {}): AsyncIterable<StoredRecord> {
    this.#mustBeOpen()
    const last = Math.min(wholePosition(range.to ?? this.#events.length), this.#events.length)
    for (let position = wholePosition(range.after ?? 0) + 1; position <= last; position += 1) {
      this.#mustBeOpen()
      yield this.#recordAt(position)
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#subscriptions.close()
  }

  /** The hash of the event at a position. */
  hashOf(position: number): string {
    return this.#linkAt(position).hash
  }

  #store({ event, data }: EventToHold): TodoEvent {
    const { session, id } = event
    const stream = this.#streamOf(session)
    const position = this.#events.length + 1
    this.#hold({ event, at: event.at.getTime() }, data, position)
    stream.positions.push(position)
    stream.positionOfId.set(id, position)
    this.#streams.set(session, stream)
    return this.#eventAt(position)
  }

  /** Holds an event with this data in a position. */
  #hold(
    { event, at }: Pick<HeldEvent, 'event' | 'at'>,
    data: object | string | null,
    position: number,
  ): void {
    const { id, session, seq, turn, type, version, source, actor } = event
    const isText = typeof data === 'string' || data === null
    const placed: { -readonly [Part in keyof TodoEvent]?: unknown } = {
      id,
      session,
      seq,
      turn,
      at: Object.freeze(new Date(at)),
      type,
      version,
      data: isText ? {} : data,
    }
    if (source !== undefined) placed.source = frozenSource(source)
    if (actor !== undefined) placed.actor = frozenActor(actor)
    Object.defineProperty(new PlacedEvent(placed, this, position), 'hash', madeWhenAsked)
    this.#events[position - 1] = {
      event: Object.freeze(placed) as TodoEvent, // type and data are those of one event
      at,
      text: isText ? data : undefined,
    }
  }

  #linkAt(position: number): Link {
    this.#chain(position)
    return mustStand(this.#links[position - 1], position)
  }

  /** Chains the events up to a position. */
  #chain(to: number): void {
    for (let position = this.#links.length + 1; position <= to; position += 1) {
      const { event, at, text } = this.#heldAt(position)
      const { session, seq, id, turn, type, version } = event
      const before = this.#streamOf(session).positions[seq - 2]
      const { salt, digest, hash, link } = chainRecord(
        { session, seq, id, turn, type, version, at: new Date(at) },
        // What was erased was chained before.
        {
          data: text ?? encodeData(event, event.data),
          source: encodeSource(event.source),
          actor: encodeActor(event.actor),
        },
        {
          position: position - 1,
          link: this.#links[position - 2]?.link ?? firstLink(this.#ledger),
          hash: before === undefined ? firstHash(this.#ledger, session) : this.#linkAt(before).hash,
        },
        this.#random,
      )
      this.#links.push({ salt, digest, hash, link })
    }
  }

  #recordAt(position: number): StoredRecord {
    const { event, at, text } = this.#heldAt(position)
    const { session, seq, id, turn, type, version } = event
    const data = text === undefined ? encodeData(event, event.data) : text
    const source = encodeSource(event.source)
    const actor = encodeActor(event.actor)
    const { salt, digest, hash, link } = this.#linkAt(position)
    return {
      position,
      session,
      seq,
      id,
      turn,
      at,
      type,
      version,
      source,
      actor,
      data,
      salt,
      digest,
      hash,
      link,
    }
  }

  #streamOf(session: string): Stream {
    return (
      this.#streams.get(session) ?? { positions: [], positionOfId: new Map(), summary: null, summarized: 0 }
    )
  }

  *#summaries(): Generator<PlacedSummary> {
    for (const [session, stream] of this.#streams) {
      const [number] = stream.positions
      if (number === undefined) continue
      yield { session, lastSeq: stream.positions.length, fields: this.#summaryOf(stream), number }
    }
  }

  #summaryOf(stream: Stream): SummaryFields {
    const { positions, summary, summarized } = stream
    if (summary !== null && summarized === positions.length) return summary
    const said = summaryOf(positions.slice(summarized).map((position) => this.#eventAt(position)))
    stream.summary = summary === null ? said : mergedSummary(summary, said)
    stream.summarized = positions.length
    return stream.summary
  }

  #find(session: string, id: string): TodoEvent | undefined {
    const position = this.#streamOf(session).positionOfId.get(id)
    return position === undefined ? undefined : this.#eventAt(position)
  }

  #heldOf(session: string, seq: number): HeldEvent {
    return this.#heldAt(this.#streamOf(session).positions[seq - 1] ?? 0)
  }

  #heldAt(position: number): HeldEvent {
    return mustStand(this.#events[position - 1], position)
  }

  #eventAt(position: number): TodoEvent {
    const held = this.#heldAt(position)
    const { event, at, text } = held
    if (text !== undefined) return decodeRecord(this.#recordAt(position), `The event at position ${position}`)
    if (event.at.getTime() === at) return event
    // Somebody set the Date that he was given.
    this.#hold(held, event.data, position)
    return this.#heldAt(position).event
  }

  #page(after: number): readonly PositionedEvent[] {
    const last = Math.min(after + pageSize, this.#events.length)
    return Array.from({ length: Math.max(0, last - after) }, (_, index) => {
      const position = after + index + 1
      return { position, event: this.#eventAt(position) }
    })
  }

  #mustBeOpen(): void {
    if (this.#closed) throw new StoreError('closed', 'The store is closed. Open it again.')
  }
}

function toHold(event: TodoEvent): EventToHold {
  const data = frozenData(event.data)
  return { event, data: isFrozenData(data) ? data : encodeData(event, event.data) }
}

function frozenSource({ line, call }: RecordedPlace): RecordedPlace {
  return Object.freeze(call === undefined ? { line } : { line, call })
}

function frozenActor({ kind, id }: Actor): Actor {
  return Object.freeze({ kind, id })
}

function mustStand<T>(found: T | undefined, position: number): T {
  if (found !== undefined) return found
  throw new StoreError('damaged-store', `Nothing is stored at position ${position}.`)
}

/** A store that keeps its events in memory: for tests, for one-off audits, and as the plainest example of a store. */

import { StoreError } from '../../errors.js'
import type { TodoEvent } from '../../events.js'
import { type ChainEnds, chainRecord, firstHash, firstLink } from '../chain/chain.js'
import { planRedaction } from '../chain/redact-records.js'
import { newLedgerId, type RandomBytes, systemRandom } from '../chain/salts.js'
import type { ChainedStore, RecordRange, Redaction, RedactionResult } from '../chained-store.js'
import { decodeRecord } from '../codec/record-codec.js'
import type {
  AppendOptions,
  AppendResult,
  PositionedEvent,
  ReadRange,
  StoredSession,
} from '../event-store.js'
import { type EncodedEvent, planAppend, prepareAppend, wholePosition, wholeRange } from '../plan-append.js'
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
}

/** Opens an empty store in memory. It holds the events' texts, so nobody can change what is stored. */
export function memoryStore(options: MemoryStoreOptions = {}): ChainedStore {
  return new MemoryStore(options.random ?? systemRandom())
}

/** One session: positions in the store by seq (the first at 0) and by event id, and what a list shows of it. */
interface Stream {
  readonly positions: number[]
  summary: SummaryFields | null
  readonly positionOfId: Map<string, number>
}

/** Events that a subscription takes at once. */
const pageSize = 64

class MemoryStore implements ChainedStore {
  readonly snapshots: MemorySnapshots
  readonly #random: RandomBytes
  readonly #ledger: string
  /** The record at position 1 is the first. */
  readonly #records: StoredRecord[] = []
  readonly #streams = new Map<string, Stream>()
  readonly #subscriptions = new Subscriptions({ page: (after) => this.#page(after), pollInterval: null })
  #closed = false

  constructor(random: RandomBytes) {
    this.#random = random
    this.#ledger = newLedgerId(random)
    this.snapshots = new MemorySnapshots({
      lastSeq: (session) => this.#streamOf(session).positions.length,
      typeAt: (session, seq) => this.#recordOf(session, seq).type,
      mustBeOpen: () => this.#mustBeOpen(),
    })
  }

  async append(session: string, events: readonly TodoEvent[], options: AppendOptions): Promise<AppendResult> {
    this.#mustBeOpen()
    const append = prepareAppend(session, events, options)
    const { positions } = this.#streamOf(session)
    const plan = planAppend(append, {
      lastSeq: positions.length,
      forgotten: positions.length > 0 && this.#recordOf(session, 1).data === null,
      find: (id) => this.#find(session, id),
    })
    const fresh = plan.fresh.map((event) => this.#store(event))
    if (fresh.length > 0) this.#subscriptions.notify()
    return { lastSeq: this.#streamOf(session).positions.length, events: [...plan.stored, ...fresh] }
  }

  async redact(session: string, redaction: Redaction, options: AppendOptions): Promise<RedactionResult> {
    this.#mustBeOpen()
    const { positions } = this.#streamOf(session)
    const contents = {
      session,
      expectedSeq: options.expectedSeq,
      last: positions.length === 0 ? undefined : this.#recordOf(session, positions.length),
      stored: this.#find(session, redaction.id),
      records: () => positions.map((position) => this.#at(position)),
    }
    const { stored, changes, event } = planRedaction(redaction, contents, this.#random)
    if (event === null) return { event: stored, lastSeq: positions.length, wiped: true }
    for (const { seq, data, salt } of changes) {
      const record = this.#recordOf(session, seq)
      this.#records[record.position - 1] = { ...record, data, salt }
    }
    this.snapshots.dropNow(session)
    const stream = this.#streamOf(session)
    stream.summary = summaryOf(positions.map((position) => this.#eventOf(this.#at(position))))
    const { hash } = this.#store(event)
    this.#subscriptions.notify()
    return {
      event: { ...event.event, ...(hash === undefined ? {} : { hash }) },
      lastSeq: positions.length,
      wiped: true,
    }
  }

  async *read(session: string, range: ReadRange = {}): AsyncIterable<TodoEvent> {
    this.#mustBeOpen()
    const { from, to } = wholeRange(range)
    const { positions } = this.#streamOf(session)
    const last = Math.min(to, positions.length)
    for (let seq = Math.max(from, 1); seq <= last; seq += 1) {
      this.#mustBeOpen()
      yield this.#eventOf(this.#recordOf(session, seq))
    }
  }

  async *readAll(options: { readonly after?: number } = {}): AsyncIterable<PositionedEvent> {
    this.#mustBeOpen()
    const last = this.#records.length
    for (let position = wholePosition(options.after ?? 0) + 1; position <= last; position += 1) {
      this.#mustBeOpen()
      yield { position, event: this.#eventOf(this.#at(position)) }
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
    return this.#subscriptions.from(wholePosition(options.after ?? this.#records.length))
  }

  ledger(): string {
    return this.#ledger
  }

  async *records(range: RecordRange = {}): AsyncIterable<StoredRecord> {
    this.#mustBeOpen()
    const last = Math.min(wholePosition(range.to ?? this.#records.length), this.#records.length)
    for (let position = wholePosition(range.after ?? 0) + 1; position <= last; position += 1) {
      this.#mustBeOpen()
      yield this.#at(position)
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#subscriptions.close()
  }

  #store(encoded: EncodedEvent): TodoEvent {
    const { event } = encoded
    const stream = this.#streamOf(event.session)
    const record = chainRecord(event, encoded, this.#endsOf(event.session, stream), this.#random)
    this.#records.push(record)
    stream.positions.push(record.position)
    stream.positionOfId.set(event.id, record.position)
    const said = summaryOf([event])
    stream.summary = stream.summary === null ? said : mergedSummary(stream.summary, said)
    this.#streams.set(event.session, stream)
    return Object.assign(event, { hash: record.hash })
  }

  /** Where the chains of the ledger and of a session end. */
  #endsOf(session: string, { positions }: Stream): ChainEnds {
    const last = this.#records.at(-1)
    return {
      position: last?.position ?? 0,
      link: last?.link ?? firstLink(this.#ledger),
      hash:
        positions.length === 0
          ? firstHash(this.#ledger, session)
          : this.#recordOf(session, positions.length).hash,
    }
  }

  #streamOf(session: string): Stream {
    return this.#streams.get(session) ?? { positions: [], positionOfId: new Map(), summary: null }
  }

  *#summaries(): Generator<PlacedSummary> {
    for (const [session, { positions, summary }] of this.#streams) {
      const [number] = positions
      if (summary !== null && number !== undefined) {
        yield { session, lastSeq: positions.length, fields: summary, number }
      }
    }
  }

  #find(session: string, id: string): TodoEvent | undefined {
    const position = this.#streamOf(session).positionOfId.get(id)
    return position === undefined ? undefined : this.#eventOf(this.#at(position))
  }

  #recordOf(session: string, seq: number): StoredRecord {
    return this.#at(this.#streamOf(session).positions[seq - 1] ?? 0)
  }

  #at(position: number): StoredRecord {
    const record = this.#records[position - 1]
    if (record !== undefined) return record
    throw new StoreError('damaged-store', `Nothing is stored at position ${position}.`)
  }

  #eventOf(record: StoredRecord): TodoEvent {
    return decodeRecord(record, `The event at position ${record.position}`)
  }

  #page(after: number): readonly PositionedEvent[] {
    return this.#records
      .slice(after, after + pageSize)
      .map((record) => ({ position: record.position, event: this.#eventOf(record) }))
  }

  #mustBeOpen(): void {
    if (this.#closed) throw new StoreError('closed', 'The store is closed. Open it again.')
  }
}

/** A store that keeps its events in memory: for tests, for one-off audits, and as the plainest example of a store. */

import { StoreError } from '../../errors.js'
import type { TodoEvent } from '../../events.js'
import {
  chainRecord,
  firstHash,
  firstLink,
  newLedgerId,
  type RandomBytes,
  systemRandom,
} from '../chain/chain.js'
import { planRedaction } from '../chain/redact.js'
import { decodeRecord } from '../codec.js'
import {
  AppendListeners,
  type AppendOptions,
  type AppendResult,
  type EventStore,
  type LedgerEntry,
  type LedgerRange,
  type ReadRange,
  type Redaction,
  type RedactionResult,
  type StoredRecord,
  type StoredSession,
} from '../event-store.js'
import { type EncodedEvent, planAppend, prepareAppend, wholePosition, wholeRange } from '../plan-append.js'

export interface MemoryStoreOptions {
  /** Gives the random bytes of the ledger's id and of the salts; the system's by default. */
  readonly random?: RandomBytes
  /** The ledger's id; a new one by default. */
  readonly ledger?: string
}

/** Opens an empty store in memory. */
export function memoryStore(options: MemoryStoreOptions = {}): EventStore {
  return new MemoryStore(options)
}

class MemoryStore implements EventStore {
  readonly #random: RandomBytes
  readonly #ledger: string
  /** By position, the first at 0. */
  readonly #records: StoredRecord[] = []
  /** The positions of each session's events, by seq, the first at 0, and by id. */
  readonly #sessions = new Map<string, { readonly bySeq: number[]; readonly byId: Map<string, number> }>()
  readonly #listeners = new AppendListeners()
  #closed = false

  constructor({ random = systemRandom(), ledger = newLedgerId(random) }: MemoryStoreOptions) {
    this.#random = random
    this.#ledger = ledger
  }

  readonly onAppend = this.#listeners.add

  ledger(): string {
    return this.#ledger
  }

  async append(session: string, events: readonly TodoEvent[], options: AppendOptions): Promise<AppendResult> {
    this.#mustBeOpen()
    const { bySeq } = this.#session(session)
    const { stored, fresh } = planAppend(prepareAppend(session, events, options), {
      lastSeq: bySeq.length,
      forgotten: bySeq[0] !== undefined && this.#recordAt(bySeq[0]).data === null,
      find: (id) => this.#find(session, id),
    })
    const added = fresh.map((event) => this.#store(event))
    if (added.length > 0) this.#listeners.call()
    return { lastSeq: this.#session(session).bySeq.length, events: [...stored, ...added] }
  }

  async redact(session: string, redaction: Redaction, options: AppendOptions): Promise<RedactionResult> {
    this.#mustBeOpen()
    const { bySeq } = this.#session(session)
    const records = bySeq.map((position) => this.#recordAt(position))
    const stored = this.#find(session, redaction.id)
    const plan = planRedaction(redaction, { session, ...options, records, stored }, this.#random)
    if (plan.event === null) return { event: plan.stored, lastSeq: bySeq.length, wiped: true }
    for (const { seq, data, salt } of plan.changes) {
      const position = bySeq[seq - 1] ?? 0
      this.#records[position - 1] = { ...this.#recordAt(position), data, salt }
    }
    this.#store(plan.event)
    this.#listeners.call()
    return { event: plan.event.event, lastSeq: bySeq.length, wiped: true }
  }

  async *read(session: string, range: ReadRange = {}): AsyncIterable<TodoEvent> {
    this.#mustBeOpen()
    if (range.id !== undefined) {
      const event = this.#find(session, range.id)
      if (event !== undefined) yield event
      return
    }
    const { from, to } = wholeRange(range)
    for (const position of this.#session(session).bySeq.slice(Math.max(from, 1) - 1, Math.max(to, 0))) {
      this.#mustBeOpen()
      yield this.#eventAt(position)
    }
  }

  async *readAll({ after = 0, to }: LedgerRange = {}): AsyncIterable<LedgerEntry> {
    this.#mustBeOpen()
    const last = Math.min(wholePosition(to ?? this.#records.length), this.#records.length)
    for (let position = wholePosition(after) + 1; position <= last; position += 1) {
      this.#mustBeOpen()
      const eventAt = () => this.#eventAt(position)
      yield {
        position,
        record: this.#recordAt(position),
        get event() {
          return eventAt()
        },
      }
    }
  }

  async lastPosition(): Promise<number> {
    this.#mustBeOpen()
    return this.#records.length
  }

  async sessions(only?: string): Promise<readonly StoredSession[]> {
    this.#mustBeOpen()
    return Array.from(this.#sessions, ([session, { bySeq }]) => ({ session, lastSeq: bySeq.length })).filter(
      ({ session }) => only === undefined || session === only,
    )
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#listeners.call()
  }

  #store(encoded: EncodedEvent): TodoEvent {
    const { id, session } = encoded.event
    const own = this.#session(session)
    this.#sessions.set(session, own)
    const before = own.bySeq.at(-1)
    const ends = {
      position: this.#records.length,
      link: this.#records.at(-1)?.link ?? firstLink(this.#ledger),
      hash: before === undefined ? firstHash(this.#ledger, session) : this.#recordAt(before).hash,
    }
    const position = this.#records.push(chainRecord(encoded.event, encoded, ends, this.#random))
    own.bySeq.push(position)
    own.byId.set(id, position)
    return this.#eventAt(position)
  }

  #find(session: string, id: string): TodoEvent | undefined {
    const position = this.#session(session).byId.get(id)
    return position === undefined ? undefined : this.#eventAt(position)
  }

  /** Without its hash: those who compare what they gave with what they get have none. */
  #eventAt(position: number): TodoEvent {
    const { hash: _hash, ...event } = decodeRecord(
      this.#recordAt(position),
      `The event at position ${position}`,
    )
    return event
  }

  #recordAt(position: number): StoredRecord {
    const record = this.#records[position - 1]
    if (record !== undefined) return record
    throw new StoreError('damaged-store', `Nothing is stored at position ${position}.`)
  }

  /** Of a session without events an empty one, which its first event puts in its place. */
  #session(session: string) {
    return this.#sessions.get(session) ?? { bySeq: [], byId: new Map<string, number>() }
  }

  #mustBeOpen(): void {
    if (this.#closed) throw new StoreError('closed', 'The store is closed. Open it again.')
  }
}

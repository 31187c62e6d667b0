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
import { decodeRecord, recordTexts } from '../codec.js'
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
import { frozenData, isFrozenData } from '../frozen-data.js'
import { checkAppend, planAppend, wholePosition, wholeRange } from '../plan-append.js'

export interface MemoryStoreOptions {
  /** Gives the random bytes of the ledger's id and of the salts; the system's by default. */
  readonly random?: RandomBytes
  /** The ledger's id; a new one by default. */
  readonly ledger?: string
}

/** Opens an empty store in memory. What it holds is frozen, so nobody can change what is stored. */
export function memoryStore(options: MemoryStoreOptions = {}): EventStore {
  return new MemoryStore(options)
}

interface Stream {
  /** Positions by seq, the first at 0. */
  readonly positions: number[]
  readonly byId: Map<string, number>
}

class MemoryStore implements EventStore {
  readonly #random: RandomBytes
  readonly #ledger: string
  /** By position, the first at 0; null where the data can't be frozen or was taken out: then the record is decoded. */
  readonly #events: (TodoEvent | null)[] = []
  /** Made when somebody asks for them: few do, and hashing takes longer than the rest of an append. */
  readonly #records: StoredRecord[] = []
  readonly #streams = new Map<string, Stream>()
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
    const append = checkAppend(session, events, options, (event) => {
      // What can't be frozen, such as data with a Date in it, must be what a text can give back.
      if (!isFrozenData(frozenData(event.data))) recordTexts(event)
      return { event }
    })
    const { positions } = this.#streamOf(session)
    const { stored, fresh } = planAppend(append, {
      lastSeq: positions.length,
      forgotten: this.#records[(positions[0] ?? 0) - 1]?.data === null,
      find: (id) => this.#find(session, id),
    })
    const added = fresh.map(({ event }) => this.#store(event))
    if (added.length > 0) this.#listeners.call()
    return { lastSeq: this.#streamOf(session).positions.length, events: [...stored, ...added] }
  }

  async redact(session: string, redaction: Redaction, options: AppendOptions): Promise<RedactionResult> {
    this.#mustBeOpen()
    const { positions } = this.#streamOf(session)
    // Digests stay those of what is stored now.
    this.#chainTo(this.#events.length)
    const records = positions.map((position) => this.#recordAt(position))
    const stored = this.#find(session, redaction.id)
    const plan = planRedaction(redaction, { session, ...options, records, stored }, this.#random)
    if (plan.event === null) return { event: plan.stored, lastSeq: positions.length, wiped: true }
    for (const { seq, data, salt } of plan.changes) {
      const position = positions[seq - 1] ?? 0
      this.#records[position - 1] = { ...this.#recordAt(position), data, salt }
      this.#events[position - 1] = null
    }
    const { event } = plan.event
    this.#store(event)
    this.#listeners.call()
    return { event, lastSeq: positions.length, wiped: true }
  }

  async *read(session: string, range: ReadRange = {}): AsyncIterable<TodoEvent> {
    this.#mustBeOpen()
    if (range.id !== undefined) {
      const event = this.#find(session, range.id)
      if (event !== undefined) yield event
      return
    }
    const { from, to } = wholeRange(range)
    for (const position of this.#streamOf(session).positions.slice(Math.max(from, 1) - 1, Math.max(to, 0))) {
      this.#mustBeOpen()
      yield this.#eventAt(position)
    }
  }

  async *readAll({ after = 0, to }: LedgerRange = {}): AsyncIterable<LedgerEntry> {
    this.#mustBeOpen()
    const last = Math.min(wholePosition(to ?? this.#events.length), this.#events.length)
    for (let position = wholePosition(after) + 1; position <= last; position += 1) {
      this.#mustBeOpen()
      const [eventAt, recordAt] = [() => this.#eventAt(position), () => this.#recordAt(position)]
      yield {
        position,
        get record() {
          return recordAt()
        },
        get event() {
          return eventAt()
        },
      }
    }
  }

  async lastPosition(): Promise<number> {
    this.#mustBeOpen()
    return this.#events.length
  }

  async sessions(only?: string): Promise<readonly StoredSession[]> {
    this.#mustBeOpen()
    return Array.from(this.#streams, ([session, { positions }]) => ({
      session,
      lastSeq: positions.length,
    })).filter(({ session }) => only === undefined || session === only)
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#listeners.call()
  }

  #store(event: TodoEvent): TodoEvent {
    const { id, session, at, source, actor } = event
    const data: object = frozenData(event.data)
    const held = Object.freeze({
      ...event,
      at: new Date(at),
      data,
      ...(source === undefined ? {} : { source: frozenData(source) }),
      ...(actor === undefined ? {} : { actor: frozenData(actor) }),
    }) as TodoEvent // the data is that of its type
    const position = this.#events.push(held)
    const stream = this.#streamOf(session)
    stream.positions.push(position)
    stream.byId.set(id, position)
    this.#streams.set(session, stream)
    if (!isFrozenData(data)) {
      // Encoded now: what it holds may change.
      this.#chainTo(position)
      this.#events[position - 1] = null
    }
    return this.#eventAt(position)
  }

  #find(session: string, id: string): TodoEvent | undefined {
    const position = this.#streamOf(session).byId.get(id)
    return position === undefined ? undefined : this.#eventAt(position)
  }

  #eventAt(position: number): TodoEvent {
    const held = this.#events[position - 1]
    if (held === undefined || held === null)
      return decodeRecord(this.#recordAt(position), `The event at position ${position}`)
    // Its Date can't be frozen: everyone gets another one.
    return Object.freeze({ ...held, at: new Date(held.at) })
  }

  #recordAt(position: number): StoredRecord {
    this.#chainTo(position)
    const record = this.#records[position - 1]
    if (record !== undefined) return record
    throw new StoreError('damaged-store', `Nothing is stored at position ${position}.`)
  }

  #chainTo(last: number): void {
    for (const event of this.#events.slice(this.#records.length, last)) {
      if (event === null) continue
      const { session, seq } = event
      const before = this.#streamOf(session).positions[seq - 2]
      const ends = {
        position: this.#records.length,
        link: this.#records.at(-1)?.link ?? firstLink(this.#ledger),
        hash: this.#records[(before ?? 0) - 1]?.hash ?? firstHash(this.#ledger, session),
      }
      this.#records.push(chainRecord(event, recordTexts(event), ends, this.#random))
    }
  }

  /** Of a session without events an empty one, which its first event puts in its place. */
  #streamOf(session: string): Stream {
    return this.#streams.get(session) ?? { positions: [], byId: new Map() }
  }

  #mustBeOpen(): void {
    if (this.#closed) throw new StoreError('closed', 'The store is closed. Open it again.')
  }
}

/** A store that keeps its events in memory: for tests, for one-off audits, and as the plainest example of a store. */

import { StoreError } from '../../errors.js'
import type { TodoEvent } from '../../events.js'
import { chained, firstHash, firstLink, newLedgerId, type RandomBytes, systemRandom } from '../chain/chain.js'
import { planRedaction } from '../chain/redact.js'
import { eventOf, ledgerEntry } from '../codec.js'
import {
  AppendListeners,
  type AppendOptions,
  type EventStore,
  type LedgerRange,
  type ReadRange,
  type Redaction,
  type StoredRecord,
} from '../event-store.js'
import { type EncodedEvent, planAppend, prepareAppend, wholePosition, wholeRange } from '../plan-append.js'

/** What messages call it. */
const name = 'the store'

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
  /** The records of each session by seq, the first at 0, and their seqs by id. */
  readonly #sessions = new Map<string, { readonly own: StoredRecord[]; readonly seqs: Map<string, number> }>()
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

  async append(session: string, events: readonly TodoEvent[], options: AppendOptions) {
    const { own } = this.#session(session)
    const { stored, fresh } = planAppend(prepareAppend(session, events, options), {
      lastSeq: own.length,
      forgotten: own[0]?.data === null,
      find: (id) => this.#find(session, id),
    })
    const added = this.#store(session, fresh)
    return { lastSeq: this.#session(session).own.length, events: [...stored, ...added] }
  }

  async redact(session: string, redaction: Redaction, options: AppendOptions) {
    const { own } = this.#session(session)
    const contents = { session, ...options, records: own, stored: this.#find(session, redaction.id) }
    const plan = planRedaction(redaction, contents, this.#random)
    if (plan.event === null) return { event: plan.stored, lastSeq: own.length, wiped: true }
    for (const { seq, data, salt } of plan.changes) {
      const record = own[seq - 1]
      if (record === undefined) continue
      const redacted = { ...record, data, salt }
      own[seq - 1] = redacted
      this.#records[record.position - 1] = redacted
    }
    const [event = null] = this.#store(session, [plan.event])
    return { event, lastSeq: own.length, wiped: true }
  }

  async *read(session: string, range: ReadRange = {}) {
    const { own } = this.#session(session)
    if (range.id !== undefined) {
      const event = this.#find(session, range.id)
      if (event !== undefined) yield event
      return
    }
    const { from, to } = wholeRange(range)
    for (const record of own.slice(Math.max(from, 1) - 1, Math.max(to, 0))) {
      this.#mustBeOpen()
      yield eventOf(record, name)
    }
  }

  async *readAll({ after = 0, to }: LedgerRange = {}) {
    this.#mustBeOpen()
    const last = Math.min(wholePosition(to ?? this.#records.length), this.#records.length)
    for (let position = wholePosition(after) + 1; position <= last; position += 1) {
      this.#mustBeOpen()
      const record = this.#records[position - 1]
      if (record !== undefined) yield ledgerEntry(record, name)
    }
  }

  async lastPosition(): Promise<number> {
    this.#mustBeOpen()
    return this.#records.length
  }

  async sessions(only?: string) {
    this.#mustBeOpen()
    return Array.from(this.#sessions, ([session, { own }]) => ({ session, lastSeq: own.length })).filter(
      ({ session }) => only === undefined || session === only,
    )
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#listeners.call()
  }

  #store<Event extends TodoEvent>(session: string, events: readonly EncodedEvent<Event>[]) {
    if (events.length === 0) return []
    const { own, seqs } = this.#session(session)
    this.#sessions.set(session, { own, seqs })
    const hash = own.at(-1)?.hash ?? firstHash(this.#ledger, session)
    const link = this.#records.at(-1)?.link ?? firstLink(this.#ledger)
    const ends = { position: this.#records.length, link, hash }
    const { records, stored } = chained(events, ends, this.#random)
    for (const record of records) {
      this.#records.push(record)
      own.push(record)
      seqs.set(record.id, record.seq)
    }
    this.#listeners.call()
    return stored
  }

  #find(session: string, id: string): TodoEvent | undefined {
    const { own, seqs } = this.#session(session)
    const record = own[(seqs.get(id) ?? 0) - 1]
    return record === undefined ? undefined : eventOf(record, name)
  }

  /** Of a session without events an empty one, which its first event puts in its place. */
  #session(session: string) {
    this.#mustBeOpen()
    return this.#sessions.get(session) ?? { own: [], seqs: new Map<string, number>() }
  }

  #mustBeOpen(): void {
    if (this.#closed) throw new StoreError('closed', 'The store is closed. Open it again.')
  }
}

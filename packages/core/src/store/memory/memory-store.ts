/** A store that keeps its events in memory: for tests, for one-off audits, and as the plainest example of a store. */

import { StoreError } from '../../errors.js'
import type { TodoEvent } from '../../events.js'
import { chainRecord, firstHash, firstLink } from '../chain/chain.js'
import { planRedaction } from '../chain/redact-records.js'
import { newLedgerId, type RandomBytes, systemRandom } from '../chain/salts.js'
import { decodeRecord, recordTexts } from '../codec/record-codec.js'
import type {
  AppendOptions,
  AppendResult,
  EventStore,
  LedgerEntry,
  LedgerRange,
  ReadRange,
  Redaction,
  RedactionResult,
  StoredSession,
} from '../event-store.js'
import { frozenData, isFrozenData } from '../frozen-data.js'
import { checkAppend, planAppend, wholePosition, wholeRange } from '../plan-append.js'
import type { StoredRecord } from '../stored-record.js'
import { AppendListeners } from '../subscriptions.js'

/** How to open a store in memory. */
export interface MemoryStoreOptions {
  /** Gives the random bytes of the ledger's id and of the salts; the system's by default. */
  readonly random?: RandomBytes
  /** The ledger's id; a new one by default. */
  readonly ledger?: string
}

/** Opens an empty store in memory. What it holds is frozen, so nobody can change what is stored. */
export function memoryStore(options: MemoryStoreOptions = {}): EventStore {
  const { random = systemRandom(), ledger = newLedgerId(random) } = options
  return new MemoryStore(random, ledger)
}

interface Stream {
  /** Positions by seq, the first at 0. */
  readonly positions: number[]
  readonly byId: Map<string, number>
}

interface Held {
  /** The event, frozen but for its Date. Its data is that of the record if it can't be frozen, or was taken out. */
  readonly event: TodoEvent
  readonly isWhole: boolean
  readonly at: number
}

class MemoryStore implements EventStore {
  readonly #random: RandomBytes
  readonly #ledger: string
  readonly #held: Held[] = []
  /** Made when somebody asks for them: few do, and hashing takes longer than the rest of an append. */
  readonly #records: StoredRecord[] = []
  readonly #streams = new Map<string, Stream>()
  readonly #listeners = new AppendListeners()
  #closed = false

  constructor(random: RandomBytes, ledger: string) {
    this.#random = random
    this.#ledger = ledger
  }

  readonly onAppend = this.#listeners.add

  ledger(): string {
    return this.#ledger
  }

  async append(session: string, events: readonly TodoEvent[], options: AppendOptions): Promise<AppendResult> {
    this.#mustBeOpen()
    const append = checkAppend(session, events, options, (event) => ({ event, ...heldData(event) }))
    const { positions, byId } = this.#streamOf(session)
    const plan = planAppend(append, {
      lastSeq: positions.length,
      forgotten: this.#records[(positions[0] ?? 0) - 1]?.data === null,
      find: (id) => this.#eventAt(byId.get(id)),
    })
    const fresh = plan.fresh.map(({ event, data, isWhole }) => this.#store(event, data, isWhole))
    if (fresh.length > 0) this.#listeners.call()
    return { lastSeq: this.#streamOf(session).positions.length, events: [...plan.stored, ...fresh] }
  }

  async redact(session: string, redaction: Redaction, options: AppendOptions): Promise<RedactionResult> {
    this.#mustBeOpen()
    const { positions, byId } = this.#streamOf(session)
    // Digests stay those of what is stored now.
    if (this.#held.length > 0) this.#recordAt(this.#held.length)
    const records = positions.map((position) => this.#recordAt(position))
    const plan = planRedaction(
      redaction,
      {
        session,
        expectedSeq: options.expectedSeq,
        last: records.at(-1),
        stored: this.#eventAt(byId.get(redaction.id)),
        records: () => records,
      },
      this.#random,
    )
    if (plan.event === null) return { event: plan.stored, lastSeq: positions.length, wiped: true }
    for (const { seq, data, salt } of plan.changes) {
      const index = (positions[seq - 1] ?? 0) - 1
      const [record, held] = [this.#records[index], this.#held[index]]
      if (record === undefined || held === undefined) continue
      this.#records[index] = { ...record, data, salt }
      this.#held[index] = {
        ...held,
        isWhole: false,
        event: Object.freeze({ ...held.event, data: {} }) as TodoEvent,
      } // its data stands in the record
    }
    const { event } = plan.event
    this.#store(event, event.data, true)
    this.#listeners.call()
    return { event, lastSeq: positions.length, wiped: true }
  }

  async *read(session: string, range: ReadRange = {}): AsyncIterable<TodoEvent> {
    this.#mustBeOpen()
    const { positions, byId } = this.#streamOf(session)
    if (range.id !== undefined) {
      const event = this.#eventAt(byId.get(range.id))
      if (event !== undefined) yield event
      return
    }
    const { from, to } = wholeRange(range)
    const last = Math.min(to, positions.length)
    for (let seq = Math.max(from, 1); seq <= last; seq += 1) {
      this.#mustBeOpen()
      const event = this.#eventAt(positions[seq - 1])
      if (event !== undefined) yield event
    }
  }

  async *readAll({ after = 0, to }: LedgerRange = {}): AsyncIterable<LedgerEntry> {
    this.#mustBeOpen()
    const last = Math.min(wholePosition(to ?? this.#held.length), this.#held.length)
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
      } as LedgerEntry // it is there: the position is one of this store's
    }
  }

  async lastPosition(): Promise<number> {
    this.#mustBeOpen()
    return this.#held.length
  }

  async sessions(only?: string): Promise<readonly StoredSession[]> {
    this.#mustBeOpen()
    const streams =
      only === undefined ? [...this.#streams.keys()] : [only].filter((name) => this.#streams.has(name))
    return streams.map((session) => ({ session, lastSeq: this.#streamOf(session).positions.length }))
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#listeners.call()
  }

  #store(given: TodoEvent, data: object, isWhole: boolean): TodoEvent {
    const { id, session, source, actor } = given
    const event = Object.freeze({
      ...given,
      data,
      ...(source === undefined ? {} : { source: Object.freeze({ ...source }) }),
      ...(actor === undefined ? {} : { actor: Object.freeze({ ...actor }) }),
    }) as TodoEvent // the data is that of its type
    const position = this.#held.push({ event, isWhole, at: given.at.getTime() })
    const stream = this.#streamOf(session)
    stream.positions.push(position)
    stream.byId.set(id, position)
    this.#streams.set(session, stream)
    // Encoded now: what it holds may change.
    if (!isWhole) this.#recordAt(position)
    return this.#eventAt(position) ?? event
  }

  #eventAt(position = 0): TodoEvent | undefined {
    const held = this.#held[position - 1]
    if (held === undefined) return undefined
    if (!held.isWhole) return decodeRecord(this.#recordAt(position), `The event at position ${position}`)
    // Its Date can't be frozen: everyone gets another one.
    return Object.freeze({ ...held.event, at: new Date(held.at) })
  }

  #recordAt(position: number): StoredRecord {
    for (let next = this.#records.length + 1; next <= position; next += 1) {
      const held = this.#held[next - 1]
      if (held === undefined) break
      const { event, at } = held
      const before = this.#streamOf(event.session).positions[event.seq - 2]
      const ends = {
        position: next - 1,
        link: this.#records.at(-1)?.link ?? firstLink(this.#ledger),
        hash: before === undefined ? firstHash(this.#ledger, event.session) : this.#recordAt(before).hash,
      }
      this.#records.push(chainRecord({ ...event, at: new Date(at) }, recordTexts(event), ends, this.#random))
    }
    const record = this.#records[position - 1]
    if (record !== undefined) return record
    throw new StoreError('damaged-store', `Nothing is stored at position ${position}.`)
  }

  #streamOf(session: string): Stream {
    return this.#streams.get(session) ?? { positions: [], byId: new Map() }
  }

  #mustBeOpen(): void {
    if (this.#closed) throw new StoreError('closed', 'The store is closed. Open it again.')
  }
}

/**
 * The data as it is held: a frozen copy, or the data itself if it can't be frozen, such as with a Date in it.
 * @throws StoreError if no record could give it back
 */
function heldData(event: TodoEvent): { readonly data: object; readonly isWhole: boolean } {
  const data: object = frozenData(event.data)
  const isWhole = isFrozenData(data)
  if (!isWhole) recordTexts(event)
  return { data, isWhole }
}

/** A plain store of our own with one deliberate bug or none: what the simulation has to find, or to leave alone. */

import {
  ConcurrencyError,
  type EventStore,
  HostError,
  IdConflictError,
  StoreError,
  type TodoEvent,
} from '@todo-ledger/core'
import {
  AppendListeners,
  type AppendOptions,
  type AppendResult,
  type LedgerEntry,
  type ReadRange,
  type RedactionResult,
  type StoredSession,
} from '@todo-ledger/core/store'
import { type AskedAppend, Model } from './model.js'

/** A bug. */
export type Bug =
  | 'none'
  | 'acknowledges before it stores'
  | 'drops the last event of an append'
  | 'does not check the expected seq'
  | 'stores a repeated append twice'
  | 'takes another body for the same event'
  | 'a subscription skips the first of a page'
  | 'a subscription gives the last of a page twice'
  | 'reads a range without its last event'
  | 'loses what was appended last in a crash'
  | 'turns a Date into a text'

/** What survives the hosts: one for all of them. */
export class BuggyStore implements EventStore {
  readonly #bug: Bug
  #log: TodoEvent[] = []
  #written = 0
  #late: readonly TodoEvent[] = []
  readonly #listeners = new AppendListeners()
  #closed = false

  /** @param bug what is wrong with it */
  constructor(bug: Bug) {
    this.#bug = bug
  }

  async append(session: string, events: readonly TodoEvent[], options: AppendOptions): Promise<AppendResult> {
    this.#mustBeOpen()
    this.#log.push(...this.#late)
    this.#late = []
    const model = new Model()
    for (const event of this.#log) if (event.session === session) model.store([event])
    const last = model.lastSeq(session)
    const asked = { session, events, expectedSeq: options.expectedSeq }
    const verdict = model.judge(asked)
    if (verdict.kind === 'bad-append') throw new HostError('bad-append', 'These events do not follow.')
    if (verdict.kind === 'id-conflict' && this.#bug !== 'takes another body for the same event')
      throw conflict(model, asked)
    if (verdict.kind === 'concurrency' && this.#bug !== 'does not check the expected seq')
      throw new ConcurrencyError(session, options.expectedSeq, last)
    const known = verdict.kind === 'stored' ? verdict.known : []
    let fresh = verdict.kind === 'stored' ? verdict.fresh : verdict.kind === 'id-conflict' ? [] : events
    if (this.#bug === 'stores a repeated append twice' && fresh.length === 0 && known.length > 0) {
      fresh = known.map((event, index) => ({ ...event, seq: last + index + 1 }))
    }
    const plain = fresh.map((event) => {
      const { hash: _hash, ...rest } = event
      return rest
    })
    if (this.#bug === 'drops the last event of an append' && plain.length > 2) this.#keep(plain.slice(0, -1))
    else this.#keep(plain)
    const lastSeq = last + plain.length
    return { lastSeq, events: [...known, ...plain] }
  }

  async *read(
    session: string,
    { from = 1, to = Number.MAX_SAFE_INTEGER, id }: ReadRange = {},
  ): AsyncIterable<TodoEvent> {
    this.#mustBeOpen()
    if (id !== undefined) {
      yield* this.#log.filter((event) => event.session === session && event.id === id)
      return
    }
    const end =
      this.#bug === 'reads a range without its last event' && to < 1e6 && to > from + 1 ? to - 1 : to
    for (const event of this.#log)
      if (event.session === session && event.seq >= from && event.seq <= end) yield this.#given(event)
  }

  readonly onAppend = this.#listeners.add

  ledger(): string {
    return '0'.repeat(32)
  }

  async *readAll({ after = 0 }: { readonly after?: number } = {}): AsyncIterable<LedgerEntry> {
    this.#mustBeOpen()
    const page = this.#log.slice(after)
    for (const [index, event] of page.entries()) {
      const position = after + index + 1
      const record = { position, unreadable: 'is no record: this store chains nothing' }
      if (this.#bug === 'a subscription skips the first of a page' && index === 0 && after > 0) continue
      yield { position, record, event: this.#given(event) }
      if (this.#bug === 'a subscription gives the last of a page twice' && index === 2)
        yield { position, record, event: this.#given(event) }
    }
  }

  async lastPosition(): Promise<number> {
    this.#mustBeOpen()
    return this.#log.length
  }

  redact(): Promise<RedactionResult> {
    return Promise.reject(new HostError('not-redactable', 'This store takes nothing out.'))
  }

  async sessions(): Promise<readonly StoredSession[]> {
    const lastSeqs = new Map<string, number>()
    for (const { session, seq } of this.#log) lastSeqs.set(session, seq)
    return [...lastSeqs].map(([session, lastSeq]) => ({ session, lastSeq }))
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#listeners.call()
  }

  /** Every host has died: what was not written is gone. */
  crash(): void {
    if (this.#bug === 'acknowledges before it stores') this.#late = []
    if (this.#bug === 'loses what was appended last in a crash') this.#log = this.#log.slice(0, this.#written)
  }

  #keep(events: readonly TodoEvent[]): void {
    if (this.#bug === 'acknowledges before it stores') {
      this.#late = events
      return
    }
    this.#written = this.#log.length
    this.#log.push(...events)
    this.#listeners.call()
  }

  #given(event: TodoEvent): TodoEvent {
    if (this.#bug !== 'turns a Date into a text' || event.type !== 'tool.called') return event
    const { input } = event.data
    return input instanceof Date ? { ...event, data: { ...event.data, input: input.toISOString() } } : event
  }

  #mustBeOpen(): void {
    if (this.#closed) throw new StoreError('closed', 'The store is closed.')
  }
}

function conflict(model: Model, { session, events }: AskedAppend): Error {
  for (const given of events) {
    const stored = model.find(session, given.id)
    if (stored !== undefined)
      return new IdConflictError(stored, given, { place: 'data', first: '', second: '' })
  }
  return new HostError('no-conflict', 'There is no conflict.')
}

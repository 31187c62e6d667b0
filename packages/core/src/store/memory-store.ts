/** A store that keeps its events in memory: for tests, for one-off audits, and as the plainest example of a store. */

import { StoreError } from '../errors.js'
import type { TodoEvent } from '../events.js'
import { decodeEvent } from './codec.js'
import type {
  AppendOptions,
  AppendResult,
  EventStore,
  PositionedEvent,
  ReadRange,
  StoredSession,
} from './event-store.js'
import { planAppend, prepareAppend, wholePosition, wholeRange } from './plan-append.js'
import { Subscriptions } from './subscriptions.js'

/** Opens an empty store in memory. It holds the events' texts, so nobody can change what is stored. */
export function memoryStore(): EventStore {
  return new MemoryStore()
}

/** One session: positions in the store by seq (the first at 0) and by event id. */
interface Stream {
  readonly positions: number[]
  readonly positionOfId: Map<string, number>
}

/** Events that a subscription takes at once. */
const pageSize = 64

class MemoryStore implements EventStore {
  /** The texts of all events; the event at position 1 is the first. */
  readonly #texts: string[] = []
  readonly #streams = new Map<string, Stream>()
  readonly #subscriptions = new Subscriptions({ page: (after) => this.#page(after), pollInterval: null })
  #closed = false

  async append(session: string, events: readonly TodoEvent[], options: AppendOptions): Promise<AppendResult> {
    this.#mustBeOpen()
    const append = prepareAppend(session, events, options)
    const stream: Stream = this.#streams.get(session) ?? { positions: [], positionOfId: new Map() }
    const plan = planAppend(append, {
      lastSeq: stream.positions.length,
      find: (id) => {
        const position = stream.positionOfId.get(id)
        return position === undefined ? undefined : this.#eventAt(position)
      },
    })
    for (const { event, text } of plan.fresh) {
      const position = this.#texts.push(text)
      stream.positions.push(position)
      stream.positionOfId.set(event.id, position)
    }
    if (plan.fresh.length > 0) {
      this.#streams.set(session, stream)
      this.#subscriptions.notify()
    }
    return {
      lastSeq: stream.positions.length,
      events: [...plan.stored, ...plan.fresh.map(({ event }) => event)],
    }
  }

  async *read(session: string, range: ReadRange = {}): AsyncIterable<TodoEvent> {
    this.#mustBeOpen()
    const { from, to } = wholeRange(range)
    const positions = this.#streams.get(session)?.positions ?? []
    const last = Math.min(to, positions.length)
    for (let seq = Math.max(from, 1); seq <= last; seq += 1) {
      this.#mustBeOpen()
      const position = positions[seq - 1]
      if (position !== undefined) yield this.#eventAt(position)
    }
  }

  async *readAll(options: { readonly after?: number } = {}): AsyncIterable<PositionedEvent> {
    this.#mustBeOpen()
    const last = this.#texts.length
    for (let position = wholePosition(options.after ?? 0) + 1; position <= last; position += 1) {
      this.#mustBeOpen()
      yield { position, event: this.#eventAt(position) }
    }
  }

  async sessions(): Promise<readonly StoredSession[]> {
    this.#mustBeOpen()
    return Array.from(this.#streams, ([session, { positions }]) => ({ session, lastSeq: positions.length }))
  }

  subscribe(options: { readonly after?: number } = {}): AsyncIterable<PositionedEvent> {
    this.#mustBeOpen()
    return this.#subscriptions.from(wholePosition(options.after ?? this.#texts.length))
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#subscriptions.close()
  }

  #eventAt(position: number): TodoEvent {
    const text = this.#texts[position - 1]
    if (text === undefined)
      throw new StoreError('damaged-store', `Nothing is stored at position ${position}.`)
    return decodeEvent(text, `The event at position ${position}`)
  }

  #page(after: number): readonly PositionedEvent[] {
    const last = Math.min(this.#texts.length, after + pageSize)
    const page: PositionedEvent[] = []
    for (let position = after + 1; position <= last; position += 1) {
      page.push({ position, event: this.#eventAt(position) })
    }
    return page
  }

  #mustBeOpen(): void {
    if (this.#closed) throw new StoreError('closed', 'The store is closed. Open it again.')
  }
}

/** One session's log while it is open: serialises what is done to it, appends it to the store, keeps the state. */

import type { Patch } from 'immer'
import { ConcurrencyError } from '../errors.js'
import { type EventDataByType, type EventType, eventVersions, type TodoEvent } from '../events.js'
import type { Occurrence } from '../host-input.js'
import type { Reducer } from '../reducer.js'
import { initialState, type SessionState } from '../state.js'
import type { EventStore } from '../store/event-store.js'

/** What a log needs from its ledger. */
export interface LogContext {
  /** The session's id. */
  readonly session: string
  /** Where the events are kept. */
  readonly store: EventStore
  /** The reducer over the ledger's rules. */
  readonly reducer: Reducer
  /** Says what time it is. */
  readonly clock: () => Date
  /** Gives an id that no other event has. */
  readonly newId: () => string
  /** Is told each event once it is stored. `patches` is empty unless `wantsPatches` says true. */
  readonly published: (event: TodoEvent, state: SessionState, patches: readonly Patch[]) => void
  /** True while somebody listens for patches. */
  readonly wantsPatches: () => boolean
}

/** An event to be: its type and data; the log adds the rest. */
export type EventBody = {
  [Type in EventType]: {
    /** What happens. */
    readonly type: Type
    /** What is told of it. */
    readonly data: EventDataByType[Type]
    /** The idempotency key; a new one when absent. */
    readonly id?: string
  }
}[EventType]

/** Events that are appended together, all or none. */
export class Transaction {
  /** The state after the events added so far. */
  state: SessionState
  /** The events added so far, with what each leads to. */
  readonly steps: {
    readonly event: TodoEvent
    readonly state: SessionState
    readonly patches: readonly Patch[]
  }[] = []
  readonly #context: LogContext

  /** @param context the log's; @param state the state to begin with */
  constructor(context: LogContext, state: SessionState) {
    this.#context = context
    this.state = state
  }

  /** The event that a body would be if it came next. */
  prepare(body: EventBody, { at, source }: Occurrence): TodoEvent {
    const seq = this.state.seq + 1
    const { number } = this.state.turn
    const { session, clock } = this.#context
    const event = {
      id: body.id ?? this.#newId(body, seq),
      session,
      seq,
      turn: body.type === 'turn.started' ? number + 1 : number,
      at: at ?? clock(),
      type: body.type,
      version: eventVersions[body.type],
      data: body.data,
      ...(source === undefined ? {} : { source }),
    }
    return event as TodoEvent // type and data come from one body
  }

  /**
   * A live event's id is one of its own: two hosts that race for a seq hold two events. A recording read twice is the
   * same events, so theirs come from session and seq.
   */
  #newId(body: EventBody, seq: number): string {
    const recorded = body.type === 'session.opened' ? body.data.source !== null : this.state.recorded
    return recorded ? `${this.#context.session}#${seq}` : this.#context.newId()
  }

  /**
   * Adds an event.
   * @throws RuleViolationError when it breaks a rule; the transaction is as it was
   */
  add(body: EventBody, occurrence: Occurrence): TodoEvent {
    const event = this.prepare(body, occurrence)
    const { reducer, wantsPatches } = this.#context
    const next = reducer.reduce(this.state, event)
    const patches = wantsPatches() ? reducer.acceptWithPatches(this.state, event)[1] : []
    this.state = next
    this.steps.push({ event, state: next, patches })
    return event
  }
}

/** One session's log. */
export class SessionLog {
  readonly #context: LogContext
  readonly #seqs = new Map<string, number>()
  #state: SessionState = initialState
  #queue: Promise<unknown> = Promise.resolve()

  /** @param context what the log needs from its ledger */
  constructor(context: LogContext) {
    this.#context = context
  }

  /** The state after the last stored event. */
  get state(): SessionState {
    return this.#state
  }

  /** The seq of the stored event with this id, or undefined. */
  seqOf(id: string): number | undefined {
    return this.#seqs.get(id)
  }

  /** The stored event of a seq, or undefined where the store does not keep it. */
  async eventAt(seq: number): Promise<TodoEvent | undefined> {
    for await (const event of this.#context.store.read(this.#context.session, { from: seq, to: seq }))
      return event
    return undefined
  }

  /** Reads what the store has and this log has not. */
  async reload(): Promise<void> {
    const replay = this.#context.reducer.replay(this.#state)
    for await (const event of this.#context.store.read(this.#context.session, {
      from: this.#state.seq + 1,
    })) {
      replay.apply(event)
      this.#seqs.set(event.id, event.seq)
    }
    this.#state = replay.finish()
  }

  /**
   * Does one thing to the log at a time: `work` adds events, which are then appended together.
   * @throws ConcurrencyError when another writer was faster; the log has reloaded and the call can be made again
   */
  transact<T>(work: (transaction: Transaction) => T | Promise<T>): Promise<T> {
    const done = this.#queue.then(() => this.#run(work))
    this.#queue = done.catch(() => undefined)
    return done
  }

  async #run<T>(work: (transaction: Transaction) => T | Promise<T>): Promise<T> {
    const transaction = new Transaction(this.#context, this.#state)
    const result = await work(transaction)
    if (transaction.steps.length > 0) await this.#append(transaction)
    return result
  }

  async #append({ steps, state }: Transaction): Promise<void> {
    const { session, store, published } = this.#context
    const events = steps.map((step) => step.event)
    try {
      const { lastSeq } = await store.append(session, events, { expectedSeq: this.#state.seq })
      // An answer that was lost: the events had been stored before, by this host or another.
      if (lastSeq !== state.seq) return await this.reload()
    } catch (error) {
      if (error instanceof ConcurrencyError) await this.reload()
      throw error
    }
    this.#state = state
    for (const step of steps) {
      this.#seqs.set(step.event.id, step.event.seq)
      published(step.event, step.state, step.patches)
    }
  }
}

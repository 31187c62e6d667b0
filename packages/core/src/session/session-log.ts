/** One session's log while it is open: does one thing at a time to it, appends it to the store, keeps the state. */

import type { EventEmitter } from 'eventemitter3'
import type { Patch } from 'immer'
import { ConcurrencyError, HostError, IdConflictError } from '../errors.js'
import type { TodoEvent } from '../events.js'
import type { EventWithState } from '../evidence.js'
import { readOn, readTo } from '../snapshots/read-state.js'
import {
  noProgress,
  progressAfter,
  SessionSnapshots,
  type SnapshotContext,
} from '../snapshots/session-snapshots.js'
import { initialState, type SessionState } from '../state.js'
import { type EventStore, findEvent } from '../store/event-store.js'
import { storedDifference } from '../store/plan-append.js'
import type { LogQuestion, Work } from './log-question.js'
import { type DecisionContext, frozenEvent, Transaction } from './transaction.js'

/** What a session emits, once it is stored. Events are frozen copies, as states are frozen; their dates are shared. */
export interface SessionEvents {
  /** The state changed: the new state, the patches that lead to it, and the event that did it. */
  change: [{ readonly state: SessionState; readonly patches: readonly Patch[]; readonly event: TodoEvent }]
  event: [{ readonly state: SessionState; readonly event: TodoEvent }]
}

export interface LogContext extends DecisionContext, SnapshotContext {
  readonly store: EventStore
}

/** Maximum append retries. */
const mostAttempts = 1_000
/** Ids of events that one session remembers. */
const mostIds = 10_000

export class SessionLog {
  readonly #emitter: EventEmitter<SessionEvents>
  readonly #snapshots: SessionSnapshots
  #state: SessionState = initialState
  #progress = noProgress
  /** Settles once all that was asked for so far is done. */
  #last: Promise<unknown> = Promise.resolve()
  #isClosed = false
  /** What was to be appended, and nobody knows yet whether it was. */
  #unsettled: Transaction | null = null
  /** The ids of all events up to the state; null where they are too many or not all were read: then the store is asked. */
  #ids: Set<string> | null = new Set()

  constructor(
    readonly session: string,
    readonly context: LogContext,
    emitter: EventEmitter<SessionEvents>,
  ) {
    this.#emitter = emitter
    this.#snapshots = new SessionSnapshots(session, context)
  }

  get state(): SessionState {
    return this.#state
  }

  /** Reads what others did to the stored session, redactions among it. */
  refresh(): Promise<void> {
    return this.#alone(() => this.#reload())
  }

  begin(name?: string): Transaction {
    return new Transaction(this.session, this.context, this.#state, name)
  }

  /**
   * Does one thing to the log at a time: `work` adds events, which are then appended together. If the store fails
   * and yet holds them, they count as appended. If another writer came first, `work` is done anew on what the session
   * is by then.
   * @param options.name the host's for what is recorded; @param options.isLast true if nothing may come after it
   * @throws HostError `session-closed`; `busy` when other writers were faster each time
   * @throws ConcurrencyError for a recording that another writer came into: nobody decides it anew
   */
  transact<T>(
    work: (transaction: Transaction) => Work<T>,
    { name, isLast = false }: { readonly name?: string | undefined; readonly isLast?: boolean } = {},
  ): Promise<T> {
    return this.#alone(async () => {
      if (this.#isClosed)
        throw new HostError(
          'session-closed',
          `Session ${JSON.stringify(this.session)} was closed here. Open it again with ledger.session().`,
        )
      for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
        if (this.#unsettled !== null) await this.#settle(this.#unsettled)
        const transaction = this.begin(name)
        const { seq } = this.#state
        let result: T
        try {
          result = await this.#answered(work(transaction))
        } catch (error) {
          // It was refused by what is known here: another host may have done more by now.
          if (!(error instanceof HostError)) throw error
          await this.#reload()
          if (this.#state.seq === seq) throw error
          continue
        }
        const isNothing = transaction.steps.length === 0
        if (isNothing && transaction.isBehind) await this.#reload()
        if (isNothing || (await this.#append(transaction))) {
          this.#isClosed = isLast
          return result
        }
      }
      throw new HostError(
        'busy',
        `Other writers of session ${JSON.stringify(this.session)} were faster ${mostAttempts} times. It was read again; make the call again.`,
      )
    })
  }

  async #answered<T>(work: Work<T>): Promise<T> {
    let next = work.next()
    while (next.done !== true) next = work.next(await this.#read(next.value))
    return next.value
  }

  async #read(question: LogQuestion): Promise<readonly TodoEvent[]> {
    // What others store meanwhile makes the append fail, and is read then.
    if ('id' in question && this.#ids?.has(question.id) === false) return []
    const events: TodoEvent[] = []
    for await (const event of this.context.store.read(this.session, question)) events.push(event)
    return events
  }

  /** Does something once all that was asked for before is done. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => undefined)
    return done
  }

  /** Reads on; all of it anew where something was taken out of the log, for the state at hand may still hold it. */
  async #reload(): Promise<void> {
    const context = { ...this.context, session: this.session, snapshots: this.#snapshots }
    const beginning = { state: this.#state, progress: this.#progress }
    const asOf = this.#state.seq
    let isRedacted = false
    const passed = (event: TodoEvent) => {
      isRedacted ||= event.type === 'session.redacted'
      this.#remember(event)
    }
    let end = asOf === 0 ? null : await readOn(context, { beginning, point: 'end', asOf, passed })
    if (end === null || isRedacted) end = await readTo(context, 'end', passed)
    if (asOf === 0 && end.from > 0) this.#ids = null
    this.#state = end.state
    this.#progress = end.progress
    this.#unsettled = null
  }

  #remember({ id }: TodoEvent): void {
    if (this.#ids?.add(id).size === mostIds) this.#ids = null
  }

  /** False if it was not appended because another writer was faster: it can be tried again at once. */
  async #append(transaction: Transaction): Promise<boolean> {
    const { seq, recorded } = this.#state
    const events = transaction.seal()
    try {
      const result = await this.context.store.append(this.session, events, { expectedSeq: seq })
      if (result.lastSeq === transaction.state.seq) await this.#advance(transaction, result.events)
      // An answer that was lost: the events had been stored before, by this host or another.
      else await this.#reload()
      return true
    } catch (error) {
      // What the store refused is not there.
      if (error instanceof HostError) throw error
      // Of any other failure nobody knows until the store is asked: now, or else before the next call.
      this.#unsettled = transaction
      if (await this.#settle(transaction).catch(() => false)) return true
      if (!(error instanceof ConcurrencyError || error instanceof IdConflictError)) throw error
      // What a recording holds is a fact of its place, not a decision that can be made again, but beside it readings may stand.
      const others = recorded ? await this.#read({ from: seq + 1, to: Number.MAX_SAFE_INTEGER }) : []
      if (others.some(({ type }) => type !== 'completion.read')) throw error
      await this.#reload()
      // Another host may have been given the same call: it is answered from what that one stored.
      if (this.#state.seq === seq) throw error
      return false
    }
  }

  /** Asks the store whether a transaction was stored, and takes it in if it was. */
  async #settle(transaction: Transaction): Promise<boolean> {
    const stored: TodoEvent[] = []
    for (const event of transaction.events) {
      const found = await findEvent(this.context.store, this.session, event.id)
      // An id that comes from a name or a call may be stored by another host, with another body.
      if (found !== undefined && storedDifference(found, event) === null) stored.push(found)
    }
    this.#unsettled = null
    if (stored.length < transaction.steps.length) return false
    if (stored.some(({ seq }, index) => seq !== transaction.steps[index]?.event.seq)) await this.#reload()
    else await this.#advance(transaction, stored)
    return true
  }

  /** The transaction's events are stored: goes on to the state after them and tells the listeners. */
  async #advance({ steps: given }: Transaction, stored: readonly TodoEvent[]): Promise<void> {
    const isAsGiven = given.every(({ event }, index) => {
      const other = stored[index]
      return other?.at.getTime() === event.at.getTime() && other.redacted !== true
    })
    const steps = isAsGiven ? given : this.#stepsOf(stored)
    for (const event of stored) {
      this.#progress = progressAfter(this.#progress, event)
      this.#remember(event)
    }
    let before = this.#state
    this.#state = steps.at(-1)?.state ?? before
    for (const { event, state } of steps) {
      this.#tell(before, { state, event })
      before = state
    }
    const { seq } = this.#state
    this.#snapshots.take(this.#state, this.#progress)
    await this.#snapshots.save(seq)
  }

  /** What a listener throws is an error of its own: the event is stored, and whoever recorded it hears so. */
  #tell(before: SessionState, { state, event }: EventWithState): void {
    try {
      this.#emitter.emit('event', { state, event })
      if (this.#emitter.listenerCount('change') > 0)
        this.#emitter.emit('change', { state, patches: this.context.reducer.patches(before, event), event })
    } catch (error) {
      queueMicrotask(() => {
        throw error
      })
    }
  }

  /** Events that were stored before keep the time of then, and miss what was taken out of them since. */
  #stepsOf(stored: readonly TodoEvent[]): readonly EventWithState[] {
    let state = this.#state
    return stored.map((given) => {
      const event = frozenEvent(given)
      state = this.context.reducer.attempt(state, event).next
      return { event, state }
    })
  }
}

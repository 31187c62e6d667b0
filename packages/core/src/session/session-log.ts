/** One session's log while it is open: does one thing at a time to it, appends it to the store, keeps the state. */

import type { EventEmitter } from 'eventemitter3'
import type { Patch } from 'immer'
import { ConcurrencyError, HostError, IdConflictError } from '../errors.js'
import type { Actor, TodoEvent } from '../events.js'
import type { Occurrence } from '../host-input.js'
import type { Redactor } from '../redaction/redactor.js'
import { type ReadingContext, type ReadingEnd, readOn, readTo } from '../snapshots/read-state.js'
import {
  noProgress,
  type Progress,
  progressAfter,
  SessionSnapshots,
  type SnapshotContext,
} from '../snapshots/session-snapshots.js'
import { initialState, type SessionState } from '../state.js'
import { type EventStore, findEvent } from '../store/event-store.js'
import { storedDifference } from '../store/plan-append.js'
import { toolCallEventId } from './call-ids.js'
import type { EvidenceGate } from './evidence-gate.js'
import { frozenEvent } from './frozen-event.js'
import {
  namedEventId,
  type Step,
  Transaction,
  type TransactionContext,
  type TransactionLog,
} from './transaction.js'

/** What a session emits, once it is stored. Events are frozen copies, as states are frozen; their dates are shared. */
export interface SessionEvents {
  /** The state changed: the new state, the patches that lead to it, and the event that did it. */
  change: [{ readonly state: SessionState; readonly patches: readonly Patch[]; readonly event: TodoEvent }]
  /** An event was stored; the same as `change` without the cost of patches. */
  event: [{ readonly state: SessionState; readonly event: TodoEvent }]
}

/** What a log needs from its ledger: one object that all its sessions share. */
export interface LogContext extends TransactionContext, SnapshotContext {
  readonly store: EventStore
}

/** Who is told of an event once it is stored. */
interface Listeners {
  readonly gate: EvidenceGate
  readonly emitter: EventEmitter<SessionEvents>
}

/** Maximum append retries. */
const mostAttempts = 1_000

/** Of a longer session the store is asked whether an id is new. */
const mostIds = 20_000

/** One session's log. */
export class SessionLog implements TransactionLog {
  /** The session's id. */
  readonly session: string
  readonly context: LogContext
  readonly #listeners: Listeners
  readonly #snapshots: SessionSnapshots
  /** All ids that may be given again, those of calls and names; null if they are too many, or were not all read. */
  #ids: Set<string> | null = new Set()
  /** Calls of other tools whose results are to come, by their ids. */
  readonly #called = new Map<string, TodoEvent>()
  #state: SessionState = initialState
  #progress: Progress = noProgress
  #isBusy = false
  /** What comes once what is under way is done. */
  readonly #waiting: (() => void)[] = []
  #isClosed = false
  /** What was to be appended, and nobody knows yet whether it was; else null. */
  #unsettled: Transaction | null = null

  constructor(session: string, context: LogContext, listeners: Listeners) {
    this.session = session
    this.context = context
    this.#listeners = listeners
    this.#snapshots = new SessionSnapshots(session, context)
  }

  /** The state after the last stored event. */
  get state(): SessionState {
    return this.#state
  }

  get redactor(): Redactor {
    return this.context.redactor
  }

  /** True while somebody listens for patches. */
  get wantsPatches(): boolean {
    return this.#listeners.emitter.listenerCount('change') > 0
  }

  /** Who does what happens, without secrets; null if nobody is named. */
  actorOf(occurrence: Pick<Occurrence, 'actor'>): Actor | null {
    return new Transaction(this, this.#state).actorOf(occurrence)
  }

  /** True for the id of a call or a name that no event has, if that is known without asking the store. */
  isNew(id: string): boolean {
    return this.#ids?.has(id) === false
  }

  /** The stored event of an id, or undefined if there is none. */
  async find(id: string): Promise<TodoEvent | undefined> {
    if (this.#ids !== null && mayComeAgain(this.session, id) && this.isNew(id)) return undefined
    return this.#called.get(id) ?? (await findEvent(this.context.store, this.session, id))
  }

  /** The stored events of these seqs. */
  async read(from: number, to: number): Promise<readonly TodoEvent[]> {
    const events: TodoEvent[] = []
    for await (const event of this.context.store.read(this.session, { from, to })) events.push(event)
    return events
  }

  /** The events that one call stored under a host's name, in order; none if the name is new. */
  async named(name: string): Promise<readonly TodoEvent[]> {
    const { session } = this
    const { store } = this.context
    // Asked of the store: another host may have been given the name.
    const first = await findEvent(store, session, namedEventId(session, name, 1))
    if (first === undefined) return []
    if (first.seq > this.#state.seq) await this.reload()
    const events = [first]
    for await (const event of store.read(session, { from: first.seq + 1 })) {
      if (event.id !== namedEventId(session, name, events.length + 1)) break
      events.push(event)
    }
    return events
  }

  /** Reads what the store has and this log has not. True if all of that stands beside the session. */
  async reload(): Promise<boolean> {
    if (this.#state.seq > 0) {
      const asOf = this.#state.seq
      let isRedacted = false
      let isBeside = true
      const end = await readOn(this.#reading(), {
        beginning: { state: this.#state, progress: this.#progress },
        point: 'end',
        asOf,
        passed: (event) => {
          isRedacted ||= event.type === 'session.redacted'
          isBeside &&= event.type === 'completion.read'
          this.#note(event)
        },
      })
      if (!isRedacted) {
        this.#take(end)
        return isBeside && end.state.seq > asOf
      }
      // The state at hand may still hold what was taken out of the log.
    }
    this.#ids = new Set()
    this.#called.clear()
    const end = await readTo(this.#reading(), 'end', (event) => this.#note(event))
    if (end.from > 0) this.#ids = null
    this.#take(end)
    return false
  }

  /** Reloads once what is under way is done. */
  refresh(): Promise<void> {
    return this.#alone(async () => {
      await this.reload()
    })
  }

  /** Does a last thing to it: what was asked for meanwhile is refused, as is what comes then. */
  close(work: (transaction: Transaction) => Promise<void>): Promise<void> {
    return this.transact(work, undefined, true)
  }

  /**
   * Does one thing to the log at a time: `work` adds events, which are then appended together. If the store fails
   * and yet holds them, they count as appended. If another writer came first, `work` is done anew on what the session
   * is by then.
   * @param name the host's for what is recorded, if it has one; @param isLast true if nothing comes after it
   * @throws HostError `session-closed`; `busy` when other writers were faster each time
   * @throws ConcurrencyError for a recording that another writer came into: nobody decides it anew
   */
  transact<T>(work: (transaction: Transaction) => T | Promise<T>, name?: string, isLast = false): Promise<T> {
    return this.#alone(async () => {
      if (this.#isClosed) {
        throw new HostError(
          'session-closed',
          `Session ${JSON.stringify(this.session)} was closed here. Open it again with ledger.session().`,
        )
      }
      for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
        if (this.#unsettled !== null)
          await this.#settle(this.#unsettled, await this.#storedOf(this.#unsettled))
        const transaction = new Transaction(this, this.#state, name)
        const done = work(transaction)
        // Most of it is done at once: each wait costs a promise and a turn of the queue.
        const result = done instanceof Promise ? await done : done
        if (transaction.steps.length === 0 || (await this.#append(transaction))) {
          // Here, before what waits is begun.
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

  /** Does something once all that was asked for before is done. */
  async #alone<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isBusy) await new Promise<void>((begin) => this.#waiting.push(begin))
    this.#isBusy = true
    try {
      return await work()
    } finally {
      // It stays busy where something waits: nobody can come between.
      const next = this.#waiting.shift()
      if (next === undefined) this.#isBusy = false
      else next()
    }
  }

  #reading(): ReadingContext {
    const { store, reducer } = this.context
    return { session: this.session, store, reducer, snapshots: this.#snapshots }
  }

  #take({ state, progress }: ReadingEnd): void {
    this.#state = state
    this.#progress = progress
    this.#unsettled = null
  }

  /** False if it was not appended because another writer was faster: it can be tried again at once. */
  async #append(transaction: Transaction): Promise<boolean> {
    const { state } = transaction
    const events = transaction.seal()
    let stored: readonly TodoEvent[]
    try {
      const result = await this.context.store.append(this.session, events, { expectedSeq: this.#state.seq })
      // An answer that was lost: the events had been stored before, by this host or another.
      if (result.lastSeq !== state.seq) {
        await this.reload()
        return true
      }
      stored = result.events
    } catch (error) {
      // What the store refused is not there. Of any other failure nobody knows until the store is asked.
      if (error instanceof HostError) throw error
      if (error instanceof IdConflictError) {
        // Another host may have been given the same call: it is answered from what that one stored.
        const { seq, recorded } = this.#state
        await this.reload()
        if (recorded || this.#state.seq === seq) throw error
        return false
      }
      this.#unsettled = transaction
      // If it can't be asked now, it is before the next call.
      const found = await this.#storedOf(transaction).catch(() => undefined)
      if (found !== undefined && (await this.#settle(transaction, found))) return true
      if (!(error instanceof ConcurrencyError)) throw error
      const isBeside = await this.reload()
      // What a recording holds is a fact of its place, not a decision that can be made again.
      if (this.#state.recorded && !isBeside) throw error
      return false
    }
    await this.#advance(transaction, stored)
    return true
  }

  /** What the store holds of a transaction's events: all of them, or null. */
  async #storedOf({ events }: Transaction): Promise<readonly TodoEvent[] | null> {
    const stored: TodoEvent[] = []
    for (const event of events) {
      const found = await findEvent(this.context.store, this.session, event.id)
      // An id that comes from a name or a call may be stored by another host, with another body.
      if (found === undefined || storedDifference(found, event) !== null) return null
      stored.push(found)
    }
    return stored
  }

  /** It is known now whether a transaction was stored: takes it in if it was. True if it was. */
  async #settle(transaction: Transaction, stored: readonly TodoEvent[] | null): Promise<boolean> {
    this.#unsettled = null
    if (stored === null) return false
    if (stored.some((event, index) => event.seq !== transaction.events[index]?.seq)) await this.reload()
    else await this.#advance(transaction, stored)
    return true
  }

  /** The transaction's events are stored: the log goes on to the state after them and notifies its listeners. */
  #advance(transaction: Transaction, stored: readonly TodoEvent[]): Promise<void> | undefined {
    const steps = isAsGiven(stored, transaction.events) ? transaction.steps : this.#stepsOf(stored)
    this.#state = steps.at(-1)?.state ?? transaction.state
    for (const event of stored) this.#progress = progressAfter(this.#progress, event)
    for (const { event } of steps) this.#note(event)
    for (const step of steps) this.#publish(step)
    const { seq } = this.#state
    return this.#snapshots.take(this.#state, this.#progress) > 0 ? this.#snapshots.save(seq) : undefined
  }

  /** Keeps what is asked for by its id. */
  #note(event: TodoEvent): void {
    const { id, type } = event
    if (this.#ids !== null && mayComeAgain(this.session, id)) {
      if (this.#ids.size === mostIds) this.#ids = null
      else this.#ids.add(id)
    }
    if (type === 'tool.called') this.#called.set(id, event)
    else if (type === 'tool.returned') this.#called.delete(toolCallEventId(this.session, event.data.call))
    else if (type === 'turn.ended') this.#called.clear()
  }

  #publish({ event, state, patches }: Step): void {
    const { gate, emitter } = this.#listeners
    gate.observe(event, state)
    emitter.emit('event', { state, event })
    emitter.emit('change', { state, patches, event })
  }

  /** What events lead to that were stored before and keep the time of then. */
  #stepsOf(stored: readonly TodoEvent[]): readonly Step[] {
    const { reducer } = this.context
    let before = this.#state
    return stored.map((given) => {
      const event = frozenEvent(given)
      const patches = this.wantsPatches ? reducer.acceptWithPatches(before, event)[1] : []
      before = reducer.accept(before, event)
      return { event, state: before, patches }
    })
  }
}

/** True if what is stored is what was given: an event that was stored before keeps its time, and is redacted. */
function isAsGiven(stored: readonly TodoEvent[], given: readonly TodoEvent[]): boolean {
  return given.every(({ at }, index) => {
    const other = stored[index]
    return other?.at.getTime() === at.getTime() && other.redacted !== true
  })
}

/** True for an id that is made of the session and what a host, a model or a recording gave: it may come again. */
function mayComeAgain(session: string, id: string): boolean {
  return id.startsWith(session)
}

/** One session's log while it is open: serialises what is done to it, appends it to the store, keeps the state. */

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
import type { EvidenceGate } from './evidence-gate.js'
import { frozenEvent } from './frozen-event.js'
import {
  namedEventId,
  type Step,
  Transaction,
  type TransactionContext,
  type TransactionLog,
} from './transaction.js'

/**
 * What a session emits, once it is stored. Events are frozen copies, as states are frozen; their dates, Maps and Sets,
 * which can't be frozen, are copies that the listeners share.
 */
export interface SessionEvents {
  /** The state changed: the new state, the patches that lead to it, and the event that did it. */
  change: [{ readonly state: SessionState; readonly patches: readonly Patch[]; readonly event: TodoEvent }]
  /** An event was stored; the same as `change` without the cost of patches. */
  event: [{ readonly state: SessionState; readonly event: TodoEvent }]
}

/** What a log needs from its ledger: one object that all its sessions share. */
export interface LogContext extends TransactionContext, SnapshotContext {
  /** Where the events are kept. */
  readonly store: EventStore
}

/** Who is told of an event once it is stored. */
interface Listeners {
  /** Looks at each. */
  readonly gate: EvidenceGate
  /** Emits each. */
  readonly emitter: EventEmitter<SessionEvents>
}

/** What waits until all is done that came before it. */
interface Waiting {
  readonly begin: () => void
  next: Waiting | null
}

/** Another writer may be faster so often while one thing is done. */
const mostAttempts = 1_000

/** One session's log. Many are held: what all share stands in the context, and what few need is made when it is needed. */
export class SessionLog implements TransactionLog {
  /** The session's id. */
  readonly session: string
  /** What it needs from its ledger. */
  readonly context: LogContext
  readonly #gate: EvidenceGate
  readonly #emitter: EventEmitter<SessionEvents>
  readonly #snapshots: SessionSnapshots
  #ids = new KnownIds()
  #state: SessionState = initialState
  #progress: Progress = noProgress
  #isBusy = false
  /** What comes once what is under way is done: the first and the last. An array moves all others when its first is taken. */
  #first: Waiting | null = null
  #last: Waiting | null = null
  #isClosed = false
  /** What was to be appended, and nobody knows yet whether it was; else null. */
  #unsettled: Transaction | null = null

  /** @param session the session's id; @param context what the log needs from its ledger */
  constructor(session: string, context: LogContext, { gate, emitter }: Listeners) {
    this.session = session
    this.context = context
    this.#gate = gate
    this.#emitter = emitter
    this.#snapshots = new SessionSnapshots(session, context)
  }

  /** True while somebody listens for patches. */
  get wantsPatches(): boolean {
    return this.#emitter.listenerCount('change') > 0
  }

  /** Who does what happens, without secrets; null where nobody is named. */
  actorOf(occurrence: Pick<Occurrence, 'actor'>): Actor | null {
    return new Transaction(this, this.#state).actorOf(occurrence)
  }

  /** The state after the last stored event. */
  get state(): SessionState {
    return this.#state
  }

  /** Does a last thing to it: what was asked for meanwhile is refused, as what comes then. */
  close(work: (transaction: Transaction) => Promise<void>): Promise<void> {
    return this.transact(work, undefined, true)
  }

  /** Takes secrets out of what a host says. */
  get redactor(): Redactor {
    return this.context.redactor
  }

  /** True where an event with this id is stored. */
  async has(id: string): Promise<boolean> {
    return this.#ids.seqOf(id) !== undefined || (await this.find(id)) !== undefined
  }

  /** True for an id that no event has, where that is known without asking the store. */
  isNew(id: string): boolean {
    return this.#ids.isComplete && isOfCall(this.session, id) && this.#ids.seqOf(id) === undefined
  }

  /** The stored event with this id, or undefined where there is none or the store does not keep it. */
  async find(id: string): Promise<TodoEvent | undefined> {
    const { session } = this
    const { store } = this.context
    if (this.isNew(id)) return undefined
    const seq = this.#ids.seqOf(id)
    if (seq === undefined) return findEvent(store, session, id)
    for await (const event of store.read(session, { from: seq, to: seq })) return event
    return undefined
  }

  /** The stored events of these seqs. */
  async read(from: number, to: number): Promise<readonly TodoEvent[]> {
    const events: TodoEvent[] = []
    for await (const event of this.context.store.read(this.session, { from, to })) events.push(event)
    return events
  }

  /** The events that one call stored under a host's name, in order; none where the name is new. */
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

  /** Reads what the store has and this log has not. True where that stands beside the session, all of it. */
  async reload(): Promise<boolean> {
    if (this.#state.seq > 0) {
      const asOf = this.#state.seq
      const beginning = { state: this.#state, progress: this.#progress }
      let isRedacted = false
      let isBeside = true
      const end = await readOn(this.#reading(), {
        beginning,
        point: 'end',
        asOf,
        passed: (event) => {
          isRedacted ||= event.type === 'session.redacted'
          isBeside &&= event.type === 'completion.read'
          this.#note(this.#ids, event)
        },
      })
      if (!isRedacted) {
        this.#take(end)
        return isBeside && end.state.seq > asOf
      }
      // The state at hand may still hold what was taken out of the log.
    }
    const ids = new KnownIds()
    const end = await readTo(this.#reading(), 'end', (event) => this.#note(ids, event))
    if (end.from > 0) ids.lackTheFirst()
    this.#ids = ids
    this.#take(end)
    return false
  }

  /** Reloads once what is under way is done. */
  async refresh(): Promise<void> {
    if (this.#isBusy) await this.#before()
    this.#isBusy = true
    try {
      await this.reload()
    } finally {
      this.#next()
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

  /**
   * Does one thing to the log at a time: `work` adds events, which are then appended together. Where the store fails
   * and yet holds them, they count as appended. Where another writer came first, `work` is done anew on what the session
   * is by then.
   * @param name the host's for what is recorded, if it has one; @param isLast true where nothing comes after it
   * @throws HostError `session-closed`; `busy` when other writers were faster each time
   * @throws ConcurrencyError for a recording that another writer came into: nobody decides it anew
   */
  async transact<T>(
    work: (transaction: Transaction) => T | Promise<T>,
    name?: string,
    isLast = false,
  ): Promise<T> {
    if (this.#isBusy) await this.#before()
    this.#isBusy = true
    try {
      this.#mustBeOpen()
      for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
        if (this.#unsettled !== null)
          await this.#settle(this.#unsettled, await this.#storedOf(this.#unsettled))
        const transaction = new Transaction(this, this.#state, name)
        // Most of it is done at once: each wait costs a promise and a turn of the queue of V8.
        const done = work(transaction)
        const result = done instanceof Promise ? await done : done
        if (transaction.steps.length === 0 || (await this.#append(transaction))) {
          // Here, before what waits goes on.
          this.#isClosed = isLast
          return result
        }
      }
      throw new HostError(
        'busy',
        `Other writers of session ${JSON.stringify(this.session)} were faster ${mostAttempts} times. It was read again; make the call again.`,
      )
    } finally {
      this.#next()
    }
  }

  /** Waits until all is done that came before. */
  #before(): Promise<void> {
    return new Promise((begin) => {
      const waiting: Waiting = { begin, next: null }
      if (this.#last === null) this.#first = waiting
      else this.#last.next = waiting
      this.#last = waiting
    })
  }

  /** What comes next is begun; nobody else can come between, for the log stays busy. */
  #next(): void {
    const first = this.#first
    if (first === null) {
      this.#isBusy = false
      return
    }
    this.#first = first.next
    if (first.next === null) this.#last = null
    first.begin()
  }

  #mustBeOpen(): void {
    if (!this.#isClosed) return
    throw new HostError(
      'session-closed',
      `Session ${JSON.stringify(this.session)} was closed here. Open it again with ledger.session().`,
    )
  }

  /** False where it was not appended, because another writer was faster: it can be tried again at once. */
  async #append(transaction: Transaction): Promise<boolean> {
    const { session } = this
    const { store } = this.context
    const { events, state } = transaction
    let stored: readonly TodoEvent[]
    try {
      const result = await store.append(session, events, { expectedSeq: this.#state.seq })
      // An answer that was lost: the events had been stored before, by this host or another.
      if (result.lastSeq !== state.seq) {
        await this.reload()
        return true
      }
      stored = result.events
    } catch (error) {
      // What the store refused is not there. Of any other failure nobody knows until the store is asked.
      if (error instanceof HostError || error instanceof IdConflictError) throw error
      this.#unsettled = transaction
      // Where it can't be asked now, it is before the next call.
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
    const { session } = this
    const { store } = this.context
    const stored: TodoEvent[] = []
    for (const event of events) {
      const found = await findEvent(store, session, event.id)
      // An id that comes from a name or a call may be stored by another host, with another body.
      if (found === undefined || storedDifference(found, event) !== null) return null
      stored.push(found)
    }
    return stored
  }

  /** It is known now whether a transaction was stored: takes it in where it was. True where it was. */
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
    for (const { event } of steps) this.#note(this.#ids, event)
    for (const step of steps) this.#publish(step)
    const { seq } = this.#state
    return this.#snapshots.isDue(seq) ? this.#snapshots.save(this.#state, this.#progress, seq) : undefined
  }

  /** An id that was drawn is not held: nobody asks for it to see whether something is repeated. */
  #note(ids: KnownIds, { id, seq }: TodoEvent): void {
    if (isOfCall(this.session, id)) ids.add(id, seq)
  }

  #publish({ event, state, patches }: Step): void {
    this.#gate.observe(event, state)
    const emitter = this.#emitter
    if (emitter.listenerCount('event') + emitter.listenerCount('change') === 0) return
    const frozen = frozenEvent(event)
    emitter.emit('event', { state, event: frozen })
    emitter.emit('change', { state, patches, event: frozen })
  }

  /** What events lead to that were stored before and keep the time of then. */
  #stepsOf(stored: readonly TodoEvent[]): readonly Step[] {
    const { reducer } = this.context
    let before = this.#state
    return stored.map((event) => {
      const patches = this.wantsPatches ? reducer.acceptWithPatches(before, event)[1] : []
      before = reducer.accept(before, event)
      return { event, state: before, patches }
    })
  }
}

/** True where what is stored is what was given: an event that was stored before keeps its time, and is redacted. */
function isAsGiven(stored: readonly TodoEvent[], given: readonly TodoEvent[]): boolean {
  return given.every(({ at }, index) => {
    const other = stored[index]
    return other?.at.getTime() === at.getTime() && other.redacted !== true
  })
}

/** True for an id that is made of the session and what a host, a model or a recording gave: it may come again. */
function isOfCall(session: string, id: string): boolean {
  return id.startsWith(session)
}

/** So many ids are held at the least, and twice as many at most: some 3 MB. */
const leastIds = 10_000

const noIds: ReadonlyMap<string, number> = new Map()

/** The seqs of a session's last events that have such ids; of a short session, of all. */
export class KnownIds {
  // Two maps, of which the older goes whole: a map of which the oldest goes each time is searched through its gaps.
  #newer: Map<string, number> | null = null
  #older: ReadonlyMap<string, number> = noIds
  #complete = true

  /** True while it holds every such id of the session. */
  get isComplete(): boolean {
    return this.#complete
  }

  /** The seq of an id, or undefined where it is not held. */
  seqOf(id: string): number | undefined {
    return this.#newer?.get(id) ?? this.#older.get(id)
  }

  /** Takes in the session's next event. The oldest go where there are too many. */
  add(id: string, seq: number): void {
    if (this.#newer?.size === leastIds) {
      if (this.#older.size > 0) this.#complete = false
      this.#older = this.#newer
      this.#newer = null
    }
    this.#newer ??= new Map()
    this.#newer.set(id, seq)
  }

  /** The session has events before those that were taken in. */
  lackTheFirst(): void {
    this.#complete = false
  }
}

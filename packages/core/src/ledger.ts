/** Opens sessions over a store. */

import { randomUUID } from 'node:crypto'
import { HostError, StoreError } from './errors.js'
import type { Actor, CompletionReadData, TodoEvent } from './events.js'
import type { Evidence } from './evidence.js'
import type { Point } from './history.js'
import type { Occurrence } from './host-input.js'
import {
  type ForgottenSession,
  forgetSession,
  type RedactionContext,
  type RedactOptions,
  recordReading,
  redactSession,
  type SessionRedaction,
  unknownSession,
} from './ledger/beside.js'
import { SessionReading } from './ledger/session-reading.js'
import { planAt, type SessionPlan } from './plan/session-plan.js'
import { profileNamed as coreProfileNamed, profileList } from './profiles/builtin-profiles.js'
import type { Profile } from './profiles/profile.js'
import { createRedactor, type RedactionOptions } from './redaction/redactor.js'
import { createReducer, type Reducer } from './reducer.js'
import type { Rule } from './rules/rule.js'
import { mustRunUnder, openingOf, type SessionOpening } from './session/opening.js'
import { givenDate, givenId } from './session/transaction.js'
import { type OpenTurnChoice, TurnLease } from './session/turn-lease.js'
import { Session, type SessionContext } from './session.js'
import { readStateAt, type StateSource } from './snapshots/read-state.js'
import type { SessionState } from './state.js'
import { type EventStore, firstEvent, type ReadRange } from './store/event-store.js'
import { listSessions, type SessionsPage, type SessionsQuery } from './store/session-list.js'

export interface LedgerOptions {
  readonly store: EventStore
  /** Your own rules. One that the profile does not set applies as `reject`. */
  readonly rules?: readonly Rule[]
  /** Events between two snapshots of a session; default 250. False: every session is read from its first event. */
  readonly snapshotInterval?: number | false
  /** What is taken out before anything is decided, hashed or stored. Default: what the built-in patterns find. */
  readonly redaction?: RedactionOptions | false
  /**
   * Says what calls did and what contradicts completions: `evidence()` of `@todo-ledger/audit`. A profile that asks for
   * evidence (`evidenceRequired`) can't be opened without.
   */
  readonly evidence?: Evidence
  /** Finds profiles by name. Default: core's own; that of `@todo-ledger/recordings` also knows those of coding agents. */
  readonly profileNamed?: (name: string) => Profile | undefined
  /** The actor of everything recorded through this ledger without one of its own. */
  readonly actor?: Actor
  readonly clock?: () => Date
  /** Gives ids for events that have none of their own; default: random ones. */
  readonly ids?: () => string
  /** False: turns do not say who holds them, so opening a session ends the same actor's turn even if it is under way elsewhere. */
  readonly turnLeases?: boolean
  /** The most idle sessions to keep in memory; default 1,000, or fewer where their lists are long. */
  readonly sessionsInMemory?: number
}

export interface SessionOptions extends SessionOpening, Occurrence {
  /** Its todo system, or the name of a known one. An existing session keeps its own by default. */
  readonly profile?: Profile | string
  /**
   * What happens to a turn that is under way. `refuse`: a HostError `turn-open` that names its owner. `join`: it
   * stays open, and `session.turn()` returns it; end it if a crash left it. `interrupt`: it is ended. Default: refuse
   * if its owner is alive, else end it; if this ledger already has the session open, the turn stays.
   */
  readonly openTurn?: OpenTurnChoice
}

/** So many characters may the lists of the sessions in memory hold together; beyond, idle ones go as where they are too many. */
const longestInMemory = 32_000_000

/** Sessions over one store. Made by `openLedger`. */
export class Ledger {
  /** One for all sessions: of many that are kept open each would hold its own. */
  readonly #context: SessionContext
  readonly #rules: readonly Rule[]
  readonly #profileNamed: (name: string) => Profile | undefined
  readonly #sessionsInMemory: number
  /** Sessions that are given out; the one that was asked for last stands at the end. */
  readonly #open = new Map<string, Opening>()

  /** @param reducer what folds events, for a test of another one */
  constructor({
    store,
    rules = [],
    redaction,
    profileNamed = coreProfileNamed,
    clock = () => new Date(),
    ids = randomUUID,
    turnLeases = true,
    sessionsInMemory = 1000,
    snapshotInterval,
    evidence,
    actor,
  }: LedgerOptions) {
    this.#rules = rules
    this.#profileNamed = profileNamed
    this.#sessionsInMemory = Math.max(1, sessionsInMemory)
    this.#context = {
      store,
      reducer: createReducer(rules),
      redactor: createRedactor(redaction),
      clock: () => givenDate(clock(), 'What the clock of the ledger gave'),
      newId: ids,
      lease: turnLeases ? new TurnLease() : null,
      ...{ snapshotInterval, evidence, actor },
      isReplaced: (session) => {
        const open = this.#open.get(session.id)
        return open !== undefined && open.session !== session
      },
      closed: (session) => {
        if (this.#open.get(session.id)?.session === session) this.#open.delete(session.id)
      },
    }
  }

  get #store(): EventStore {
    return this.#context.store
  }

  #idOf(given: string): string {
    return givenId(given, 'The id of a session', this.#context.redactor)
  }

  /**
   * Opens or resumes a session. A turn that a crash left open is ended as `interrupted`; `openTurn` decides about a
   * turn that is under way elsewhere. While it is in use the same id gives the same object.
   * @throws HostError `turn-open`, `profile-required`, `profile-mismatch`, `unknown-profile`, `unknown-rule`, `bad-session-id`,
   * `no-evidence`
   * @throws DamagedLogError when the stored log has a gap or cannot be
   */
  async session(given: string, options: SessionOptions = {}): Promise<Session> {
    const id = this.#idOf(given)
    const known = this.#open.get(id)
    const opening: Opening = known ?? {
      opened: this.#openSession(id, options),
      session: null,
      seq: 0,
      size: 0,
    }
    this.#open.delete(id)
    this.#open.set(id, opening)
    try {
      opening.session = await opening.opened
    } catch (error) {
      if (this.#open.get(id) === opening) this.#open.delete(id)
      throw error
    }
    this.#letIdleGo(id)
    if (known !== undefined) mustRunUnder(options.profile, id, opening.session.profile.name)
    return opening.session
  }

  /** Where too many are in memory, those that were longest not asked for go; they are read again when needed. */
  #letIdleGo(asked: string): void {
    let tooMany = this.#open.size - this.#sessionsInMemory
    let tooLong = -longestInMemory
    for (const opening of this.#open.values()) tooLong += weighed(opening)
    for (const [id, { session, size }] of this.#open) {
      if (tooMany <= 0 && tooLong <= 0) return
      if (id === asked || session === null || !session.isIdle) continue
      this.#open.delete(id)
      tooMany -= 1
      tooLong -= size
    }
  }

  async has(given: string): Promise<boolean> {
    const session = this.#idOf(given)
    if (this.#open.get(session)?.session?.state.seq) return true
    return (await firstEvent(this.#store, session)) !== undefined
  }

  /**
   * Reads a session: its state, its history, its list. No event is written, and a turn that is under way continues.
   * @throws HostError `unknown-session`
   * @throws DamagedLogError when the stored log has a gap or cannot be
   */
  async read(given: string): Promise<SessionReading> {
    const session = this.#idOf(given)
    const source = this.#stateSource(session)
    const read = await readStateAt(source, 'end')
    if (read === null) throw unknownSession(session)
    const profile = this.#recordedProfile(await firstEvent(this.#store, session))
    return new SessionReading(source, read.state, profile ?? null)
  }

  /** Lets go of a session; the next call opens it from the store. `session.close()` also ends its work. */
  release(session: string): void {
    this.#open.delete(this.#idOf(session))
  }

  /** A page of the sessions, last updated first. @throws HostError `bad-query` */
  sessions(query: SessionsQuery = {}): Promise<SessionsPage> {
    return listSessions(this.#store, query)
  }

  events(session: string, range?: ReadRange): AsyncIterable<TodoEvent> {
    return this.#store.read(this.#idOf(session), range)
  }

  /**
   * The state of a session at a moment, or null if it has no such moment.
   * @throws DamagedLogError when the stored log has a gap or cannot be
   */
  async stateAt(session: string, point: Point): Promise<SessionState | null> {
    const read = await readStateAt(this.#stateSource(this.#idOf(session)), point)
    return read?.state ?? null
  }

  #stateSource(session: string): StateSource & { readonly reducer: Reducer } {
    const { store, reducer, snapshotInterval } = this.#context
    return { store, session, reducer, snapshotInterval }
  }

  /**
   * Records what a second reader answered to the page of a completion. It changes no state, ends no turn, and does
   * not disturb whoever drives the session. Of a reader's answers to one page the first is kept.
   * @throws HostError `unknown-session`
   * @throws StoreError `forgotten`, or what else keeps it from being written
   */
  recordReading(given: string, reading: CompletionReadData): Promise<void> {
    const { redactor } = this.#context
    return recordReading({ ...this.#stateSource(this.#idOf(given)), redactor }, reading)
  }

  /**
   * What is left of a session's list at a moment, what waits for what, the pace so far and a forecast; null if the
   * session has no such moment. Reads the whole session.
   * @throws DamagedLogError when the stored log has a gap or cannot be
   */
  plan(session: string, point: Point = 'end'): Promise<SessionPlan | null> {
    return planAt(this.events(session), point, this.#context.reducer)
  }

  /**
   * Removes a secret from all stored events of a session. The log verifies as redacted there and nowhere else.
   * @throws HostError `unknown-session`, `not-redactable`, `bad-secret`, `bad-pattern`
   * @throws StoreError when an event would not be one without it, or the store failed; then nothing was changed
   */
  async redact(session: string, options: RedactOptions): Promise<SessionRedaction> {
    // As it was given: a session that was stored before ids were redacted is found, too.
    const context = await this.#redactionOf(session)
    const redacted = await redactSession(context, options)
    await this.#refresh(context.session)
    return redacted
  }

  /**
   * Erases the contents of all events of a session. Their number, times and order stay, so the log still verifies;
   * nothing can be added to the session afterwards.
   * @throws HostError `unknown-session`, `not-redactable`
   */
  async forget(session: string, { reason }: { readonly reason?: string } = {}): Promise<ForgottenSession> {
    const context = await this.#redactionOf(session)
    const forgotten = await forgetSession(context, reason)
    await this.#refresh(context.session)
    this.#open.delete(context.session)
    return forgotten
  }

  async #redactionOf(given: string): Promise<RedactionContext> {
    const isStored = (await firstEvent(this.#store, given)) !== undefined
    const session = isStored ? given : this.#idOf(given)
    return { ...this.#context, session }
  }

  /** What was taken out of the log is taken out of the session at hand, too. */
  async #refresh(session: string): Promise<void> {
    const open = this.#open.get(session)
    try {
      await (await open?.opened)?.refresh()
    } catch {
      // It can't be read anew: the next call opens another, which says why.
      if (this.#open.get(session) === open) this.#open.delete(session)
    }
  }

  /** Closes the store, too. */
  async close(): Promise<void> {
    this.#open.clear()
    this.#context.lease?.end()
    await this.#store.close()
  }

  async #openSession(id: string, options: SessionOptions): Promise<Session> {
    if (id === '') throw new HostError('bad-session-id', 'A session id is empty. Give the session a name.')
    const profile = await this.#profileOf(id, options)
    const opening = openingOf(profile, options, { rules: this.#rules, evidence: this.#context.evidence })
    const session = new Session(id, profile, this.#context)
    await session.open(opening, options)
    return session
  }

  /** The profile that was asked for, held against the one that the log names. */
  async #profileOf(id: string, { profile: asked }: SessionOptions): Promise<Profile> {
    const session = `Session ${JSON.stringify(id)}`
    const first = await firstEvent(this.#store, id)
    if (first?.type === 'event.erased')
      throw new StoreError(
        'forgotten',
        `${session} was forgotten: its contents were erased, and it can't go on. Begin a session with another id.`,
      )
    if (first?.type === 'session.opened') mustRunUnder(asked, id, first.data.profile)
    // A name alone leaves the session the settings that it has.
    const known = typeof asked === 'object' ? asked : this.#recordedProfile(first)
    if (known !== undefined) return known
    if (first?.type === 'session.opened')
      throw new HostError(
        'unknown-profile',
        `${session} runs under profile ${JSON.stringify(first.data.profile)}, which is not known here. Pass it as profile, or pass openLedger({ profileNamed }) a function that finds it.`,
      )
    if (typeof asked === 'string') return this.#profileOfName(asked)
    throw new HostError(
      'profile-required',
      `${session} is new. Say under which profile it runs: a profile, such as profiles.todoManager, or the name of one.`,
    )
  }

  #recordedProfile(first: TodoEvent | undefined): Profile | undefined {
    if (first?.type !== 'session.opened') return undefined
    return this.#profileNamed(first.data.profile)?.with(first.data.settings)
  }

  #profileOfName(name: string): Profile {
    const known = this.#profileNamed(name)
    if (known !== undefined) return known
    const names = profileList.map((each) => each.name).join(', ')
    throw new HostError(
      'unknown-profile',
      `There is no profile ${JSON.stringify(name)} here. Core has ${names}; pass a profile of your own, or pass openLedger({ profileNamed }) a function that finds it: profileNamed of @todo-ledger/recordings knows those of coding agents.`,
    )
  }
}

/** A session that is given out, or is to be once it is open. */
interface Opening {
  readonly opened: Promise<Session>
  /** The same once it has come; null before. */
  session: Session | null
  /** How many characters its list had after which event. */
  size: number
  seq: number
}

/** The characters of a session's list; counted anew where something was stored since. */
function weighed(opening: Opening): number {
  const state = opening.session?.state
  if (state === undefined || state.seq === opening.seq) return opening.size
  opening.seq = state.seq
  opening.size = JSON.stringify([state.items, state.goal]).length
  return opening.size
}

/**
 * Opens a ledger over a store.
 * @throws HostError `no-store` if none is given
 */
export function openLedger(options: LedgerOptions): Ledger {
  // Called from JavaScript, nobody has checked what is given.
  const given: Partial<LedgerOptions> | undefined = options
  if (typeof given?.store?.append !== 'function') {
    throw new HostError(
      'no-store',
      "openLedger needs a store: openLedger({ store: memoryStore() }), or openLedger({ store: sqliteStore('ledger.db') }) with sqliteStore of @todo-ledger/core/sqlite.",
    )
  }
  return new Ledger(options)
}

/** What can be asked of a ledger from outside. HTTP, MCP and the page are ways in to this and nothing else. */

import { createHash, randomUUID } from 'node:crypto'
import type { SessionAudit } from '@todo-ledger/audit'
import {
  type EventOf,
  type EventStore,
  type Evidence,
  HostError,
  type LedgerOptions,
  type Occurrence,
  openLedger,
  type Point,
  type Session,
  type SessionOptions,
  type SessionsQuery,
  type TodoEvent,
  type TurnEnding,
} from '@todo-ledger/core'
import { callEventId, findEvent, firstEvent, namedEventId } from '@todo-ledger/core/store'
import { profileNamed } from '@todo-ledger/recordings'
import { type Limits, usualLimits } from '../access/limits.js'
import { type Caller, isTheirs, person } from '../access/tokens.js'
import type { Analysis, User } from '../analysis/analyses.js'
import { analysisThread } from '../analysis/analysis-thread.js'
import { Metrics } from '../telemetry/metrics.js'
import { eventFeed } from './event-feed.js'

export interface ServiceOptions extends Pick<LedgerOptions, 'clock' | 'ids'> {
  /** Closed with the service. */
  readonly store: EventStore
  /** The store's file or address, for the thread that reads for audits. Absent: it asks this one for the events. */
  readonly place?: string
  /** Says what calls did and how well completions are supported. */
  readonly evidence: Evidence
  /** Whose agents work on the sessions to which only todo calls come: their recordings show the other work. Nobody's when absent. */
  readonly user?: User
  readonly limits?: Limits
  /** What is counted; nobody reads it when absent. */
  readonly metrics?: Metrics
}

export interface NewSession
  extends Pick<SessionOptions, 'goal' | 'parent' | 'todoCallsOnly'>,
    Required<Pick<SessionOptions, 'profile'>> {
  /** It begins with the caller's prefix; a new one when absent. */
  readonly id?: string
}

export interface ServiceCall extends Pick<Occurrence, 'actor'> {
  /** The model's id of the call: the same id again is the same call and gets the same answer. */
  readonly call: string
  readonly name: string
  /** As the model gave it. */
  readonly input: unknown
}

/** Sessions of one ledger for callers that see their own alone. */
export class LedgerService {
  readonly #ledger
  readonly #store: EventStore
  readonly #feed
  readonly #thread
  readonly #metrics: Metrics
  readonly #limits: Limits
  /** How many streams are open, by token. */
  readonly #streams = new Map<string, number>()
  /** How many sessions there are, by whose they are. */
  readonly #counted = new Map<string, Promise<{ sessions: number }>>()
  /** The request with which the conversation of a session in memory was told what is open; empty where it began here. */
  readonly #told = new WeakMap<Session, string>()
  #isStopping = false

  constructor(options: ServiceOptions) {
    const { store, place = null, evidence, user = null, ...given } = options
    const { limits = usualLimits, metrics = new Metrics(), ...times } = given
    this.#store = store
    this.#metrics = metrics
    this.#limits = limits
    this.#thread = analysisThread({ store, place, user, limits })
    this.#ledger = openLedger({ ...times, store, evidence, profileNamed })
    this.#feed = eventFeed(store)
  }

  /**
   * Begins a session, or gives the one that has the id and the profile.
   * @param key the client's name for the request: the same key again is the same session
   * @throws HostError `not-yours`, `profile-mismatch`, `unknown-profile`
   */
  async createSession(caller: Caller, given: NewSession, key?: string) {
    const id = given.id ?? `${caller.prefix}${key === undefined ? randomUUID() : idOfKey(key)}`
    if (!isTheirs(caller, id)) {
      throw new HostError(
        'not-yours',
        `The ids of your sessions begin with ${JSON.stringify(caller.prefix)}. Name the session so, or leave its id out.`,
      )
    }
    const { profile, goal = null, parent = null, todoCallsOnly } = given
    const stored = await firstEvent(this.#store, id)
    const isNew = stored === undefined
    if (!isNew && key !== undefined && stored.type === 'session.opened' && stored.data.goal !== goal) {
      throw new HostError(
        'key-conflict',
        'The session of this Idempotency-Key has another goal. Use a new key for another request.',
      )
    }
    const only = todoCallsOnly === undefined ? {} : { todoCallsOnly }
    const giveBack = isNew ? await this.#takeRoom(id) : () => {}
    try {
      const session = await this.#ledger.session(id, { profile, goal, parent, ...only, openTurn: 'join' })
      if (isNew) this.#told.set(session, '')
      // Whoever asks for it again may be a new conversation.
      else this.#told.delete(session)
    } catch (error) {
      giveBack()
      throw error
    }
    // The same request gets the same answer.
    return { id, isNew: isNew || key !== undefined }
  }

  /**
   * A session to be written. A turn that is under way goes on: it is the client's, not this process's.
   * @throws HostError `unknown-session`
   */
  async session(caller: Caller, id: string): Promise<Session> {
    await this.#mustBeThere(caller, id)
    return await this.#ledger.session(id, { openTurn: 'join' })
  }

  /** A response of the model begins. Gives the turn's number, and the reminders that its request is to carry. */
  async startTurn(caller: Caller, id: string, given: Pick<Occurrence, 'actor'> = {}, key?: string) {
    const session = await this.session(caller, id)
    // Asked of the store: another server may have answered the same request.
    const before = key === undefined ? undefined : await findEvent(this.#store, id, namedEventId(id, key, 1))
    const first = (isNew: boolean) => this.#openListOnce(session, key ?? randomUUID(), isNew)
    // Also once it is over.
    if (before?.type === 'turn.started') {
      const { turn, reminders } = await this.#startedTurn(before)
      return { turn, reminders: [...first(false), ...reminders] }
    }
    const { number, reminders } = await session.startTurn({ ...given, ...named(key) })
    return { turn: number, reminders: [...first(true), ...reminders] }
  }

  /** What is open, for a conversation that goes on with a session: with its first request, and with the same one again. */
  #openListOnce(session: Session, request: string, isNew: boolean): readonly string[] {
    const told = this.#told.get(session)
    if (told === undefined ? !isNew : told !== request) return []
    this.#told.set(session, request)
    const list = session.openList()
    return list === null ? [] : [list]
  }

  async #startedTurn({ session, turn, data }: EventOf<'turn.started'>) {
    const told = await Promise.all(data.delivers.map((each) => findEvent(this.#store, session, each)))
    const reminders = told.flatMap((event) => {
      if (event?.type === 'todos.updated') return [event.data.reply]
      return event?.type === 'nag.issued' ? [event.data.text] : []
    })
    return { turn, reminders }
  }

  /** A response and its calls are over. The reminders go first into the tool results. */
  async endTurn(
    caller: Caller,
    id: string,
    { turn, ...ending }: Omit<TurnEnding, 'id'> & { readonly turn: number },
    key?: string,
  ) {
    const session = await this.session(caller, id)
    const open = await session.turnNumbered(turn)
    return await open.end({ ...ending, ...named(key) })
  }

  /**
   * A todo tool is called: gives what the model is to read. A broken rule is an answer, too.
   * @param turn that it belongs to; without one it is a turn of its own, in the run under way or in one that it begins
   */
  async callTodoTool(caller: Caller, id: string, given: ServiceCall, turn?: number) {
    const session = await this.session(caller, id)
    const { name, input, ...how } = given
    const answered = async () => {
      if (turn === undefined) return await session.callTodoTool(given)
      const open = await session.turnNumbered(turn)
      return { reply: await open.callTodoTool(name, input, how), reminders: [] }
    }
    const { reply, reminders } = await answered()
    const { ok, text, violations = [] } = reply
    this.#metrics.called(session.profile.name, ok)
    return { ok, text, violations, reminders }
  }

  /** The same for a client that keeps no conversation: the first call that is a turn of its own holds what was open. */
  async callAlone(caller: Caller, id: string, given: ServiceCall) {
    const session = await this.session(caller, id)
    const isNew = (await findEvent(this.#store, id, callEventId(id, given.call))) === undefined
    const open = this.#openListOnce(session, given.call, isNew)
    const { reminders, ...answer } = await this.callTodoTool(caller, id, given)
    return { ...answer, reminders: [...open, ...reminders] }
  }

  /** Another tool was called. */
  async recordCall(caller: Caller, id: string, call: ServiceCall, turn: number): Promise<void> {
    const session = await this.session(caller, id)
    const open = await session.turnNumbered(turn)
    await open.recordCall(call)
  }

  /** A page of the caller's sessions, the one that was updated last first. @throws HostError `bad-query` */
  sessions(caller: Caller, query: Omit<SessionsQuery, 'prefix'> = {}) {
    return this.#ledger.sessions({ ...query, prefix: caller.prefix })
  }

  /**
   * Reads a session; nothing is written. One that is in memory is not folded again from its first event. `rendered` and
   * `openList` give null where its todo system is not known here, or where it was erased.
   * @throws HostError `unknown-session`
   */
  async read(caller: Caller, id: string) {
    await this.#mustBeThere(caller, id)
    // What is forgotten, or of a todo system that is not known here, opens no session and can still be read.
    const open = await this.#ledger.session(id, { openTurn: 'join' }).catch(() => null)
    await open?.refresh()
    const reading = open ?? (await this.#ledger.read(id))
    const { state, profile } = reading
    return {
      ...{ state, profile },
      stateAt: (point: Point) => this.#ledger.stateAt(id, point),
      rendered: ({ items, goal } = state) => profile?.render(items, goal) ?? null,
      openList: () => profile && reading.openList(),
    }
  }

  /** What a conversation that begins anew is to read first; null where there is nothing, or no such session. */
  async openList(caller: Caller, id: string): Promise<string | null> {
    if (!isTheirs(caller, id) || !(await this.#ledger.has(id))) return null
    return (await this.read(caller, id)).openList()
  }

  /** Erases the contents of a session's events; they stay counted in the log. @throws HostError `unknown-session` */
  async forget(
    caller: Caller,
    id: string,
    reason = `${caller.name} deleted it.`,
  ): Promise<{ erased: number }> {
    await this.#mustBeThere(caller, id)
    const forgotten = await this.#ledger.forget(id, { reason })
    const room = forgotten.erased > 0 ? await this.#counted.get(ownerOf(id)) : undefined
    if (room !== undefined) room.sessions -= 1
    return forgotten
  }

  /** Forgets the sessions in which nothing was stored since a time. Gives their ids. */
  async forgetBefore(time: Date): Promise<readonly string[]> {
    const old: string[] = []
    for await (const { session, profile, updated } of this.#all())
      if (profile !== null && updated < time) old.push(session)
    for (const session of old) await this.forget(person, session, 'It was older than sessions are kept.')
    return old
  }

  /** The stored events of a session behind a seq. @throws HostError `unknown-session` */
  async events(caller: Caller, id: string, after: number): Promise<AsyncIterable<TodoEvent>> {
    await this.#mustBeThere(caller, id)
    return this.#store.read(id, { from: after + 1 })
  }

  /**
   * The events of a session behind a seq, and then those that come, until the signal says stop or the service closes.
   * @throws HostError `unknown-session`
   */
  async follow(caller: Caller, id: string, after: number, signal: AbortSignal) {
    await this.#mustBeThere(caller, id)
    return this.#counting(caller, () => this.#feed.follow(id, after, signal), signal)
  }

  /** The caller's sessions that change from now on, each by its id as often as something is stored in it. */
  changes(caller: Caller, signal: AbortSignal): AsyncIterable<string> {
    const changes = () => this.#feed.changes((session) => isTheirs(caller, session), signal)
    return this.#counting(caller, changes, signal)
  }

  /**
   * An audit, or what the page shows, as JSON; null where there is nothing. Where only todo calls came to a session, the
   * client's own recording of the other work is looked for, in the folder and at the time, where the owner of this machine asks.
   * @param signal takes it back as long as it waits for its turn
   * @throws HostError `unknown-session`, `too-much-work`, `waited-too-long`, `took-too-long`, `analysis-failed`
   */
  async analysis(caller: Caller, asked: Analysis, signal?: AbortSignal) {
    if ('session' in asked) await this.#mustBeThere(caller, asked.session)
    const { prefix, isOwner = false } = caller
    return await this.#thread.ask(caller.name, { ...asked, by: { prefix, isOwner } }, signal)
  }

  /** What the audit says of a session. @throws HostError as `analysis` */
  async audit(caller: Caller, session: string): Promise<SessionAudit> {
    const json = await this.analysis(caller, { kind: 'audit', session })
    return JSON.parse(new TextDecoder().decode(json ?? new Uint8Array()))
  }

  /** True from when it was told to stop. */
  get isStopping(): boolean {
    return this.#isStopping
  }

  /** Asks the store for something. @throws StoreError where it can't be asked */
  async mustBeReady(): Promise<void> {
    await this.#ledger.sessions({ limit: 1 })
  }

  /** Ends the streams. What is asked is still answered. */
  stop(): void {
    this.#isStopping = true
    this.#feed.close()
  }

  /** Ends the streams and closes the store. What is under way must be over. */
  async close(): Promise<void> {
    this.stop()
    await this.#thread.close()
    await this.#ledger.close()
  }

  /**
   * Takes room for a session. Counted once and then kept: others that write to the same store are not seen.
   * @returns gives it back, where no session came of it
   * @throws HostError `too-many-sessions`
   */
  async #takeRoom(id: string): Promise<() => void> {
    const owner = ownerOf(id)
    const counting = this.#counted.get(owner) ?? this.#count(owner)
    this.#counted.set(owner, counting)
    const counted = await counting.catch((error: unknown) => {
      // Who asks next counts again.
      if (this.#counted.get(owner) === counting) this.#counted.delete(owner)
      throw error
    })
    const { sessions: most } = this.#limits
    if (counted.sessions >= most) {
      throw new HostError('too-many-sessions', `There are ${most} sessions, and no more are allowed.`)
    }
    counted.sessions += 1
    return () => {
      counted.sessions -= 1
    }
  }

  async #count(owner: string): Promise<{ sessions: number }> {
    let sessions = 0
    for await (const { session, profile } of this.#all()) {
      // A forgotten one takes no room.
      if (profile !== null && ownerOf(session) === owner) sessions += 1
    }
    return { sessions }
  }

  async *#all() {
    for (let after: string | null | undefined; after !== null; ) {
      const page = await this.#ledger.sessions({ limit: 1_000, ...(after === undefined ? {} : { after }) })
      yield* page.sessions
      after = page.next
    }
  }

  /** A stream, counted until it is over; one that nobody begins to read, until the signal. @throws HostError `too-many-streams` */
  #counting<T>({ name }: Caller, stream: () => AsyncIterable<T>, signal: AbortSignal): AsyncIterable<T> {
    const open = () => this.#streams.get(name) ?? 0
    const count = (change: number) => {
      this.#streams.set(name, open() + change)
      this.#metrics.streams([...this.#streams.values()].reduce((total, each) => total + each, 0))
    }
    if (open() >= this.#limits.streams)
      throw new HostError('too-many-streams', 'Too many streams are open. Close one first.')
    count(1)
    const over = new AbortController()
    over.signal.addEventListener('abort', () => count(-1))
    signal.addEventListener('abort', () => over.abort(), { signal: over.signal })
    return untilOver(stream(), over)
  }

  /** A session that is not theirs is told as one that is not there. */
  async #mustBeThere(caller: Caller, id: string): Promise<void> {
    if (isTheirs(caller, id) && (await this.#ledger.has(id))) return
    throw new HostError('unknown-session', `There is no session ${JSON.stringify(id)}. Create it first.`)
  }
}

/** Whose a session is, by its id: that of the token with whose name and a dot it begins; else the owner's of the machine. */
function ownerOf(id: string): string {
  return /^[a-z0-9][a-z0-9-]{0,39}\./.exec(id)?.[0] ?? ''
}

async function* untilOver<T>(stream: AsyncIterable<T>, over: AbortController): AsyncGenerator<T, void> {
  try {
    yield* stream
  } finally {
    over.abort()
  }
}

/** The client's name for a request, as the id of what is recorded. */
export function named(key: string | undefined): { readonly id?: string } {
  return key === undefined ? {} : { id: key }
}

function idOfKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 22)
}

/** A session of the ledger while it goes on: its state by the events that come, and what the audit says of it. */

import {
  countCompleted,
  createReducer,
  type SessionState,
  type TodoEvent,
  type Violation,
} from '@todo-ledger/core'
import {
  actorWords,
  type ReportEntry,
  type SessionReplay,
  SessionView,
  shortChangeWords,
} from 'todo-replay/session-view'
import type { Announcer } from './announcer.js'
import { type Api, ApiProblem } from './api.js'
import type { Edit } from './edits.js'

/** What is known of a session now. */
export interface LiveView {
  /** Its state; null until it is there. */
  readonly state: SessionState | null
  /** What the last update did to items, by their keys. */
  readonly recent: ReadonlyMap<string, string>
  /** The session as the report shows it, with its audit; null until it is there. */
  readonly replay: { readonly entry: ReportEntry; readonly view: SessionView } | null
  /** Whether what comes is seen at once. */
  readonly connection: 'connecting' | 'live' | 'lost'
  /** Why it can't be shown, or null. */
  readonly problem: ApiProblem | null
}

/** What the server answers to an edit. */
type EditAnswer = { readonly ok: true } | { readonly ok: false; readonly violations: readonly Violation[] }

/** The replay is not asked for more often than this, in milliseconds; where it takes long, more seldom. */
const shortestPause = 1500
/** What is lost is looked for again after so many milliseconds. */
const retryAfter = 3000

const reducer = createReducer()

/** Follows one session. */
export class LiveSession {
  /** The session's id. */
  readonly id: string
  readonly #api: Api
  readonly #announcer: Announcer
  readonly #listeners = new Set<() => void>()
  readonly #ending = new AbortController()
  #view: LiveView = { state: null, recent: new Map(), replay: null, connection: 'connecting', problem: null }
  #endStream: () => void = () => undefined
  #timers = new Set<ReturnType<typeof setTimeout>>()
  #isTelling = false
  #replaySeq = 0
  #isAsking = false
  #notBefore = 0

  constructor(id: string, api: Api, announcer: Announcer) {
    this.id = id
    this.#api = api
    this.#announcer = announcer
    void this.#begin()
  }

  /** What is known now. */
  read = (): LiveView => this.#view

  /** Listens for changes. @returns what ends that */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Changes the list as a person. What came of it also comes as an event. @throws ApiProblem */
  async edit(edit: Edit, waivedRules: readonly string[] = []): Promise<void> {
    const answer = await this.#api.post<EditAnswer>(
      `${this.#address}/edits`,
      waivedRules.length === 0 ? edit : { ...edit, waivedRules },
      crypto.randomUUID(),
    )
    if (!answer.ok) throw new ApiProblem(200, 'refused', 'The list refuses this.', answer.violations)
  }

  /** Ends it. */
  close(): void {
    this.#ending.abort()
    this.#endStream()
    for (const timer of this.#timers) clearTimeout(timer)
    this.#listeners.clear()
  }

  get #address(): string {
    return `/v1/sessions/${encodeURIComponent(this.id)}`
  }

  get #liveAddress(): string {
    return `/v1/live/sessions/${encodeURIComponent(this.id)}`
  }

  /** Reads the state, and follows what comes behind it. */
  async #begin(): Promise<void> {
    try {
      const { state } = await this.#api.get<{ state: SessionState }>(
        `${this.#liveAddress}/state`,
        this.#ending.signal,
      )
      if (this.#ending.signal.aborted) return
      this.#set({ state, problem: null })
      this.#follow(state.seq)
      void this.#askReplay()
    } catch (error) {
      if (this.#ending.signal.aborted) return
      const problem = error instanceof ApiProblem ? error : new ApiProblem(0, 'fault', String(error))
      const isFinal = problem.status >= 400 && problem.status < 500 && problem.status !== 429
      this.#broke(isFinal ? problem : null)
      if (!isFinal) this.#later(() => void this.#begin(), retryAfter)
    }
  }

  #follow(after: number): void {
    this.#endStream()
    this.#endStream = this.#api.follow(`${this.#address}/events?after=${after}`, 'message', {
      opened: () => this.#set({ connection: 'live', problem: null }),
      came: (data) => this.#take(eventIn(data)),
      broke: (problem) => this.#broke(problem),
    })
  }

  #broke(problem: ApiProblem | null): void {
    if (this.#view.connection === 'live') this.#announcer.say('The server does not answer')
    this.#set({ connection: 'lost', problem })
  }

  #take(event: TodoEvent): void {
    const { state } = this.#view
    if (state === null || event.seq <= state.seq) return // came before the stream broke
    if (event.seq > state.seq + 1 || event.type === 'session.redacted' || event.type === 'event.erased') {
      this.#endStream()
      void this.#begin()
      return
    }
    const next = reducer.accept(state, event)
    this.#set({ state: next, recent: this.#recentAfter(event, state, next) })
    this.#later(() => void this.#askReplay(), Math.max(0, this.#notBefore - Date.now()))
  }

  #recentAfter(event: TodoEvent, before: SessionState, after: SessionState): LiveView['recent'] {
    if (event.type === 'todos.rejected') {
      this.#announcer.say(
        `${actorWords(event, after)} was refused: ${event.data.violations[0]?.message ?? ''}`,
      )
      return this.#view.recent
    }
    if (event.type !== 'todos.updated' && event.type !== 'todos.rolled-back') return this.#view.recent
    const { changes } = event.data
    if (changes.length === 0) return this.#view.recent
    const who = actorWords(event, after)
    const recent = new Map<string, string>()
    for (const change of changes) {
      if (change.type !== 'goal-set') recent.set(change.key, shortChangeWords(change))
    }
    const [first] = changes
    const only = changes.length === 1 && first?.type !== 'goal-set' ? first : undefined
    const item = [...after.items, ...before.items].find(({ key }) => key === only?.key)
    const done = `${countCompleted(after.items)} of ${after.items.length} completed`
    if (only !== undefined && item !== undefined)
      this.#announcer.say(`${who}: ${item.id} ${item.text.slice(0, 80)}: ${shortChangeWords(only)}; ${done}`)
    else this.#announcer.say(`${who} changed ${recent.size} items; ${done}`)
    return recent
  }

  /** Asks for the replay where there is something new; the audit of a long session takes its time, so not for each event. */
  async #askReplay(): Promise<void> {
    const { state } = this.#view
    if (state === null || state.seq <= this.#replaySeq || this.#isAsking || Date.now() < this.#notBefore)
      return
    this.#isAsking = true
    const { seq } = state
    const began = Date.now()
    try {
      const { entry, session } = await this.#api.get<{ entry: ReportEntry; session: SessionReplay }>(
        this.#liveAddress,
        this.#ending.signal,
      )
      if (this.#ending.signal.aborted) return
      this.#replaySeq = seq
      this.#set({ replay: { entry, view: new SessionView(session) } })
    } catch {
      // The list is there all the same; the next event asks again.
    } finally {
      const took = Date.now() - began
      this.#notBefore = Date.now() + Math.max(shortestPause, 4 * took)
      this.#isAsking = false
      if ((this.#view.state?.seq ?? 0) > this.#replaySeq)
        this.#later(() => void this.#askReplay(), this.#notBefore - Date.now())
    }
  }

  #later(what: () => void, pause: number): void {
    if (this.#ending.signal.aborted) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      what()
    }, pause)
    this.#timers.add(timer)
  }

  /** Many events that come at once are drawn once. */
  #set(part: Partial<LiveView>): void {
    this.#view = { ...this.#view, ...part }
    if (this.#isTelling) return
    this.#isTelling = true
    this.#later(() => {
      this.#isTelling = false
      for (const listener of [...this.#listeners]) listener()
    }, 0)
  }
}

/** An event as the stream gives it; one with values that JSON does not have stands in a frame of superjson. */
function eventIn(data: string): TodoEvent {
  const told: TodoEvent | { readonly json: TodoEvent } = JSON.parse(data)
  const event = 'json' in told ? told.json : told
  return { ...event, at: new Date(event.at) }
}

/** A session of the ledger while it goes on: its state by the events that come, and what the audit says of it. */

import {
  countCompleted,
  createReducer,
  type SessionState,
  type TodoEvent,
  type TodoStatus,
  type Violation,
} from '@todo-ledger/core'
import {
  actorWords,
  type ReportEntry,
  type SessionReplay,
  SessionView,
  shortChangeWords,
} from 'todo-replay/session-view'
import { type Api, ApiProblem, problemOf } from './api.js'
import { type Announcer, Observed } from './observed.js'

/** A change of a list by a person, as the server takes it: all of it or nothing. */
export interface Edit {
  /** Items to add, at the end. */
  readonly add?: readonly { readonly text: string }[]
  /** Items to reword, to block, to close. */
  readonly edit?: readonly {
    readonly key: string
    readonly text?: string
    readonly status?: TodoStatus
    readonly reason?: string
  }[]
  /** Keys of items to take away. */
  readonly remove?: readonly string[]
  /** Keys in their new order; those that are not named stand behind them. */
  readonly order?: readonly string[]
}

/** What is known of a session now. */
export interface LiveView {
  /** Null until it is there. */
  readonly state: SessionState | null
  /** What the last update did to items, by their keys. */
  readonly recent: ReadonlyMap<string, string>
  /** The session as the report shows it, with its audit; null until it is there. */
  readonly replay: { readonly entry: ReportEntry; readonly view: SessionView } | null
  /** Whether what comes is seen at once. */
  readonly connection: 'connecting' | 'live' | 'lost'
  /** Why it can't be shown. */
  readonly problem: ApiProblem | null
}

/** The replay is not asked for more often than this, in milliseconds; where it takes long, more seldom. */
const shortestPause = 1500
/** What is lost is looked for again after so many milliseconds. */
const retryAfter = 3000

const reducer = createReducer()

export class LiveSession extends Observed<LiveView> {
  readonly id: string
  readonly #api: Api
  readonly #announcer: Announcer
  readonly #ending = new AbortController()
  #endStream: () => void = () => undefined
  #replayTimer: ReturnType<typeof setTimeout> | undefined
  #replaySeq = 0
  #isAsking = false
  #notBefore = 0

  constructor(id: string, api: Api, announcer: Announcer) {
    super({ state: null, recent: new Map(), replay: null, connection: 'connecting', problem: null })
    this.id = id
    this.#api = api
    this.#announcer = announcer
    void this.#begin()
  }

  /** Changes the list as a person. What came of it also comes as an event. @throws ApiProblem */
  async edit(edit: Edit, waivedRules: readonly string[] = []): Promise<void> {
    const answer = await this.#api.post<{ readonly ok: boolean; readonly violations?: readonly Violation[] }>(
      `/v1/sessions/${encodeURIComponent(this.id)}/edits`,
      waivedRules.length === 0 ? edit : { ...edit, waivedRules },
    )
    if (!answer.ok) throw new ApiProblem(200, 'The list refuses this.', answer.violations)
  }

  close(): void {
    this.#ending.abort()
    this.#endStream()
    clearTimeout(this.#replayTimer)
  }

  get #liveAddress(): string {
    return `/v1/live/sessions/${encodeURIComponent(this.id)}`
  }

  /** Reads the state, and follows what comes behind it. */
  async #begin(): Promise<void> {
    const { signal } = this.#ending
    try {
      const { state } = await this.#api.get<{ state: SessionState }>(`${this.#liveAddress}/state`, signal)
      if (signal.aborted) return
      this.set({ state, problem: null })
      const after = `/v1/sessions/${encodeURIComponent(this.id)}/events?after=${state.seq}`
      this.#endStream = this.#api.follow(after, {
        opened: () => this.set({ connection: 'live', problem: null }),
        came: (data) => this.#take(eventIn(data)),
        broke: (problem) => this.#broke(problem),
      })
      void this.#askReplay()
    } catch (error) {
      if (signal.aborted) return
      const problem = problemOf(error)
      const isFinal = problem.status >= 400 && problem.status < 500 && problem.status !== 429
      this.#broke(isFinal ? problem : null)
      if (!isFinal) setTimeout(() => signal.aborted || void this.#begin(), retryAfter)
    }
  }

  #broke(problem: ApiProblem | null): void {
    if (this.read().connection === 'live') this.#announcer.say('The server does not answer')
    this.set({ connection: 'lost', problem })
  }

  #take(event: TodoEvent): void {
    const { state } = this.read()
    if (state === null || event.seq <= state.seq) return // came before the stream broke
    if (event.seq > state.seq + 1 || event.type === 'session.redacted' || event.type === 'event.erased') {
      this.#endStream()
      void this.#begin()
      return
    }
    const next = reducer.accept(state, event)
    this.set({ state: next, recent: this.#recentAfter(event, state, next) })
    this.#askReplaySoon()
  }

  #recentAfter(event: TodoEvent, before: SessionState, after: SessionState): LiveView['recent'] {
    const who = actorWords(event, after)
    if (event.type === 'todos.rejected')
      this.#announcer.say(`${who} was refused: ${event.data.violations[0]?.message ?? ''}`)
    if (event.type !== 'todos.updated' && event.type !== 'todos.rolled-back') return this.read().recent
    const changes = event.data.changes.flatMap((change) =>
      change.type === 'goal-set' ? [] : [[change.key, shortChangeWords(change)] as const],
    )
    const [only] = changes
    if (only === undefined) return this.read().recent
    const item = [...after.items, ...before.items].find(({ key }) => key === only[0])
    const what =
      changes.length === 1 && item !== undefined
        ? `: ${item.id} ${item.text.slice(0, 80)}: ${only[1]}`
        : ` changed ${new Map(changes).size} items`
    this.#announcer.say(`${who}${what}; ${countCompleted(after.items)} of ${after.items.length} completed`)
    return new Map(changes)
  }

  /** The audit of a long session takes its time, so it is not asked for each event. */
  #askReplaySoon(): void {
    clearTimeout(this.#replayTimer)
    this.#replayTimer = setTimeout(() => void this.#askReplay(), Math.max(0, this.#notBefore - Date.now()))
  }

  async #askReplay(): Promise<void> {
    const { seq = 0 } = this.read().state ?? {}
    if (seq <= this.#replaySeq || this.#isAsking) return
    this.#isAsking = true
    const began = Date.now()
    const { signal } = this.#ending
    try {
      const { entry, session } = await this.#api.get<{ entry: ReportEntry; session: SessionReplay }>(
        this.#liveAddress,
        signal,
      )
      this.#replaySeq = seq
      this.set({ replay: { entry, view: new SessionView(session) } })
    } catch {
      // The list is there all the same; it is asked again.
    }
    this.#isAsking = false
    this.#notBefore = Date.now() + Math.max(shortestPause, 4 * (Date.now() - began))
    if (!signal.aborted && (this.read().state?.seq ?? 0) > this.#replaySeq) this.#askReplaySoon()
  }
}

/** An event as the stream gives it; one with values that JSON does not have stands in a frame of superjson. */
function eventIn(data: string): TodoEvent {
  const told: TodoEvent | { readonly json: TodoEvent } = JSON.parse(data)
  const event = 'json' in told ? told.json : told
  return { ...event, at: new Date(event.at) }
}

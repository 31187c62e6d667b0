/** The sessions of the ledger as one list, newest first. */

import type { ReportEntry } from 'todo-replay/session-view'
import { type Api, type ApiProblem, problemOf } from './api.js'
import { Observed } from './observed.js'

/** A session as the list shows it. */
export interface ListRow {
  readonly id: string
  readonly title: string
  readonly profile: string
  /** True where another session started it. */
  readonly isPart: boolean
  /** When its last event was, as ISO 8601 in UTC, and its seq. */
  readonly updated: string
  readonly seq: number
  readonly completed: number
  readonly total: number
  /** Null until they are known, up to the seq `judged`. */
  readonly doubts: Pick<ReportEntry, 'verdicts' | 'findings'> | null
  readonly judged: number
  /** True while a turn is under way. */
  readonly isWorking: boolean
}

export interface ListView {
  /** All that are known, newest first. */
  readonly known: readonly ListRow[]
  readonly hasMore: boolean
  readonly isReading: boolean
  /** Why they can't be shown. */
  readonly problem: ApiProblem | null
}

/** A session of the ledger as the server lists it. */
interface ListedSession {
  readonly id: string
  readonly lastSeq: number
  readonly profile: string | null
  readonly parent: string | null
  readonly title: string | null
  readonly counts: { readonly [status: string]: number; readonly completed: number }
  readonly updated: string
}

/** As many are read at once. */
const pageSize = 50
/** Of as many it is asked at once what is in doubt. */
const entriesAtOnce = 10
/** Changes are gathered for so long, in milliseconds. */
const gathering = 800
/** Whoever typed nothing for so many milliseconds is answered. */
const typing = 150

export class SessionList extends Observed<ListView> {
  readonly #api: Api
  readonly #rows = new Map<string, ListRow>()
  /** What the next page is asked for with: empty for the first, null where there is none. */
  #next: string | null = ''
  #endStream: () => void = () => undefined
  #sought = ''
  #searching: ReturnType<typeof setTimeout> | undefined
  #changing: ReturnType<typeof setTimeout> | undefined
  #isAskingEntries = false

  constructor(api: Api) {
    super({ known: [], hasMore: true, isReading: false, problem: null })
    this.#api = api
  }

  /** Begins to listen, and reads the first page where that was not done before. */
  open(): void {
    if (this.#next === '') void this.more()
    this.#endStream = this.#api.follow('/v1/live/changes', {
      opened: () => this.#changed(), // what came while nobody listened
      came: () => this.#changed(),
      broke: () => undefined,
    })
  }

  /** Listens no more; what was read is kept for who comes back. */
  close(): void {
    this.#endStream()
    clearTimeout(this.#changing)
    clearTimeout(this.#searching)
  }

  /** Reads the next page. */
  async more(): Promise<void> {
    const after = this.#next
    if (after === null || this.read().isReading) return
    this.set({ isReading: true, problem: null })
    const limit = String(pageSize)
    try {
      const { sessions, next } = await this.#sessions(after === '' ? { limit } : { limit, after })
      this.#takeSessions(sessions)
      this.#next = next
    } catch (error) {
      this.#next = null
      this.set({ problem: problemOf(error) })
    }
    this.set({ isReading: false })
    this.#tell()
  }

  /** Has the server look for a word in all sessions of the ledger, however old, once nothing more is typed. */
  search(word: string): void {
    if (word === this.#sought) return
    this.#sought = word
    clearTimeout(this.#searching)
    if (word !== '') this.#searching = setTimeout(() => void this.#take({ limit: '200', q: word }), typing)
  }

  #known(): readonly ListRow[] {
    return [...this.#rows.values()].toSorted((one, other) =>
      one.updated < other.updated ? 1 : one.updated > other.updated ? -1 : 0,
    )
  }

  #sessions(
    words: Record<string, string>,
  ): Promise<{ sessions: readonly ListedSession[]; next: string | null }> {
    return this.#api.get(`/v1/sessions?${new URLSearchParams(words).toString()}`)
  }

  /** Asks for sessions beside the pages. Where the server can't be asked, what was read is shown all the same. */
  async #take(words: Record<string, string>): Promise<void> {
    const answer = await this.#sessions(words).catch(() => null)
    this.#takeSessions(answer?.sessions ?? [])
    this.#tell()
  }

  #takeSessions(sessions: readonly ListedSession[]): void {
    for (const { id, lastSeq, profile, parent, title, counts, updated } of sessions) {
      const unknown = { doubts: null, judged: -1, isWorking: false }
      const { doubts, judged, isWorking } = this.#rows.get(id) ?? unknown
      this.#rows.set(id, {
        ...{ id, doubts, judged, isWorking, updated },
        title: title ?? id,
        profile: profile ?? 'forgotten',
        isPart: parent !== null,
        seq: lastSeq,
        completed: counts.completed,
        total: Object.values(counts).reduce((sum, number) => sum + number, 0),
      })
    }
  }

  /** Something was stored: those that changed since the newest that is known are read again. */
  #changed(): void {
    clearTimeout(this.#changing)
    this.#changing = setTimeout(() => {
      const [newest] = this.#known()
      if (newest === undefined && this.read().isReading) return // the first page has it
      void this.#take({ limit: '200', ...(newest === undefined ? {} : { updatedSince: newest.updated }) })
    }, gathering)
  }

  /** Asks for what is in doubt in the sessions that changed since it was known. */
  async #askEntries(): Promise<void> {
    if (this.#isAskingEntries) return
    const unjudged = this.read()
      .known.filter(({ judged, seq }) => judged < seq)
      .slice(0, entriesAtOnce)
    if (unjudged.length === 0) return
    this.#isAskingEntries = true
    const words = unjudged.map(({ id, seq }) => new URLSearchParams({ session: id, seq: String(seq) }))
    const answer = await this.#api
      .get<{ entries: readonly (ReportEntry & { readonly isWorking: boolean })[] }>(
        `/v1/live/entries?${words.join('&')}`,
      )
      .catch(() => null)
    this.#isAskingEntries = false
    if (answer === null) return // the list is there all the same
    for (const { id, seq } of unjudged) {
      const entry = answer.entries.find(({ key }) => key === id) ?? null
      const now = this.#rows.get(id)
      if (now?.seq === seq)
        this.#rows.set(id, { ...now, doubts: entry, judged: seq, isWorking: entry?.isWorking ?? false })
    }
    this.#tell()
  }

  #tell(): void {
    this.set({ known: this.#known(), hasMore: this.#next !== null })
    void this.#askEntries()
  }
}

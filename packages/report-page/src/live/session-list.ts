/** The sessions of the ledger and those that agents recorded on this machine, as one list, newest first. */

import type { ReportEntry } from 'todo-replay/session-view'
import { type Api, ApiProblem } from './api.js'
import { Observed } from './observed.js'

/** A session as the list shows it. */
export interface ListRow {
  /** What the address of its page names it by. */
  readonly key: string
  readonly id: string
  readonly title: string
  /** The agent that recorded it, or the profile of a session of the ledger. */
  readonly agent: string
  /** The folder in which it was begun. */
  readonly project: string | null
  readonly isRecorded: boolean
  /** True where another session started it. */
  readonly isPart: boolean
  /** When its last event was, as ISO 8601 in UTC, and its seq; 0 for a recording. */
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
  /** The first of them, between which none is missing, as many as were asked for. */
  readonly rows: readonly ListRow[]
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

/** A recording as the server lists it. */
interface ListedRecording {
  readonly key: string
  readonly session: {
    readonly session: string
    readonly title: string | null
    readonly agent: string
    readonly project: string | null
    readonly to: string
  }
}

/** What stands before the key of a recording in an address. */
const recordingMark = 'recording:'
/** As many are read at once. */
const pageSize = 50
/** Of as many it is asked at once what is in doubt. */
const entriesAtOnce = 10
/** Changes are gathered for so long, in milliseconds. */
const gathering = 800
/** Whoever typed nothing for so many milliseconds is answered. */
const typing = 150
/** The recordings are looked at again after so many milliseconds. */
const recordingsAgain = 20_000

/** The key of a recording in the address of a page; null where it names none. */
export function recordingIn(place: string): string | null {
  return place.startsWith(recordingMark) ? place.slice(recordingMark.length) : null
}

/** How far one of the two lists is read. */
interface Reading {
  /** What the next page is asked for with; null where there is none. */
  next: string | number | null
  /** When the oldest that was read was updated. */
  end: string
}

/** Keeps the list. */
export class SessionList extends Observed<ListView> {
  readonly #api: Api
  readonly #rows = new Map<string, ListRow>()
  readonly #ledger: Reading = { next: '', end: '' }
  readonly #recorded: Reading = { next: 0, end: '' }
  #endStream: () => void = () => undefined
  #sought = ''
  #searching: ReturnType<typeof setTimeout> | undefined
  #changing: ReturnType<typeof setTimeout> | undefined
  #again: ReturnType<typeof setInterval> | undefined
  #most = pageSize
  #isFilling = false
  #isAskingEntries = false
  /** Where the window was when the list was left. */
  scrolledTo = 0

  constructor(api: Api) {
    super({ known: [], rows: [], hasMore: false, isReading: true, problem: null })
    this.#api = api
  }

  /** Begins to listen, and reads the first page where that was not done before. */
  open(): void {
    if (this.#ledger.next === '') void this.#fill()
    this.#endStream = this.#api.follow('/v1/live/changes', {
      opened: () => this.#changed(), // what came while nobody listened
      came: () => this.#changed(),
      broke: () => undefined,
    })
    this.#again = setInterval(async () => {
      if (document.visibilityState !== 'visible' || this.#recorded.end === '') return
      await this.#readRecorded(0).catch(() => undefined)
      this.#tell()
    }, recordingsAgain)
  }

  /** Listens no more; what was read is kept for who comes back. */
  close(): void {
    this.#endStream()
    clearTimeout(this.#changing)
    clearTimeout(this.#searching)
    clearInterval(this.#again)
  }

  /** Shows more. */
  more(): void {
    this.#most += pageSize
    void this.#fill()
  }

  /** Has the server look for a word in all sessions of the ledger, however old, once nothing more is typed. */
  search(word: string): void {
    if (word === this.#sought) return
    this.#sought = word
    clearTimeout(this.#searching)
    if (word !== '') this.#searching = setTimeout(() => void this.#take({ limit: '200', q: word }), typing)
  }

  /** Reads on until as many are there as are to be shown. */
  async #fill(): Promise<void> {
    if (this.#isFilling) return
    this.#isFilling = true
    this.set({ isReading: true, problem: null })
    while (this.#unread.length > 0 && (this.#ledger.next === '' || this.#inOrder().length < this.#most))
      for (const reading of this.#unread) {
        try {
          if (reading === this.#ledger) await this.#readLedger(String(reading.next))
          else reading.next = await this.#readRecorded(Number(reading.next))
        } catch (error) {
          reading.next = null
          // Who is not the owner at this machine sees the ledger alone.
          const isOther = reading === this.#recorded && error instanceof ApiProblem && error.status === 403
          if (error instanceof ApiProblem && !isOther) this.set({ problem: error })
        }
        this.#tell()
      }
    this.#isFilling = false
    this.set({ isReading: false })
  }

  get #unread(): readonly Reading[] {
    return [this.#ledger, this.#recorded].filter(({ next }) => next !== null)
  }

  /** Of two lists of which neither is read to its end, only what is newer than both ends is in order. */
  #inOrder(): readonly ListRow[] {
    const border =
      this.#unread
        .map(({ end }) => end)
        .toSorted()
        .at(-1) ?? ''
    return this.#known().filter(({ updated }) => updated >= border)
  }

  #known(): readonly ListRow[] {
    return [...this.#rows.values()].toSorted((one, other) =>
      one.updated < other.updated ? 1 : one.updated > other.updated ? -1 : 0,
    )
  }

  async #readLedger(after: string): Promise<void> {
    const limit = String(pageSize)
    const { sessions, next } = await this.#sessions(after === '' ? { limit } : { limit, after })
    this.#takeSessions(sessions)
    this.#ledger.next = next
    this.#ledger.end = sessions.at(-1)?.updated ?? this.#ledger.end
  }

  async #readRecorded(after: number): Promise<number | null> {
    const { recordings, next } = await this.#api.get<{
      recordings: readonly ListedRecording[]
      next: number | null
    }>(`/v1/live/recordings?after=${after}`)
    for (const { key, session } of recordings) {
      const { session: id, title, agent, project, to } = session
      const place = `${recordingMark}${key}`
      const isRecorded = true
      const row = { key: place, id, title: title ?? id, agent, project, isRecorded, updated: to }
      this.#rows.set(place, { ...unknown, ...row })
    }
    const end = recordings.at(-1)?.session.to ?? ''
    if (this.#recorded.end === '' || end < this.#recorded.end) this.#recorded.end = end
    return next
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
      const { doubts, judged, isWorking } = this.#rows.get(id) ?? { ...unknown, judged: -1 }
      this.#rows.set(id, {
        ...{ key: id, id, doubts, judged, isWorking, updated },
        title: title ?? id,
        agent: profile ?? 'forgotten',
        project: null,
        isRecorded: false,
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
      const newest = this.#known().find(({ isRecorded }) => !isRecorded)
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
    const inOrder = this.#inOrder()
    this.set({
      known: this.#known(),
      rows: inOrder.slice(0, this.#most),
      hasMore: inOrder.length > this.#most || this.#unread.length > 0,
    })
    void this.#askEntries()
  }
}

/** What is not known of a session before it is asked for. */
const unknown = { doubts: null, judged: 0, isWorking: false, isPart: false, seq: 0, completed: 0, total: 0 }

/** The sessions of the ledger and those that agents recorded on this machine, as one list, newest first. */

import type { ReportEntry } from 'todo-replay/session-view'
import { type Api, ApiProblem } from './api.js'
import { Observed } from './observed.js'

/** A session as the list shows it. */
export interface ListRow {
  /** What the address of its page names it by. */
  readonly key: string
  readonly id: string
  /** What it is called; its id where nothing was said to it. */
  readonly title: string
  /** The agent that recorded it, or the profile of a session of the ledger. */
  readonly agent: string
  /** The folder in which it was begun. */
  readonly project: string | null
  /** True where it stands in a recording: it can be looked at only. */
  readonly isRecorded: boolean
  /** True where another session started it. */
  readonly isPart: boolean
  /** When its last event was, as ISO 8601 in UTC. */
  readonly updated: string
  /** The seq of its last event; 0 for a recording. */
  readonly seq: number
  readonly completed: number
  readonly total: number
  /** Its completions by verdict, and its findings; null until they are known. */
  readonly doubts: Pick<ReportEntry, 'verdicts' | 'findings'> | null
  /** The seq up to which that was found out. */
  readonly judged: number
  /** True while a turn is under way. */
  readonly isWorking: boolean
}

/** What is known of the sessions now. */
export interface ListView {
  /** Those that are shown, newest first. */
  readonly rows: readonly ListRow[]
  /** Those of the ledger that the server found for the word sought last, however old; the newest 200 of them. */
  readonly found: readonly ListRow[]
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

/** Newest first. */
export function newestFirst(rows: readonly ListRow[]): readonly ListRow[] {
  return rows.toSorted((one, other) =>
    one.updated < other.updated ? 1 : one.updated > other.updated ? -1 : 0,
  )
}

/** One of the two lists, and how far it is read. */
interface Source {
  readonly rows: Map<string, ListRow>
  /** What the next page is asked for with; null where there is none. */
  next: string | number | null
}

/** Keeps the list. */
export class SessionList extends Observed<ListView> {
  readonly #api: Api
  readonly #ledger: Source = { rows: new Map(), next: '' }
  readonly #recorded: Source = { rows: new Map(), next: 0 }
  readonly #found = new Map<string, ListRow>()
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
    super({ rows: [], found: [], hasMore: false, isReading: true, problem: null })
    this.#api = api
  }

  /** Begins to listen, and reads the first page where that was not done before. */
  open(): void {
    if (this.#ledger.rows.size === 0) void this.#fill()
    this.#endStream = this.#api.follow('/v1/live/changes', {
      opened: () => this.#changed(), // what came while nobody listened
      came: () => this.#changed(),
      broke: () => undefined,
    })
    this.#again = setInterval(async () => {
      if (document.visibilityState !== 'visible' || this.#recorded.rows.size === 0) return
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

  /** Has the server look for a word in all sessions of the ledger, once nothing more is typed. */
  search(word: string): void {
    if (word === this.#sought) return
    this.#sought = word
    clearTimeout(this.#searching)
    this.#searching = setTimeout(async () => {
      const answer =
        word === '' ? { sessions: [] } : await this.#sessions({ limit: '200', q: word }).catch(() => null)
      // Something else was typed meanwhile, or the server can't be asked: what was read is filtered all the same.
      if (answer === null || word !== this.#sought) return
      this.#found.clear()
      for (const session of answer.sessions) this.#takeSession(session, this.#found)
      this.#tell()
    }, typing)
  }

  /** Of two lists of which neither is read to its end, only what is newer than both ends is in order. */
  #inOrder(): readonly ListRow[] {
    const ends = [this.#ledger, this.#recorded]
      .filter(({ next }) => next !== null)
      .map(({ rows }) => newestFirst([...rows.values()]).at(-1)?.updated ?? '')
    const border = ends.toSorted().at(-1) ?? ''
    return newestFirst([...this.#ledger.rows.values(), ...this.#recorded.rows.values()]).filter(
      ({ updated }) => updated >= border,
    )
  }

  get #unread(): readonly Source[] {
    return [this.#ledger, this.#recorded].filter(({ next }) => next !== null)
  }

  /** Reads on until as many are there as are to be shown. */
  async #fill(): Promise<void> {
    if (this.#isFilling) return
    this.#isFilling = true
    this.set({ isReading: true, problem: null })
    while (this.#unread.length > 0 && (this.#ledger.next === '' || this.#inOrder().length < this.#most)) {
      for (const source of this.#unread) {
        try {
          if (source === this.#ledger) await this.#readLedger(String(source.next))
          else source.next = await this.#readRecorded(Number(source.next))
        } catch (error) {
          source.next = null
          // Who is not the owner at this machine sees the ledger alone.
          const isOther = error instanceof ApiProblem && error.status === 403 && source === this.#recorded
          if (error instanceof ApiProblem && !isOther) this.set({ problem: error })
        }
        this.#tell()
      }
    }
    this.#isFilling = false
    this.set({ isReading: false })
    this.#tell()
  }

  async #readLedger(after: string): Promise<void> {
    const limit = String(pageSize)
    const { sessions, next } = await this.#sessions(after === '' ? { limit } : { limit, after })
    for (const session of sessions) this.#takeSession(session)
    this.#ledger.next = next
  }

  async #readRecorded(after: number): Promise<number | null> {
    const { recordings, next } = await this.#api.get<{
      recordings: readonly ListedRecording[]
      next: number | null
    }>(`/v1/live/recordings?after=${after}`)
    for (const { key, session } of recordings) {
      const { session: id, title, agent, project, to } = session
      this.#recorded.rows.set(key, {
        ...unknown,
        key: `${recordingMark}${key}`,
        id,
        title: title ?? id,
        agent,
        project,
        isRecorded: true,
        updated: to,
      })
    }
    return next
  }

  #sessions(
    words: Record<string, string>,
  ): Promise<{ sessions: readonly ListedSession[]; next: string | null }> {
    return this.#api.get(`/v1/sessions?${new URLSearchParams(words).toString()}`)
  }

  #takeSession(
    { id, lastSeq, profile, parent, title, counts, updated }: ListedSession,
    rows = this.#ledger.rows,
  ): void {
    const { doubts, judged, isWorking } = this.#ledger.rows.get(id) ?? { ...unknown, judged: -1 }
    rows.set(id, {
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

  /** Something was stored: those that changed since the newest that is known are read again. */
  #changed(): void {
    clearTimeout(this.#changing)
    this.#changing = setTimeout(async () => {
      const [newest] = newestFirst([...this.#ledger.rows.values()])
      const since = newest === undefined ? {} : { updatedSince: newest.updated }
      const answer = await this.#sessions({ limit: '200', ...since }).catch(() => null)
      // Where the server can't be asked, the next change asks again.
      for (const session of answer?.sessions ?? []) this.#takeSession(session)
      this.#tell()
    }, gathering)
  }

  /** Asks for what is in doubt in the sessions that are shown and changed since it was known. */
  async #askEntries(): Promise<void> {
    if (this.#isAskingEntries) return
    const { rows, found } = this.read()
    const unjudged = [...rows, ...found].filter(({ judged, seq }) => judged < seq).slice(0, entriesAtOnce)
    if (unjudged.length === 0) return
    this.#isAskingEntries = true
    const words = new URLSearchParams(
      unjudged.flatMap(({ id, seq }) => [
        ['session', id],
        ['seq', String(seq)],
      ]),
    )
    const answer = await this.#api
      .get<{ entries: readonly (ReportEntry & { readonly isWorking: boolean })[] }>(
        `/v1/live/entries?${words.toString()}`,
      )
      .catch(() => null)
    this.#isAskingEntries = false
    if (answer === null) return // the list is there all the same
    for (const { id, seq } of unjudged) {
      const entry = answer.entries.find(({ key }) => key === id)
      for (const known of [this.#ledger.rows, this.#found]) {
        const now = known.get(id)
        if (now?.seq === seq)
          known.set(id, { ...now, doubts: entry ?? null, judged: seq, isWorking: entry?.isWorking ?? false })
      }
    }
    this.#tell()
  }

  #tell(): void {
    const rows = this.#inOrder()
    this.set({
      rows: rows.slice(0, this.#most),
      found: [...this.#found.values()],
      hasMore: rows.length > this.#most || this.#unread.length > 0,
    })
    void this.#askEntries()
  }
}

/** What is not known of a session before it is asked for. */
const unknown = { doubts: null, judged: 0, isWorking: false, isPart: false, seq: 0, completed: 0, total: 0 }

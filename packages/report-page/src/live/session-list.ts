/** The sessions of the ledger and those that agents recorded on this machine, as one list, newest first. */

import type { ReportEntry } from 'todo-replay/session-view'
import { type Api, ApiProblem } from './api.js'

/** A session as the list shows it. */
export interface ListRow {
  /** What the address of its page names it by. */
  readonly key: string
  /** Its id. */
  readonly id: string
  /** What it is called; its id where nothing was said to it. */
  readonly title: string
  /** The agent that recorded it, or the profile of a session of the ledger. */
  readonly agent: string
  /** The folder in which it was begun, or null. */
  readonly project: string | null
  /** True where it stands in a recording: it can be looked at only. */
  readonly isRecorded: boolean
  /** True where another session started it. */
  readonly isPart: boolean
  /** When its last event was, as ISO 8601 in UTC. */
  readonly updated: string
  /** The seq of its last event; 0 for a recording. */
  readonly seq: number
  /** How many of its items are completed. */
  readonly completed: number
  /** How many items there are. */
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
  /** True where there are more. */
  readonly hasMore: boolean
  /** True while something is read. */
  readonly isReading: boolean
  /** Why they can't be shown, or null. */
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

/** Where one of the two lists is. */
interface Source {
  readonly rows: Map<string, ListRow>
  /** What the next page is asked for with; null where there is none, undefined before the first. */
  next: string | number | null | undefined
}

/** Keeps the list. */
export class SessionList {
  readonly #api: Api
  readonly #listeners = new Set<() => void>()
  readonly #ledger: Source = { rows: new Map(), next: undefined }
  readonly #recorded: Source = { rows: new Map(), next: undefined }
  #endStream: () => void = () => undefined
  readonly #found = new Map<string, ListRow>()
  #sought = ''
  #search: ReturnType<typeof setTimeout> | undefined
  #view: ListView = { rows: [], found: [], hasMore: false, isReading: true, problem: null }
  #reading = 0
  #most = pageSize
  #timer: ReturnType<typeof setTimeout> | undefined
  #isAskingEntries = false
  #again: ReturnType<typeof setInterval> | undefined
  /** Where the window was when the list was left. */
  scrolledTo = 0

  constructor(api: Api) {
    this.#api = api
  }

  /** Begins to listen, and reads the first page where that was not done before. */
  open(): void {
    if (this.#ledger.next === undefined) {
      void this.#readMore(this.#ledger)
      void this.#readMore(this.#recorded)
    }
    this.#endStream = this.#api.follow('/v1/live/changes', 'message', {
      opened: () => this.#changed(), // what came while nobody listened
      came: () => this.#changed(),
      broke: () => undefined,
    })
    this.#again = setInterval(() => {
      if (document.visibilityState === 'visible' && this.#recorded.rows.size > 0) void this.#refreshRecorded()
    }, recordingsAgain)
  }

  /** What is known now. */
  read = (): ListView => this.#view

  /** Listens for changes. @returns what ends that */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
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
    clearTimeout(this.#search)
    this.#search = setTimeout(async () => {
      const words = new URLSearchParams({ limit: '200', q: word })
      const answer = word === '' ? { sessions: [] } : await this.#sessions(words).catch(() => null)
      // Something else was typed meanwhile, or the server can't be asked: what was read is filtered all the same.
      if (answer === null || word !== this.#sought) return
      this.#found.clear()
      for (const session of answer.sessions) this.#takeSession(session, this.#found)
      this.#tell()
    }, typing)
  }

  /** Listens no more; what was read is kept for who comes back. */
  close(): void {
    this.#endStream()
    clearTimeout(this.#timer)
    clearTimeout(this.#search)
    clearInterval(this.#again)
  }

  /** Of two lists of which neither is read to its end, only what is newer than both ends is in order. */
  #inOrder(): readonly ListRow[] {
    const ends = this.#unread().map(({ rows }) =>
      [...rows.values()].reduce((end, { updated }) => (end === '' || updated < end ? updated : end), ''),
    )
    const border = ends.toSorted().at(-1) ?? ''
    return [...this.#ledger.rows.values(), ...this.#recorded.rows.values()]
      .filter(({ updated }) => updated >= border)
      .toSorted((one, other) => (one.updated < other.updated ? 1 : one.updated > other.updated ? -1 : 0))
  }

  #unread(): readonly Source[] {
    return [this.#ledger, this.#recorded].filter(({ next, rows }) => next != null && rows.size > 0)
  }

  /** Reads on until as many are there as are to be shown. */
  async #fill(): Promise<void> {
    while (this.#inOrder().length < this.#most) {
      const unread = this.#unread()
      if (unread.length === 0) break
      const before = this.#inOrder().length
      for (const source of unread) await this.#readMore(source)
      if (this.#view.problem !== null || (this.#inOrder().length === before && this.#unread().length === 0))
        break
    }
    this.#tell()
  }

  async #readMore(source: Source): Promise<void> {
    this.#reading += 1
    this.#tell()
    try {
      if (source === this.#ledger) await this.#readLedger()
      else await this.#readRecorded(Number(source.next ?? 0))
      this.#view = { ...this.#view, problem: null }
    } catch (error) {
      source.next ??= null
      // Who is not the owner at this machine sees the ledger alone.
      const isOther = error instanceof ApiProblem && error.status === 403 && source === this.#recorded
      if (error instanceof ApiProblem && !isOther) this.#view = { ...this.#view, problem: error }
    } finally {
      this.#reading -= 1
      this.#tell()
    }
  }

  async #readLedger(): Promise<void> {
    const after = this.#ledger.next
    const words = new URLSearchParams({ limit: String(pageSize) })
    if (after != null) words.set('after', String(after))
    const { sessions, next } = await this.#sessions(words)
    for (const session of sessions) this.#takeSession(session)
    this.#ledger.next = next
  }

  async #readRecorded(after: number): Promise<void> {
    const { recordings, next } = await this.#api.get<{
      recordings: readonly ListedRecording[]
      next: number | null
    }>(`/v1/live/recordings?after=${after}`)
    for (const recording of recordings) this.#takeRecording(recording)
    if (after === 0 && this.#recorded.next !== undefined) return // looked at again
    this.#recorded.next = next
  }

  async #refreshRecorded(): Promise<void> {
    await this.#readRecorded(0).catch(() => undefined)
    this.#tell()
  }

  #sessions(words: URLSearchParams): Promise<{ sessions: readonly ListedSession[]; next: string | null }> {
    return this.#api.get(`/v1/sessions?${words.toString()}`)
  }

  #takeSession(
    { id, lastSeq, profile, parent, title, counts, updated }: ListedSession,
    rows = this.#ledger.rows,
  ): void {
    const known = this.#ledger.rows.get(id)
    const total = Object.values(counts).reduce((sum, number) => sum + number, 0)
    rows.delete(id)
    rows.set(id, {
      key: id,
      id,
      title: title ?? id,
      agent: profile ?? 'forgotten',
      project: null,
      isRecorded: false,
      isPart: parent !== null,
      updated,
      seq: lastSeq,
      completed: counts.completed,
      total,
      doubts: known?.doubts ?? null,
      judged: known?.judged ?? -1,
      isWorking: known?.isWorking ?? false,
    })
  }

  #takeRecording({ key, session }: ListedRecording): void {
    const { session: id, title, agent, project, to } = session
    this.#recorded.rows.set(key, {
      key: `${recordingMark}${key}`,
      id,
      title: title ?? id,
      agent,
      project,
      isRecorded: true,
      isPart: false,
      updated: to,
      seq: 0,
      completed: 0,
      total: 0,
      doubts: null,
      judged: 0,
      isWorking: false,
    })
  }

  /** Something was stored: those that changed since the newest that is known are read again. */
  #changed(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(async () => {
      const newest = [...this.#ledger.rows.values()].reduce(
        (latest, { updated }) => (updated > latest ? updated : latest),
        '',
      )
      const words = new URLSearchParams({ limit: '200' })
      if (newest !== '') words.set('updatedSince', newest)
      try {
        const { sessions } = await this.#sessions(words)
        for (const session of sessions.toReversed()) this.#takeSession(session)
        this.#ledger.next ??= null
        this.#tell()
      } catch {
        // The next change asks again.
      }
    }, gathering)
  }

  /** Asks for what is in doubt in the sessions that are shown and changed since it was known. */
  async #askEntries(): Promise<void> {
    if (this.#isAskingEntries) return
    this.#isAskingEntries = true
    try {
      for (;;) {
        const { rows, found } = this.#view
        const unknown = [...rows, ...found].filter(({ judged, seq }) => judged < seq).slice(0, entriesAtOnce)
        if (unknown.length === 0) return
        const words = new URLSearchParams(
          unknown.flatMap(({ id, seq }) => [
            ['session', id],
            ['seq', String(seq)],
          ]),
        )
        const { entries } = await this.#api.get<{
          entries: readonly (ReportEntry & { readonly isWorking: boolean })[]
        }>(`/v1/live/entries?${words.toString()}`)
        for (const row of unknown) {
          const entry = entries.find(({ key }) => key === row.id)
          const { verdicts, findings, isWorking } = entry ?? { ...nothingInDoubt, isWorking: false }
          for (const known of [this.#ledger.rows, this.#found]) {
            const now = known.get(row.id)
            if (now?.seq !== row.seq) continue
            known.set(row.id, { ...now, doubts: { verdicts, findings }, judged: row.seq, isWorking })
          }
        }
        this.#tell()
      }
    } catch {
      // The list is there all the same.
    } finally {
      this.#isAskingEntries = false
    }
  }

  #tell(): void {
    const rows = this.#inOrder()
    this.#view = {
      ...this.#view,
      rows: rows.slice(0, this.#most),
      found: [...this.#found.values()],
      hasMore: rows.length > this.#most || this.#unread().length > 0,
      isReading: this.#reading > 0,
    }
    for (const listener of [...this.#listeners]) listener()
    void this.#askEntries()
  }
}

const nothingInDoubt = {
  verdicts: { supported: 0, weak: 0, unsupported: 0, undecided: 0, unknown: 0 },
  findings: { error: 0, warning: 0, info: 0 },
}

/** The sessions of a ledger as they are looked at: what was read of one is kept, and only what came since is read. */

import type { Work } from '@todo-ledger/audit'
import type { TodoEvent } from '@todo-ledger/core'
import { reportEntry } from '../report/report-writer.js'
import type { ReportEntry, SessionReplay } from '../session-view/session-replay.js'
import { LiveReplay } from './live-replay.js'

/** Reads the events of a session behind a seq, in order; none where there is no such session. */
export type ReadSession = (session: string, after: number) => AsyncIterable<TodoEvent>

/** A session with the other work that its client recorded. */
export interface RecordedWork {
  /** The ids of those of its calls that the recording holds. */
  readonly recordedCalls: ReadonlySet<string>
  /** Its events with those of the other work between them, from the first on. */
  readonly events: () => AsyncIterable<{ readonly event: TodoEvent }>
}

/** Looks for the work beside a session to which only todo calls come; null where there is none to show. */
export type FindWork = (session: string) => Promise<RecordedWork | null>

/** A session as a list shows it. */
export interface LedgerEntry extends ReportEntry {
  readonly seq: number
  readonly isWorking: boolean
  readonly progress: { readonly completed: number; readonly total: number }
}

/** A session as its page shows it. */
export interface LedgerSession {
  readonly entry: LedgerEntry
  readonly replay: SessionReplay
}

/** As many sessions are kept that were looked at last. */
const keptSessions = 8
/** Of as many it is kept what a list shows. */
const keptEntries = 5000

/** Makes replays of a ledger's sessions. */
export class LedgerReplays {
  readonly #read: ReadSession
  readonly #findWork: FindWork
  /** The one that was looked at last stands last. */
  readonly #kept = new Map<string, Promise<LiveReplay | null>>()
  /** Those of whose sub-agents all could be read: what is shown to one who may not read them is made anew. */
  readonly #entries = new Map<string, { readonly entry: LedgerEntry; readonly children: readonly string[] }>()

  /** @param read reads a session; @param findWork looks for the work beside it; nothing is shown of it when absent */
  constructor(read: ReadSession, findWork: FindWork = () => Promise.resolve(null)) {
    this.#read = read
    this.#findWork = findWork
  }

  /**
   * A session as far as it came; null where there is none, or it was forgotten.
   * @param mayRead whether a sub-agent's session may be read for it
   */
  async session(id: string, mayRead: (session: string) => boolean): Promise<LedgerSession | null> {
    const live = await this.#follow(id)
    if (live === null) return null
    const made = await this.#made(live, id, mayRead)
    while (this.#kept.size > keptSessions) {
      const [oldest = ''] = this.#kept.keys()
      this.#kept.delete(oldest)
    }
    return made
  }

  /** What a list shows of a session. @param seq that of its last event: what is known of it holds so long */
  async entry(id: string, seq: number, mayRead: (session: string) => boolean): Promise<LedgerEntry | null> {
    const known = this.#entries.get(id)
    if (known !== undefined && known.entry.seq >= seq && known.children.every(mayRead)) return known.entry
    const isKept = this.#kept.has(id)
    const live = await this.#follow(id)
    const made = live === null ? null : await this.#made(live, id, mayRead)
    if (!isKept) this.#kept.delete(id)
    return made?.entry ?? null
  }

  async #made(live: LiveReplay, id: string, mayRead: (session: string) => boolean): Promise<LedgerSession> {
    const works = new Map<string, readonly Work[]>()
    for (const child of live.children) {
      if (child === id || !mayRead(child)) continue
      const isKept = this.#kept.has(child)
      const followed = await this.#follow(child)
      if (followed !== null) works.set(child, followed.work)
      if (!isKept) this.#kept.delete(child)
    }
    const shown = await this.#withWork(live, id)
    const replay = await shown.replay((child) => works.get(child))
    const { state, progress } = live
    const isWorking = state.turn.open || state.otherActors.some(({ turn }) => turn.open)
    const entry = { ...reportEntry(replay, id), seq: state.seq, isWorking, progress }
    const children = [...live.children]
    this.#entries.delete(id)
    if (children.every(mayRead)) this.#entries.set(id, { entry, children })
    if (this.#entries.size > keptEntries) {
      const [oldest = ''] = this.#entries.keys()
      this.#entries.delete(oldest)
    }
    return { entry, replay }
  }

  async #withWork(live: LiveReplay, id: string): Promise<LiveReplay> {
    const { opened } = live
    const work = opened.data.todoCallsOnly === undefined ? null : await this.#findWork(id)
    if (work === null) return live
    const joined = new LiveReplay(opened, work.recordedCalls)
    await joined.follow(() => eventsAlone(work.events()))
    return joined
  }

  /** Who asks while another reads waits for it: events are taken in once and in order. */
  #follow(id: string): Promise<LiveReplay | null> {
    const before = this.#kept.get(id)
    const next = this.#followed(id, before)
    this.#kept.delete(id)
    this.#kept.set(id, next)
    next.then(
      (live) => {
        if (live === null && this.#kept.get(id) === next) this.#kept.delete(id)
      },
      () => {
        if (this.#kept.get(id) === next) this.#kept.delete(id)
      },
    )
    return next
  }

  async #followed(id: string, before: Promise<LiveReplay | null> | undefined): Promise<LiveReplay | null> {
    const read = (after: number): AsyncIterable<TodoEvent> => this.#read(id, after)
    const known = await before?.catch(() => null)
    if (known != null && (await known.follow(read))) return known
    for await (const opened of read(0)) {
      if (opened.type !== 'session.opened') return null
      const live = new LiveReplay(opened)
      await live.follow(read)
      return live
    }
    return null
  }
}

async function* eventsAlone(
  passed: AsyncIterable<{ readonly event: TodoEvent }>,
): AsyncGenerator<TodoEvent, void, undefined> {
  for await (const { event } of passed) yield event
}

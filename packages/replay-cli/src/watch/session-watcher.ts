/**
 * Watches sessions while they are read: emits what happens in them, and judges them anew whenever what there is to
 * read has been read. To judge a session costs the more the longer it is, so a tenth of the time is spent on it at
 * most; half of it where an item was just completed, for that is what a person waits for.
 */

import { type AuditOptions, type SessionAudit, SessionAuditor } from '@todo-ledger/audit'
import { type Change, type EventOf, initialState, type SessionState } from '@todo-ledger/core'
import type { SessionEvent } from '@todo-ledger/recordings'
import { agentTools } from '@todo-ledger/recordings/agents'
import { groupedBy } from '../session-view/concerns.js'
import type { FollowedItem } from '../sources/follow-source.js'
import { AuditChanges, type CompletionJudged, type FindingSeen } from './audit-changes.js'
import {
  identityOf,
  type SessionEventSeen,
  type SourceChanged,
  type WatchedSession,
  type WatchView,
  watchEventOf,
} from './watch-event.js'

/** How sessions are watched. */
export interface SessionWatcherOptions {
  readonly view: WatchView
  readonly source: string
  /** The one session that is wanted, by its id or the beginning of it; all when absent. */
  readonly session?: string | undefined
  readonly audit?: AuditOptions
  /** The time in milliseconds: how long audits take. */
  readonly clock: () => number
}

/** After an audit there is none for so many times as long as it took. */
const restShare = 9
/** The same where an item was completed since. */
const shortRestShare = 1

interface Entry extends WatchedSession {
  readonly auditor: SessionAuditor
  state: SessionState
  audit: SessionAudit | null
  isJudged: boolean
}

export class SessionWatcher {
  readonly #options: SessionWatcherOptions
  readonly #emitted = new Set<string>()
  readonly #changes = new Map<string, AuditChanges>()
  /** In the order in which something happened in them last. */
  #entries = new Map<string, Entry>()
  /** What happened since all was read: the audit says its part of it before it is shown. */
  #waiting: SessionEventSeen[] = []
  #isDrained = false
  #isOver = false
  #isCaughtUp = false
  #isTicked = false
  #judgedAt = 0
  #judgingTook = 0

  /** @param options how they are watched */
  constructor(options: SessionWatcherOptions) {
    this.#options = options
  }

  take(item: FollowedItem): void {
    if ('event' in item) {
      this.#passed(item)
      return
    }
    switch (item.kind) {
      case 'caught-up':
        this.#catchUp()
        break
      case 'drained':
        this.#isDrained = true
        break
      case 'waiting':
        this.#isCaughtUp = false
        this.#emitSource('waiting', item.reason)
        break
      case 'restarted':
        if (item.reason !== null) this.#emitSource('restarted', item.reason)
        this.#restart(item.goesOn)
    }
  }

  /** After so many milliseconds it judges what it left off judging, once it is called again; null: there is nothing. */
  get rest(): number | null {
    const rest = this.#rest
    return rest > 0 && [...this.#entries.values()].some(({ isJudged }) => !isJudged) ? rest : null
  }

  /**
   * The watch ends: judges and shows what there is at once.
   * @param isOver true where nothing more can come
   */
  finish(isOver: boolean): void {
    this.#judgingTook = 0
    this.#isOver = isOver
    for (const entry of this.#entries.values()) entry.isJudged = false
    this.#catchUp()
  }

  #restart(goesOn: boolean): void {
    this.#entries = new Map()
    this.#isDrained = false
    if (goesOn) return
    this.#isCaughtUp = false
    for (const changes of this.#changes.values()) changes.restart()
  }

  #emitSource(type: SourceChanged['type'], reason: string): void {
    this.#emitWith([])
    this.#options.view.emit({ type, source: this.#options.source, reason })
  }

  /** Everything that there is was read: judges and shows it. */
  #catchUp(): void {
    const { view } = this.#options
    const isRested = this.#rest <= 0
    this.#emitWith(isRested ? this.#judge() : [])
    const entries = [...this.#entries.values()]
    if (!this.#isCaughtUp && isRested && entries.some(({ isWanted }) => isWanted)) {
      this.#isCaughtUp = true
      this.#emitSource('caught-up', '')
    }
    view.show(entries)
  }

  /** How long to leave off judging yet, in milliseconds. */
  get #rest(): number {
    const share = this.#isTicked ? shortRestShare : restShare
    return this.#judgingTook === 0 ? 0 : this.#judgedAt + this.#judgingTook * share - this.#options.clock()
  }

  #open({ session, data }: EventOf<'session.opened'>): void {
    const wanted = this.#options.session
    this.#entries.set(session, {
      auditor: new SessionAuditor({ tools: agentTools, ...this.#options.audit }),
      state: initialState,
      parent: data.parent,
      file: data.source?.file ?? null,
      audit: null,
      isWanted: wanted === undefined || session.startsWith(wanted),
      isJudged: false,
    })
    if (!this.#changes.has(session)) this.#changes.set(session, new AuditChanges())
  }

  #passed({ event, state }: SessionEvent): void {
    if (event.type === 'session.opened') this.#open(event)
    const entry = this.#entries.get(event.session)
    if (entry === undefined) return
    entry.auditor.observe(event, state)
    entry.state = state
    entry.isJudged = false
    // What a sub-agent does may be the work of what its parent has completed.
    const parent = entry.parent === null ? undefined : this.#entries.get(entry.parent)
    if (parent !== undefined) parent.isJudged = false
    this.#isTicked ||= event.type === 'todos.updated' && event.data.changes.some(isCompletion)
    this.#entries.delete(event.session)
    this.#entries.set(event.session, entry)
    const emitted = entry.isWanted ? watchEventOf(event, state) : null
    if (emitted === null || (this.#isDrained && emitted.type === 'session.yielded')) return
    const identity = identityOf(emitted)
    if (this.#emitted.has(identity)) return
    this.#emitted.add(identity)
    this.#waiting.push(emitted)
  }

  /** Emits what happened since the last time, and what the audit says of it before the session's next event. */
  #emitWith(news: readonly (CompletionJudged | FindingSeen)[]): void {
    const happened = this.#waiting
    this.#waiting = []
    const said = groupedBy(
      news.toSorted((one, other) => one.seq - other.seq),
      ({ session }) => session,
    )
    const emitted = new Map<string, number>()
    const emitUpTo = (session: string, seq: number): void => {
      const own = said.get(session) ?? []
      let place = emitted.get(session) ?? 0
      for (let each = own[place]; each !== undefined && each.seq < seq; each = own[place]) {
        this.#options.view.emit(each)
        place += 1
      }
      emitted.set(session, place)
    }
    for (const event of happened) {
      emitUpTo(event.session, event.seq)
      this.#options.view.emit(event)
    }
    for (const session of said.keys()) emitUpTo(session, Number.POSITIVE_INFINITY)
  }

  #judge(): readonly (CompletionJudged | FindingSeen)[] {
    const { clock } = this.#options
    const began = clock()
    const news = [...this.#entries].flatMap(([session, entry]) => this.#judgeSession(session, entry))
    this.#isTicked = false
    this.#judgedAt = clock()
    this.#judgingTook = this.#judgedAt - began
    return news
  }

  #judgeSession(session: string, entry: Entry): readonly (CompletionJudged | FindingSeen)[] {
    if (entry.isJudged || !entry.isWanted) return []
    entry.isJudged = true
    const child = (id: string) => this.#entries.get(id)?.auditor.work
    entry.audit = entry.auditor.finish({ child })
    const isOver = this.#isOver || (!this.#isDrained && entry.state.yielded !== null)
    return this.#changes.get(session)?.take(entry.audit, isOver) ?? []
  }
}

function isCompletion(change: Change): boolean {
  if (change.type === 'added') return change.status === 'completed' && change.before !== 'completed'
  return change.type === 'status-set' && change.to === 'completed'
}

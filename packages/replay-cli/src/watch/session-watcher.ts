/**
 * Watches sessions while they are read: emits what happens in them, and judges them anew whenever what there is to
 * read has been read. To judge a session costs the more the longer it is, so a fifth of the time is spent on it at most.
 */

import {
  type AuditOptions,
  type CompletionAudit,
  endRule,
  type Finding,
  type SessionAudit,
  SessionAuditor,
  type Verdict,
} from '@todo-ledger/audit'
import { type EventOf, initialState, type SessionState } from '@todo-ledger/core'
import type { SessionEvent } from '@todo-ledger/recordings'
import { agentTools } from '@todo-ledger/recordings/agents'
import { groupedBy } from '../session-view/concerns.js'
import type { FollowedItem } from '../sources/follow-source.js'
import {
  type CompletionJudged,
  completionJudged,
  type FindingSeen,
  findingSeen,
  type SessionEventSeen,
  type SourceChanged,
  sessionEventSeen,
  type WatchedSession,
  type WatchView,
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
const restShare = 4

interface Entry extends WatchedSession {
  readonly auditor: SessionAuditor
  state: SessionState
  audit: SessionAudit | null
  isJudged: boolean
}

export class SessionWatcher {
  readonly #options: SessionWatcherOptions
  /** What was emitted, by what it is known again by where a file is read anew. */
  readonly #emitted = new Set<string>()
  readonly #verdicts = new Map<string, Verdict>()
  /** In the order in which something happened in them last. */
  #entries = new Map<string, Entry>()
  /** What happened since all was read: the audit says its part of it before it is shown. */
  #waiting: SessionEventSeen[] = []
  #isDrained = false
  #isOver = false
  #isCaughtUp = false
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
        this.#entries = new Map()
        this.#isDrained = false
        this.#isCaughtUp &&= item.goesOn
    }
  }

  /** After so many milliseconds it judges what it left off judging, once it is called again; null: there is nothing. */
  get rest(): number | null {
    const rest = this.#rest
    return rest > 0 && [...this.#entries.values()].some(({ isJudged }) => !isJudged) ? rest : null
  }

  /** The watch ends: judges and shows what there is at once. @param isOver true where nothing more can come */
  finish(isOver: boolean): void {
    this.#judgingTook = 0
    this.#isOver = isOver
    for (const entry of this.#entries.values()) entry.isJudged = false
    this.#catchUp()
  }

  #emitSource(type: SourceChanged['type'], reason: string): void {
    this.#emitWith([])
    this.#options.view.emit({ type, source: this.#options.source, reason })
  }

  /** Everything that there is was read: judges and shows it. */
  #catchUp(): void {
    const isRested = this.#rest <= 0
    this.#emitWith(isRested ? this.#judge() : [])
    const entries = [...this.#entries.values()]
    if (!this.#isCaughtUp && isRested && entries.some(({ isWanted }) => isWanted)) {
      this.#isCaughtUp = true
      this.#emitSource('caught-up', '')
    }
    this.#options.view.show(entries)
  }

  /** How long to leave off judging yet, in milliseconds. */
  get #rest(): number {
    if (this.#judgingTook === 0) return 0
    return this.#judgedAt + this.#judgingTook * restShare - this.#options.clock()
  }

  #open({ session, data }: EventOf<'session.opened'>): void {
    const wanted = this.#options.session
    this.#entries.set(session, {
      auditor: new SessionAuditor({ tools: agentTools, ...this.#options.audit }),
      ...{ state: initialState, parent: data.parent, audit: null, isJudged: false },
      isWanted: wanted === undefined || session.startsWith(wanted),
    })
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
    this.#entries.delete(event.session)
    this.#entries.set(event.session, entry)
    const seen = entry.isWanted ? sessionEventSeen(event, state) : null
    if (seen === null || (this.#isDrained && seen.type === 'session.yielded')) return
    if (this.#isNew(identityOf(seen))) this.#waiting.push(seen)
  }

  #isNew(identity: string): boolean {
    const { size } = this.#emitted
    return this.#emitted.add(identity).size > size
  }

  /** Emits what happened since the last time, and what the audit says of it before the session's next event. */
  #emitWith(news: readonly (CompletionJudged | FindingSeen)[]): void {
    const { view } = this.#options
    const bySeq = news.toSorted((one, other) => one.seq - other.seq)
    const said = new Map(groupedBy(bySeq, ({ session }) => session))
    const emitUpTo = (session: string, seq: number): void => {
      const own = said.get(session) ?? []
      const end = own.findIndex((each) => each.seq >= seq)
      const now = end === -1 ? own.length : end
      for (const each of own.slice(0, now)) view.emit(each)
      said.set(session, own.slice(now))
    }
    for (const event of this.#waiting) {
      emitUpTo(event.session, event.seq)
      view.emit(event)
    }
    this.#waiting = []
    for (const session of said.keys()) emitUpTo(session, Number.POSITIVE_INFINITY)
  }

  #judge(): readonly (CompletionJudged | FindingSeen)[] {
    const { clock } = this.#options
    const began = clock()
    const news = [...this.#entries].flatMap(([session, entry]) => {
      if (entry.isJudged || !entry.isWanted) return []
      entry.isJudged = true
      const audit = entry.auditor.finish({ child: (id) => this.#entries.get(id)?.auditor.work })
      entry.audit = audit
      // While a run is under way what is found of the end says nothing.
      const isOver = this.#isOver || (!this.#isDrained && entry.state.yielded !== null)
      const findings = audit.findings.filter(({ rule }) => isOver || rule !== endRule)
      return this.#newsOf(session, audit.completions, findings)
    })
    this.#judgedAt = clock()
    this.#judgingTook = this.#judgedAt - began
    return news
  }

  /** What an audit says that the audits of the same session before it did not. */
  #newsOf(session: string, completions: readonly CompletionAudit[], findings: readonly Finding[]) {
    const judged = keyed(completions, ({ call, item }) => [session, call, item]).flatMap(
      ([key, completion]) => {
        const before = this.#verdicts.get(key) ?? null
        this.#verdicts.set(key, completion.verdict)
        return before === completion.verdict ? [] : [completionJudged(session, completion, before)]
      },
    )
    const found = keyed(findings, ({ rule, item, turn, source }) => [session, rule, item, turn, source?.call])
    return [
      ...judged,
      ...found.flatMap(([key, finding]) => (this.#isNew(key) ? [findingSeen(session, finding)] : [])),
    ]
  }
}

/** No seqs: a file that was read while its last response was half written leads to others than the whole one. */
function identityOf({ type, session, turn, call, source, summary }: SessionEventSeen): string {
  if (type === 'session.opened') return JSON.stringify([type, session])
  if (call !== undefined) return JSON.stringify([type, session, call])
  return JSON.stringify([type, session, turn, type === 'context.compacted' ? (source?.line ?? '') : summary])
}

/** Each with what it is known again by; those that are alike are counted. */
function keyed<Value>(values: readonly Value[], partsOf: (value: Value) => readonly unknown[]) {
  const counts = new Map<string, number>()
  return values.map((value): readonly [key: string, value: Value] => {
    const key = JSON.stringify(partsOf(value))
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return [`${key} ${count}`, value]
  })
}

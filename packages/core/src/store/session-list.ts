/**
 * Lists of sessions: what a list shows of each is derived from its events, and kept in the side table, one row a session. Who
 * lists brings rows up to date that are missing or behind.
 */

import { setImmediate } from 'node:timers/promises'
import * as v from 'valibot'
import { checkOf, count, ordinal, shape } from '../declared.js'
import { HostError } from '../errors.js'
import type { Change, TodoEvent, TodoStatus } from '../events.js'
import { titleOf } from '../session-title.js'
import type { EventStore } from './event-store.js'
import { isCount } from './plan-append.js'

/** How many items of a list have each status. */
export type StatusCounts = { readonly [Status in TodoStatus]: number }

/** A session as a list shows it. */
export interface SessionSummary {
  readonly session: string
  readonly lastSeq: number
  /** Null if its first event was erased. */
  readonly profile: string | null
  /** The session that started it as a sub-agent. */
  readonly parent: string | null
  /** The beginning of its first request, or of its first item if that came first; on one line. Null if nothing was said. */
  readonly title: string | null
  readonly counts: StatusCounts
  readonly turns: number
  readonly begun: Date
  /** The time of its last event, not counting redactions. */
  readonly updated: Date
}

/** Which sessions to list. */
export interface SessionsQuery {
  /** Only those whose id begins with this. */
  readonly prefix?: string
  readonly profile?: string
  /** Only those whose last event is of this time or later. */
  readonly updatedSince?: Date
  /** Only those whose id or title contains this, in small or capital letters. */
  readonly text?: string
  /** True: only those with an item that is neither completed nor cancelled. False: only the others. */
  readonly open?: boolean
  /** 1 to 1,000; 100 by default. */
  readonly limit?: number
  /** Continues after a page: its `next`. */
  readonly after?: string
}

/** Sessions, last updated first. One that is updated between two pages may be in neither, or in both. */
export interface SessionsPage {
  readonly sessions: readonly SessionSummary[]
  /** The `after` of the next page; null if there is none. */
  readonly next: string | null
}

const kind = 'session-list/1'

const textOrNull = v.nullable(v.string())
/** A summary as it is kept: times in milliseconds since 1970. */
const summary = shape({
  lastSeq: ordinal,
  profile: textOrNull,
  parent: textOrNull,
  title: textOrNull,
  counts: shape({ pending: count, in_progress: count, blocked: count, completed: count, cancelled: count }),
  turns: count,
  begun: v.number(),
  updated: v.number(),
})
type Summary = v.InferOutput<typeof summary>
const isSummary = checkOf(summary)

interface ListedSession {
  readonly session: string
  readonly summary: Summary
  /** Its place in the order of the first events. */
  readonly number: number
}

/**
 * A page of a store's sessions, last updated first.
 * @throws HostError `bad-query`
 */
export async function listSessions(store: EventStore, query: SessionsQuery = {}): Promise<SessionsPage> {
  const { isWanted, limit } = readQuery(query)
  const found = (await summariesOf(store))
    .filter(isWanted)
    .sort((a, b) => b.summary.updated - a.summary.updated || b.number - a.number)
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return {
    sessions: shown.map(({ session, summary: { begun, updated, ...said } }) => ({
      session,
      ...said,
      // The row is remembered, and what is given is the caller's.
      counts: { ...said.counts },
      begun: new Date(begun),
      updated: new Date(updated),
    })),
    next: last === undefined || found.length <= limit ? null : `${last.summary.updated}.${last.number}`,
  }
}

/** The sessions of which the side table says something else than their events, at the same seq. */
export async function wronglyListed(store: EventStore): Promise<readonly string[]> {
  const wrong: string[] = []
  for await (const { session, value } of store.side?.entries(kind) ?? []) {
    const row = readRow(value)
    const made = row === null ? undefined : await madeOf(store, session, row.lastSeq)
    if (JSON.stringify(row) !== JSON.stringify(made)) wrong.push(session)
  }
  return wrong
}

/** The rows of each open store as they were last listed: who filters while typing lists ten thousand sessions again and again. */
const lastListed = new WeakMap<EventStore, Map<string, Summary>>()

/** All sessions in the order of their first events. */
async function summariesOf(store: EventStore): Promise<ListedSession[]> {
  const rows = lastListed.get(store) ?? (await storedRows(store))
  lastListed.set(store, rows)
  const all: ListedSession[] = []
  const puts: Promise<unknown>[] = []
  for (const [number, { session, lastSeq }] of (await store.sessions()).entries()) {
    const row = rows.get(session)
    const current = row?.lastSeq === lastSeq ? row : await madeOf(store, session, lastSeq, row)
    if (current === undefined) continue
    rows.set(session, current)
    all.push({ session, summary: current, number })
    if (current === row || store.side === undefined) continue
    const entry = { kind, seq: 0, value: JSON.stringify(current) }
    // A store that can only be read, is busy or full keeps its events; the row is made again next time.
    puts.push(store.side.put(session, [entry], current.lastSeq).catch(() => false))
    // A ledger that was never listed has thousands to make: others are served between them.
    if (puts.length % 50 === 0) await setImmediate()
  }
  await Promise.all(puts)
  return all
}

async function storedRows(store: EventStore): Promise<Map<string, Summary>> {
  const rows = new Map<string, Summary>()
  for await (const { session, value } of store.side?.entries(kind) ?? []) {
    const row = readRow(value)
    if (row !== null) rows.set(session, row)
  }
  return rows
}

/** Made from the events; those up to an earlier summary need not be read again, unless something was taken out of them. */
async function madeOf(
  store: EventStore,
  session: string,
  to: number,
  from?: Summary,
): Promise<Summary | undefined> {
  const begin = from !== undefined && from.lastSeq < to ? from : undefined
  let made = begin
  for await (const event of store.read(session, { from: (begin?.lastSeq ?? 0) + 1, to })) {
    if (begin !== undefined && event.type === 'session.redacted') return madeOf(store, session, to)
    made = summaryAfter(made, event)
  }
  return made
}

function summaryAfter(before: Summary | undefined, event: TodoEvent): Summary {
  const at = event.at.getTime()
  const counts: { [Status in TodoStatus]: number } = { ...(before?.counts ?? noCounts) }
  let { profile, parent, title } = before ?? { profile: null, parent: null, title: null }
  if (event.type === 'session.opened') {
    profile ??= event.data.profile
    parent ??= event.data.parent
  } else if (event.type === 'run.started') title ??= titleOf(event.data.text)
  else if (event.type === 'todos.updated' || event.type === 'todos.rolled-back') {
    for (const change of event.data.changes) {
      countChange(counts, change)
      if (change.type === 'added') title ??= titleOf(change.text)
    }
  }
  const type = event.type === 'event.erased' ? event.data.type : event.type
  return {
    lastSeq: event.seq,
    profile,
    parent,
    title,
    counts,
    turns: Math.max(before?.turns ?? 0, event.turn),
    begun: before?.begun ?? at,
    updated: before !== undefined && type === 'session.redacted' ? before.updated : at,
  }
}

const noCounts: StatusCounts = { pending: 0, in_progress: 0, blocked: 0, completed: 0, cancelled: 0 }

function countChange(counts: { [Status in TodoStatus]: number }, change: Change): void {
  if (change.type === 'added') counts[change.status] += 1
  else if (change.type === 'removed') counts[change.status] -= 1
  else if (change.type === 'status-set') {
    counts[change.from] -= 1
    counts[change.to] += 1
  }
}

function readRow(value: string): Summary | null {
  try {
    const row: unknown = JSON.parse(value)
    return isSummary(row) ? row : null
  } catch {
    return null
  }
}

function readQuery(query: SessionsQuery): {
  readonly isWanted: (listed: ListedSession) => boolean
  readonly limit: number
} {
  const { prefix = '', profile, updatedSince, text = '', open, limit = 100, after } = query
  const since = updatedSince?.getTime() ?? Number.NEGATIVE_INFINITY
  const [, updated, place] = /^(-?\d{1,16})\.(\d{1,16})$/.exec(after ?? '') ?? []
  const problem =
    !isCount(limit) || limit < 1 || limit > 1000
      ? `needs a limit from 1 to 1000, not ${limit}`
      : Number.isNaN(since)
        ? 'needs a valid Date as updatedSince'
        : after !== undefined && place === undefined
          ? 'continues after what no page gave as `next`'
          : null
  if (problem !== null) throw new HostError('bad-query', `A query of sessions ${problem}.`)
  const sought = text.toLowerCase()
  const isWanted = ({ session, summary: said, number }: ListedSession): boolean =>
    session.startsWith(prefix) &&
    (profile === undefined || said.profile === profile) &&
    said.updated >= since &&
    (sought === '' || `${session}\n${said.title ?? ''}`.toLowerCase().includes(sought)) &&
    (open === undefined ||
      said.counts.pending + said.counts.in_progress + said.counts.blocked > 0 === open) &&
    (after === undefined ||
      said.updated < Number(updated) ||
      (said.updated === Number(updated) && number < Number(place)))
  return { isWanted, limit }
}

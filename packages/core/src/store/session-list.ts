/**
 * Lists of sessions: what a list shows of each is derived from its events. It is kept in the side table, one row a session,
 * put together with the events by `listedStore`; a row that is missing or behind is made again from the events.
 */

import { HostError } from '../errors.js'
import type { Change, TodoEvent, TodoStatus } from '../events.js'
import type { EventStore, SideValue } from './event-store.js'
import { isCount, isNumber, isOrdinal, isText, isTime, orNull, shaped } from './shape.js'

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

/** A summary as it is kept: times in milliseconds since 1970. */
interface Summary {
  readonly lastSeq: number
  readonly profile: string | null
  readonly parent: string | null
  readonly title: string | null
  readonly counts: StatusCounts
  readonly turns: number
  readonly begun: number
  readonly updated: number
}

const kind = 'session-list/1'
const isSummary = shaped<Summary>({
  lastSeq: isOrdinal,
  profile: orNull(isText),
  parent: orNull(isText),
  title: orNull(isText),
  counts: shaped<StatusCounts>({
    pending: isNumber,
    in_progress: isNumber,
    blocked: isNumber,
    completed: isNumber,
    cancelled: isNumber,
  }),
  turns: isCount,
  begun: isNumber,
  updated: isNumber,
})

/** What this process knows of the sessions of a store. */
const known = new WeakMap<EventStore, Map<string, Summary>>()

/** A store that puts a session's row of the list with each append. Lists read of either store are the same. */
export function listedStore(store: EventStore): EventStore {
  const { side, restore, onAppend } = store
  if (side === undefined) return store
  const rows = rowsOf(store)
  const listed: EventStore = {
    side,
    ledger: () => store.ledger(),
    async append(session, events, options) {
      const { expectedSeq } = options
      const before = expectedSeq === 0 ? null : await summaryAt(store, session, expectedSeq)
      const now = before === undefined ? null : summaryOf(before, events)
      const row = now === null ? [] : [rowOf(now)]
      const result = await store.append(session, events, {
        ...options,
        side: [...(options.side ?? []), ...row],
      })
      if (now !== null && result.lastSeq === now.lastSeq) rows.set(session, now)
      return result
    },
    read: (session, range) => store.read(session, range),
    readAll: (range) => store.readAll(range),
    lastPosition: () => store.lastPosition(),
    sessions: (only) => store.sessions(only),
    redact(session, redaction, options) {
      rows.delete(session)
      return store.redact(session, redaction, options)
    },
    ...(restore === undefined ? {} : { restore: (records) => restore.call(store, records) }),
    ...(onAppend === undefined ? {} : { onAppend: (listener) => onAppend.call(store, listener) }),
    close: () => store.close(),
  }
  known.set(listed, rows)
  return listed
}

/**
 * A page of a store's sessions, last updated first.
 * @throws HostError `bad-query`
 */
export async function listSessions(store: EventStore, query: SessionsQuery = {}): Promise<SessionsPage> {
  const { wanted, limit, after } = readQuery(query)
  const all = await summariesOf(store)
  const found = Array.from(all.entries(), ([number, { session, summary }]) => ({ session, summary, number }))
    .filter(({ session, summary, number }) => wanted(session, summary) && isBehind(summary, number, after))
    .sort((a, b) => b.summary.updated - a.summary.updated || b.number - a.number)
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return {
    sessions: shown.map(({ session, summary: { begun, updated, ...said } }) => ({
      session,
      ...said,
      begun: new Date(begun),
      updated: new Date(updated),
    })),
    next: last === undefined || found.length <= limit ? null : `${last.summary.updated}.${last.number}`,
  }
}

/** The sessions of which the side table says something else than their events, at the same seq. */
export async function wronglyListed(store: EventStore): Promise<readonly string[]> {
  const wrong: string[] = []
  for await (const { session, value } of store.side?.entries({ kind }) ?? []) {
    const row = readRow(value)
    const made = row === null ? undefined : await madeOf(store, session, row.lastSeq)
    if (JSON.stringify(row) !== JSON.stringify(made)) wrong.push(session)
  }
  return wrong
}

/** All sessions in the order of their first events. */
async function summariesOf(
  store: EventStore,
): Promise<readonly { readonly session: string; readonly summary: Summary }[]> {
  const rows = rowsOf(store)
  const isFirst = rows.size === 0
  for await (const { session, value } of isFirst ? (store.side?.entries({ kind }) ?? []) : []) {
    const row = readRow(value)
    if (row !== null) rows.set(session, row)
  }
  const all = []
  const puts: Promise<unknown>[] = []
  for (const { session, lastSeq } of await store.sessions()) {
    let summary = rows.get(session)
    if (summary?.lastSeq !== lastSeq) {
      summary = await madeOf(store, session, lastSeq, summary)
      if (summary === undefined) continue
      rows.set(session, summary)
      // A store that can only be read, is busy or full keeps its events; the list is made again next time.
      puts.push(
        store.side?.put(session, [rowOf(summary)], summary.lastSeq).catch(() => false) ?? Promise.resolve(),
      )
    }
    all.push({ session, summary })
  }
  await Promise.all(puts)
  return all
}

function rowsOf(store: EventStore): Map<string, Summary> {
  const rows = known.get(store) ?? new Map<string, Summary>()
  known.set(store, rows)
  return rows
}

/** The summary of a session up to a seq, or undefined if it has no such event. */
async function summaryAt(store: EventStore, session: string, seq: number): Promise<Summary | undefined> {
  const rows = rowsOf(store)
  let summary = rows.get(session)
  if (summary === undefined) {
    const entry = await store.side?.newest(session, kind, 0)
    summary = (entry === undefined ? null : readRow(entry.value)) ?? undefined
  }
  if (summary?.lastSeq !== seq) summary = await madeOf(store, session, seq, summary)
  return summary?.lastSeq === seq ? summary : undefined
}

/** Made from the events; those up to an earlier summary need not be read again, unless something was taken out of them. */
async function madeOf(
  store: EventStore,
  session: string,
  to: number,
  from?: Summary,
): Promise<Summary | undefined> {
  const begin = from !== undefined && from.lastSeq < to ? from : null
  let summary = begin
  for await (const event of store.read(session, { from: (begin?.lastSeq ?? 0) + 1, to })) {
    if (begin !== null && event.type === 'session.redacted') return madeOf(store, session, to)
    summary = summaryOf(summary, [event])
  }
  return summary ?? undefined
}

/** What events say after what was said before them; null if there are none. */
function summaryOf(before: Summary | null, events: readonly TodoEvent[]): Summary | null {
  const [first] = events
  const last = events.at(-1)
  if (first === undefined || last === undefined) return before
  const counts = { ...(before?.counts ?? noCounts) }
  let { profile, parent, title, turns, updated } = before ?? {
    profile: null,
    parent: null,
    title: null,
    turns: 0,
    updated: first.at.getTime(),
  }
  for (const event of events) {
    turns = Math.max(turns, event.turn)
    const type = event.type === 'event.erased' ? event.data.type : event.type
    if (type !== 'session.redacted') updated = event.at.getTime()
    if (event.type === 'session.opened') {
      profile ??= event.data.profile
      parent ??= event.data.parent
    } else if (event.type === 'run.started') title ??= titleOf(event.data.text)
    else if (event.type === 'todos.updated' || event.type === 'todos.rolled-back') {
      for (const change of event.data.changes) {
        count(counts, change)
        if (change.type === 'added') title ??= titleOf(change.text)
      }
    }
  }
  const begun = before?.begun ?? first.at.getTime()
  return { lastSeq: last.seq, profile, parent, title, counts, turns, begun, updated }
}

const noCounts: StatusCounts = { pending: 0, in_progress: 0, blocked: 0, completed: 0, cancelled: 0 }

function count(counts: { [Status in TodoStatus]: number }, change: Change): void {
  if (change.type === 'added') counts[change.status] += 1
  else if (change.type === 'removed') counts[change.status] -= 1
  else if (change.type === 'status-set') {
    counts[change.from] -= 1
    counts[change.to] += 1
  }
}

const longestTitle = 120

/** The beginning of a text on one line; null if it says nothing. */
function titleOf(text: string): string | null {
  const beginning = text.slice(0, 4 * longestTitle)
  const line = beginning.replace(/\s+/gu, ' ').trim()
  const letters = [...line]
  if (letters.length > longestTitle) return `${letters.slice(0, longestTitle).join('')}…`
  return line === '' ? null : line
}

function rowOf(summary: Summary): SideValue {
  return { kind, seq: 0, value: JSON.stringify(summary) }
}

function readRow(value: string): Summary | null {
  try {
    const row: unknown = JSON.parse(value)
    return isSummary(row) ? row : null
  } catch {
    return null
  }
}

/** A place in the order of the list. */
interface Place {
  readonly updated: number
  readonly number: number
}

function isBehind({ updated }: Summary, number: number, after: Place | null): boolean {
  if (after === null) return true
  return updated < after.updated || (updated === after.updated && number < after.number)
}

function readQuery(query: SessionsQuery): {
  readonly wanted: (session: string, summary: Summary) => boolean
  readonly limit: number
  readonly after: Place | null
} {
  const { prefix = '', profile, updatedSince, open, limit = 100, after } = query
  if (!isCount(limit) || limit < 1 || limit > 1000) {
    throw badQuery(`needs a limit from 1 to 1000, not ${String(limit)}`)
  }
  if (updatedSince !== undefined && !isTime(updatedSince))
    throw badQuery('needs a valid Date as updatedSince')
  const since = updatedSince?.getTime() ?? Number.NEGATIVE_INFINITY
  const wanted = (session: string, { profile: own, counts, updated }: Summary): boolean =>
    session.startsWith(prefix) &&
    (profile === undefined || own === profile) &&
    updated >= since &&
    (open === undefined || counts.pending + counts.in_progress + counts.blocked > 0 === open)
  return { wanted, limit, after: after === undefined ? null : placeOf(after) }
}

function placeOf(after: string): Place {
  const [, updated, number] = /^(-?\d{1,16})\.(\d{1,16})$/.exec(after) ?? []
  if (updated === undefined || number === undefined)
    throw badQuery('continues after what no page gave as `next`')
  return { updated: Number(updated), number: Number(number) }
}

function badQuery(how: string): HostError {
  return new HostError('bad-query', `A query of sessions ${how}.`)
}

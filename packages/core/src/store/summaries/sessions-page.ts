/** Lists of sessions: what can be asked for, in which order they come, and the pages of it. */

import { HostError } from '../../errors.js'
import { isCount, isTime } from '../shape.js'
import type { SessionSummary, SummaryFields } from './session-summary.js'

/** Which sessions to list. */
export interface SessionsQuery {
  /** Only those whose id begins so. */
  readonly prefix?: string
  /** Only those under the profile of this name. */
  readonly profile?: string
  /** Only those whose last event is of this time or later. */
  readonly updatedSince?: Date
  /** True: only those with an item that is neither completed nor cancelled. False: only the others. */
  readonly open?: boolean
  /** As many at most, 1 to 1,000; 100 when absent. */
  readonly limit?: number
  /** Goes on behind a page: what that gave as `next`. */
  readonly after?: string
}

/**
 * Sessions, the one that was updated last first. A session that goes on between two pages moves to the front, so it may
 * stand in neither, or in both.
 */
export interface SessionsPage {
  /** The sessions. */
  readonly sessions: readonly SessionSummary[]
  /** What to ask for the next page with, as `after`; null where there is none. */
  readonly next: string | null
}

/** A summary with the place that it has among others of the same time: higher for a session that was begun later. */
export interface PlacedSummary {
  /** Its session and its last seq. */
  readonly session: string
  /** The seq of its last event. */
  readonly lastSeq: number
  /** What its events say. */
  readonly fields: SummaryFields
  /** A number of its own in its store. */
  readonly number: number
}

/**
 * What stands in a store's table of sessions, whose columns have the names of the fields.
 * @param session the session's id; @param row gives a column
 */
export function placedSummaryOf(
  session: string,
  row: { readonly text: (column: string) => string | null; readonly number: (column: string) => number },
): PlacedSummary {
  const { text, number } = row
  return {
    session,
    lastSeq: number('last_seq'),
    number: number('number'),
    fields: {
      profile: text('profile'),
      parent: text('parent'),
      title: text('title'),
      counts: {
        pending: number('pending'),
        in_progress: number('in_progress'),
        blocked: number('blocked'),
        completed: number('completed'),
        cancelled: number('cancelled'),
      },
      turns: number('turns'),
      begun: number('begun'),
      updated: number('updated'),
    },
  }
}

/** The sessions of a query, once it is known to be one. */
export interface WholeSessionsQuery {
  /** Only those whose id begins so. */
  readonly prefix: string
  /** Only those of this profile; null: of any. */
  readonly profile: string | null
  /** Only those updated at this time or later, in milliseconds since 1970. */
  readonly since: number
  /** Only those with open items, or without; null: both. */
  readonly open: boolean | null
  /** As many at most. */
  readonly limit: number
  /** Only those behind this place: updated earlier, or then and of a lower number. */
  readonly after: SummaryPlace
}

/** A place in the order of the list. */
interface SummaryPlace {
  readonly updated: number
  readonly number: number
}

const listedAtOnce = 100
const mostListed = 1000
const earliest = -8.64e15
const beforeAll: SummaryPlace = { updated: Number.MAX_SAFE_INTEGER, number: 0 }

/**
 * What a query asks for.
 * @throws HostError `bad-query`
 */
export function wholeQuery(query: SessionsQuery): WholeSessionsQuery {
  const { prefix = '', profile = null, updatedSince, open = null, limit = listedAtOnce, after } = query
  if (!isCount(limit) || limit < 1 || limit > mostListed) {
    throw badQuery(`needs a limit from 1 to ${mostListed}, not ${String(limit)}`)
  }
  if (updatedSince !== undefined && !isTime(updatedSince))
    throw badQuery('needs a valid Date as updatedSince')
  const since = updatedSince?.getTime() ?? earliest
  return { prefix, profile, since, open, limit, after: after === undefined ? beforeAll : placeOf(after) }
}

/** The page of sessions that a store found: one more than asked for, where there are more. */
export function pageOf(found: readonly PlacedSummary[], { limit }: WholeSessionsQuery): SessionsPage {
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return {
    sessions: shown.map(({ session, lastSeq, fields: { begun, updated, ...fields } }) => ({
      session,
      lastSeq,
      ...fields,
      begun: new Date(begun),
      updated: new Date(updated ?? begun),
    })),
    next: last === undefined || found.length <= limit ? null : `${updatedAt(last)}.${last.number}`,
  }
}

function updatedAt({ fields }: PlacedSummary): number {
  return fields.updated ?? fields.begun
}

/** Those of all sessions that a query asks for, in the order of the list, and one more: for a store that has no index. */
export function newestFirst(
  all: Iterable<PlacedSummary>,
  { prefix, profile, since, open, limit, after }: WholeSessionsQuery,
): readonly PlacedSummary[] {
  const found: PlacedSummary[] = []
  for (const summary of all) {
    const { session, fields, number } = summary
    const { pending, in_progress, blocked } = fields.counts
    const updated = updatedAt(summary)
    const isBehind = updated < after.updated || (updated === after.updated && number < after.number)
    if (!isBehind || updated < since) continue
    if (!session.startsWith(prefix)) continue
    if (profile !== null && fields.profile !== profile) continue
    if (open !== null && pending + in_progress + blocked > 0 !== open) continue
    found.push(summary)
  }
  return found.sort((a, b) => updatedAt(b) - updatedAt(a) || b.number - a.number).slice(0, limit + 1)
}

function placeOf(after: string): SummaryPlace {
  const [, updated, number] = /^(-?\d{1,16})\.(\d{1,16})$/.exec(after) ?? []
  if (updated !== undefined && number !== undefined)
    return { updated: Number(updated), number: Number(number) }
  throw badQuery('goes on after what no page gave as `next`')
}

function badQuery(how: string): HostError {
  return new HostError('bad-query', `A query of sessions ${how}.`)
}

/**
 * What a list of sessions shows of each, kept beside the events, so that no list replays them all. A summary is what its
 * events say, one after the other: stores add what new ones say to what is kept.
 */

import type { Change, TodoEvent, TodoStatus } from '../../events.js'

/** How many items of a list have each status. */
export type StatusCounts = { readonly [Status in TodoStatus]: number }

/** A session as a list of them shows it. */
export interface SessionSummary {
  /** The session's id. */
  readonly session: string
  /** The seq of its last event. */
  readonly lastSeq: number
  /** The name of its profile; null where its first event was erased. */
  readonly profile: string | null
  /** The session that started it as a sub-agent, or null. */
  readonly parent: string | null
  /**
   * The first words of its first request, or of its first item where that came before any; on one line and cut. Null where
   * nothing was said yet.
   */
  readonly title: string | null
  /** The items of its list by status. */
  readonly counts: StatusCounts
  /** The turns that it has had. */
  readonly turns: number
  /** The time of its first event. */
  readonly begun: Date
  /** The time of its last event, notes of what was taken out left aside. */
  readonly updated: Date
}

/** What events say of their session, for its summary; times in milliseconds since 1970. */
export interface SummaryFields {
  /** As in a summary; null where these events say nothing of it. */
  readonly profile: string | null
  /** As in a summary. */
  readonly parent: string | null
  /** As in a summary. */
  readonly title: string | null
  /** What they add to the items of each status. */
  readonly counts: StatusCounts
  /** The highest turn among them. */
  readonly turns: number
  /** The time of the first one. */
  readonly begun: number
  /** The time of the last one that is no note of what was taken out; null where all are. */
  readonly updated: number | null
}

/** No items. */
const noCounts: StatusCounts = { pending: 0, in_progress: 0, blocked: 0, completed: 0, cancelled: 0 }

/** What events of a session say, in their order. */
export function summaryOf(events: readonly TodoEvent[]): SummaryFields {
  const counts = { ...noCounts }
  let profile: string | null = null
  let parent: string | null = null
  let title: string | null = null
  let turns = 0
  let updated: number | null = null
  for (const event of events) {
    turns = Math.max(turns, event.turn)
    // Of an erased one it is still known what it was.
    const type = event.type === 'event.erased' ? event.data.type : event.type
    if (type !== 'session.redacted') updated = event.at.getTime()
    if (event.type === 'session.opened') {
      profile = event.data.profile
      parent = event.data.parent
    } else if (event.type === 'run.started') title ??= titleOf(event.data.text)
    else if (event.type === 'todos.updated' || event.type === 'todos.rolled-back') {
      for (const change of event.data.changes) {
        count(counts, change)
        if (change.type === 'added') title ??= titleOf(change.text)
      }
    }
  }
  const begun = events[0]?.at.getTime() ?? 0
  return { profile, parent, title, counts, turns, begun, updated }
}

/** What an event says of its session that only happened. */
export function nothingSaid(turn: number, at: number, type: string): SummaryFields {
  const updated = type === 'session.redacted' ? null : at
  return { profile: null, parent: null, title: null, counts: noCounts, turns: turn, begun: at, updated }
}

/** What is said of a session once more events were stored. */
export function mergedSummary(before: SummaryFields, more: SummaryFields): SummaryFields {
  const sum = (status: TodoStatus) => before.counts[status] + more.counts[status]
  return {
    profile: before.profile ?? more.profile,
    parent: before.parent ?? more.parent,
    title: before.title ?? more.title,
    counts: {
      pending: sum('pending'),
      in_progress: sum('in_progress'),
      blocked: sum('blocked'),
      completed: sum('completed'),
      cancelled: sum('cancelled'),
    },
    turns: Math.max(before.turns, more.turns),
    begun: before.begun,
    updated: more.updated ?? before.updated,
  }
}

function count(counts: { [Status in TodoStatus]: number }, change: Change): void {
  if (change.type === 'added') counts[change.status] += 1
  else if (change.type === 'removed') counts[change.status] -= 1
  else if (change.type === 'status-set') {
    counts[change.from] -= 1
    counts[change.to] += 1
  }
}

/** So long a title may be. */
const longestTitle = 120

/** The beginning of a text on one line; null where it says nothing. */
function titleOf(text: string): string | null {
  const line = text
    .slice(0, 4 * longestTitle)
    .replace(/\s+/gu, ' ')
    .trim()
  if (line === '') return null
  const letters = [...line]
  return letters.length > longestTitle ? `${letters.slice(0, longestTitle).join('')}…` : line
}

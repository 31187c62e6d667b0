/** Which of the watched sessions is looked at, and what the audit says of its items. */

import type { CompletionAudit } from '@todo-ledger/audit'
import type { WatchedSession } from './watch-view.js'

/** The session that something happened in last; one that no other started, and that has a list, goes first. */
export function currentSession(sessions: readonly WatchedSession[]): WatchedSession | null {
  const wanted = sessions.filter(({ isWanted }) => isWanted).toReversed()
  const own = wanted.filter(({ parent }) => parent === null)
  return own.find(({ state }) => state.items.length > 0) ?? own[0] ?? wanted[0] ?? null
}

/** The last completion of each item that is completed now, by the item's key. */
export function standingCompletions({ state, audit }: WatchedSession): ReadonlyMap<string, CompletionAudit> {
  const completed = new Set(state.items.filter(({ status }) => status === 'completed').map(({ key }) => key))
  return new Map(
    (audit?.completions ?? [])
      .filter(({ key }) => completed.has(key))
      .map((completion) => [completion.key, completion]),
  )
}

/** A session as a watch sees it now. */

import type { SessionAudit } from '@todo-ledger/audit'
import type { SessionState } from '@todo-ledger/core'
import type { WatchEvent } from './watch-event.js'

export interface WatchedSession {
  readonly state: SessionState
  readonly parent: string | null
  /** The recorded file as it was named, or null for a live session. */
  readonly file: string | null
  /** The last audit of it; null before the first. */
  readonly audit: SessionAudit | null
  /** True for the session that was asked for, and for all where none was. */
  readonly isWanted: boolean
}

/** Shows what a watch sees. */
export interface WatchView {
  emit(event: WatchEvent): void
  /** Everything that there is was read; this is how it stands. The session that something happened in last comes last. */
  show(sessions: readonly WatchedSession[]): void
}

/** The session that something happened in last; one that no other started, and that has a list, goes first. */
export function currentSession(sessions: readonly WatchedSession[]): WatchedSession | null {
  const wanted = sessions.filter(({ isWanted }) => isWanted).toReversed()
  const own = wanted.filter(({ parent }) => parent === null)
  return own.find(({ state }) => state.items.length > 0) ?? own[0] ?? wanted[0] ?? null
}

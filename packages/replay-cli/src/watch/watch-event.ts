/**
 * What `watch --json` prints, one line each: what happens in a session as `log --json` prints it, what the audit says of
 * it, and what becomes of the source. All texts are foreign.
 */

import type { SessionAudit } from '@todo-ledger/audit'
import {
  countCompleted,
  type EventType,
  type SessionState,
  type TodoEvent,
  type TodoItem,
} from '@todo-ledger/core'
import { type LoggedEvent, loggedEvent } from '../log/event-summary.js'
import type { CompletionJudged, FindingSeen } from './audit-changes.js'

/** Something that happened in a session. */
export interface SessionEventSeen extends LoggedEvent {
  readonly session: string
  /** The whole list after it, where it changed the list. */
  readonly items?: readonly Pick<TodoItem, 'key' | 'id' | 'text' | 'status' | 'actor'>[]
  readonly progress?: { readonly completed: number; readonly total: number }
}

/**
 * Something about the source itself. `waiting`: there is no such file yet, or it is gone; `restarted`: another file took
 * its name, or it was written anew, and it is read from its start; what was emitted already is not emitted again.
 * `caught-up`: all that was there is read, and what follows happens from now on; after each of the other two, it comes again.
 */
export interface SourceChanged {
  readonly type: 'waiting' | 'restarted' | 'caught-up'
  readonly source: string
  /** Why, in a few words; empty for `caught-up`. */
  readonly reason: string
}

/** One line of `watch --json`. */
export type WatchEvent = SessionEventSeen | CompletionJudged | FindingSeen | SourceChanged

/** True for an event about the source itself. */
export function isOfSource(event: WatchEvent): event is SourceChanged {
  return event.type === 'waiting' || event.type === 'restarted' || event.type === 'caught-up'
}

/** What says something of the list or of the supervisor. */
const watched: ReadonlySet<EventType> = new Set<EventType>([
  'session.opened',
  'run.started',
  'todos.updated',
  'todos.rolled-back',
  'todos.rejected',
  'nag.issued',
  'continuation.issued',
  'continuation.stopped',
  'context.compacted',
  'session.yielded',
])

/** What a watch emits of a session's event; null where there is nothing to say. @param state the state after it */
export function watchEventOf(event: TodoEvent, state: SessionState): SessionEventSeen | null {
  if (!watched.has(event.type)) return null
  const seen = { session: event.session, ...loggedEvent(event, state) }
  if (event.type !== 'todos.updated' && event.type !== 'todos.rolled-back') return seen
  const { changes = [], violations = [] } = seen
  if (changes.length === 0 && violations.length === 0) return null
  return {
    ...seen,
    items: state.items.map(({ key, id, text, status, actor }) => ({ key, id, text, status, actor })),
    progress: { completed: countCompleted(state.items), total: state.items.length },
  }
}

/**
 * By what an event is known again when its file is read anew. No seqs: a file that was read while its last response was
 * half written leads to others than the whole one.
 */
export function identityOf({ type, session, turn, call, source, summary }: SessionEventSeen): string {
  if (type === 'session.opened') return JSON.stringify([type, session])
  if (call !== undefined) return JSON.stringify([type, session, call])
  return JSON.stringify([type, session, turn, type === 'context.compacted' ? (source?.line ?? '') : summary])
}

/** A session as a watch sees it now. */
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

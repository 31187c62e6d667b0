/**
 * What `watch --json` prints, one line each: what happens in a session as `log --json` prints it, what the audit says of
 * it, and what becomes of the source. All texts are foreign.
 */

import type { CompletionAudit, Finding, SessionAudit, Verdict } from '@todo-ledger/audit'
import { countCompleted, type EventType, type SessionState, type TodoEvent } from '@todo-ledger/core'
import { loggedEvent } from '../log/event-summary.js'

/** What says something of the list or of the supervisor. */
const watched: ReadonlySet<EventType> = new Set<EventType>([
  ...(['session.opened', 'run.started', 'todos.updated', 'todos.rolled-back', 'todos.rejected'] as const),
  ...(['nag.issued', 'continuation.issued', 'continuation.stopped'] as const),
  ...(['context.compacted', 'session.yielded'] as const),
])

/** Something that happened in a session, with the whole list after it where it changed the list. */
export type SessionEventSeen = NonNullable<ReturnType<typeof sessionEventSeen>>

/** What a watch emits of a session's event; null where there is nothing to say. @param state the state after it */
export function sessionEventSeen(event: TodoEvent, state: SessionState) {
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

/** An item was completed, and judged as far as the log went by then; or it is judged otherwise now. */
export type CompletionJudged = ReturnType<typeof completionJudged>

/** @param before the verdict that was emitted before; null the first time */
export function completionJudged(session: string, completion: CompletionAudit, before: Verdict | null) {
  const { verdict, item, text, call, why, needs, actor } = completion
  return {
    type: 'completion' as const,
    ...placeOf(session, completion),
    ...(actor === undefined ? {} : { actor }),
    ...{ item, text, call, verdict, before },
    ...(why === undefined ? {} : { why: why.sentence }),
    needs,
  }
}

/** A finding came up. */
export type FindingSeen = ReturnType<typeof findingSeen>

export function findingSeen(session: string, finding: Finding) {
  const { rule, severity, item, message } = finding
  return { type: 'finding' as const, ...placeOf(session, finding), rule, severity, item, message }
}

function placeOf(session: string, { turn, seq, source }: CompletionAudit | Finding) {
  return { session, turn, seq, ...(source === undefined ? {} : { source }) }
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

/** A session as a watch sees it now. */
export interface WatchedSession {
  readonly state: SessionState
  readonly parent: string | null
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

/** What `log --json` prints of an event. Its whole data is what `export` is for. */

import {
  type Actor,
  type Change,
  calledBy,
  type EventType,
  type RecordedPlace,
  type SessionState,
  type TodoEvent,
  type Violation,
} from '@todo-ledger/core'
import { eventSummary } from './event-summary.js'

/** One event of `log --json`. */
export interface LoggedEvent {
  /** Its number in its session. */
  readonly seq: number
  /** Its turn. */
  readonly turn: number
  /** When it happened, as ISO 8601 in UTC. */
  readonly at: string
  /** What happened. */
  readonly type: EventType
  /** The place in the recorded file; null for a live session. */
  readonly source: RecordedPlace | null
  /** Who did it, where the event names somebody. */
  readonly actor?: Actor
  /** What happened, in one sentence, cut. */
  readonly summary: string
  /** The id of the call, for an event of a tool. */
  readonly call?: string
  /** The tool, for an event of a tool that says it. */
  readonly tool?: string
  /** What an update did to the list. */
  readonly changes?: readonly Change[]
  /** What was wrong with an update: why it was refused, or which rules it was flagged for. */
  readonly violations?: readonly Violation[]
}

/** What is shown of an event. @param state the state after it */
export function loggedEvent(event: TodoEvent, state: SessionState): LoggedEvent {
  const { seq, turn, at, type, source, actor } = event
  return {
    seq,
    turn,
    at: at.toISOString(),
    type,
    source: source ?? null,
    ...(actor === undefined ? {} : { actor }),
    summary: eventSummary(event, state),
    ...detailsOf(event),
  }
}

function detailsOf(event: TodoEvent): Pick<LoggedEvent, 'call' | 'tool' | 'changes' | 'violations'> {
  switch (event.type) {
    case 'todos.updated': {
      const { call, changes, flags } = event.data
      return { call, tool: calledBy(event), changes, violations: flags }
    }
    case 'todos.rejected': {
      const { call, violations } = event.data
      return { call, tool: calledBy(event), violations }
    }
    case 'todos.rolled-back':
      return { changes: event.data.changes }
    case 'tool.called':
      return { call: event.data.call, tool: event.data.name }
    case 'tool.returned':
      return { call: event.data.call }
    default:
      return {}
  }
}

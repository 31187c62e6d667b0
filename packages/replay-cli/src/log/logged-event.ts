/** What `log --json` prints of an event. Its whole data is what `export` is for. */

import { type Change, calledBy, type SessionState, type TodoEvent, type Violation } from '@todo-ledger/core'
import { eventSummary } from './event-summary.js'

/** One event of `log --json`. */
export type LoggedEvent = ReturnType<typeof loggedEvent>

/** What is shown of an event. @param state the state after it */
export function loggedEvent(event: TodoEvent, state: SessionState) {
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

/** What an event of a tool says besides; `violations` are why it was refused, or the rules it was flagged for. */
interface EventDetails {
  readonly call?: string
  readonly tool?: string
  readonly changes?: readonly Change[]
  readonly violations?: readonly Violation[]
}

function detailsOf(event: TodoEvent): EventDetails {
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

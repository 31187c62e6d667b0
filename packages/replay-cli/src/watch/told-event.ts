/** What of a session's events a person who watches it is told. */

import { countCompleted, isOpen, type SessionState, type TodoEvent } from '@todo-ledger/core'
import type { SessionWatchEvent, WatchMoment } from './watch-event.js'

/** What is told of an event; null for those that say nothing of the list or of the supervisor. */
export function toldEvent(event: TodoEvent, state: SessionState): SessionWatchEvent | null {
  const moment = momentOf(event)
  switch (event.type) {
    case 'session.opened': {
      const { profile, source, parent, goal } = event.data
      const file = source?.file ?? null
      return { kind: 'session', ...moment, profile, file, format: source?.format ?? null, parent, goal }
    }
    case 'run.started':
      return { kind: 'input', ...moment, trigger: event.data.trigger, text: event.data.text }
    case 'todos.updated': {
      const { tool, call, changes, flags, query } = event.data
      if (query || (changes.length === 0 && flags.length === 0)) return null
      return { kind: 'update', ...moment, tool, call, changes, flags, ...listOf(state) }
    }
    case 'todos.rolled-back': {
      const { changes } = event.data
      return { kind: 'roll-back', ...moment, tool: null, call: null, changes, flags: [], ...listOf(state) }
    }
    case 'todos.rejected': {
      const { tool, call, violations } = event.data
      return { kind: 'rejection', ...moment, tool, call, violations }
    }
    case 'nag.issued': {
      const { policy, level, text } = event.data
      return { kind: 'nag', ...moment, policy, level, text }
    }
    case 'continuation.issued':
      return { kind: 'continuation', ...moment, cause: event.data.cause, prompt: event.data.prompt }
    case 'continuation.stopped':
      return { kind: 'continuation-stopped', ...moment, cause: event.data.reason, prompt: null }
    case 'context.compacted':
      return { kind: 'compaction', ...moment }
    case 'session.yielded':
      return { kind: 'yield', ...moment, to: event.data.to, open: state.items.filter(isOpen).length }
    default:
      return null
  }
}

function momentOf({ session, turn, seq, at, source }: TodoEvent): WatchMoment {
  return { session, turn, seq, at: at.toISOString(), ...(source === undefined ? {} : { source }) }
}

function listOf({ items }: SessionState) {
  return {
    items: items.map(({ key, id, text, status }) => ({ key, id, text, status })),
    progress: { completed: countCompleted(items), total: items.length },
  }
}

/** Every todo call has one event, and its answer says what the event says. */

import type { EventOf } from '../../events.js'
import type { Invariant } from './invariant.js'

/** A call that is asked again is the same call: one event, the same answer. */
export const answersMatchEvents: Invariant = {
  name: 'answers-match-events',
  summary: 'Every todo call has one event, and each answer to it says what the event says.',
  check({ events, answers }) {
    const byCall = new Map<string, EventOf<'todos.updated'> | EventOf<'todos.rejected'>>()
    for (const event of events) {
      if (event.type !== 'todos.updated' && event.type !== 'todos.rejected') continue
      const { call } = event.data
      if (byCall.has(call)) return { seq: event.seq, message: `Call ${call} has a second event` }
      byCall.set(call, event)
    }
    for (const { call, reply } of answers) {
      const event = byCall.get(call)
      if (event === undefined) return { seq: 0, message: `Call ${call} was answered and has no event` }
      if (reply.ok !== (event.type === 'todos.updated') || reply.text !== event.data.reply) {
        return { seq: event.seq, message: `Call ${call} was answered otherwise than its event says` }
      }
    }
    return null
  },
}

/** The order and the names of events and items. */

import type { Invariant } from './invariant.js'

/** Seqs are 1, 2, 3 … and turns never go back. */
export const seqWithoutGaps: Invariant = {
  name: 'seq-without-gaps',
  summary: 'Events are numbered 1, 2, 3 … without a gap, turns follow each other, and each has its state.',
  check({ events, states }) {
    let turn = 0
    for (const [index, event] of events.entries()) {
      const { seq } = event
      if (seq !== index + 1) return { seq, message: `Event ${index + 1} of the log has seq ${seq}` }
      if (states[index]?.seq !== seq) return { seq, message: `The state after event ${seq} is not there` }
      const expected = event.type === 'turn.started' ? turn + 1 : turn
      if (event.turn !== expected)
        return { seq, message: `Event ${seq} stands in turn ${event.turn}, not ${expected}` }
      turn = event.turn
    }
    return states.length === events.length
      ? null
      : { seq: events.length, message: `${events.length} events led to ${states.length} states` }
  },
}

/** No event id comes twice; no item key comes twice in a list or again after it was removed. */
export const idsUnique: Invariant = {
  name: 'event-ids-and-keys-unique',
  summary: 'No event id comes twice, and the key of a removed item is never used again.',
  check({ events, states }) {
    const ids = new Set<string>()
    const keys = new Set<string>()
    for (const [index, event] of events.entries()) {
      const { seq } = event
      if (ids.has(event.id)) return { seq, message: `The event id ${event.id} comes twice` }
      ids.add(event.id)
      const items = states[index]?.items ?? []
      if (new Set(items.map(({ key }) => key)).size !== items.length) {
        return { seq, message: 'Two items of the list have the same key' }
      }
      if (event.type !== 'todos.updated') continue
      for (const change of event.data.changes) {
        if (change.type !== 'added') continue
        if (keys.has(change.key)) return { seq, message: `The key ${change.key} is given out again` }
        keys.add(change.key)
      }
    }
    return null
  },
}

/** Items as a state holds them. */

import fc from 'fast-check'
import type { TodoStatus } from '../../events.js'
import type { TodoItem } from '../../state.js'
import { arbitraryText } from './values.js'

const statuses: readonly TodoStatus[] = ['pending', 'in_progress', 'blocked', 'completed', 'cancelled']
const moment = { turn: 1, seq: 3, at: 0 }

/** Any item, with any text; keys and ids are as they come. */
export function arbitraryItem(): fc.Arbitrary<TodoItem> {
  const text = arbitraryText()
  return fc
    .record({
      key: fc.nat({ max: 99 }),
      id: fc.nat({ max: 99 }),
      text,
      status: fc.constantFrom(...statuses),
      reason: text,
    })
    .map(
      ({ key, id, text: itemText, status, reason }): TodoItem => ({
        key: `k${key}`,
        id: String(id),
        text: itemText,
        status,
        reason: status === 'blocked' ? reason : null,
        parent: null,
        dependencies: [],
        activeForm: null,
        priority: null,
        owner: null,
        notes: null,
        estimate: null,
        metadata: null,
        added: moment,
        started: status === 'pending' ? null : moment,
        blocked: status === 'blocked' ? moment : null,
        closed: status === 'completed' || status === 'cancelled' ? moment : null,
      }),
    )
}

/** A list of items whose keys and ids are all different. */
export function arbitraryItems(): fc.Arbitrary<readonly TodoItem[]> {
  return fc
    .array(arbitraryItem(), { maxLength: 12 })
    .map((items) => items.map((item, index) => ({ ...item, key: `k${index + 1}`, id: String(index + 1) })))
}

/** What a roll-back does to a list, as changes that people can read. */

import type { Change } from '../events.js'
import type { SessionState, TodoItem } from '../state.js'

/** A list and its goal. */
type Listed = Pick<SessionState, 'items' | 'goal'>

/** The changes from a list back to an earlier one: items by their keys, each with its text and status. */
export function restoringChanges(now: Listed, before: Listed): readonly Change[] {
  const known = new Map(before.items.map((item) => [item.key, item]))
  const present = new Map(now.items.map((item) => [item.key, item]))
  const changes: Change[] = now.items
    .filter((item) => !known.has(item.key))
    .map(({ key, id, text, status }) => ({ type: 'removed', key, id, text, status }))
  before.items.forEach((item, position) => {
    const current = present.get(item.key)
    if (current === undefined) changes.push(addition(item, position))
    else changes.push(...itemChanges(current, item))
  })
  if (now.goal !== before.goal) changes.push({ type: 'goal-set', from: now.goal, to: before.goal })
  return changes
}

function addition({ key, id, text, status, reason }: TodoItem, position: number): Change {
  return { type: 'added', key, id, text, status, position, reason }
}

function itemChanges(now: TodoItem, before: TodoItem): readonly Change[] {
  const { key } = before
  const changes: Change[] = []
  if (now.text !== before.text) changes.push({ type: 'reworded', key, from: now.text, to: before.text })
  if (now.status !== before.status || now.reason !== before.reason) {
    changes.push({ type: 'status-set', key, from: now.status, to: before.status, reason: before.reason })
  }
  return changes
}

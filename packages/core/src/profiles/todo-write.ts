/**
 * `todo-write`: a TodoWrite (docs/sources/todo-write.md). As `todo-manager`, but a status must be valid, a text may be empty,
 * and an empty list is printed as a count.
 */

import type { WantedItem } from '../decide/intent.js'
import type { TodoStatus, Violation } from '../events.js'
import { violationOf } from '../rules/rule.js'
import { renderChecklist } from './checklist.js'
import type { Profile } from './profile.js'
import { isObject, property, shapeViolation, textOf } from './read-input.js'
import { defineTodoToolProfile, readId, type TodoToolSettings } from './todo-tool-profile.js'

/** The TodoWrite of docs/sources/todo-write.md. */
export const todoWrite: Profile<TodoToolSettings> = defineTodoToolProfile({
  name: 'todo-write',
  source: 'the TodoWrite lesson of a tutorial agent (docs/sources/todo-write.md)',
  itemRule: 'status-valid',
  readItem,
  render: renderChecklist,
})

/** Reads in the source's order: text, status, id; then judges the status. */
function readItem(item: unknown, position: number, violations: Violation[]): WantedItem {
  const { id, ownId } = readId(property(item, 'id'), position)
  const wrong = (message: string, expected: string, received: unknown, fix: string) =>
    violations.push(shapeViolation(`Item ${id}: ${message}`, expected, received, fix, id))
  if (!isObject(item)) {
    wrong('must be an object', 'an object', item, 'Give each item as {"id", "text", "status"}.')
    return { id, ownId, text: '', status: 'pending' }
  }
  const text = scalarText(property(item, 'text'))
  if (text === null) wrong('text required', 'a text', property(item, 'text'), 'Give the text as a string.')
  const given = scalarText(property(item, 'status'))
  if (given === null) {
    wrong('status required', 'a status', property(item, 'status'), 'Use pending, in_progress or completed.')
  }
  if (isObject(property(item, 'id')) || Array.isArray(property(item, 'id'))) {
    wrong('id must be a text', 'a text', property(item, 'id'), 'Give the id as a string or leave it out.')
  }
  const status = given === null ? 'pending' : readStatus(given.toLowerCase())
  if (status === null) violations.push(invalidStatus(id, given?.toLowerCase() ?? ''))
  return { id, ownId, text: text?.trim() ?? '', status: status ?? 'pending' }
}

/** The source takes `toString()` of what it is given: texts, numbers and booleans. */
function scalarText(value: unknown): string | null {
  return typeof value === 'boolean' ? String(value) : textOf(value)
}

function readStatus(status: string): TodoStatus | null {
  return status === 'pending' || status === 'in_progress' || status === 'completed' ? status : null
}

/** Source: docs/sources/todo-write.md. */
function invalidStatus(id: string, status: string): Violation {
  return violationOf('status-valid', {
    message: `Item ${id}: invalid status '${status}'`,
    item: id,
    expected: ['pending', 'in_progress', 'completed'],
    received: status,
    fix: 'Use pending, in_progress or completed.',
  })
}

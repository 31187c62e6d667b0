/**
 * `todo-manager`: a TodoManager (docs/sources/todo-manager.md). One tool replaces the list; a status that it does not know is
 * pending, a missing one too; a missing id is the position.
 * A JSON null counts as missing for the id alone: the source fails on a null text and a null status.
 */

import type { WantedItem } from '../decide/intent.js'
import type { TodoStatus, Violation } from '../events.js'
import { violationOf } from '../rules/rule.js'
import type { TodoItem } from '../state.js'
import { renderChecklist } from './checklist.js'
import type { Profile } from './profile.js'
import { isObject, kindOf, property, shapeViolation, textOf } from './read-input.js'
import { defineTodoToolProfile, readId, type TodoToolSettings } from './todo-tool-profile.js'

/** The TodoManager of docs/sources/todo-manager.md. */
export const todoManager: Profile<TodoToolSettings> = defineTodoToolProfile({
  name: 'todo-manager',
  source: 'the TodoManager of a Java agent that nags itself (docs/sources/todo-manager.md)',
  itemRule: 'text-required',
  readItem,
  render,
})

function render(items: readonly TodoItem[]): string {
  return items.length === 0 ? 'No todos.' : renderChecklist(items)
}

function readItem(item: unknown, position: number, violations: Violation[]): WantedItem {
  const { id, ownId } = readId(property(item, 'id'), position)
  const wrong = (message: string, expected: string, received: unknown, fix: string) =>
    violations.push(shapeViolation(`Item ${id}: ${message}`, expected, received, fix, id))
  if (!isObject(item)) {
    wrong('must be an object', 'an object', item, 'Give each item as {"id", "text", "status"}.')
    return { id, ownId, text: '', status: 'pending' }
  }
  const given = property(item, 'text')
  const text = textOf(given ?? '')?.trim() ?? null
  if (text === null) wrong('text must be a text', 'a text', given, 'Give the text as a string.')
  else if (text === '') {
    violations.push(
      violationOf('text-required', {
        message: `Item ${id}: text required`,
        item: id,
        expected: 'a text',
        received: kindOf(given) === 'a string' ? text : kindOf(given),
        fix: 'Give the item a text that says what is to be done.',
      }),
    )
  }
  if (isObject(property(item, 'id')) || Array.isArray(property(item, 'id'))) {
    wrong('id must be a text', 'a text', property(item, 'id'), 'Give the id as a string or leave it out.')
  }
  const status = textOf(Object.hasOwn(item, 'status') ? item['status'] : 'pending')
  if (status === null) {
    wrong('status must be a text', 'a text', item['status'], 'Use pending, in_progress or completed.')
  }
  return { id, ownId, text: text ?? '', status: readStatus(status ?? 'pending') }
}

/** What is unknown is pending. Source: docs/sources/todo-manager.md. */
function readStatus(given: string): TodoStatus {
  const status = given.toLowerCase()
  return status === 'in_progress' || status === 'completed' ? status : 'pending'
}

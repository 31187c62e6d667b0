/** Claude Code's `TodoWrite`: how its input is read. Source: docs/sources/claude-code.md. */

import type { RecordedOutcome, SessionState, TodoItem, TodoStatus, Violation } from '@todo-ledger/core'
import {
  type CallToRead,
  type Intent,
  isObject,
  listProperty,
  matchItems,
  property,
  type Reading,
  shapeViolation,
  type TodoTool,
  textOf,
  unreadable,
  violationOf,
  type WantedItem,
} from '@todo-ledger/core/profiles'

import { parsedJson } from '../../json-value.js'

/** The tool as the model sees it. */
export function todoWriteTool(description: string): TodoTool {
  return {
    name: 'TodoWrite',
    description,
    inputSchema: {
      type: 'object',
      properties: {
        todos: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              content: { type: 'string', minLength: 1 },
              status: { type: 'string', enum: ['pending', 'in_progress', 'completed'] },
              activeForm: { type: 'string', minLength: 1 },
            },
            required: ['content', 'status', 'activeForm'],
          },
        },
      },
      required: ['todos'],
    },
  }
}

/** What the product answers. Source: recorded sessions. */
export const todoWriteReply: string =
  'Todos have been modified successfully. Ensure that you continue to use the todo list to track your progress. ' +
  'Please proceed with the current tasks if applicable'

/**
 * Reads a call. `todos` may be JSON text, as it sometimes is in recordings; items of older versions have `id` and
 * `priority` and no `activeForm`.
 */
export function readTodoWrite({ input, state, recorded }: CallToRead): Reading {
  const todos = readTodos(input)
  if (todos === null) {
    const fix = 'Call TodoWrite with {"todos": [{"content": "…", "status": "pending", "activeForm": "…"}]}.'
    const received = property(input, 'todos') ?? input
    return unreadable(shapeViolation('todos must be a list', 'a list', received, fix))
  }
  const violations: Violation[] = []
  const items = todos.map((todo, index) => readTodo(todo, index + 1, violations))
  return { intent: replacement(carriedOver(items, state, recorded), state), violations }
}

/**
 * A session that goes on in a new file begins with an empty list here, while the product's own held items already:
 * the first result shows them in `oldTodos`. Each wanted item that is one of them says how far it was.
 */
function carriedOver(
  items: readonly WantedItem[],
  state: SessionState,
  recorded: RecordedOutcome | null,
): readonly WantedItem[] {
  const old = state.keysUsed > 0 ? null : listProperty(recorded?.details, 'oldTodos')
  if (old === null || old.length === 0) return items
  const listed = old.map((todo, index) => ({
    id: textOf(property(todo, 'id')) ?? String(index + 1),
    text: textOf(property(todo, 'content')) ?? '',
    before: statusIn(property(todo, 'status')),
  }))
  const matches = matchItems(listed, items)
  return items.map((item) => {
    const match = matches.get(item)
    return match === undefined ? item : { ...item, before: match.before }
  })
}

/**
 * The product forgets a list once all of it is completed: the next list is a new one, in which an equal text is
 * another item. The same items sent again, completed as they are, are no new list.
 */
export function replacement(items: readonly WantedItem[], state: SessionState): Intent {
  const done = state.items.length > 0 && state.items.every((item) => item.status === 'completed')
  const fresh = done && !items.some((item) => item.status === 'completed' && hasText(state.items, item.text))
  return { kind: 'replace', items, numbered: items.every((item) => !item.ownId), fresh }
}

function hasText(items: readonly TodoItem[], text: string): boolean {
  return items.some((item) => item.text === text)
}

function readTodos(input: unknown): readonly unknown[] | null {
  const given = property(input, 'todos')
  if (typeof given !== 'string') return listProperty(input, 'todos')
  const parsed = parsedJson(given)
  return Array.isArray(parsed) ? parsed : null
}

function readTodo(todo: unknown, position: number, violations: Violation[]): WantedItem {
  const own = textOf(property(todo, 'id'))
  const id = own ?? String(position)
  const wrong = (message: string, expected: string, received: unknown, fix: string) =>
    violations.push(shapeViolation(`Item ${id}: ${message}`, expected, received, fix, id))
  if (!isObject(todo)) {
    wrong('must be an object', 'an object', todo, 'Give each item as {"content", "status", "activeForm"}.')
    return { id, ownId: own !== null, text: '', status: 'pending' }
  }
  const text = textOf(property(todo, 'content'))
  if (text === null)
    wrong('content must be a text', 'a text', property(todo, 'content'), 'Give content as a string.')
  else if (text.trim() === '') violations.push(blank(id))
  const activeForm = property(todo, 'activeForm')
  if (activeForm !== undefined && (typeof activeForm !== 'string' || activeForm === '')) {
    wrong(
      'activeForm must be a text',
      'a text',
      activeForm,
      'Say in activeForm what is being done, such as "Adding tests".',
    )
  }
  const priority = textOf(property(todo, 'priority'))
  return {
    id,
    ownId: own !== null,
    text: text ?? '',
    status: readStatus(property(todo, 'status'), id, violations),
    fields: {
      ...(typeof activeForm === 'string' ? { activeForm } : {}),
      ...(priority === null ? {} : { priority }),
    },
  }
}

function blank(id: string): Violation {
  return violationOf('text-required', {
    message: `Item ${id}: content cannot be empty`,
    item: id,
    expected: 'a text',
    received: '',
    fix: 'Give the item a content that says what is to be done.',
  })
}

/** The status of a todo or a task; null for anything else. */
export function statusIn(given: unknown): TodoStatus | null {
  return given === 'pending' || given === 'in_progress' || given === 'completed' ? given : null
}

function readStatus(given: unknown, id: string, violations: Violation[]): TodoStatus {
  const status = statusIn(given)
  if (status !== null) return status
  violations.push(
    violationOf('status-valid', {
      message: `Item ${id}: invalid status ${JSON.stringify(textOf(given)) ?? 'null'}`,
      item: id,
      expected: ['pending', 'in_progress', 'completed'],
      received: textOf(given),
      fix: 'Use pending, in_progress or completed.',
    }),
  )
  return 'pending'
}

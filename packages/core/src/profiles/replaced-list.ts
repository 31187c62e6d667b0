/** Reading a tool that replaces the whole list with `{ [list]: [{ [text], status, … }] }`, as most systems do. */

import type { WantedItem } from '../decide/intent.js'
import type { JsonValue, TodoStatus, Violation } from '../events.js'
import type { Reading, TodoTool } from './profile.js'
import {
  blankText,
  invalidStatus,
  isObject,
  listProperty,
  property,
  shapeViolation,
  textOf,
  unreadable,
} from './read-input.js'

/** The shape of one system's list. */
export interface ListShape {
  readonly tool: string
  /** The property that holds the list, such as `todos`. */
  readonly list: string
  /** The property of an item that holds its text, such as `content`. */
  readonly text: string
  /** The system's words for statuses, and what each is here. */
  readonly statuses: { readonly [word: string]: TodoStatus }
  /** What an unknown status is read as; absent: it is a violation. */
  readonly unknownStatus?: TodoStatus
  /** True where a blank text is refused. */
  readonly textRequired?: boolean
}

export const threeStatuses: ListShape['statuses'] = {
  pending: 'pending',
  in_progress: 'in_progress',
  completed: 'completed',
}

/** The words of systems that also know what was called off and what is held up. */
export const fiveStatuses: ListShape['statuses'] = {
  ...threeStatuses,
  cancelled: 'cancelled',
  blocked: 'blocked',
}

/** Reads a call: the list, each item's text and status, and what is wrong with them, in the list's order. */
export function readReplacedList(input: unknown, shape: ListShape): Reading {
  const list = listProperty(input, shape.list)
  if (list === null) {
    const fix = `Call ${shape.tool} with {"${shape.list}": [{"${shape.text}": "…", "status": "pending"}]}.`
    const received = property(input, shape.list) ?? input
    return unreadable(shapeViolation(`${shape.list} must be a list`, 'a list', received, fix))
  }
  const violations: Violation[] = []
  const items = list.map((item, index) => readItem(item, index + 1, shape, violations))
  return { intent: { kind: 'replace', items, numbered: items.every((item) => !item.ownId) }, violations }
}

/** The JSON Schema of such a tool's input. */
export function replacedListSchema({ list, text, statuses }: ListShape): TodoTool['inputSchema'] {
  const status = { type: 'string', enum: Object.keys(statuses) }
  const item = {
    type: 'object',
    properties: { [text]: { type: 'string' }, status },
    required: [text, 'status'],
  }
  return { type: 'object', properties: { [list]: { type: 'array', items: item } }, required: [list] }
}

function readItem(item: unknown, position: number, shape: ListShape, violations: Violation[]): WantedItem {
  const own = textOf(property(item, 'id'))
  const id = own ?? String(position)
  const place = { id, ownId: own !== null }
  if (!isObject(item)) {
    const fix = `Give each item as {"${shape.text}", "status"}.`
    violations.push(shapeViolation(`Item ${id}: must be an object`, 'an object', item, fix, id))
    return { ...place, text: '', status: 'pending' }
  }
  const text = textOf(property(item, shape.text))
  if (text === null) {
    const fix = `Give ${shape.text} as a string.`
    const received = property(item, shape.text)
    violations.push(shapeViolation(`Item ${id}: ${shape.text} must be a text`, 'a text', received, fix, id))
  } else if (shape.textRequired === true && text.trim() === '') {
    const fix = `Say in ${shape.text} what is to be done.`
    violations.push(blankText(`Item ${id}: ${shape.text} cannot be empty`, id, fix))
  }
  const priority = textOf(property(item, 'priority'))
  const fields: { readonly priority?: JsonValue } = priority === null ? {} : { priority }
  return { ...place, text: text ?? '', status: readStatus(item, id, shape, violations), fields }
}

function readStatus(item: unknown, id: string, shape: ListShape, violations: Violation[]): TodoStatus {
  const given = textOf(property(item, 'status'))
  if (given !== null && Object.hasOwn(shape.statuses, given)) return shape.statuses[given] ?? 'pending'
  if (given !== null && shape.unknownStatus !== undefined) return shape.unknownStatus
  violations.push(invalidStatus(`Item ${id}`, id, given, Object.keys(shape.statuses)))
  return 'pending'
}

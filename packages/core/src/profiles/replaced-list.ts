/** Reading a tool that replaces the whole list with `{ [list]: [{ [text], status, … }] }`, as most systems do. */

import type { TodoStatus } from '../events.js'
import type { Reading, TodoTool } from './profile.js'
import {
  blankText,
  type ItemNotes,
  invalidStatus,
  listProperty,
  property,
  readItems,
  shapeViolation,
  textOf,
  type UnknownObject,
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
  const fix = `{"${shape.text}", "status"}`
  const { items, violations } = readItems(list, fix, String, (item, notes) => readItem(item, shape, notes))
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

function readItem(item: UnknownObject, shape: ListShape, { id, add, wrong }: ItemNotes) {
  const given = property(item, shape.text)
  const text = textOf(given)
  if (text === null) wrong(`${shape.text} must be a text`, 'a text', given, `Give ${shape.text} as a string.`)
  else if (shape.textRequired === true && text.trim() === '')
    add(
      blankText(`Item ${id}: ${shape.text} cannot be empty`, id, `Say in ${shape.text} what is to be done.`),
    )
  const priority = textOf(property(item, 'priority'))
  const word = textOf(property(item, 'status'))
  const isKnown = word !== null && Object.hasOwn(shape.statuses, word)
  const status = isKnown ? shape.statuses[word] : word === null ? undefined : shape.unknownStatus
  if (status === undefined) add(invalidStatus(`Item ${id}`, id, word, Object.keys(shape.statuses)))
  const fields = priority === null ? {} : { priority }
  return { text: text ?? '', status: status ?? 'pending', fields }
}

/** Reading a todo tool's raw input: what the model sent is unknown until it is looked at. */

import type { WantedItem } from '../decide.js'
import type { TodoStatus, Violation } from '../events.js'
import { violationOf } from '../rules/rule.js'
import type { Reading, TodoTool } from './profile.js'

export type UnknownObject = { readonly [key: string]: unknown }

/** True for an object that is no list. */
export function isObject(value: unknown): value is UnknownObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A property of the object's own; what it inherits, as under `constructor`, is none. */
export function property(object: unknown, name: string): unknown {
  return isObject(object) && Object.hasOwn(object, name) ? object[name] : undefined
}

export function listProperty(object: unknown, name: string): readonly unknown[] | null {
  const value = property(object, name)
  return Array.isArray(value) ? value : null
}

/** A text, or a number as text; null for anything else. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : null
}

/** What a value is, for people: `null`, `a list`, `an object`, `a number` … */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** The violation of an input that does not have the tool's shape. */
export function shapeViolation(
  message: string,
  expected: string,
  received: unknown,
  fix: string,
  item: string | null = null,
): Violation {
  return violationOf('input-shape', { message, item, expected, received: kindOf(received), fix })
}

/** @param item such as `Item 1`; @param words the statuses that there are, as the tool has them */
export function invalidStatus(
  item: string,
  id: string,
  received: string | null,
  words: readonly string[],
  fix = `Use one of ${words.join(', ')}.`,
): Violation {
  const message = `${item}: invalid status ${JSON.stringify(received)}`
  return violationOf('status-valid', { message, item: id, expected: words, received, fix })
}

/** @param message such as `Item 1: text required` */
export function blankText(message: string, item: string, fix: string, received = ''): Violation {
  return violationOf('text-required', { message, item, expected: 'a text', received, fix })
}

/** A call names a todo that is not in the list, which `tool` shows. */
export function unknownTodo(id: string, tool: string): Violation {
  return violationOf('id-known', {
    message: `Todo ${id} not found`,
    item: id,
    expected: 'the id of a todo in the list',
    received: id,
    fix: `Call ${tool} to see the todos and their ids.`,
  })
}

/** Notes what is wrong with one item of a list. */
export interface ItemNotes {
  readonly id: string
  readonly add: (violation: Violation) => void
  readonly wrong: (message: string, expected: string, received: unknown, fix: string) => void
}

/**
 * Reads the items of a list in their order.
 * @param fix how an item is given, such as `{"text", "status"}`; @param ownIdOf the id that the model gave, or null
 * @param freshId the id of an item, from 1, that has none; @param read what an object says beside its id
 */
export function readItems(
  items: readonly unknown[],
  fix: string,
  freshId: (position: number) => string,
  read: (item: UnknownObject, notes: ItemNotes) => Omit<WantedItem, 'id' | 'ownId'>,
  ownIdOf: (given: unknown) => string | null = textOf,
): { readonly items: readonly WantedItem[]; readonly violations: readonly Violation[] } {
  const violations: Violation[] = []
  const add = (violation: Violation) => void violations.push(violation)
  const wanted = items.map((item, index) => {
    const own = ownIdOf(property(item, 'id'))
    const id = own ?? freshId(index + 1)
    const wrong: ItemNotes['wrong'] = (message, expected, received, how) =>
      add(shapeViolation(`Item ${id}: ${message}`, expected, received, how, id))
    if (isObject(item)) return { id, ownId: own !== null, ...read(item, { id, add, wrong }) }
    wrong('must be an object', 'an object', item, `Give each item as ${fix}.`)
    return { id, ownId: own !== null, text: '', status: 'pending' as const }
  })
  return { items: wanted, violations }
}

/** A call that wants nothing that could be read: a recording that accepted it changes nothing. */
export function unreadable(...violations: readonly Violation[]): Reading {
  return { intent: { kind: 'edit' }, violations }
}

export const query: Reading = { intent: { kind: 'query' }, violations: [] }

/** A tool whose input is an object with these fields. @param required all of them when absent */
export function toolOf(
  name: string,
  description: string,
  properties: TodoTool['inputSchema'] = {},
  required: readonly string[] = Object.keys(properties),
): TodoTool {
  const inputSchema = { type: 'object', properties, ...(required.length === 0 ? {} : { required }) }
  return { name, description, inputSchema }
}

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

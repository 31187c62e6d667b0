/** How the tools of `recommended` are read: items with ids for life, subtasks, dependencies, reasons. */

import { firstWithId } from '../compact/list-index.js'
import type { ItemEdit, WantedItem } from '../decide/intent.js'
import type { ItemField, JsonValue, TodoStatus, Violation } from '../events.js'
import { violationOf } from '../rules/rule.js'
import type { SessionState } from '../state.js'
import type { CallToRead, Reading } from './profile.js'
import { isObject, listProperty, property, shapeViolation, textOf, type UnknownObject } from './read-input.js'
import { unreadable } from './reading.js'

const statuses: readonly TodoStatus[] = ['pending', 'in_progress', 'blocked', 'completed', 'cancelled']

/** Reads `write_todos`: the whole list. An item with the id of one in the list is that one; ids may be left out. */
export function readWrite({ input }: CallToRead): Reading {
  return readList(input, (items) => ({ kind: 'replace', items, numbered: false, stable: true }))
}

/** Reads `add_todos`: new items at the list's end; new ids are the next numbers. */
export function readAdd({ input, state }: CallToRead): Reading {
  return readList(input, (items) => {
    let ids = state.idsUsed
    const add = items.map((item) => {
      if (item.ownId) return item
      ids += 1
      return { ...item, id: String(ids) }
    })
    return { kind: 'edit', add }
  })
}

/** Reads `update_todo`: one item by its id. */
export function readUpdate({ input, state }: CallToRead): Reading {
  const id = textOf(property(input, 'id'))
  const item = id === null ? undefined : firstWithId(state.items, id)
  if (item === undefined) return unreadable(unknownItem(id ?? '', state))
  const violations: Violation[] = []
  const text = textOf(property(input, 'text'))
  const reason = textOf(property(input, 'reason'))
  const status = property(input, 'status') === undefined ? null : readStatus(input, item.id, violations)
  const edit: ItemEdit = {
    key: item.key,
    ...(text === null ? {} : { text }),
    ...(status === null ? {} : { status }),
    ...(reason === null ? {} : { reason }),
    fields: readFields(input),
  }
  return { intent: { kind: 'edit', edit: [edit] }, violations }
}

function readList(input: unknown, intent: (items: readonly WantedItem[]) => Reading['intent']): Reading {
  const items = listProperty(input, 'items')
  if (items === null) {
    const fix = 'Give {"items": [{"text": "…", "status": "pending"}]}.'
    return unreadable(
      shapeViolation('items must be a list', 'a list', property(input, 'items') ?? input, fix),
    )
  }
  const violations: Violation[] = []
  const wanted = items.map((item, index) => readItem(item, index + 1, violations))
  return { intent: intent(wanted), violations }
}

function readItem(item: unknown, position: number, violations: Violation[]): WantedItem {
  const own = textOf(property(item, 'id'))
  const place = { id: own ?? `(new ${position})`, ownId: own !== null }
  const wrong = (message: string, expected: string, received: unknown, fix: string) =>
    violations.push(shapeViolation(`Item ${place.id}: ${message}`, expected, received, fix, place.id))
  if (!isObject(item)) {
    wrong('must be an object', 'an object', item, 'Give each item as {"text", "status"}.')
    return { ...place, text: '', status: 'pending' }
  }
  const text = textOf(item['text'])
  if (text === null) wrong('text must be a text', 'a text', item['text'], 'Say in text what is to be done.')
  const given = property(item, 'status') === undefined ? 'pending' : readStatus(item, place.id, violations)
  const reason = textOf(property(item, 'reason'))
  return {
    ...place,
    text: text ?? '',
    status: given,
    ...(reason === null ? {} : { reason }),
    fields: readFields(item),
  }
}

function readStatus(item: unknown, id: string, violations: Violation[]): TodoStatus {
  const given = property(item, 'status')
  const status = statuses.find((candidate) => candidate === given)
  if (status !== undefined) return status
  violations.push(
    violationOf('status-valid', {
      message: `Item ${id}: invalid status ${JSON.stringify(textOf(given))}`,
      item: id,
      expected: statuses,
      received: textOf(given),
      fix: `Use one of ${statuses.join(', ')}.`,
    }),
  )
  return 'pending'
}

/** The fields that a call names; a null takes one away. */
function readFields(item: unknown): { readonly [field in ItemField]?: JsonValue } {
  const given: UnknownObject = isObject(item) ? item : {}
  const fields: { [field in ItemField]?: JsonValue } = {}
  for (const field of ['parent', 'notes', 'priority', 'owner', 'estimate'] as const) {
    if (!Object.hasOwn(given, field)) continue
    const text = textOf(given[field])
    if (text !== null || given[field] === null) fields[field] = text
  }
  const dependencies = listProperty(item, 'dependencies')
  if (dependencies !== null) fields.dependencies = dependencies.flatMap((entry) => textOf(entry) ?? [])
  return fields
}

function unknownItem(id: string, state: SessionState): Violation {
  const known = state.items.map((item) => item.id)
  return violationOf('id-known', {
    message: `Item ${id} is not in the list`,
    item: id,
    expected: known,
    received: id,
    fix: known.length === 0 ? 'Add items first.' : `Use one of the ids ${known.join(', ')}.`,
  })
}

/** How an update's changes alter the list. */

import type { Draft } from 'immer'
import type { MutableItem } from '../compact/item-list.js'
import type { Actor, Change, ItemAdded, ItemFieldSet, JsonValue, TodoStatus } from '../events.js'
import type { Moment, TodoItem } from '../state.js'
import type { WorkingCopy } from './working-copy.js'

/** How changes are applied. */
interface AppliedChanges {
  /** When they were made. */
  readonly moment: Moment
  /** Who made them; null where nobody is named. */
  readonly actor: Actor | null
  /** True where each item's place, from 1, is its id afterwards. */
  readonly numbered: boolean
}

/**
 * Applies changes in their order. A moment is shared by all that happened then.
 * @returns the list afterwards
 * @throws ImpossibleChange when a change names an item that is not there, or adds a key again
 */
export function applyChanges(
  copy: WorkingCopy,
  changes: readonly Change[],
  { moment, actor, numbered }: AppliedChanges,
): readonly TodoItem[] {
  const { state } = copy
  const list = copy.list(changes)
  for (const change of changes) {
    if (change.type === 'goal-set') state.goal = change.to
    else if (change.type === 'added') {
      const item = newItem(change, moment, actor)
      if (item.closed !== null && !isClosed(change.before)) state.closings += 1
      list.add(item, change.position)
      state.keysUsed += 1
      state.idsUsed = Math.max(state.idsUsed, countedId(change.id))
    } else if (change.type === 'removed') list.remove(change.key)
    else if (change.type === 'moved') list.move(change.key, change.to)
    else {
      const item = list.item(change.key, change.type)
      if (change.type === 'status-set') {
        if (isClosed(change.to) && !isClosed(change.from)) state.closings += 1
        item.actor = actor
      }
      // One that an item is given later is used, too, also once that item is gone.
      if (change.type === 'field-set' && change.field === 'id')
        state.idsUsed = Math.max(state.idsUsed, countedId(textOrNull(change.to) ?? ''))
      setItem(item, change, moment)
    }
  }
  const items = list.finish(numbered)
  if (items !== state.items) copy.setItems(items)
  return items
}

function setItem(
  item: MutableItem,
  change: Extract<Change, { type: 'reworded' | 'status-set' | 'field-set' }>,
  moment: Moment,
): void {
  switch (change.type) {
    case 'reworded':
      item.text = change.to
      return
    case 'status-set':
      setStatus(item, change.to, change.reason, moment)
      return
    case 'field-set':
      setField(item, change)
  }
}

function newItem(change: ItemAdded, moment: Moment, actor: Actor | null): MutableItem {
  const fields = change.fields ?? {}
  const closed = isClosed(change.status)
  return {
    key: change.key,
    id: change.id,
    text: change.text,
    status: change.status,
    reason: change.reason ?? null,
    parent: textOrNull(fields.parent),
    dependencies: texts(fields.dependencies),
    activeForm: textOrNull(fields.activeForm),
    priority: textOrNull(fields.priority),
    owner: textOrNull(fields.owner),
    notes: textOrNull(fields.notes),
    estimate: copyOfJson(fields.estimate),
    metadata: copyOfJson(fields.metadata),
    added: moment,
    started: change.status === 'in_progress' ? moment : null,
    closed: closed ? moment : null,
    blocked: change.status === 'blocked' ? moment : null,
    actor,
  }
}

function setStatus(item: MutableItem, status: TodoStatus, reason: string | null, moment: Moment): void {
  const wasClosed = isClosed(item.status)
  const closes = isClosed(status)
  if (status === 'in_progress' && item.started === null) item.started = moment
  if (closes && (!wasClosed || item.status !== status)) item.closed = moment
  if (!closes) item.closed = null
  if (status === 'blocked' && item.status !== 'blocked') item.blocked = moment
  item.status = status
  item.reason = reason
}

function isClosed(status: TodoStatus | null | undefined): boolean {
  return status === 'completed' || status === 'cancelled'
}

function setField(item: MutableItem, change: ItemFieldSet): void {
  switch (change.field) {
    case 'id':
      if (typeof change.to === 'string') item.id = change.to
      return
    case 'dependencies':
      item.dependencies = texts(change.to)
      return
    case 'estimate':
    case 'metadata':
      item[change.field] = copyOfJson(change.to)
      return
    default:
      item[change.field] = textOrNull(change.to)
  }
}

function textOrNull(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null
}

/** Shared by the items that have none, for it is replaced, never altered. */
const noTexts: string[] = []
Object.freeze(noTexts)

function texts(value: JsonValue | undefined): string[] {
  return Array.isArray(value) && value.length > 0
    ? value.filter((entry) => typeof entry === 'string')
    : noTexts
}

/** A copy of its own: the event keeps its data whatever becomes of the state. */
export function copyOfJson(value: JsonValue | undefined): Draft<JsonValue> {
  if (value === undefined || value === null || typeof value !== 'object') return value ?? null
  if (Array.isArray(value)) return value.map(copyOfJson)
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, copyOfJson(entry)]))
}

/** The number that an id is, where it is one that a count could have given; else 0. */
function countedId(id: string): number {
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0
}

/** How an update's changes alter the list. */

import { castDraft, type Draft, freeze, isDraft, original } from 'immer'
import type { Actor, Change, ItemAdded, JsonValue, TodoStatus } from '../events.js'
import type { Moment, SessionState, TodoItem } from '../state.js'

/** What cannot be about a change, such as an item that is not there; the reducer says in which event. */
export class ImpossibleChange extends Error {}

type MutableItem = Draft<TodoItem>

/** The state as it was before the event: of a draft, each part that is only looked at would become a draft, too. */
export function asItWas(state: Draft<SessionState>): SessionState {
  return isDraft(state) ? (original(state) ?? state) : state
}

/** The list as it was before the event, for good: items and lists are replaced, never altered. */
export function itemsOf(state: Draft<SessionState>): readonly TodoItem[] {
  return asItWas(state).items
}

/**
 * Applies changes in their order. A list or an item that is not in `own` is copied before it is altered.
 * @param numbered true where each item's place, from 1, is its id afterwards
 * @returns the list afterwards: the very list of before where nothing was altered
 * @throws ImpossibleChange when a change names an item that is not there, or adds a key again
 */
export function applyChanges(
  state: Draft<SessionState>,
  changes: readonly Change[],
  {
    moment,
    actor,
    numbered,
    own,
  }: {
    readonly moment: Moment
    readonly actor: Actor | null
    readonly numbered: boolean
    readonly own: Set<object>
  },
): readonly TodoItem[] {
  const before = itemsOf(state)
  let items = castDraft(before)
  let keys: Set<string> | undefined
  let found = 0
  const ownList = () => {
    if (!own.has(items)) {
      items = [...items]
      own.add(items)
    }
    return items
  }
  /** Changes come in the order of the list: it is looked through from where the last item was found. */
  const placeOf = (key: string, what: Change['type']): number => {
    while (found < items.length && items[found]?.key !== key) found += 1
    if (found === items.length) found = items.findIndex((item) => item.key === key)
    if (found >= 0) return found
    throw new ImpossibleChange(`${what} names the unknown item key ${key}`)
  }
  const ownAt = (place: number): MutableItem => {
    const item = items[place]
    if (item === undefined) throw new ImpossibleChange(`no item stands at ${place}`)
    if (own.has(item)) return item
    const copy = copyOfItem(item)
    own.add(copy)
    ownList()[place] = copy
    return copy
  }
  const put = (item: MutableItem, position: number) => {
    ownList().splice(Math.min(Math.max(position, 0), items.length), 0, item)
  }
  for (const change of changes) {
    switch (change.type) {
      case 'goal-set':
        state.goal = change.to
        break
      case 'added': {
        keys ??= new Set(items.map(({ key }) => key))
        if (keys.has(change.key)) throw new ImpossibleChange(`item key ${change.key} is added a second time`)
        keys.add(change.key)
        const item = castDraft(newItem(change, moment, actor))
        own.add(item)
        put(item, change.position)
        if (isClosed(change.status) && !isClosed(change.before)) state.closings += 1
        state.keysUsed += 1
        state.idsUsed = Math.max(state.idsUsed, countedId(change.id))
        break
      }
      case 'removed':
        keys?.delete(change.key)
        ownList().splice(placeOf(change.key, change.type), 1)
        break
      case 'moved':
        for (const item of ownList().splice(placeOf(change.key, change.type), 1)) put(item, change.to)
        break
      case 'reworded':
        ownAt(placeOf(change.key, change.type)).text = change.to
        break
      case 'status-set': {
        const item = ownAt(placeOf(change.key, change.type))
        if (isClosed(change.to) && !isClosed(change.from)) state.closings += 1
        item.actor = actor
        setStatus(item, change.to, change.reason, moment)
        break
      }
      case 'field-set':
        // One that an item is given later is used, too, also once that item is gone.
        if (change.field === 'id' && typeof change.to === 'string')
          state.idsUsed = Math.max(state.idsUsed, countedId(change.to))
        setField(ownAt(placeOf(change.key, change.type)), change)
    }
  }
  if (numbered)
    for (let place = 0; place < items.length; place += 1)
      if (items[place]?.id !== String(place + 1)) ownAt(place).id = String(place + 1)
  if (items !== before) setItems(state, before, items)
  return items
}

/** Where the same items stand in the same places, patches name the parts of them that are others now. */
function setItems(state: Draft<SessionState>, before: readonly TodoItem[], items: readonly TodoItem[]): void {
  if (!isDraft(state)) {
    state.items = castDraft(items)
    return
  }
  const isSteady =
    items.length === before.length && items.every(({ key }, place) => key === before[place]?.key)
  if (!isSteady) state.items = castDraft(freeze(items, true))
  else
    items.forEach((item, place) => {
      const draft = item === before[place] ? undefined : state.items[place]
      if (draft !== undefined) Object.assign(draft, item)
    })
}

function newItem(change: ItemAdded, moment: Moment, actor: Actor | null): TodoItem {
  const { key, id, text, status, reason = null, fields = {} } = change
  return {
    key,
    id,
    text,
    status,
    reason,
    parent: textOrNull(fields.parent),
    dependencies: texts(fields.dependencies),
    activeForm: textOrNull(fields.activeForm),
    priority: textOrNull(fields.priority),
    owner: textOrNull(fields.owner),
    notes: textOrNull(fields.notes),
    estimate: copyOfJson(fields.estimate),
    metadata: copyOfJson(fields.metadata),
    added: moment,
    started: status === 'in_progress' ? moment : null,
    closed: isClosed(status) ? moment : null,
    blocked: status === 'blocked' ? moment : null,
    actor,
  }
}

/** Field by field: to spread an object that is frozen takes thirty times as long. */
function copyOfItem(item: MutableItem): MutableItem {
  return {
    key: item.key,
    id: item.id,
    text: item.text,
    status: item.status,
    reason: item.reason,
    parent: item.parent,
    dependencies: item.dependencies,
    activeForm: item.activeForm,
    priority: item.priority,
    owner: item.owner,
    notes: item.notes,
    estimate: item.estimate,
    metadata: item.metadata,
    added: item.added,
    started: item.started,
    closed: item.closed,
    blocked: item.blocked,
    actor: item.actor,
  }
}

function setStatus(item: MutableItem, status: TodoStatus, reason: string | null, moment: Moment): void {
  if (status === 'in_progress') item.started ??= moment
  if (!isClosed(status)) item.closed = null
  else if (item.status !== status) item.closed = moment
  if (status === 'blocked' && item.status !== status) item.blocked = moment
  item.status = status
  item.reason = reason
}

function isClosed(status: TodoStatus | null | undefined): boolean {
  return status === 'completed' || status === 'cancelled'
}

function setField(item: MutableItem, { field, to }: Extract<Change, { readonly type: 'field-set' }>): void {
  switch (field) {
    case 'id':
      if (typeof to === 'string') item.id = to
      return
    case 'dependencies':
      item.dependencies = texts(to)
      return
    case 'estimate':
    case 'metadata':
      item[field] = castDraft(copyOfJson(to))
      return
    default:
      item[field] = textOrNull(to)
  }
}

function textOrNull(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null
}

function texts(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []
}

/** A copy of its own: the event keeps its data whatever becomes of the state. */
function copyOfJson(value: JsonValue | undefined): JsonValue {
  return typeof value === 'object' ? structuredClone(value) : (value ?? null)
}

/** The number that an id is, where it is one that a count could have given; else 0. */
export function countedId(id: string): number {
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0
}

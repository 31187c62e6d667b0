/** How an update's changes alter the list. */

import { castDraft, type Draft, freeze, isDraft, original } from 'immer'
import type { Actor, Change, ItemAdded, JsonValue, TodoStatus } from '../events.js'
import type { Moment, SessionState, TodoItem } from '../state.js'

/** What cannot be about a change, such as an item that is not there; the reducer says in which event. */
export class ImpossibleChange extends Error {}

type MutableItem = Draft<TodoItem>

/** How changes are applied. */
interface AppliedChanges {
  readonly moment: Moment
  /** Who made them; null where nobody is named. */
  readonly actor: Actor | null
  /** True where each item's place, from 1, is its id afterwards. */
  readonly numbered: boolean
}

/** The state as it was before the event: of a draft, each part that is only looked at would become a draft, too. */
export function asItWas(state: Draft<SessionState>): SessionState {
  return isDraft(state) ? (original(state) ?? state) : state
}

/** The list as it was before the event, for good: items and lists are replaced, never altered. */
export function itemsOf(state: Draft<SessionState>): readonly TodoItem[] {
  return asItWas(state).items
}

/**
 * Applies changes in their order.
 * @returns the list afterwards
 * @throws ImpossibleChange when a change names an item that is not there, or adds a key again
 */
export function applyChanges(
  state: Draft<SessionState>,
  changes: readonly Change[],
  { moment, actor, numbered }: AppliedChanges,
): readonly TodoItem[] {
  const before = itemsOf(state)
  const list = new List(before)
  for (const change of changes) {
    switch (change.type) {
      case 'goal-set':
        state.goal = change.to
        break
      case 'added': {
        list.add(newItem(change, moment, actor), change.position)
        if (isClosed(change.status) && !isClosed(change.before)) state.closings += 1
        state.keysUsed += 1
        state.idsUsed = Math.max(state.idsUsed, countedId(change.id))
        break
      }
      case 'removed':
        list.remove(change.key, change.type)
        break
      case 'moved':
        list.add(list.remove(change.key, change.type), change.to)
        break
      case 'reworded':
        list.own(change.key, change.type).text = change.to
        break
      case 'status-set': {
        const item = list.own(change.key, change.type)
        if (isClosed(change.to) && !isClosed(change.from)) state.closings += 1
        item.actor = actor
        setStatus(item, change.to, change.reason, moment)
        break
      }
      case 'field-set':
        // One that an item is given later is used, too, also once that item is gone.
        if (change.field === 'id' && typeof change.to === 'string')
          state.idsUsed = Math.max(state.idsUsed, countedId(change.to))
        setField(list.own(change.key, change.type), change)
    }
  }
  const items = list.finish(numbered)
  setItems(state, before, items)
  return items
}

/** Where the same items stand in the same places, patches name the parts of them that are others now. */
function setItems(state: Draft<SessionState>, before: readonly TodoItem[], items: readonly TodoItem[]): void {
  if (items === before) return
  const isSteady =
    items.length === before.length && items.every(({ key }, place) => key === before[place]?.key)
  if (!isDraft(state)) state.items = castDraft(items)
  else if (!isSteady) state.items = castDraft(freeze(items, true))
  if (!isDraft(state) || !isSteady) return
  items.forEach((item, place) => {
    const draft = item === before[place] ? undefined : state.items[place]
    if (draft !== undefined) Object.assign(draft, item)
  })
}

/** A list while changes apply to it: what of it is altered is copied first. */
class List {
  readonly #before: readonly TodoItem[]
  #items: TodoItem[] | null = null
  readonly #own = new Set<TodoItem>()
  #keys: Set<string> | null = null
  #found = 0

  constructor(before: readonly TodoItem[]) {
    this.#before = before
  }

  /** The item of a key, to be altered. */
  own(key: string, what: Change['type']): MutableItem {
    const place = this.#placeOf(key, what)
    this.#found = place
    return this.#ownAt(place)
  }

  /** Puts an item into a place, from 0; beyond the end is the end. */
  add(item: TodoItem, position: number): void {
    const items = this.#altered()
    this.#keys ??= new Set(items.map(({ key }) => key))
    if (this.#keys.has(item.key)) throw new ImpossibleChange(`item key ${item.key} is added a second time`)
    this.#keys.add(item.key)
    items.splice(Math.min(Math.max(position, 0), items.length), 0, item)
  }

  remove(key: string, what: Change['type']): TodoItem {
    const [item] = this.#altered().splice(this.#placeOf(key, what), 1)
    if (item === undefined) throw unknownKey(key, what)
    this.#keys?.delete(key)
    return item
  }

  /** The list as it is now; the very list of before where nothing was altered. */
  finish(numbered: boolean): readonly TodoItem[] {
    if (numbered) {
      for (const [place, { id }] of this.#now.entries())
        if (id !== String(place + 1)) this.#ownAt(place).id = String(place + 1)
    }
    return this.#now
  }

  get #now(): readonly TodoItem[] {
    return this.#items ?? this.#before
  }

  #altered(): TodoItem[] {
    this.#items ??= [...this.#before]
    return this.#items
  }

  #ownAt(place: number): MutableItem {
    const items = this.#altered()
    const item = items[place]
    if (item === undefined) throw new ImpossibleChange(`no item stands at ${place}`)
    const own = castDraft(this.#own.has(item) ? item : { ...item })
    this.#own.add(own)
    items[place] = own
    return own
  }

  /** Changes come in the order of the list: it is looked through from where the last item was found. */
  #placeOf(key: string, what: Change['type']): number {
    const items = this.#now
    for (let place = this.#found; place < items.length; place += 1)
      if (items[place]?.key === key) return place
    const place = items.findIndex((item) => item.key === key)
    if (place < 0) throw unknownKey(key, what)
    return place
  }
}

function unknownKey(key: string, what: Change['type']): ImpossibleChange {
  return new ImpossibleChange(`${what} names the unknown item key ${key}`)
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
function countedId(id: string): number {
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0
}

/**
 * A list while an update's changes apply to it. The list of before stays as it is: what changes is copied, item by
 * item, and one array of pointers an update.
 */

import { castDraft, type Draft } from 'immer'
import type { Change } from '../events.js'
import type { TodoItem } from '../state.js'
import { itemOfKey, longestShortList, noteNextList, placeOfKey } from './list-index.js'
import type { ItemStep } from './list-tables.js'

/** An item that may be altered: one that is new, or a copy. */
export type MutableItem = Draft<TodoItem>

/** What cannot be about a change, such as an item that is not there; the reducer says in which event. */
export class ImpossibleChange extends Error {}

/** A list that is altered. */
export interface ItemList {
  /** The item of a key, to be altered. @throws ImpossibleChange where it is not there */
  item(key: string, what: string): MutableItem
  /** Puts a new item into a place, from 0; beyond the end is the end. @throws ImpossibleChange where its key is there */
  add(item: MutableItem, position: number): void
  /** Takes an item out. @throws ImpossibleChange where it is not there */
  remove(key: string): void
  /** Puts an item into another place. @throws ImpossibleChange where it is not there */
  move(key: string, position: number): void
  /**
   * The list as it is now; the very list of before where nothing was altered. A long one is frozen.
   * @param numbered true where each item's place, from 1, is its id
   */
  finish(numbered: boolean): readonly TodoItem[]
}

/** The list that these changes will alter. @param before the list of before, which nothing alters any more */
export function itemListFor(before: readonly TodoItem[], changes: readonly Change[]): ItemList {
  if (isShort(before, changes)) return new ShortList(before)
  return keepsOrder(before, changes) ? new SteadyList(before) : new ReorderedList(before)
}

/** True for a list that stays short whatever these changes are. */
export function isShort(before: readonly TodoItem[], changes: readonly Change[]): boolean {
  return before.length + changes.length <= longestShortList
}

/** True where items change in their place, go, or come at the end, and none that went is spoken of again. */
function keepsOrder(before: readonly TodoItem[], changes: readonly Change[]): boolean {
  const removed = new Set<string>()
  let length = before.length
  let added = false
  for (const change of changes) {
    if (change.type === 'goal-set') continue
    if (change.type === 'moved' || removed.has(change.key)) return false
    if (change.type === 'removed') {
      if (added) return false
      removed.add(change.key)
      length -= 1
    } else if (change.type === 'added') {
      if (change.position < length) return false
      added = true
      length += 1
    }
  }
  return true
}

/**
 * A short list: items are found by looking through it. What was copied is altered in place from then on, until the list
 * is given away: a bulk replay alters one list from event to event.
 */
export class ShortList implements ItemList {
  #items: readonly TodoItem[]
  /** The same list where it may be altered; null while it is somebody else's. */
  #own: OwnList | null = null
  #found = 0

  /** @param before the list, which stays as it is */
  constructor(before: readonly TodoItem[]) {
    this.#items = before
  }

  /** The list as it is now. */
  get items(): readonly TodoItem[] {
    return this.#items
  }

  /** The list is somebody else's from now on, and stays as it is. */
  giveAway(): void {
    this.#own = null
  }

  item(key: string, what: string): MutableItem {
    const items = this.#items
    // Changes come in the order of the list: it is looked through from where the last item was found.
    for (let left = items.length, place = this.#found; left > 0; left -= 1, place += 1) {
      if (place >= items.length) place = 0
      const item = items[place]
      if (item?.key !== key) continue
      this.#found = place
      return this.#ownAt(place, item)
    }
    throw unknownKey(key, what)
  }

  add(item: MutableItem, position: number): void {
    mustBeNew(itemOfKey(this.#items, item.key), item.key)
    this.#insert(item, item, position)
  }

  remove(key: string): void {
    this.#cut(key, 'removed')
  }

  move(key: string, position: number): void {
    const [item, own] = this.#cut(key, 'moved')
    this.#insert(item, own, position)
  }

  finish(numbered: boolean): readonly TodoItem[] {
    if (!numbered) return this.#items
    this.#items.forEach((item, index) => {
      const id = String(index + 1)
      if (item.id !== id) this.#ownAt(index, item).id = id
    })
    return this.#items
  }

  #ownList(): OwnList {
    if (this.#own !== null) return this.#own
    const list = [...this.#items]
    this.#items = list
    this.#own = { list, items: list.map(() => null) }
    return this.#own
  }

  #ownAt(place: number, item: TodoItem): MutableItem {
    const { list, items } = this.#ownList()
    const known = items[place]
    if (known != null) return known
    const own = copyOf(item)
    list[place] = own
    items[place] = own
    return own
  }

  #insert(item: TodoItem, own: MutableItem | null, position: number): void {
    const { list, items } = this.#ownList()
    const place = Math.min(Math.max(position, 0), list.length)
    list.splice(place, 0, item)
    items.splice(place, 0, own)
  }

  /** Takes an item out and gives it, twice where it may be altered. */
  #cut(key: string, what: string): readonly [TodoItem, MutableItem | null] {
    const place = placeOfKey(this.#items, key)
    const item = mustBe(this.#items[place], key, what)
    const { list, items } = this.#ownList()
    list.splice(place, 1)
    const [own = null] = items.splice(place, 1)
    return [item, own]
  }
}

/** A list that may be altered. */
interface OwnList {
  readonly list: TodoItem[]
  /** By their places, the items that may be altered themselves; null for the others. */
  readonly items: (MutableItem | null)[]
}

/** So few items are cut out of a list one by one. */
const fewItems = 8

/** Items change in their place, go, and come at the end: what is known of the list goes on with it. */
class SteadyList implements ItemList {
  readonly #before: readonly TodoItem[]
  readonly #own = new Map<string, MutableItem>()
  readonly #removed = new Map<string, TodoItem>()
  readonly #appended: MutableItem[] = []

  constructor(before: readonly TodoItem[]) {
    this.#before = before
  }

  item(key: string, what: string): MutableItem {
    const own = this.#own.get(key)
    if (own !== undefined) return own
    const copy = copyOf(mustBe(itemOfKey(this.#before, key), key, what))
    this.#own.set(key, copy)
    return copy
  }

  add(item: MutableItem): void {
    const { key } = item
    mustBeNew(this.#own.get(key) ?? itemOfKey(this.#before, key), key)
    this.#own.set(key, item)
    this.#appended.push(item)
  }

  remove(key: string): void {
    this.#removed.set(key, mustBe(itemOfKey(this.#before, key), key, 'removed'))
    this.#own.delete(key)
  }

  move(key: string): never {
    throw new Error(`Item ${key} moves in a list that keeps its order. Report this as a fault.`)
  }

  finish(numbered: boolean): readonly TodoItem[] {
    const before = this.#before
    const own = this.#own
    const next: TodoItem[] = [...before]
    for (const [key, item] of own) {
      const was = itemOfKey(before, key)
      if (was === undefined) continue
      if (isSame(was, item)) own.delete(key)
      else next[placeOfKey(before, key)] = item
    }
    const gone = Array.from(this.#removed.keys(), (key) => placeOfKey(before, key))
    const left = without(next, gone)
    for (const item of this.#appended) left.push(item)
    if (numbered) number(left, ({ key }) => this.item(key, 'numbered'))
    if (own.size === 0 && gone.length === 0) return before
    const steps: ItemStep[] = Array.from(this.#removed.values(), (was) => ({ was, now: null }))
    for (const [key, item] of own) steps.push({ was: itemOfKey(before, key) ?? null, now: frozen(item) })
    noteNextList(before, Object.freeze(left), steps)
    return left
  }
}

/** Anything may happen: the list's order is made anew. */
class ReorderedList implements ItemList {
  #order: TodoItem[]
  readonly #byKey: Map<string, TodoItem>
  readonly #own = new Map<TodoItem, MutableItem>()
  readonly #removed = new Set<TodoItem>()

  constructor(before: readonly TodoItem[]) {
    this.#order = [...before]
    this.#byKey = new Map(before.map((item) => [item.key, item]))
  }

  item(key: string, what: string): MutableItem {
    const item = mustBe(this.#byKey.get(key), key, what)
    const own = this.#own.get(item) ?? copyOf(item)
    this.#own.set(item, own)
    return own
  }

  add(item: MutableItem, position: number): void {
    mustBeNew(this.#byKey.get(item.key), item.key)
    this.#byKey.set(item.key, item)
    this.#own.set(item, item)
    this.#place(item, position)
  }

  remove(key: string): void {
    this.#removed.add(mustBe(this.#byKey.get(key), key, 'removed'))
    this.#byKey.delete(key)
  }

  move(key: string, position: number): void {
    const item = mustBe(this.#byKey.get(key), key, 'moved')
    this.#sweep()
    this.#order.splice(this.#order.indexOf(item), 1)
    this.#place(item, position)
  }

  finish(numbered: boolean): readonly TodoItem[] {
    this.#sweep()
    const next = this.#order.map((item) => this.#own.get(item) ?? item)
    if (numbered) number(next, (item) => copyOf(item))
    for (const item of next) frozen(item)
    return Object.freeze(next)
  }

  #place(item: TodoItem, position: number): void {
    this.#sweep()
    this.#order.splice(Math.min(Math.max(position, 0), this.#order.length), 0, item)
  }

  /** Removals come in rows: they are carried out together, before something else needs a place. */
  #sweep(): void {
    if (this.#removed.size === 0) return
    this.#order = this.#order.filter((item) => !this.#removed.has(item))
    this.#removed.clear()
  }
}

/**
 * A copy of an item. What lies deeper is shared: it is replaced, never altered. Its parts are named: V8 gives what it
 * spreads a hidden class of its own, a copy of a copy another one, and then all code that reads items is slow.
 */
function copyOf(item: TodoItem): MutableItem {
  const { dependencies, estimate, metadata } = castDraft(item)
  return {
    key: item.key,
    id: item.id,
    text: item.text,
    status: item.status,
    reason: item.reason,
    parent: item.parent,
    dependencies,
    activeForm: item.activeForm,
    priority: item.priority,
    owner: item.owner,
    notes: item.notes,
    estimate,
    metadata,
    added: item.added,
    started: item.started,
    closed: item.closed,
    blocked: item.blocked,
    actor: item.actor,
  }
}

/** Gives each item its position, from 1, as its id. @param own gives an item that may be altered */
function number(items: TodoItem[], own: (item: TodoItem) => MutableItem): void {
  items.forEach((item, index) => {
    const id = String(index + 1)
    if (item.id === id) return
    const renamed = own(item)
    renamed.id = id
    items[index] = renamed
  })
}

function without(items: TodoItem[], places: readonly number[]): TodoItem[] {
  if (places.length > fewItems) {
    const gone = new Set(places)
    return items.filter((_item, place) => !gone.has(place))
  }
  for (const place of places.toSorted((a, b) => b - a)) items.splice(place, 1)
  return items
}

function mustBe(item: TodoItem | undefined, key: string, what: string): TodoItem {
  if (item === undefined) throw unknownKey(key, what)
  return item
}

function unknownKey(key: string, what: string): ImpossibleChange {
  return new ImpossibleChange(`${what} names the unknown item key ${key}`)
}

function mustBeNew(item: object | undefined, key: string): void {
  if (item !== undefined) throw new ImpossibleChange(`item key ${key} is added a second time`)
}

/** True where nothing of an item was altered: what is replaced counts as altered. */
function isSame(was: TodoItem, now: MutableItem): boolean {
  return Object.entries(now).every(([part, value]) => Reflect.get(was, part) === value)
}

/** Freezes plain data deeply, without recursion, and gives it back. What is frozen already is taken to be so deeply. */
export function frozen<Data extends object>(data: Data): Data {
  const open: object[] = [data]
  const note = (part: unknown) => {
    if (typeof part === 'object' && part !== null) open.push(part)
  }
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Object.isFrozen(value)) continue
    Object.freeze(value)
    // Each gone through in its own way: a list of its values would take as long as to freeze it.
    if (Array.isArray(value)) for (const entry of value) note(entry)
    else for (const key in value) note(Reflect.get(value, key))
  }
  return data
}

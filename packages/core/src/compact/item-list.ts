/**
 * A list while an update's changes apply to it. The list of before stays as it is: what changes is copied, item by
 * item, and one array of pointers an update.
 */

import { castDraft, type Draft } from 'immer'
import type { Change } from '../events.js'
import type { TodoItem } from '../state.js'
import { itemOfKey, noteNextList, placeOfKey } from './list-index.js'
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
   * The list as it is now, frozen; the very list of before where nothing was altered.
   * @param numbered true where each item's place, from 1, is its id
   */
  finish(numbered: boolean): readonly TodoItem[]
}

/** The list that these changes will alter. @param before the list of before, which nothing alters any more */
export function itemListFor(before: readonly TodoItem[], changes: readonly Change[]): ItemList {
  return keepsOrder(before, changes) ? new SteadyList(before) : new ReorderedList(before)
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

/** A copy of an item. What lies deeper is shared: it is replaced, never altered. */
function copyOf(item: TodoItem): MutableItem {
  return castDraft({ ...item })
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
  if (item === undefined) throw new ImpossibleChange(`${what} names the unknown item key ${key}`)
  return item
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
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Object.isFrozen(value)) continue
    Object.freeze(value)
    for (const entry of Object.values(value))
      if (typeof entry === 'object' && entry !== null) open.push(entry)
  }
  return data
}

/** From what a call wants and the state it finds, the changes that it makes. Identity is settled here. */

import { matchItems } from './decide/identity.js'
import type { Intent, ItemEdit, WantedItem } from './decide/intent.js'
import { type Change, itemFields, type JsonValue, type TodoStatus } from './events.js'
import type { SessionState, TodoItem } from './state.js'

/** What an update does, decided. */
export interface Decision {
  /** The changes, in the order in which they apply. */
  readonly changes: readonly Change[]
  /** True where ids are mere positions. */
  readonly numbered: boolean
  /** True where the call only reads the list. */
  readonly query: boolean
}

/** Decides what a call does to the list. Pure; knows no rules. */
export function decide(state: SessionState, intent: Intent): Decision {
  switch (intent.kind) {
    case 'query':
      return { changes: [], numbered: false, query: true }
    case 'replace':
      return { changes: replaceChanges(state, intent), numbered: intent.numbered, query: false }
    case 'edit':
      return { changes: editChanges(state, intent), numbered: false, query: false }
  }
}

type Replacement = Extract<Intent, { kind: 'replace' }>
type Edits = Extract<Intent, { kind: 'edit' }>

function replaceChanges(state: SessionState, intent: Replacement): Change[] {
  const matches =
    intent.fresh === true ? new Map<WantedItem, TodoItem>() : matchItems(state.items, intent.items)
  const changes: Change[] = []
  if (!areInPlace(state.items, intent.items, matches)) {
    const kept = new Set(matches.values())
    changes.push(...state.items.filter((item) => !kept.has(item)).map(removal))
    const target = intent.items.flatMap((want) => matches.get(want) ?? [])
    changes.push(...moves(state.items, target))
  }
  let keys = state.keysUsed
  let ids = intent.stable === true ? highestId(state.idsUsed, intent.items) : 0
  intent.items.forEach((want, position) => {
    const item = matches.get(want)
    if (item === undefined) {
      keys += 1
      const counted = intent.stable === true && !want.ownId
      if (counted) ids += 1
      changes.push(addition(counted ? { ...want, id: String(ids) } : want, keyOf(keys), position))
    } else {
      const keepsId = !want.ownId && (intent.numbered || intent.stable === true)
      const id = keepsId ? undefined : want.id
      addItemChanges(changes, item, want, id)
    }
  })
  if (intent.goal !== undefined && intent.goal !== state.goal) {
    changes.push({ type: 'goal-set', from: state.goal, to: intent.goal })
  }
  return changes
}

/** True where every item stays, each in its place. */
function areInPlace(
  before: readonly TodoItem[],
  wanted: readonly WantedItem[],
  matches: ReadonlyMap<WantedItem, TodoItem>,
): boolean {
  return before.length === wanted.length && wanted.every((want, place) => matches.get(want) === before[place])
}

/** The highest number that an id has, among those given out and those that the call gives. */
function highestId(used: number, wanted: readonly WantedItem[]): number {
  const own = wanted.filter((want) => want.ownId && /^[1-9]\d{0,14}$/.test(want.id))
  return own.reduce((highest, want) => Math.max(highest, Number(want.id)), used)
}

/**
 * The moves that bring the kept items into their new order, each at its place once all that come before it in the
 * new list stand. Additions follow later and each takes its final position, so places here count kept items alone.
 */
function moves(before: readonly TodoItem[], target: readonly TodoItem[]): Change[] {
  const place = new Map(before.map((item, index) => [item, index]))
  const steady = longestIncreasing(target.map((item) => place.get(item) ?? 0))
  if (steady.size === target.length) return []
  const kept = new Set(target)
  const order = before.filter((item) => kept.has(item))
  const changes: Change[] = []
  target.forEach((item, to) => {
    if (steady.has(place.get(item) ?? 0)) return
    const from = order.indexOf(item)
    // Steady items before this one may still stand behind others that move away later: count what precedes it.
    const previous = target[to - 1]
    order.splice(from, 1)
    const at = previous === undefined ? 0 : order.indexOf(previous) + 1
    order.splice(at, 0, item)
    changes.push({ type: 'moved', key: item.key, from, to: at })
  })
  return changes
}

function editChanges(state: SessionState, intent: Edits): Change[] {
  const { items } = state
  const byKey = new Map(items.map((item) => [item.key, item]))
  const removed = intent.remove?.flatMap((key) => byKey.get(key) ?? []) ?? []
  const changes: Change[] = removed.map(removal)
  if (intent.order !== undefined) changes.push(...moves(items, inOrder(items, byKey, removed, intent.order)))
  intent.edit?.forEach((edit) => {
    const item = byKey.get(edit.key)
    if (item !== undefined) addItemChanges(changes, item, edit)
  })
  const first = items.length - removed.length
  intent.add?.forEach((want, index) => {
    changes.push(addition(want, keyOf(state.keysUsed + 1 + index), first + index))
  })
  if (intent.goal !== undefined && intent.goal !== state.goal)
    changes.push({ type: 'goal-set', from: state.goal, to: intent.goal })
  return changes
}

/** The items that stay, those that are named first. */
function inOrder(
  items: readonly TodoItem[],
  byKey: ReadonlyMap<string, TodoItem>,
  removed: readonly TodoItem[],
  keys: readonly string[],
): readonly TodoItem[] {
  const gone = new Set(removed)
  const first = new Set(keys.flatMap((key) => byKey.get(key) ?? []))
  return [...first, ...items.filter((item) => !first.has(item))].filter((item) => !gone.has(item))
}

/**
 * Adds what makes an item what a call wants it to be.
 * @param id the id that it gets, where `fields` name none
 */
function addItemChanges(changes: Change[], item: TodoItem, want: Omit<ItemEdit, 'key'>, id?: string): void {
  const { key } = item
  if (want.text !== undefined && want.text !== item.text) {
    changes.push({ type: 'reworded', key, from: item.text, to: want.text })
  }
  const status: TodoStatus = want.status ?? item.status
  const reason = want.reason !== undefined ? want.reason : status === item.status ? item.reason : null
  if (status !== item.status || reason !== item.reason) {
    changes.push({ type: 'status-set', key, from: item.status, to: status, reason })
  }
  const { fields } = want
  if (fields === undefined) {
    if (id !== undefined && id !== item.id)
      changes.push({ type: 'field-set', key, field: 'id', from: item.id, to: id })
    return
  }
  for (const field of itemFields) {
    const to = field === 'id' && !Object.hasOwn(fields, 'id') ? id : fields[field]
    if (to === undefined) continue
    const from: JsonValue = item[field]
    if (!sameJson(from, to)) changes.push({ type: 'field-set', key, field, from, to })
  }
}

function sameJson(a: JsonValue, b: JsonValue): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function removal(item: TodoItem): Change {
  return { type: 'removed', key: item.key, id: item.id, text: item.text, status: item.status }
}

function addition(want: Omit<WantedItem, 'ownId'>, key: string, position: number): Change {
  return {
    type: 'added',
    key,
    id: want.id,
    text: want.text,
    status: want.status,
    position,
    ...(want.reason === undefined ? {} : { reason: want.reason }),
    ...(want.before === undefined ? {} : { before: want.before }),
    ...(want.fields === undefined ? {} : { fields: want.fields }),
  }
}

function keyOf(count: number): string {
  return `k${count}`
}

/**
 * The members of a longest increasing run in a sequence of distinct numbers, as the set of their values. What is
 * not among them moved; the rest kept its order. Takes n log n steps.
 */
export function longestIncreasing(sequence: readonly number[]): ReadonlySet<number> {
  // The last of the best run of each length so far, and of each number the one before it in its run.
  const ends: number[] = []
  const previous = new Map<number, number | undefined>()
  for (const value of sequence) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] ?? value) < value) low = middle + 1
      else high = middle
    }
    previous.set(value, ends[low - 1])
    ends[low] = value
  }
  const kept = new Set<number>()
  for (let value = ends.at(-1); value !== undefined; value = previous.get(value)) kept.add(value)
  return kept
}

/** A list and its goal. */
type Listed = Pick<SessionState, 'items' | 'goal'>

/** The changes from a list back to an earlier one: items by their keys, each with its text and status. */
export function restoringChanges(now: Listed, before: Listed): readonly Change[] {
  const known = new Map(before.items.map((item) => [item.key, item]))
  const present = new Map(now.items.map((item) => [item.key, item]))
  const changes: Change[] = now.items.filter((item) => !known.has(item.key)).map(removal)
  before.items.forEach((item, position) => {
    const { key, id, text, status, reason } = item
    const current = present.get(key)
    if (current === undefined) changes.push(addition({ id, text, status, reason }, key, position))
    else addItemChanges(changes, current, { text, status, reason })
  })
  if (now.goal !== before.goal) changes.push({ type: 'goal-set', from: now.goal, to: before.goal })
  return changes
}

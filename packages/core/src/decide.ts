/** From what a call wants and the state it finds, the changes that it makes. Identity is settled here. */

import { type Change, type ItemField, itemFields, type JsonValue, type TodoStatus } from './events.js'
import type { ItemEdit } from './host-input.js'
import type { SessionState, TodoItem } from './state.js'

export interface Decision {
  readonly changes: readonly Change[]
  /** True where ids are mere positions. */
  readonly numbered: boolean
  readonly query: boolean
}

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

export type { ItemEdit }

export interface WantedItem {
  readonly id: string
  /** True where the id is the model's own, false where it is a mere position or the profile's. */
  readonly ownId: boolean
  readonly text: string
  readonly status: TodoStatus
  /** Why it is blocked; absent: as it was. */
  readonly reason?: string | null
  /** The status that it had before the log begins, null where nobody says; absent where it was not in the list. */
  readonly before?: TodoStatus | null
  /** A field that is absent stays as it was. */
  readonly fields?: { readonly [field in ItemField]?: JsonValue }
}

export type Intent =
  | {
      readonly kind: 'replace'
      readonly items: readonly WantedItem[]
      /** True where ids are mere positions. */
      readonly numbered: boolean
      /** True where an item keeps its id for life: one that lives on keeps its own, a new one gets the next number. */
      readonly stable?: boolean
      /** True where no item of the old list lives on. */
      readonly fresh?: boolean
      /** Absent: as it was. */
      readonly goal?: string | null
    }
  | {
      readonly kind: 'edit'
      readonly add?: readonly WantedItem[]
      readonly edit?: readonly ItemEdit[]
      readonly remove?: readonly string[]
      /** Keys of items that stay, in their new order; those that are not named stand behind them. */
      readonly order?: readonly string[]
      readonly goal?: string | null
    }
  | { readonly kind: 'query' }

/** Above this many pairs of leftovers no likeness is computed: a list of thousands of new texts is a new list. */
const comparedPairs = 250_000

type Identified = Pick<TodoItem, 'id' | 'text'>

interface Unmatched<Item> {
  readonly before: Set<Item>
  readonly wanted: Set<WantedItem>
}

/**
 * Matches one to one: equal text and id; then equal text; then equal id where ids are the model's own; then texts
 * that differ in case and punctuation alone; then similar texts, the most alike first.
 * @returns for each wanted item the item that it is; what is left over is new
 */
export function matchItems<Item extends Identified>(
  before: readonly Item[],
  wanted: readonly WantedItem[],
): ReadonlyMap<WantedItem, Item> {
  const matches = new Map<WantedItem, Item>()
  // Most lists are given again with another status: the items up to the first that is another one need no search.
  const isNamed = wanted.some(({ ownId }) => ownId)
  for (const want of wanted) {
    const item = before[matches.size]
    if (item?.text !== want.text || (isNamed && !(want.ownId && want.id === item.id))) break
    matches.set(want, item)
  }
  const unmatched: Unmatched<Item> = {
    before: new Set(before.slice(matches.size)),
    wanted: new Set(wanted.slice(matches.size)),
  }
  const settle = (want: WantedItem, item: Item) => {
    matches.set(want, item)
    unmatched.wanted.delete(want)
    unmatched.before.delete(item)
  }
  matchBy(unmatched, settle, (text, id) => JSON.stringify([text, id]))
  matchBy(unmatched, settle, (text) => text)
  matchBy(unmatched, settle, (_text, id) => id)
  matchBy(unmatched, settle, (text) => normalizeText(text))
  matchSimilar(unmatched, settle)
  return matches
}

type Settle<Item> = (want: WantedItem, item: Item) => void

/** Matches those on which a key agrees, in the order of the lists; items of before have an id, so none has the key of null. */
function matchBy<Item extends Identified>(
  unmatched: Unmatched<Item>,
  settle: Settle<Item>,
  keyOf: (text: string, id: string | null) => string | null,
): void {
  if (unmatched.before.size === 0 || unmatched.wanted.size === 0) return
  const byKey = new Map<string | null, Item[]>()
  for (const item of unmatched.before) {
    const key = keyOf(item.text, item.id)
    const same = byKey.get(key)
    if (same === undefined) byKey.set(key, [item])
    else same.push(item)
  }
  for (const same of byKey.values()) same.reverse()
  for (const want of [...unmatched.wanted]) {
    const item = byKey.get(keyOf(want.text, want.ownId ? want.id : null))?.pop()
    if (item !== undefined) settle(want, item)
  }
}

function matchSimilar<Item extends Identified>(unmatched: Unmatched<Item>, settle: Settle<Item>): void {
  const pairCount = unmatched.before.size * unmatched.wanted.size
  if (pairCount === 0 || pairCount > comparedPairs) return
  const before = [...unmatched.before].map((item) => ({ item, words: wordCounts(item.text) }))
  const pairs: { want: WantedItem; item: Item; alike: number }[] = []
  for (const want of unmatched.wanted) {
    const words = wordCounts(want.text)
    for (const candidate of before) {
      const alike = likeness(words, candidate.words)
      if (alike >= rewordingThreshold) pairs.push({ want, item: candidate.item, alike })
    }
  }
  // A stable sort: of equally alike pairs the first in the lists wins.
  pairs.sort((a, b) => b.alike - a.alike)
  for (const { want, item } of pairs) {
    if (unmatched.wanted.has(want) && unmatched.before.has(item)) settle(want, item)
  }
}

/** From this likeness on (0 to 1) a text is taken for a rewording of another. The one threshold, kept here. */
export const rewordingThreshold = 0.5

/** Longer texts are compared by their beginning: an item is a line, and a text of 1 MB must not cost seconds. */
const comparedLength = 2000

/**
 * A text in the form in which case, punctuation and spaces make no difference. A text of punctuation alone is kept
 * as it is, so that `!!!` and `???` stay two texts.
 */
export function normalizeText(text: string): string {
  const normalized = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\p{S}\s]+/gu, ' ')
    .trim()
  return normalized === '' ? text.trim() : normalized
}

/** The words of a text, and for scripts without spaces its pairs of characters, as often as they occur. */
export function wordCounts(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const add = (word: string) => counts.set(word, (counts.get(word) ?? 0) + 1)
  for (const word of normalizeText(text.slice(0, comparedLength)).split(' ')) {
    if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word)) {
      const characters = [...word]
      if (characters.length === 1) add(word)
      for (let i = 0; i + 1 < characters.length; i += 1) add(`${characters[i]}${characters[i + 1]}`)
    } else if (word !== '') {
      add(stem(word))
    }
  }
  return counts
}

/** How many of the words two texts share: twice the shared over all (Dice), 0 to 1. */
export function likeness(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let shared = 0
  for (const [word, count] of a) shared += Math.min(count, b.get(word) ?? 0)
  const total = sum(a) + sum(b)
  return total === 0 ? 0 : (2 * shared) / total
}

function sum(counts: ReadonlyMap<string, number>): number {
  let total = 0
  for (const count of counts.values()) total += count
  return total
}

/** Endings that make no other word of it: "Adding tests" is "Add test". */
function stem(word: string): string {
  return word.length > 4 ? word.replace(/(?:ing|ed|es|s)$/u, '') : word
}

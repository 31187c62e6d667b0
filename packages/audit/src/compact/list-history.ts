/**
 * The lists that a session showed, what did not change kept once: a session has as many lists as updates, and each may
 * have thousands of items. Lists and items are frozen.
 */

import type { SessionState } from '@todo-ledger/core'
import type { ListedItem } from '../completions/listed-item.js'

/** Of a list so many items stand together: where none of them changed, they are those of the list before. */
const partLength = 128

type Part = readonly ListedItem[]

/** A function of a stretch of a list, which answers once for each: many lists have the same. */
export function rememberedOfPart<Answer>(
  answerTo: (items: readonly ListedItem[]) => Answer,
): (items: readonly ListedItem[]) => Answer {
  const known = new WeakMap<Part, { readonly answer: Answer }>()
  return (items) => {
    const found = known.get(items) ?? { answer: answerTo(items) }
    known.set(items, found)
    return found.answer
  }
}

/** What the items of a part are found by: their keys, their ids, and the ids of the items that they are parts of. */
const indexOf = rememberedOfPart((items) => ({
  byKey: new Map(items.map((item) => [item.key, item])),
  ids: new Set(items.map(({ id }) => id)),
  parents: new Set(items.map(({ parent }) => parent)),
}))

/** A list as it stood at some moment. */
export class ShownList {
  readonly #history: ListHistory
  readonly #parts: readonly Part[]

  constructor(history: ListHistory, parts: readonly Part[]) {
    this.#history = history
    this.#parts = parts
  }

  /** Its items, in order. */
  get items(): readonly ListedItem[] {
    return this.#parts.length === 1 ? (this.#parts[0] ?? []) : this.#history.whole(this, this.#parts)
  }

  /** What is known of each stretch of the list, in order. */
  ofParts<Answer>(answerTo: (items: readonly ListedItem[]) => Answer): readonly Answer[] {
    return this.#parts.map((part) => answerTo(part))
  }

  /** The item of a key, without going through the list. */
  item(key: string): ListedItem | undefined {
    const itsPart = this.#parts[this.#history.partWith(key) ?? this.#parts.length]
    const item = itsPart && indexOf(itsPart).byKey.get(key)
    return item ?? this.items.find((other) => other.key === key)
  }

  /** The items that are parts of one, and those of some ids, in the order of the list, without going through it. */
  related(parent: string, ids: ReadonlySet<string>): readonly ListedItem[] {
    if (ids.size === 0 && !this.#history.hasParts(parent)) return []
    const given = [...ids]
    return this.#parts
      .filter((part) => {
        const known = indexOf(part)
        return known.parents.has(parent) || given.some((id) => known.ids.has(id))
      })
      .flatMap((part) => part.filter((item) => item.parent === parent || ids.has(item.id)))
  }
}

/** Takes down the lists of a session. */
export class ListHistory {
  readonly #items = new Map<string, ListedItem>()
  /** In which part of its list each item stood last. */
  readonly #places = new Map<string, number>()
  readonly #parents = new Set<string>()
  #seen: SessionState['items'] = []
  #parts: readonly Part[] = []
  #last = new ShownList(this, [])
  #whole: { readonly list: ShownList; readonly items: readonly ListedItem[] } | null = null

  /** The list of a state; the very list of the state before where none of it changed. */
  of({ items }: SessionState): ShownList {
    const seen = Object.isFrozen(items) && Object.isFrozen(this.#seen) ? this.#seen : []
    if (items === seen) return this.#last
    this.#seen = items
    const parts: Part[] = []
    for (let from = 0; from < items.length; from += partLength) {
      const to = Math.min(items.length, from + partLength)
      const before = this.#parts[parts.length]
      const place = parts.length
      const isSame = before?.length === to - from && isSameStretch(seen, items, from, to)
      parts.push(isSame ? before : this.#part(items.slice(from, to), before, place))
    }
    if (isSameList(parts, this.#parts)) return this.#last
    this.#parts = parts
    this.#last = new ShownList(this, parts)
    return this.#last
  }

  /** The items of a list of several parts; the list asked for last is put together once. */
  whole(list: ShownList, parts: readonly Part[]): readonly ListedItem[] {
    if (this.#whole?.list !== list) this.#whole = { list, items: Object.freeze(parts.flat()) }
    return this.#whole.items
  }

  /** In which part of a list an item stood last; in another list it may stand elsewhere. */
  partWith(key: string): number | undefined {
    return this.#places.get(key)
  }

  /** True where some item was a part of another. */
  hasParts(parent: string): boolean {
    return this.#parents.has(parent)
  }

  #part(items: SessionState['items'], before: Part | undefined, place: number): Part {
    const part = items.map((item) => {
      this.#places.set(item.key, place)
      if (item.parent !== null) this.#parents.add(item.parent)
      return this.#listed(item)
    })
    return before !== undefined && isSameList(part, before) ? before : Object.freeze(part)
  }

  #listed({ key, id, text, status, parent, dependencies }: ListedItem): ListedItem {
    const known = this.#items.get(key)
    if (
      known !== undefined &&
      known.text === text &&
      known.status === status &&
      known.id === id &&
      known.parent === parent &&
      isSameList(known.dependencies, dependencies)
    )
      return known
    const waitsFor = dependencies.length === 0 ? none : Object.freeze([...dependencies])
    const item = Object.freeze({ key, id, text, status, parent, dependencies: waitsFor })
    this.#items.set(key, item)
    return item
  }
}

const none: readonly string[] = Object.freeze([])

/** True where the very same items stand from one place to another. */
function isSameStretch(
  one: SessionState['items'],
  other: SessionState['items'],
  from: number,
  to: number,
): boolean {
  for (let place = from; place < to; place += 1) if (one[place] !== other[place]) return false
  return true
}

/** True where the very same values stand in the same places. */
function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one === other || (one.length === other.length && one.every((value, place) => value === other[place]))
}

/**
 * The lists that a session showed, what did not change kept once: a session has as many lists as updates, and each may
 * have thousands of items. Lists and items are frozen.
 */

import type { SessionState } from '@todo-ledger/core'
import { isSameList } from '@todo-ledger/core/rules'
import type { ListedItem } from '../completions/listed-item.js'

/** Of a list so many items stand together: where none of them changed, they are those of the list before. */
const partLength = 128

type Part = readonly ListedItem[]

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
}

/** Takes down the lists of a session. */
export class ListHistory {
  readonly #items = new Map<string, ListedItem>()
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
      const isSame = before?.length === to - from && isSameStretch(seen, items, from, to)
      parts.push(isSame ? before : this.#part(items.slice(from, to), before))
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

  #part(items: SessionState['items'], before: Part | undefined): Part {
    const part = items.map((item) => this.#listed(item))
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

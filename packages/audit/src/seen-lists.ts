/**
 * The lists that a session showed, as the audit keeps them: in numbers, and what did not change from one list to the
 * next is kept once. A session has as many lists as updates, and each may have thousands of items.
 */

import type { SessionState, TodoStatus } from '@todo-ledger/core'
import { isSameList } from '@todo-ledger/core'
import { type ListedItem, listed } from './listed-item.js'

/** A list as it stood at some moment. */
export interface SeenList {
  /** Its items, in order; made anew when asked for. */
  readonly items: readonly ListedItem[]
}

/** Takes down the lists of a session. */
export interface ListKeeper {
  /** The list of a state; the very list of the state before where none of it changed. */
  of(state: SessionState): SeenList
}

/** Of a list so many items stand together: where none of them changed, they are those of the list before. */
const partLength = 128

/** Numbers that say what one item of a list is: its record and status, and its id. */
const numbersOfItem = 2

/** So many numbers stand in one block. */
const blockLength = 8192

const statuses: readonly TodoStatus[] = ['pending', 'in_progress', 'blocked', 'completed', 'cancelled']
const statusNumbers: ReadonlyMap<TodoStatus, number> = new Map(
  statuses.map((status, index) => [status, index]),
)

/** What of an item seldom changes. */
type ItemRecord = Pick<ListedItem, 'key' | 'text' | 'parent' | 'dependencies'>

/** A part of a list. */
interface ListPart {
  readonly block: Uint32Array
  readonly from: number
  readonly length: number
}

/** Takes down a session's lists. */
export class SeenLists implements ListKeeper {
  readonly #records: ItemRecord[] = []
  readonly #newest = new Map<string, number>()
  readonly #ids: string[] = []
  readonly #idNumbers = new Map<string, number>()
  readonly #scratch = new Uint32Array(partLength * numbersOfItem)
  #seen: SessionState['items'] = []
  #block = new Uint32Array(0)
  #used = 0
  #last = new PackedList(this, [])
  #unpacked: { readonly list: SeenList; readonly items: readonly ListedItem[] } | null = null

  /** The list of a state; the very list of the state before where none of it changed. */
  of({ items }: SessionState): SeenList {
    const seen = this.#seen
    if (items === seen && Object.isFrozen(items)) return this.#last
    this.#seen = items
    const before = this.#last.parts
    const parts: ListPart[] = []
    for (let from = 0; from < items.length; from += partLength) {
      const end = Math.min(items.length, from + partLength)
      const same = before[parts.length]
      if (same?.length === (end - from) * numbersOfItem && isSameStretch(seen, items, from, end)) {
        parts.push(same)
        continue
      }
      for (let index = from; index < end; index += 1) {
        const item = items[index]
        if (item !== undefined) this.#note(item, (index - from) * numbersOfItem)
      }
      const length = (end - from) * numbersOfItem
      const known = before[parts.length]
      parts.push(known !== undefined && this.#isNoted(known, length) ? known : this.#keep(length))
    }
    if (isSameList(parts, before)) return this.#last
    // An array that grew has room for more.
    this.#last = new PackedList(this, parts.slice())
    return this.#last
  }

  /** The items of a list. Asked again of the same list at once, they are the same. */
  unpacked(list: SeenList, parts: readonly ListPart[]): readonly ListedItem[] {
    if (this.#unpacked?.list === list) return this.#unpacked.items
    const items: ListedItem[] = []
    for (const { block, from, length } of parts) {
      for (let at = from; at < from + length; at += numbersOfItem) {
        const number = block[at] ?? 0
        const record = this.#records[Math.floor(number / statuses.length)]
        const status = statuses[number % statuses.length]
        const id = this.#ids[block[at + 1] ?? 0]
        if (record !== undefined && status !== undefined && id !== undefined) {
          items.push(listed({ ...record, id, status }))
        }
      }
    }
    this.#unpacked = { list, items }
    return items
  }

  #note(item: ListedItem, at: number): void {
    const status = statusNumbers.get(item.status) ?? 0
    this.#scratch[at] = this.#recordOf(item) * statuses.length + status
    this.#scratch[at + 1] = this.#idOf(item.id)
  }

  #recordOf({ key, text, parent, dependencies }: ListedItem): number {
    const newest = this.#newest.get(key)
    const known = newest === undefined ? undefined : this.#records[newest]
    if (newest !== undefined && known !== undefined) {
      const isSame =
        known.text === text && known.parent === parent && isSameList(known.dependencies, dependencies)
      if (isSame) return newest
    }
    const number = this.#records.length
    this.#records.push({ key, text, parent, dependencies })
    this.#newest.set(key, number)
    return number
  }

  #idOf(id: string): number {
    const known = this.#idNumbers.get(id)
    if (known !== undefined) return known
    const number = this.#ids.length
    this.#ids.push(id)
    this.#idNumbers.set(id, number)
    return number
  }

  #isNoted({ block, from, length }: ListPart, noted: number): boolean {
    if (length !== noted) return false
    for (let index = 0; index < noted; index += 1) {
      if (block[from + index] !== this.#scratch[index]) return false
    }
    return true
  }

  #keep(length: number): ListPart {
    if (this.#used + length > this.#block.length) {
      // A short session needs no large block.
      this.#block = new Uint32Array(Math.max(length, Math.min(blockLength, 2 * this.#block.length)))
      this.#used = 0
    }
    const from = this.#used
    this.#block.set(this.#scratch.subarray(0, length), from)
    this.#used += length
    return { block: this.#block, from, length }
  }
}

/** A list in numbers. */
class PackedList implements SeenList {
  readonly parts: readonly ListPart[]
  readonly #lists: SeenLists

  constructor(lists: SeenLists, parts: readonly ListPart[]) {
    this.#lists = lists
    this.parts = parts
  }

  get items(): readonly ListedItem[] {
    return this.#lists.unpacked(this, this.parts)
  }
}

/** True where the very same frozen items stand from one place to another. */
function isSameStretch(
  one: SessionState['items'],
  other: SessionState['items'],
  from: number,
  to: number,
): boolean {
  if (!Object.isFrozen(one) || !Object.isFrozen(other)) return false
  for (let place = from; place < to; place += 1) if (one[place] !== other[place]) return false
  return true
}

/** The lists that a session showed as plain data, which can be copied; what did not change is kept once. */

import type { SessionState } from '@todo-ledger/core'
import { isSameList } from '@todo-ledger/core'
import { type ListedItem, listed } from './listed-item.js'
import type { ListKeeper, SeenList } from './seen-lists.js'

/** Takes down a session's lists. Most updates change an item or two: the others are the same objects as before. */
export class PlainLists implements ListKeeper {
  #items = new Map<string, ListedItem>()
  #list: SeenList = { items: [] }

  /** The list of a state; the very list of the state before where none of it changed. */
  of({ items }: SessionState): SeenList {
    const list = items.map((item) => {
      const known = this.#items.get(item.key)
      return known !== undefined && isSame(known, item) ? known : listed(item)
    })
    if (isSameList(list, this.#list.items)) return this.#list
    this.#list = { items: list }
    this.#items = new Map(list.map((item) => [item.key, item]))
    return this.#list
  }
}

function isSame(one: ListedItem, other: ListedItem): boolean {
  return (
    one.text === other.text &&
    one.status === other.status &&
    one.id === other.id &&
    one.parent === other.parent &&
    one.dependencies === other.dependencies
  )
}

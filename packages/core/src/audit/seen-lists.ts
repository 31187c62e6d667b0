/** The lists that a session showed, as the audit keeps them: what did not change from one to the next is kept once. */

import type { SessionState } from '../state.js'
import { type ListedItem, listed } from './listed-item.js'

/** Takes down a session's lists. Most updates change an item or two: the others are the same objects as before. */
export class SeenLists {
  #items = new Map<string, ListedItem>()
  #list: readonly ListedItem[] = []

  /** The list of a state; the very list of the state before where none of it changed. */
  of({ items }: SessionState): readonly ListedItem[] {
    const list = items.map((item) => {
      const known = this.#items.get(item.key)
      return known !== undefined && isSame(known, item) ? known : listed(item)
    })
    if (list.length === this.#list.length && list.every((item, index) => item === this.#list[index])) {
      return this.#list
    }
    this.#list = list
    this.#items = new Map(list.map((item) => [item.key, item]))
    return list
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

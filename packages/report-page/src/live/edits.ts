/** What a person does to a list, as the server takes it: all of it or nothing, items by their keys. */

import type { TodoItem, TodoStatus } from '@todo-ledger/core'

/** A change of a list. */
export interface Edit {
  /** Items to add, at the end. */
  readonly add?: readonly { readonly text: string }[]
  /** Items to reword, to block, to close. */
  readonly edit?: readonly {
    readonly key: string
    readonly text?: string
    readonly status?: TodoStatus
    readonly reason?: string
  }[]
  /** Keys of items to take away. */
  readonly remove?: readonly string[]
  /** Keys in their new order; those that are not named stand behind them. */
  readonly order?: readonly string[]
}

/** An item moved to a place of the list, from 0. */
export function moved(items: readonly TodoItem[], key: string, place: number): Edit {
  const keys = items.map((item) => item.key)
  const from = keys.indexOf(key)
  const order = keys.toSpliced(from, 1).toSpliced(place, 0, key)
  // Those behind both places stay as they stand.
  return { order: order.slice(0, Math.max(from, place) + 1) }
}

/** What a call of a todo tool wants, whatever system's tool it is. */

import type { ItemField, JsonValue, TodoStatus } from '../events.js'
import type { ItemEdit } from '../host-input.js'

export type { ItemEdit }

/** An item as a call wants it to be. */
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
      /** The new list, in order. */
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
      /** Items to add at the list's end. */
      readonly add?: readonly WantedItem[]
      readonly edit?: readonly ItemEdit[]
      /** Keys of items to remove. */
      readonly remove?: readonly string[]
      /** Keys of items that stay, in their new order; those that are not named stand behind them. */
      readonly order?: readonly string[]
      readonly goal?: string | null
    }
  | { readonly kind: 'query' }

/** An item of a list, as the audit keeps it. */

import type { TodoStatus } from '@todo-ledger/core'

/** An item as it stood in the list at some moment. */
export interface ListedItem {
  /** The internal key. */
  readonly key: string
  /** The id that people and models see. */
  readonly id: string
  /** What is to be done. */
  readonly text: string
  /** How far it is. */
  readonly status: TodoStatus
  /** The id of the item that it is a part of, or null. */
  readonly parent: string | null
  /** The ids of the items that must be closed before it. */
  readonly dependencies: readonly string[]
}

/** What is kept of an item of the list. */
export function listed({ key, id, text, status, parent, dependencies }: ListedItem): ListedItem {
  return { key, id, text, status, parent, dependencies }
}

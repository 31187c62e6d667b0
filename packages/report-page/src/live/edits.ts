/** What a person does to a list, as the server takes it. */

import type { TodoStatus } from '@todo-ledger/core'

/** One change of a list. Items are named by their ids. */
export type Edit =
  | { readonly type: 'add'; readonly text: string; readonly position?: number }
  | { readonly type: 'reword'; readonly item: string; readonly text: string }
  | { readonly type: 'move'; readonly item: string; readonly position: number }
  | { readonly type: 'status'; readonly item: string; readonly status: TodoStatus; readonly reason?: string }
  | { readonly type: 'remove'; readonly item: string }

/** The checklist of `todo-manager` and `todo-write`. Source: docs/sources/todo-manager.md. */

import { countCompleted } from '../items.js'
import type { TodoItem } from '../state.js'

export const markers: { readonly [Status in TodoItem['status']]: string } = {
  pending: '[ ]',
  in_progress: '[>]',
  blocked: '[!]',
  completed: '[x]',
  cancelled: '[-]',
}

/** A line for each item, a blank line, and the count: `[x] #1: text`. An empty list is the count alone. */
export function renderChecklist(items: readonly TodoItem[]): string {
  const lines = items.map((item) => `${markers[item.status]} #${item.id}: ${item.text}\n`)
  return `${lines.join('')}\n(${countCompleted(items)}/${items.length} completed)`
}

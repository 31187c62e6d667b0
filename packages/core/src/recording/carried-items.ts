/** What a call's result said of items that were in the list before the log begins, for a recording that is read again. */

import type { ItemAdded, TodosUpdatedData } from '../events.js'

/**
 * The structured result, as Claude Code gives it: the list before of `TodoWrite`, the status before of `TaskUpdate`.
 * Undefined where all items are new.
 */
export function carriedItemsOf({ tool, changes }: TodosUpdatedData): object | undefined {
  const carried = changes.filter(
    (change): change is ItemAdded => change.type === 'added' && change.before !== undefined,
  )
  const [first] = carried
  if (first === undefined) return undefined
  if (tool === 'TaskUpdate') return { statusChange: { from: first.before, to: first.status } }
  return { oldTodos: carried.map(({ id, text, before }) => ({ id, content: text, status: before })) }
}

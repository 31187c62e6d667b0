/** Values of an item as people read them. They may hold text from outside. */

import type { JsonValue } from '@todo-ledger/core'

/** A value of a field: a text as it is, nothing as `none`. */
export function valueText(value: JsonValue): string {
  if (value === null) return 'none'
  return typeof value === 'string' ? worded(value) : JSON.stringify(value)
}

/** A status in words; any other text as it is. */
export function worded(status: string): string {
  return status === 'in_progress' ? 'in progress' : status
}

/** A move from one place in the list to another, counted from 0: as people count. */
export function moveText(from: JsonValue, to: JsonValue): string {
  return `from place ${Number(from) + 1} to ${Number(to) + 1}`
}

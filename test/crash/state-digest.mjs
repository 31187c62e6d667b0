/** A session's state as a short text, to compare what a live session saw with what a replay gives. */

import { createHash } from 'node:crypto'

/** @param {import('@todo-ledger/core').SessionState} state */
export function digestOfState(state) {
  return createHash('sha256').update(canonical(state)).digest('hex').slice(0, 16)
}

/** JSON with keys in one order; what is no plain data says its kind. @param {unknown} value @returns {string} */
function canonical(value) {
  if (value instanceof Date) return `Date ${value.getTime()}`
  if (value instanceof Map) return `Map ${canonical([...value])}`
  if (value instanceof Set) return `Set ${canonical([...value])}`
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
    return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`).join()}}`
  }
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}

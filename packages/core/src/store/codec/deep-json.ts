/** JSON for values that nest too deep for `JSON.stringify`, which recurses and overflows the stack at some 5,000 levels. */

import { StoreError } from '../../errors.js'
import { isRecord, type UnknownRecord } from '../shape.js'

/** A list or object that is being written, and how far that is. */
interface Level {
  readonly container: readonly unknown[] | UnknownRecord
  /** The keys still to write, last first; null for a list. */
  readonly keys: string[] | null
  /** How many entries are written. */
  written: number
}

/**
 * The JSON text of a value, the same that `JSON.stringify` would give if it could go so deep. Does not recurse.
 * @throws StoreError `not-encodable` when the value contains itself, `too-deep` when it holds what JSON can't carry
 */
export function stringifyDeep(value: unknown): string {
  const parts: string[] = []
  const levels: Level[] = []
  const open = new Set<object>()

  function write(next: unknown): void {
    if (Array.isArray(next)) enter(next, null)
    else if (isRecord(next)) enter(next, Object.keys(next).reverse())
    else parts.push(leafJson(next))
  }

  function enter(container: readonly unknown[] | UnknownRecord, keys: string[] | null): void {
    if (open.has(container)) {
      throw new StoreError(
        'not-encodable',
        'A value contains itself and cannot be stored. Pass it without the cycle.',
      )
    }
    open.add(container)
    levels.push({ container, keys, written: 0 })
    parts.push(keys === null ? '[' : '{')
  }

  write(value)
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const { container, keys } = level
    const key = Array.isArray(container) ? level.written : keys?.pop()
    if (key === undefined || (Array.isArray(container) && level.written === container.length)) {
      parts.push(keys === null ? ']' : '}')
      open.delete(container)
      levels.pop()
      continue
    }
    if (level.written > 0) parts.push(',')
    level.written += 1
    if (typeof key === 'string') parts.push(JSON.stringify(key), ':')
    write(Reflect.get(container, key))
  }
  return parts.join('')
}

function leafJson(value: unknown): string {
  const exact =
    value === null ||
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value) && !Object.is(value, -0))
  if (exact) return JSON.stringify(value)
  throw new StoreError(
    'too-deep',
    'A value is nested very deep and holds something that JSON has no word for, such as a Date or undefined. Nest it less deep, or pass JSON values alone.',
  )
}

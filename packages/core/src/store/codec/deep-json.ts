/** JSON for values that nest too deep for `JSON.stringify`, which recurses and overflows the stack at some 5,000 levels. */

import { isRecord } from '../../declared.js'
import { StoreError } from '../../errors.js'

/** A list or object that is being written, and what is left of it. */
interface Level {
  readonly container: object
  readonly parts: Iterator<readonly [key: string | null, value: unknown]>
  readonly end: string
  isFirst: boolean
}

/**
 * The JSON text of a value, the same that `JSON.stringify` would give if it could go so deep. Does not recurse.
 * @throws StoreError `not-encodable` if the value contains itself, `too-deep` if it holds what JSON can't carry
 */
export function stringifyDeep(value: unknown): string {
  const written: string[] = []
  const levels: Level[] = []
  const open = new Set<object>()
  const write = (next: unknown): void => {
    if (!Array.isArray(next) && !isRecord(next)) {
      written.push(leafJson(next))
      return
    }
    if (open.has(next)) {
      throw new StoreError(
        'not-encodable',
        'A value contains itself and cannot be stored. Pass it without the cycle.',
      )
    }
    open.add(next)
    const isList = Array.isArray(next)
    const parts = isList ? next.map((part: unknown) => [null, part] as const) : Object.entries(next)
    levels.push({ container: next, parts: parts.values(), end: isList ? ']' : '}', isFirst: true })
    written.push(isList ? '[' : '{')
  }
  write(value)
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const next = level.parts.next()
    if (next.done === true) {
      written.push(level.end)
      open.delete(level.container)
      levels.pop()
      continue
    }
    if (!level.isFirst) written.push(',')
    level.isFirst = false
    const [key, part] = next.value
    if (key !== null) written.push(JSON.stringify(key), ':')
    write(part)
  }
  return written.join('')
}

function leafJson(value: unknown): string {
  const isExact =
    value === null ||
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value) && !Object.is(value, -0))
  if (isExact) return JSON.stringify(value)
  throw new StoreError(
    'too-deep',
    'A value is nested very deep and holds something that JSON has no word for, such as a Date or undefined. Nest it less deep, or pass JSON values alone.',
  )
}

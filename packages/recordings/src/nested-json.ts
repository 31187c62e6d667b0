/** JSON that stands as a text inside a record. */

import { nestsTooDeep, surelyShallow } from './json-value.js'

/** What the text holds; undefined where it is no JSON, or nests too deep. */
export function nestedJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return !surelyShallow(text) && nestsTooDeep(value) ? undefined : value
  } catch {
    return undefined
  }
}

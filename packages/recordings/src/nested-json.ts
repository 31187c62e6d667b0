/** JSON that stands as a text inside a record. */

import { nestsTooDeep, parsedJson, surelyShallow } from './json-value.js'

/** What the text holds; undefined where it is no JSON, nests too deep or holds too much. */
export function nestedJson(text: string): unknown {
  const value = parsedJson(text)
  return !surelyShallow(text) && nestsTooDeep(value) ? undefined : value
}

/** Reads the JSON objects of one line, also where a torn or interleaved write put several into it. */

import { jsonExcess } from './json-excess.js'
import { isObject, type JsonObject, nestsTooDeep, parsedJson, surelyShallow } from './json-value.js'

/** What one line holds. */
export interface LineRecords {
  /** The objects, in their order. */
  readonly records: readonly JsonObject[]
  /** What of the line could not be read, in one sentence; null where everything could. */
  readonly problem: string | null
}

/** Where an object can begin in a line that is no JSON as a whole: after another one, or at an envelope's first field. */
const beginnings = /\}(?=\{")|(?=\{"parentUuid":)/g
/** A line that was torn more often than this is not worth the time. */
const mostBeginnings = 16

/** The objects of a line. A line that is glued together from several gives each of them that is whole. */
export function recordsOfLine(text: string): LineRecords {
  const excess = jsonExcess(text)
  if (excess !== null) {
    return { records: [], problem: excess }
  }
  const whole = parsedJson(text)
  if (whole !== undefined) {
    return oneRecord(text, whole)
  }
  const records: JsonObject[] = []
  let unread = 0
  let start = 0
  for (const end of [...beginningsIn(text), text.length]) {
    const part = parsedJson(text.slice(start, end))
    if (part !== undefined) {
      const one = oneRecord(text, part)
      records.push(...one.records)
      unread += one.problem === null ? 0 : end - start
      start = end
    } else if (text.startsWith('{"parentUuid":', end)) {
      unread += end - start
      start = end
    }
  }
  unread += text.length - start
  if (unread === 0) {
    return { records, problem: null }
  }
  const problem =
    records.length === 0
      ? 'not JSON'
      : `not JSON, but for ${records.length} of the records in it (${unread} characters lost)`
  return { records, problem }
}

function oneRecord(text: string, value: unknown): LineRecords {
  if (!isObject(value)) {
    return { records: [], problem: 'not a JSON object' }
  }
  if (!surelyShallow(text) && nestsTooDeep(value)) {
    return { records: [], problem: 'nested too deep' }
  }
  return { records: [value], problem: null }
}

function beginningsIn(text: string): readonly number[] {
  const found: number[] = []
  for (const match of text.matchAll(beginnings)) {
    const at = match.index + match[0].length
    if (at > 0 && at !== found.at(-1)) {
      found.push(at)
    }
    if (found.length === mostBeginnings) {
      break
    }
  }
  return found
}

/** Narrowing of what came out of a file: unknown JSON in, known shapes out. */

import { jsonExcess } from './json-excess.js'

/** A JSON object whose fields nobody has looked at yet. */
export type JsonObject = { readonly [key: string]: unknown }

/** True for a JSON object; not for an array, not for null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What the text holds; undefined where it is no JSON, or would come to more than memory should hold. */
export function parsedJson(text: string): unknown {
  if (jsonExcess(text) !== null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The field as an object; null where it is none. */
export function objectIn(record: JsonObject, field: string): JsonObject | null {
  const value = record[field]
  return isObject(value) ? value : null
}

/** The field as a string with something in it; null where it is none. */
export function stringIn(record: JsonObject, field: string): string | null {
  const value = record[field]
  return typeof value === 'string' && value !== '' ? value : null
}

/** The field as an array; empty where it is none. */
export function arrayIn(record: JsonObject, field: string): readonly unknown[] {
  const value = record[field]
  return Array.isArray(value) ? value : []
}

/** The objects of an array; what else it holds is left out. */
export function objectsOf(values: readonly unknown[]): readonly JsonObject[] {
  return values.filter(isObject)
}

/** The moment that a text names, as JSON writes dates; null where it names none. */
export function momentOf(value: unknown): Date | null {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) {
    return null
  }
  const moment = new Date(value)
  return Number.isNaN(moment.getTime()) ? null : moment
}

/** Deeper than any tool's input is by right; what nests deeper would break those that walk it by recursion. */
const deepest = 500

/** True where objects and arrays nest deeper than 500 levels. Walks level by level, so depth can't exhaust the stack. */
export function nestsTooDeep(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) {
      return true
    }
    level = level.flatMap((each) =>
      typeof each === 'object' && each !== null
        ? Object.values(each).filter((inner) => typeof inner === 'object' && inner !== null)
        : [],
    )
  }
  return false
}

/** True where the text has so few brackets that what it holds can't nest too deep. */
export function surelyShallow(text: string): boolean {
  let opened = 0
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
      opened += 1
      if (opened > deepest) {
        return false
      }
    }
  }
  return true
}

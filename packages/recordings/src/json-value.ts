/** Narrowing of what came out of a file: unknown JSON in, known shapes out. */

import { parseJson } from './json-text.js'

/** A JSON object whose fields nobody has looked at yet. */
export type JsonObject = { readonly [key: string]: unknown }

/** True for a JSON object; not for an array, not for null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What the text holds; undefined where it is no JSON, nests too deep or holds too much. */
export function parsedJson(text: string): unknown {
  const parsed = parseJson(text)
  return 'value' in parsed ? parsed.value : undefined
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

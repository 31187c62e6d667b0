/**
 * Any value that an event can hold, as text and back. What JSON carries exactly is JSON; a value with a Date, undefined, NaN,
 * an infinite number or -0 in it is superjson's text, `{"json": …, "meta": …}`.
 */

import { SuperJSON } from 'superjson'
import { isRecord } from '../declared.js'
import { StoreError } from '../errors.js'
import { isJsonLeaf } from '../frozen-data.js'
import { placeWithin } from './body.js'

/** In levels: twice what is read of a recording, and far from where recursion ends. */
const deepest = 1000

// An instance of our own: what a host registers with superjson's default one has no say in how events are written.
const superjson = new SuperJSON()

/**
 * A value as text. The same value gives the same text. The value is not an object with a key `json`.
 * @throws StoreError `not-encodable` or `too-deep` if the text could not give the value back
 */
export function encodeValue(value: unknown): string {
  // superjson costs eight times as much as JSON, so it does only what it must.
  if (isJson(value)) return JSON.stringify(value)
  const { json, meta } = superjson.serialize(withKeys(value, markedKey))
  // Without superjson's note of which parts are one object: the same value gives the same text.
  return JSON.stringify({ json, meta: { values: meta?.values, v: meta?.v } })
}

/**
 * The value of a text that `encodeValue` gave.
 * @throws Error if it is no such text
 */
export function decodeValue(text: string): unknown {
  const parsed: unknown = JSON.parse(text)
  if (!isRecord(parsed) || !Object.hasOwn(parsed, 'json')) return parsed
  return withKeys(superjson.parse(text), (key) => (key.startsWith(mark) ? key.slice(mark.length) : key))
}

/** True where JSON carries a value exactly. @throws StoreError `too-deep` */
function isJson(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return isJsonLeaf(value)
  if (depth > deepest) throw tooDeep('')
  if (Array.isArray(value)) {
    // Not `every`, which passes over what a list lacks.
    for (const part of value) if (!isJson(part, depth + 1)) return false
    return true
  }
  if (!isRecord(value)) return false
  for (const key in value) if (!isJson(value[key], depth + 1)) return false
  return true
}

const mark = '~'

/** superjson refuses three keys: they are marked before it and restored after it. */
function markedKey(key: string): string {
  return /^(__proto__|constructor|prototype|~.*)$/su.test(key) ? mark + key : key
}

/** A copy of a value with other keys. @throws StoreError for what no text could give back */
function withKeys(value: unknown, rename: (key: string) => string, place = '', depth = 0): unknown {
  if (depth > deepest) throw tooDeep(place)
  const part = (inner: unknown, key: string | number) =>
    withKeys(inner, rename, placeWithin(place, key), depth + 1)
  if (Array.isArray(value)) return Array.from(value, part)
  if (isRecord(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [rename(key), part(inner, key)]))
  }
  const isTime = value instanceof Date && !Number.isNaN(value.getTime())
  if (isTime || value === null || ['string', 'number', 'boolean', 'undefined'].includes(typeof value))
    return value
  const what =
    typeof value === 'object'
      ? `an object of a class (${Object.prototype.toString.call(value)})`
      : `a ${typeof value}`
  throw new StoreError(
    'not-encodable',
    `${place} holds ${what}, which no text can give back. Pass plain objects, lists, texts, numbers and Dates.`,
  )
}

function tooDeep(place: string): StoreError {
  const where = place === '' ? '' : ` (${place})`
  return new StoreError(
    'too-deep',
    `A value nests deeper than ${deepest} levels, or contains itself${where}. Nest it less deep.`,
  )
}

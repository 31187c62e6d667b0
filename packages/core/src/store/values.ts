/**
 * Any value that an event can hold, as text and back. What JSON carries exactly is JSON; a value with a Date, undefined, NaN,
 * an infinite number or -0 in it is superjson's text, `{"json": …, "meta": …}`.
 */

import { SuperJSON } from 'superjson'
import { isRecord } from '../declared.js'
import { StoreError } from '../errors.js'
import { placeWithin } from './body.js'
import { isFrozenData, isJsonLeaf } from './frozen-data.js'

/** In levels. Deeper values are written without recursion, and as JSON alone; `JSON.stringify` can do some 5,000. */
const deepestRecursion = 500

// An instance of our own: what a host registers with superjson's default one has no say in how events are written.
const superjson = new SuperJSON()

/**
 * A value as text. The same value gives the same text. The value is not an object with a key `json`.
 * @throws StoreError `not-encodable` or `too-deep` if the text could not give the value back
 */
export function encodeValue(value: unknown): string {
  switch (carrierOf(value, 0)) {
    case 'json':
      return JSON.stringify(value)
    case 'deep-json':
      return stringifyDeep(value)
    case 'superjson': {
      const { json, meta } = superjson.serialize(withKeys(value, markedKey))
      // Without superjson's note of which parts are one object: the same value gives the same text.
      return JSON.stringify({ json, meta: { values: meta?.values, v: meta?.v } })
    }
  }
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

/** What can carry a value exactly. superjson costs eight times as much as JSON, so it does only what it must. */
function carrierOf(value: unknown, depth: number): 'json' | 'deep-json' | 'superjson' {
  if (isJsonLeaf(value) || isFrozenData(value)) return 'json'
  if (!Array.isArray(value) && !isRecord(value)) return 'superjson'
  if (depth === deepestRecursion) return 'deep-json'
  for (const part of Array.isArray(value) ? value : Object.values(value)) {
    const carrier = carrierOf(part, depth + 1)
    if (carrier !== 'json') return carrier
  }
  return 'json'
}

const mark = '~'

/** superjson refuses three keys: they are marked before it and restored after it. */
function markedKey(key: string): string {
  return /^(__proto__|constructor|prototype|~.*)$/su.test(key) ? mark + key : key
}

/** A copy of a value with other keys. @throws StoreError for what no text could give back */
function withKeys(value: unknown, rename: (key: string) => string, place = '', depth = 0): unknown {
  if (depth > deepestRecursion) {
    throw new StoreError(
      'too-deep',
      `A value nests deeper than ${deepestRecursion} levels, or contains itself, and holds something that JSON has no word for, such as a Date or undefined (${place}). Nest it less deep, or pass JSON values alone.`,
    )
  }
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

/**
 * The text that `JSON.stringify` would give if it did not overflow the stack.
 * @throws StoreError `not-encodable` if the value contains itself, `too-deep` if it holds what JSON can't carry
 */
export function stringifyDeep(value: unknown): string {
  const written: string[] = []
  const left: (() => void)[] = []
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
    written.push(isList ? '[' : '{')
    left.push(() => {
      written.push(isList ? ']' : '}')
      open.delete(next)
    })
    const entries = Object.entries(next)
    for (const [index, [key, part]] of [...entries.entries()].toReversed()) {
      left.push(() => {
        written.push(index === 0 ? '' : ',', isList ? '' : `${JSON.stringify(key)}:`)
        write(part)
      })
    }
  }
  write(value)
  for (let next = left.pop(); next !== undefined; next = left.pop()) next()
  return written.join('')
}

function leafJson(value: unknown): string {
  if (isJsonLeaf(value)) return JSON.stringify(value)
  throw new StoreError(
    'too-deep',
    'A value is nested very deep and holds something that JSON has no word for, such as a Date or undefined. Nest it less deep, or pass JSON values alone.',
  )
}

/**
 * Any value that an event can hold, as text and back, with nothing lost: JSON's values, Dates and undefined.
 * What JSON carries exactly is JSON; anything else is superjson's text, `{"json": …, "meta": …}`. superjson refuses
 * the keys `__proto__`, `constructor` and `prototype`, so these are marked before it and restored after it.
 */

import { SuperJSON } from 'superjson'
import { isRecord } from '../../declared.js'
import { StoreError } from '../../errors.js'
import { isFrozenData } from '../frozen-data.js'
import { stringifyDeep } from './deep-json.js'
import { kindOf, placeWithin } from './value-kind.js'

/** Deeper values are written without recursion, and as JSON alone. In levels; `JSON.stringify` can do some 5,000. */
const deepestRecursion = 500

// An instance of our own: what a host registers with superjson's default one has no say in how events are written.
const superjson = new SuperJSON()
superjson.registerCustom<Date, null>(
  {
    isApplicable: (value): value is Date => value instanceof Date && Number.isNaN(value.getTime()),
    serialize: () => null,
    deserialize: () => new Date(Number.NaN),
  },
  'invalid-date',
)

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
      const { json, meta } = superjson.serialize(markKeys(value, '', 0))
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
  return restoreKeys(superjson.parse(text))
}

/** What can carry a value exactly. superjson costs eight times as much as JSON, so it does only what it must. */
function carrierOf(value: unknown, depth: number): 'json' | 'deep-json' | 'superjson' {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return 'json'
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0) ? 'json' : 'superjson'
  if (typeof value !== 'object') return 'superjson'
  if (isFrozenData(value)) return 'json'
  if (depth === deepestRecursion) return 'deep-json'
  if (Array.isArray(value)) {
    for (const element of value) {
      const carrier = carrierOf(element, depth + 1)
      if (carrier !== 'json') return carrier
    }
    return 'json'
  }
  if (!isRecord(value)) return 'superjson'
  // As it is asked of every part of every event: a list of the keys would be made for each.
  for (const key in value) {
    const carrier = carrierOf(value[key], depth + 1)
    if (carrier !== 'json') return carrier
  }
  return 'json'
}

const markedKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])
const mark = '~'

/** A copy of a value in which superjson meets no key that it refuses. @throws StoreError for what it would lose */
function markKeys(value: unknown, place: string, depth: number): unknown {
  if (depth > deepestRecursion) {
    throw new StoreError(
      'too-deep',
      `A value nests deeper than ${deepestRecursion} levels, or contains itself, and holds something that JSON has no word for, such as a Date or undefined (${place}). Nest it less deep, or pass JSON values alone.`,
    )
  }
  const known = kindOf(value)
  if (known.kind === 'list') {
    return Array.from(known.value, (part, index) => markKeys(part, placeWithin(place, index), depth + 1))
  }
  if (known.kind === 'record') {
    const marked: { [key: string]: unknown } = {}
    for (const key of Object.keys(known.value)) {
      const name = markedKeys.has(key) || key.startsWith(mark) ? mark + key : key
      marked[name] = markKeys(known.value[key], placeWithin(place, key), depth + 1)
    }
    return marked
  }
  if (known.kind !== 'other') return known.value
  throw new StoreError(
    'not-encodable',
    `${place} holds ${describe(known.value)}, which no text can give back. Pass plain objects, lists, texts, numbers and Dates.`,
  )
}

/** The value as it was before `markKeys`. Defines every key, so that `__proto__` is a key like any other. */
function restoreKeys(value: unknown): unknown {
  const known = kindOf(value)
  if (known.kind === 'list') return known.value.map(restoreKeys)
  if (known.kind === 'record') {
    const restored: { [key: string]: unknown } = {}
    for (const [key, part] of Object.entries(known.value)) {
      Object.defineProperty(restored, key.startsWith(mark) ? key.slice(mark.length) : key, {
        value: restoreKeys(part),
        configurable: true,
        enumerable: true,
        writable: true,
      })
    }
    return restored
  }
  if (known.kind !== 'other') return known.value
  throw new StoreError('bad-event', `A stored value is ${describe(known.value)}, which no event can hold.`)
}

function describe(value: unknown): string {
  if (typeof value !== 'object') return `a ${typeof value}`
  return `an object of a class (${Object.prototype.toString.call(value)})`
}

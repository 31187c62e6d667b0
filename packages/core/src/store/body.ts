/** Whether two events are the same one: the same id twice is the same event once. */

import { inspect } from 'node:util'
import { isRecord } from '../declared.js'
import type { BodyDifference } from '../errors.js'
import type { TodoEvent } from '../events.js'

/**
 * The first place where two events differ, such as `data.input.items[1].text`, with what stands there; null where they
 * are the same but for `at`, `seq` and `hash`, which a repeated attempt may have anew.
 */
export function bodyDifference(first: TodoEvent, second: TodoEvent): BodyDifference | null {
  return valueDifference(bodyOf(first), bodyOf(second))
}

function bodyOf({ id, session, turn, type, version, data, source, actor }: TodoEvent): object {
  const named = { ...(source === undefined ? {} : { source }), ...(actor === undefined ? {} : { actor }) }
  return { id, session, type, version, turn, data, ...named }
}

/** Stands for an entry that a list or an object lacks. */
const nothing = Symbol('nothing')

/** In levels: what may be stored nests less deep. */
const deepest = 1000

/**
 * The first place where two values differ; null where they are the same. NaN equals NaN, and 0 is not -0. The order of an
 * object's keys says nothing.
 */
export function valueDifference(
  first: unknown,
  second: unknown,
  place = '',
  depth = 0,
): BodyDifference | null {
  const isList = Array.isArray(first) && Array.isArray(second)
  if (depth > deepest || !(isList || (isRecord(first) && isRecord(second)))) {
    const areTimes = first instanceof Date && second instanceof Date
    const isSame = areTimes ? Object.is(first.getTime(), second.getTime()) : Object.is(first, second)
    return isSame ? null : { place, first: quoted(first), second: quoted(second) }
  }
  const keys = isList
    ? Array.from({ length: Math.max(first.length, second.length) }, (_, index) => index)
    : Object.keys({ ...first, ...second })
  for (const key of keys) {
    const [one, other] = [first, second].map((whole) => partOf(whole, key))
    const difference = valueDifference(one, other, placeWithin(place, key), depth + 1)
    if (difference !== null) return difference
  }
  return null
}

function partOf(whole: object, key: string | number): unknown {
  const isThere = Array.isArray(whole) ? Number(key) < whole.length : Object.hasOwn(whole, key)
  return isThere ? Reflect.get(whole, key) : nothing
}

/** In characters. */
const longestPlace = 200

/**
 * The place of a part of a value, such as `data.input.items[0]`. Keys that are no plain names are quoted, since they
 * come from recordings and end up in messages.
 */
export function placeWithin(place: string, key: string | number): string {
  if (place.length > longestPlace) return place.endsWith('…') ? place : `${place}…`
  if (typeof key === 'number') return `${place}[${key}]`
  if (/^[A-Za-z_$][\w$]{0,60}$/.test(key)) return place === '' ? key : `${place}.${key}`
  return `${place}[${JSON.stringify(key.slice(0, 60))}]`
}

const longestQuote = 100

function quoted(value: unknown): string {
  if (value === nothing) return 'nothing'
  const text =
    typeof value === 'string'
      ? JSON.stringify(value.slice(0, longestQuote + 1))
      : inspect(value, { breakLength: Number.POSITIVE_INFINITY, compact: true, depth: 3, maxArrayLength: 8 })
  return text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text
}

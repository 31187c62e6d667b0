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

interface Pair {
  readonly place: string
  readonly first: unknown
  readonly second: unknown
}

/**
 * The first place where two values differ; null where they are the same. NaN equals NaN, and 0 is not -0. The order of an
 * object's keys says nothing. Does not recurse: values may be of any depth.
 */
export function valueDifference(first: unknown, second: unknown): BodyDifference | null {
  const left: Pair[] = [{ place: '', first, second }]
  for (let pair = left.pop(); pair !== undefined; pair = left.pop()) {
    const parts = partsOf(pair)
    if (parts === null) return { place: pair.place, first: quoted(pair.first), second: quoted(pair.second) }
    for (const part of parts.toReversed()) left.push(part)
  }
  return null
}

/** What is left to compare within two values; null where they differ already. */
function partsOf({ place, first, second }: Pair): readonly Pair[] | null {
  if (first instanceof Date && second instanceof Date)
    return Object.is(first.getTime(), second.getTime()) ? [] : null
  if (Array.isArray(first) && Array.isArray(second)) {
    return Array.from({ length: Math.max(first.length, second.length) }, (_, index) => ({
      place: placeWithin(place, index),
      first: index < first.length ? first[index] : nothing,
      second: index < second.length ? second[index] : nothing,
    }))
  }
  if (isRecord(first) && isRecord(second)) {
    return Object.keys({ ...first, ...second }).map((key) => ({
      place: placeWithin(place, key),
      first: Object.hasOwn(first, key) ? first[key] : nothing,
      second: Object.hasOwn(second, key) ? second[key] : nothing,
    }))
  }
  return Object.is(first, second) ? [] : null
}

/** In characters: a value may be 100,000 levels deep. */
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

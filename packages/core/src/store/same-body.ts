/** Whether two events are the same one: the same id twice is the same event once. */

import type { BodyDifference } from '../errors.js'
import type { TodoEvent } from '../events.js'
import { kindOf, placeWithin, quotedValue } from './codec/value-kind.js'

/**
 * The first place where two events differ, such as `data.input.items[1].text`, with what stands there; null where they
 * are the same but for `at`, `seq` and `hash`, which a repeated attempt may have anew. NaN equals NaN, and 0 is not -0.
 * The order of an object's keys says nothing. Does not recurse: values may be of any
 * depth.
 */
export function bodyDifference(first: TodoEvent, second: TodoEvent): BodyDifference | null {
  return valueDifference(bodyOf(first), bodyOf(second))
}

function bodyOf(event: TodoEvent): object {
  const { id, session, turn, type, version, data, source, actor } = event
  return {
    id,
    session,
    type,
    version,
    turn,
    data,
    ...(source === undefined ? {} : { source }),
    ...(actor === undefined ? {} : { actor }),
  }
}

/** What stands where there is nothing: an entry that a list or an object lacks. */
const nothing = Symbol('nothing')

interface Pair {
  readonly place: string
  readonly first: unknown
  readonly second: unknown
}

/** The first place where two values differ, as in `bodyDifference`; null where they are the same. */
export function valueDifference(first: unknown, second: unknown): BodyDifference | null {
  const left: Pair[] = [{ place: '', first, second }]
  for (let pair = left.pop(); pair !== undefined; pair = left.pop()) {
    const parts = partsOf(pair)
    if (parts === null) {
      const start = differingStart(pair.first, pair.second)
      return { place: pair.place, first: quoted(pair.first, start), second: quoted(pair.second, start) }
    }
    for (let index = parts.length - 1; index >= 0; index -= 1) {
      const part = parts[index]
      if (part !== undefined) left.push(part)
    }
  }
  return null
}

/** How many characters of two long texts stand before the first that differs. */
const leadingCharacters = 20

/** From where two texts are shown, so that what differs is not cut off; 0 for other values. */
function differingStart(first: unknown, second: unknown): number {
  if (typeof first !== 'string' || typeof second !== 'string') return 0
  let index = 0
  while (index < first.length && first[index] === second[index]) index += 1
  return index > 2 * leadingCharacters ? index - leadingCharacters : 0
}

function quoted(value: unknown, start: number): string {
  if (value === nothing) return 'nothing'
  return typeof value === 'string' && start > 0 ? `…${quotedValue(value.slice(start))}` : quotedValue(value)
}

/** What is left to compare within two values; null where they differ already. */
function partsOf(pair: Pair): readonly Pair[] | null {
  const first = kindOf(pair.first)
  const second = kindOf(pair.second)
  if (first.kind === 'list' && second.kind === 'list') return pairsOf(pair.place, first.value, second.value)
  if (first.kind === 'date' && second.kind === 'date') {
    return Object.is(first.value.getTime(), second.value.getTime()) ? [] : null
  }
  if (first.kind === 'record' && second.kind === 'record') {
    const keys = Object.keys(first.value)
    const added = Object.keys(second.value).filter((key) => !Object.hasOwn(first.value, key))
    return [...keys, ...added].map((key) => ({
      place: placeWithin(pair.place, key),
      first: Object.hasOwn(first.value, key) ? first.value[key] : nothing,
      second: Object.hasOwn(second.value, key) ? second.value[key] : nothing,
    }))
  }
  return Object.is(pair.first, pair.second) ? [] : null
}

function pairsOf(place: string, first: readonly unknown[], second: readonly unknown[]): readonly Pair[] {
  return Array.from({ length: Math.max(first.length, second.length) }, (_, index) => ({
    place: placeWithin(place, index),
    first: index < first.length ? first[index] : nothing,
    second: index < second.length ? second[index] : nothing,
  }))
}

/** Whether two events are the same one: the same id twice is the same event once. */

import type { TodoEvent } from '../events.js'
import { kindOf, placeWithin } from './value-kind.js'

/**
 * The first place where two events differ, such as `data.input.items[0].text`, or null where they are the same but
 * for `at`, `seq` and `hash`, which a repeated attempt may have anew. NaN equals NaN, and 0 is not -0. The order of
 * an object's keys says nothing; that of a Map's and a Set's does. Does not recurse: values may be of any depth.
 */
export function bodyDifference(first: TodoEvent, second: TodoEvent): string | null {
  return firstDifference(bodyOf(first), bodyOf(second))
}

function bodyOf(event: TodoEvent): object {
  const { id, session, turn, type, version, data, source } = event
  return { id, session, type, version, turn, data, source }
}

interface Pair {
  readonly place: string
  readonly first: unknown
  readonly second: unknown
}

function firstDifference(first: unknown, second: unknown): string | null {
  const left: Pair[] = [{ place: '', first, second }]
  for (let pair = left.pop(); pair !== undefined; pair = left.pop()) {
    const parts = partsOf(pair)
    if (parts === null) return pair.place
    for (let index = parts.length - 1; index >= 0; index -= 1) {
      const part = parts[index]
      if (part !== undefined) left.push(part)
    }
  }
  return null
}

/** What is left to compare within two values; null where they differ already. */
function partsOf(pair: Pair): readonly Pair[] | null {
  const first = kindOf(pair.first)
  const second = kindOf(pair.second)
  if (first.kind === 'list' && second.kind === 'list') return pairsOf(pair.place, first.value, second.value)
  if (first.kind === 'set' && second.kind === 'set')
    return pairsOf(pair.place, [...first.value], [...second.value])
  if (first.kind === 'map' && second.kind === 'map')
    return pairsOf(pair.place, [...first.value], [...second.value])
  if (first.kind === 'date' && second.kind === 'date') {
    return Object.is(first.value.getTime(), second.value.getTime()) ? [] : null
  }
  if (first.kind === 'record' && second.kind === 'record') {
    const keys = Object.keys(first.value)
    if (keys.length !== Object.keys(second.value).length) return null
    if (!keys.every((key) => Object.hasOwn(second.value, key))) return null
    return keys.map((key) => ({
      place: placeWithin(pair.place, key),
      first: first.value[key],
      second: second.value[key],
    }))
  }
  return Object.is(pair.first, pair.second) ? [] : null
}

function pairsOf(
  place: string,
  first: readonly unknown[],
  second: readonly unknown[],
): readonly Pair[] | null {
  if (first.length !== second.length) return null
  return Array.from(first, (element, index) => ({
    place: placeWithin(place, index),
    first: element,
    second: second[index],
  }))
}

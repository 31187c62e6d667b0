/** What a person may have meant by a name that there is not. */

import leven from 'leven'
import { listed } from './count.js'

/** Names are compared by their beginnings: nobody types more, and foreign ids can be of any length. */
const longestCompared = 200
/** A part of a name must be as long to stand for it. */
const shortestPart = 3

/**
 * The names that are closest to one that is not among them, closest first: those that hold it, else those that differ
 * in no more than a third of its letters.
 */
export function closest(given: string, known: readonly string[], most = 3): readonly string[] {
  const wanted = comparable(given)
  if (wanted === '') return []
  const names = [...new Set(known)]
  const holding =
    wanted.length < shortestPart ? [] : names.filter((name) => comparable(name).includes(wanted))
  if (holding.length > 0) {
    const place = (name: string): number => comparable(name).indexOf(wanted)
    return holding.toSorted((one, other) => place(one) - place(other)).slice(0, most)
  }
  const limit = Math.max(1, Math.floor(wanted.length / 3))
  const distances = names.map((name) => ({ name, distance: distance(wanted, comparable(name), limit) }))
  return distances
    .filter((each) => each.distance <= limit)
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, most)
    .map(({ name }) => name)
}

/** ` Did you mean loki?` to stand behind a sentence, or nothing. */
export function didYouMean(given: string, known: readonly string[]): string {
  const names = closest(given, known)
  return names.length === 0 ? '' : ` Did you mean ${listed(names, 'or')}?`
}

/** How many letters differ: from the whole name, or from the beginning of one that is longer. */
function distance(given: string, name: string, limit: number): number {
  const options = { maxDistance: limit + 1 }
  const whole = leven(given, name, options)
  // Of an id as long as a UUID a few letters are typed.
  if (given.length < 6 || name.length <= given.length) return whole
  return Math.min(whole, leven(given, name.slice(0, given.length), options))
}

function comparable(name: string): string {
  return name.slice(0, longestCompared).toLowerCase()
}

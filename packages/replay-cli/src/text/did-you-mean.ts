/** What a person may have meant by a name that there is not. */

import leven from 'leven'
import { listed } from './count.js'

/** The names that hold the given one; else those from which it differs in no more than a third of its letters. */
function closest(given: string, known: readonly string[]): readonly string[] {
  // Nobody types more, and foreign ids can be of any length.
  const comparable = (name: string): string => name.slice(0, 200).toLowerCase()
  const wanted = comparable(given)
  const names = [...new Set(known)]
  const holding = wanted.length < 3 ? [] : names.filter((name) => comparable(name).includes(wanted))
  if (holding.length > 0 || wanted === '') return holding.slice(0, 3)
  const limit = Math.max(1, Math.floor(wanted.length / 3))
  return names
    .map((name) => ({ name, distance: leven(wanted, comparable(name), { maxDistance: limit + 1 }) }))
    .filter(({ distance }) => distance <= limit)
    .toSorted((one, other) => one.distance - other.distance)
    .map(({ name }) => name)
    .slice(0, 3)
}

/** ` Did you mean loki?` to stand behind a sentence, or nothing. */
export function didYouMean(given: string, known: readonly string[]): string {
  const names = closest(given, known)
  return names.length === 0 ? '' : ` Did you mean ${listed(names, 'or')}?`
}

/** `There is no rule "x". Did you mean y? There are y, z.` @param what such as `rule` */
export function thereIsNo(what: string, given: string, known: readonly string[]): string {
  return `There is no ${what} ${JSON.stringify(given)}.${didYouMean(given, known)} There are ${known.join(', ')}.`
}

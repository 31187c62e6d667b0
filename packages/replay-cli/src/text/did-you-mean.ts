/** What a person may have meant by a name that there is not. */

import leven from 'leven'
import { listed } from './count.js'

/** The names that hold the given one; else those from whose beginning it differs in no more than a third of its letters. */
export function closest(given: string, known: readonly string[], most = 3): readonly string[] {
  // Nobody types more, and foreign ids can be of any length.
  const comparable = (name: string): string => name.slice(0, 200).toLowerCase()
  const wanted = comparable(given)
  if (wanted === '') return []
  const names = [...new Set(known)]
  const place = (name: string): number => comparable(name).indexOf(wanted)
  const holding = wanted.length < 3 ? [] : names.filter((name) => place(name) !== -1)
  const limit = Math.max(1, Math.floor(wanted.length / 3))
  const options = { maxDistance: limit + 1 }
  const distance = (name: string): number => {
    const whole = leven(wanted, comparable(name), options)
    // Of an id as long as a UUID a few letters are typed.
    if (wanted.length < 6 || name.length <= wanted.length) return whole
    return Math.min(whole, leven(wanted, comparable(name).slice(0, wanted.length), options))
  }
  const near = holding.length > 0 ? holding : names.filter((name) => distance(name) <= limit)
  const rank = holding.length > 0 ? place : distance
  return near.toSorted((one, other) => rank(one) - rank(other)).slice(0, most)
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

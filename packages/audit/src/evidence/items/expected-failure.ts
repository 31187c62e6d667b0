/** What an item says is to fail: a refusal that is to be seen, an answer with a certain status. */

import { saying } from '../languages/index.js'

/** A number that is a status of an answer, not a count of lines or milliseconds. */
const statusCode =
  /(?<![\w.:/-])([1-5]\d\d)(?![\w%]|[.,]\d|\s*(?:lines?|loc|characters|chars|words|columns|rows|items|records|ms|kb|mb|px|users?)\b)/giu

/** Said of requests that are to be turned away. */
const isTurnedAway = saying('turnedAway')

/** Said of what is not to be there. */
const isNotThere = saying('notThere')

/** Said of programs that are to give up. */
const givesUp =
  /\b(?:refus(?:es?|ed|ing) to|fail(?:s|ing)? (?:fast|when|if|without|on|with|cleanly|early|loudly)|exit(?:s|ing)? (?:with|non-?zero)|error(?:s|ing)? out|aborts? (?:when|if|without|on|with))\b/iu

const turnedAway: readonly number[] = [400, 401, 403, 405, 409, 422, 429]
const notThere: readonly number[] = [404, 410]

/** True where an item's text says that an answer with this HTTP status is what is to be seen. */
export function expectsStatus(text: string, status: number): boolean {
  const line = text.slice(0, 600)
  if ([...line.matchAll(statusCode)].some(([, code]) => Number(code) === status)) return true
  return (
    (turnedAway.includes(status) && isTurnedAway.test(line)) ||
    (notThere.includes(status) && isNotThere.test(line))
  )
}

/** True where an item's text says that the program which is run is to give up or to turn something away. */
export function expectsToGiveUp(text: string): boolean {
  return givesUp.test(text.slice(0, 600))
}

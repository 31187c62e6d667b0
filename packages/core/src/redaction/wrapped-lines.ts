/** What a terminal, or whoever wrote a text, broke over lines: as one word again. */

import { mixing } from './literals.js'

/** A word whose lines are joined. */
interface Unwrapped {
  /** The word. */
  readonly text: string
  /** How much of it stands in the first line. */
  readonly firstLine: number
  /** Where a part of it that ends there ends in the text. */
  readonly place: (end: number) => number
}

/** A narrower line was not broken because it was full. */
const narrowest = 40
/** No word is longer, in lines. */
const mostLines = 60

const lineBreak = /\\?\r?\n/y
const run = /[\w+/=.~:%-]{1,4096}/y
const indentedRun = /[ \t]{0,20}([\w+/=.~:%-]{1,4096})/dy

/** True where a line ends. */
export function atLineEnd(text: string, at: number): boolean {
  lineBreak.lastIndex = at
  return lineBreak.test(text)
}

/** The word at a place, joined with what follows in the next lines; null where its line is not full, or it ends there. */
export function unwrapped(text: string, start: number): Unwrapped | null {
  run.lastIndex = start
  const [first = ''] = run.exec(text) ?? []
  if (!atLineEnd(text, start + first.length)) return null
  const lineStart = lineStartBefore(text, start)
  const width = start + first.length - lineStart
  const previous = lineStart - 1 - lineStartBefore(text, lineStart - 1)
  if (width < narrowest || previous > width) return null
  let joined = first
  let end = start + first.length
  /** Where each line's part starts, in the word and in the text. */
  const parts: (readonly [number, number])[] = [[0, start]]
  for (let lines = 0; lines < mostLines && atLineEnd(text, end); lines += 1) {
    const from = text.indexOf('\n', end) + 1
    indentedRun.lastIndex = from
    const match = indentedRun.exec(text)
    const [, part = ''] = match ?? []
    const [at = from] = match?.indices?.[1] ?? []
    // Its line is no longer than the one before.
    const rest = text.slice(from, from + width + 1)
    if (!isContinued(part) || (rest.length > width && !rest.includes('\n'))) break
    parts.push([joined.length, at])
    joined += part
    end = at + part.length
  }
  if (parts.length === 1) return null
  return {
    text: joined,
    firstLine: first.length,
    place: (until) => {
      const [inWord, inText] = parts.findLast(([begin]) => begin < until) ?? [0, start]
      return inText + until - inWord
    },
  }
}

/** No line of a terminal is longer, in characters: a longer one was broken by nobody. */
const longestLine = 5000

function lineStartBefore(text: string, at: number): number {
  if (at <= 0) return 0
  const from = Math.max(0, at - longestLine)
  return from + text.slice(from, at).lastIndexOf('\n') + 1
}

/** The rest of a word that is no word of its own: no date, no name with a value. */
function isContinued(part: string): boolean {
  if (/^\d{4}-\d\d|^\d+[.:]?$|^[A-Za-z_][\w.-]*[=:](?!=?$)/.test(part)) return false
  return /[A-Za-z]/.test(part) && (/\d/.test(part) || mixing(part) >= 0.12)
}

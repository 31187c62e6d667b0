/** What a terminal of so many columns broke over lines: as one line again. */

import { mixing } from './literals.js'

/** Lines that may have been one, joined. */
export interface JoinedLines {
  /** Without the line breaks between them. */
  readonly text: string
  /** The part of the broken text that a part of the joined one came from; null where no line break stands in it. */
  readonly place: (start: number, end: number) => readonly [number, number] | null
  /** True where what stands behind the first break in a part is the rest of a word, by itself: of a password, too. */
  readonly isContinued: (start: number) => boolean
}

type Line = readonly [start: number, end: number]

/** A narrower line was not broken because it was full, and none of a terminal is longer. In characters. */
const narrowest = 40
const longestLine = 5000
const run = /[\w+/=.~:%@!#?*-]{1,400}/y

/** Every group of lines that a terminal may have made of one: all but the last are of one length, and full. */
export function* joinedLines(text: string): Generator<JoinedLines> {
  let previous = 0
  for (let start = 0; start < text.length; ) {
    const end = endOfLine(text, start)
    const width = widthOf(text, start, end)
    const isFull = width >= narrowest && width <= longestLine && previous <= width
    const lines = isFull ? continued(text, start, width) : null
    if (lines !== null) yield joined(text, lines)
    const [from, to] = lines?.at(-1) ?? [start, end]
    previous = to - from
    start = endOfLine(text, to) + 1
  }
}

/** Where each line of a group starts and ends; null where the first is not continued. */
function continued(text: string, start: number, width: number): readonly Line[] | null {
  const lines: Line[] = [[start, start + width]]
  for (let next = endOfLine(text, start) + 1; next < text.length; ) {
    const [, before] = lines.at(-1) ?? [0, 0]
    const to = endOfLine(text, next)
    const size = widthOf(text, next, to)
    if (size === 0 || size > width || /\s/.test(text.charAt(before - 1) + text.charAt(next))) break
    lines.push([next, next + size])
    if (size < width) break
    next = to + 1
  }
  return lines.length > 1 ? lines : null
}

function joined(text: string, parts: readonly Line[]): JoinedLines {
  /** Where each line starts in the joined text. */
  const starts: number[] = []
  let length = 0
  for (const [from, to] of parts) {
    starts.push(length)
    length += to - from
  }
  const lineOf = (place: number): number => starts.findLastIndex((begin) => begin <= place)
  const inText = (place: number): number =>
    (parts[lineOf(place)]?.[0] ?? 0) + place - (starts[lineOf(place)] ?? 0)
  return {
    text: parts.map(([from, to]) => text.slice(from, to)).join(''),
    place: (start, end) => (lineOf(start) === lineOf(end - 1) ? null : [inText(start), inText(end - 1) + 1]),
    isContinued: (start) => {
      run.lastIndex = parts[lineOf(start) + 1]?.[0] ?? 0
      return isRestOfWord(run.exec(text)?.[0] ?? '')
    },
  }
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}

function widthOf(text: string, start: number, end: number): number {
  return Math.max(0, end - start - Number(text.charAt(end - 1) === '\r'))
}

/** No date, no name with a value, no word. */
function isRestOfWord(part: string): boolean {
  if (/^\d{4}-\d\d|^\d+[.:]?$|^[A-Za-z_][\w.-]*[=:](?!=?$)/.test(part)) return false
  return /[A-Za-z]/.test(part) && (/\d/.test(part) || mixing(part) >= 0.12)
}

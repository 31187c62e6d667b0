/** Finds the lines that are records of their own in text that was taken for one message: a line before them was torn. */

import type { FileLine } from './recording.js'

/**
 * The lines after the first that are records; what stands inside another one is indented, or goes on with a comma.
 * @param line the number of the first
 */
export function* recordLines(text: string, line: number): Generator<FileLine, void, undefined> {
  let number = line
  for (let end = text.indexOf('\n'); end !== -1; ) {
    const start = end + 1
    number += 1
    end = text.indexOf('\n', start)
    const whole = text.slice(start, end === -1 ? text.length : end).trimEnd()
    if (whole.startsWith('{"') && !whole.endsWith(',')) yield { line: number, text: whole }
  }
}

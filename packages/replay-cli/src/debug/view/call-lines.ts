/** What a call was given and what came back, in full as far as it was kept. */

import type { CallReplay } from '../../replay/session-replay.js'
import { printable } from '../../text/printable.js'
import { hanging, type Line, span } from './lines.js'

/** As many lines of a text are shown. */
const shownLines = 60

/** The lines of a call's input and output. */
export function callLines({ input, output }: CallReplay, columns: number): readonly Line[] {
  return [
    ...(input === '' ? [] : textLines('given', input, columns)),
    ...(output === null
      ? [[span('     '), span('no result in the log', 'dim')]]
      : textLines(input === '' ? 'said' : 'result', output, columns)),
  ]
}

/** A text of several lines with a label before the first. */
function textLines(label: string, text: string, columns: number): readonly Line[] {
  const all = text.trimEnd().split(/\r\n|[\n\r\u2028\u2029]/)
  const lines = all.slice(0, shownLines).flatMap((line, place) => {
    const before = [span('     '), span((place === 0 ? label : '').padEnd(7), 'dim')]
    const indent = /^[ \t]*/.exec(line)?.[0].replace(/\t/g, '  ').slice(0, 20) ?? ''
    return hanging([...before, span(indent)], printable(line), columns)
  })
  const left = all.length - shownLines
  return left <= 0 ? lines : [...lines, [span(`            and ${left} more lines`, 'dim')]]
}

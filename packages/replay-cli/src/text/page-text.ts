/** Text from outside as a page shows it. */

import { printable } from './printable.js'

/** Most texts are of these characters alone. */
const plain = /^[\t\n\x20-\x7e]*$/

/** A text whose dangerous characters are shown as escapes such as `\u202e`. Lines and their indents stay. */
export function pageText(text: string): string {
  return plain.test(text) ? text : text.split(lineBreak).map(pageLine).join('\n')
}

const lineBreak = /\r\n|[\n\r\u2028\u2029]/

function pageLine(line: string): string {
  const [indent = ''] = /^[ \t]*/.exec(line) ?? []
  return indent + printable(line.slice(indent.length), Number.POSITIVE_INFINITY)
}

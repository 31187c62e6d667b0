/** Text from outside made fit for a page: no control, direction or invisible character stays as it is. */

import { plainJson } from '../text/plain-line.js'
import { printable } from '../text/printable.js'

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

/**
 * A value as JSON that may stand in a page's script block: its texts and keys are fit for a page, and nothing in it can
 * end the block.
 * @param redacted takes secrets out of a text
 */
export function pageJson(value: unknown, redacted: (text: string) => string = (text) => text): string {
  const shown = (text: string): string => pageText(redacted(text))
  const json = JSON.stringify(value, (_key, each: unknown) => {
    if (typeof each === 'string') return shown(each)
    return hasForeignKeys(each) ? withKeys(each, shown) : each
  })
  return plainJson(json.replaceAll('<', '\\u003c'))
}

function hasForeignKeys(value: unknown): value is object {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).some((key) => !/^[\w-]*$/.test(key))
  )
}

function withKeys(value: object, shown: (text: string) => string): unknown {
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [shown(key), each]))
}

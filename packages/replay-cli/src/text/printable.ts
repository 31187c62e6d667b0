/** Text from outside made harmless: whatever a recording, a file name or an error holds passes here before it is printed. Threats: docs/sources/reliability.md#the-terminal. */

import { grouped } from './count.js'
import { cut } from './cut.js'

/**
 * What must not reach a terminal as it is: controls (C0, C1, ESC, so any escape sequence), format characters (bidi,
 * zero-width, tags), line and paragraph separators, lone surrogates, private use, and what is drawn as nothing.
 */
const dangerous =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Co}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}]/gu

/** What holds words and emoji together without being seen: left out, for an escape in its place helps nobody. */
const unseen = /\u00ad|\u034f|[\u200b-\u200d]|\u2060|\ufeff|[\ufe00-\ufe0f]/gu

const lineBreaks = /\s*(?:\r\n|[\n\r\u2028\u2029])\s*/g

/**
 * A text as one line that can be printed: line breaks shown as ⏎, tabs as spaces, other dangerous characters as
 * escapes such as `\u001b`.
 * @param limit as many UTF-16 units are shown; of a longer text the number of characters left out is shown
 */
export function printable(text: string, limit = 2000): string {
  const start = text.length <= limit ? text : cut(text, limit)
  const left = text.length - start.length
  const line = start
    .trim()
    .replace(lineBreaks, ' ⏎ ')
    .replace(/\t/g, ' ')
    .replace(unseen, '')
    .replace(dangerous, (found) => {
      const code = found.codePointAt(0) ?? 0
      return code > 0xffff ? `\\u{${code.toString(16)}}` : jsonEscaped(found)
    })
  return left === 0 ? line : `${line} … (${grouped(left)} more characters)`
}

const harmless = /^[\t\n\x20-\x7e]*$/

/** The same for a page, where lines and their indents stay. */
export function pageText(text: string): string {
  if (harmless.test(text)) return text
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => {
      const [indent = ''] = /^[ \t]*/.exec(line) ?? []
      return indent + printable(line.slice(indent.length), Number.POSITIVE_INFINITY)
    })
    .join('\n')
}

/** JSON with everything dangerous in its strings as `\uXXXX`: the same value, harmless on a terminal and a build server. */
export function printableJson(json: string): string {
  return plainJson(json.replace(dangerous, (found) => (found === '\n' ? found : jsonEscaped(found))))
}

function jsonEscaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}

/**
 * `::` at the start of a line, behind spaces too, and `##[` anywhere, are commands to GitHub Actions, whose runner reads
 * what a program prints (actions/runner, ActionCommand); `##vso[` is one to Azure Pipelines, `##teamcity[` to TeamCity.
 */
const colons = /^([^\S\n]*):(?=:)/gm
const hashes = /##(?=\[|vso\[|teamcity\[)/g

/** A line, or several, in which a text from a recording can't begin a command. */
export function plainLine(line: string): string {
  return line.replace(colons, '$1: ').replace(hashes, '## ')
}

/** JSON in which no text begins a command: the same value. A line of JSON never begins with a colon. */
export function plainJson(json: string): string {
  return json.replace(hashes, '\\u0023#')
}

/** A word as a shell takes it for one. */
export function shellWord(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}

/** A path as it can be typed behind a command, and shown. */
export function pathWord(path: string): string {
  return shellWord(printable(path.startsWith('-') && path !== '-' ? `./${path}` : path, 400))
}

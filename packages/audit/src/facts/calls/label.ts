/** What a call is about in a few words for people: `npm test`, `src/a.ts`; and what it did: `ran npm test`. */

import { cut } from '../cut.js'
import type { CallDescription } from './call.js'
import { textsIn } from './input.js'

/** With the verb before it, it has about 60 characters. */
const labelLength = 50

/** Puts a call into words: its command, its file, or else its first text; one line, cut. */
export function labelOf(
  name: string,
  { commands, effect, files, line }: Pick<CallDescription, 'commands' | 'effect' | 'files' | 'line'>,
  input: unknown,
): { readonly label: string; readonly action: string } {
  const text = firstLine(line ?? textsIn(input)[0] ?? '')
  if (commands.length > 0) return { label: text, action: `ran ${text}` }
  const [file] = files
  const about = file === undefined ? text : pathEnd(file.path)
  const verbs: { readonly [effect: string]: string } = {
    write: /edit|replace|patch|update/i.test(name) ? 'edited' : 'wrote',
    read: /grep|glob|search|find/i.test(name) ? 'searched' : 'read',
    delegate: 'had a sub-agent do:',
  }
  const verb = about === '' ? undefined : verbs[effect]
  return verb === undefined
    ? { label: short(name), action: `called ${short(name)}` }
    : { label: about, action: `${verb} ${about}` }
}

/** The first line of a text or command; where a command only goes into a folder first, what it does there. */
function firstLine(text: string): string {
  // A backslash at the end of a line carries it on.
  const [head = ''] = text
    .slice(0, 1000)
    .replace(/\\\n\s*/g, '')
    .trim()
    .split('\n', 1)
  return short(head.replace(/^cd [^\s&;]+ (?:&&|;) /, ''))
}

const short = (text: string): string => cut(text.slice(0, 1000), labelLength)

/** A path's end, where it is absolute or long: the folders above say little. */
function pathEnd(path: string): string {
  const parts = path.split(/[\\/]/).filter((part) => part !== '' && part !== '.')
  const isAbsolute = /^(?:[\\/~]|[A-Za-z]:)/.test(path)
  if ((!isAbsolute && path.length <= labelLength) || parts.length <= 2) return short(path)
  return short(`…/${parts.slice(-2).join('/')}`)
}

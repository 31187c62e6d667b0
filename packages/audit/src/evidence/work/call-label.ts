/** What a call is about in a few words for people: `npm test`, `src/a.ts`; and what it did: `ran npm test`. */

import { detached } from '../../compact/detached.js'
import type { CallDescription } from '../calls/call-description.js'

/** A call in words. */
export interface CallLabel {
  /** Its command, its file, or else its first text; one line, cut. */
  readonly label: string
  /** The same with what was done: "edited src/a.ts". */
  readonly action: string
}

/** Characters of a label. With the verb before it it has about 60. */
const labelLength = 50

/**
 * Puts a call into words.
 * @param strings the texts of its input, in order
 */
export function callLabelOf(
  name: string,
  description: CallDescription,
  strings: readonly string[],
): CallLabel {
  const tool = cut(name)
  const text = textOf(strings[0] ?? '')
  const { commands, effect, files } = description
  if (commands.length > 0) return { label: text, action: `ran ${text}` }
  const file = files[0]?.path
  const about = file === undefined ? text : pathOf(file)
  if (about === '') return { label: tool, action: `called ${tool}` }
  switch (effect) {
    case 'write':
      return {
        label: about,
        action: `${/edit|replace|patch|update/i.test(name) ? 'edited' : 'wrote'} ${about}`,
      }
    case 'read':
      return { label: about, action: `${/grep|glob|search|find/i.test(name) ? 'searched' : 'read'} ${about}` }
    case 'delegate':
      return { label: about, action: `had a sub-agent do: ${about}` }
    default:
      return { label: tool, action: `called ${tool}` }
  }
}

/** The first line of a text or command; where a command only goes into a folder first, what it does there. */
function textOf(text: string): string {
  const head = text.slice(0, 1000).trim().split('\n', 1)[0] ?? ''
  return cut(head.replace(/^cd [^\s&;]+ (?:&&|;) /, ''))
}

function cut(text: string): string {
  const line = text.slice(0, 1000).replace(/\s+/g, ' ').trim()
  return detached(line.length <= labelLength ? line : `${line.slice(0, labelLength - 1)}…`)
}

/** A path's end, where it is absolute or long: the folders above say little. */
function pathOf(path: string): string {
  const parts = path.split(/[\\/]/).filter((part) => part !== '' && part !== '.')
  const isAbsolute = /^(?:[\\/~]|[A-Za-z]:)/.test(path)
  if (!isAbsolute && path.length <= labelLength) return cut(path)
  const short = parts.slice(-2).join('/')
  return cut(parts.length > 2 ? `…/${short}` : path)
}

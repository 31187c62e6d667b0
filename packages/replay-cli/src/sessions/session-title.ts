/** What a session is called by: the beginning of what was first said to it. */

import type { TodoEvent } from '@todo-ledger/core'
import { shortened } from '../text/cut.js'

/** As many UTF-16 units of an input name a session. */
const titleLimit = 120

/** What begins a line of Markdown or of a comment, and says nothing: headings, list and quote marks, rules, fences. */
const marks = /^\s*(?:(?:[#>*/=~|+-]+|`{3,}\S*|\/\*+|\*+\/)(?=\s|$)\s*)+|\s+\*+\/\s*$/u

/** What an event gives a session as its title: the beginning of what was said to it; null where it says nothing. */
export function titleOf(event: TodoEvent): string | null {
  return event.type === 'run.started' ? titleOfInput(event.data.text) : null
}

/** The beginning of an input in one line; null where it says nothing. */
export function titleOfInput(input: string): string | null {
  const said = input
    .replace(/<[^<>]{1,200}>/g, ' ') // agents wrap what a person typed in tags of their own
    .split('\n')
    .map((line) => line.replace(marks, '').replace(/\*\*|`+/g, ''))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
  return said === '' ? null : shortened(said, titleLimit)
}

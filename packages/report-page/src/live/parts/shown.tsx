/** Texts of the ledger as they are: here they are made fit for a page, which those of a report are already. */

import type { JSX } from 'preact'
import { cut, pageText } from 'todo-replay/session-view'
import { Foreign } from '../../parts/texts.js'

/** A text from the ledger. A long one is cut, and a button shows the rest. */
export function Shown({ text, limit = 600 }: { text: string; limit?: number }): JSX.Element {
  return <Foreign text={pageText(text)} limit={limit} />
}

/** A text from the ledger where there is no room for a button: in one line, and cut for good. */
export function shortText(text: string, limit: number): string {
  const shown = pageText(text.length <= 4 * limit ? text : cut(text, 4 * limit))
  return shown.length <= limit ? shown : `${cut(shown, limit)}…`
}

/** A sentence with texts from outside in it. */

import type { JSX } from 'preact'
import type { Phrase } from 'todo-replay/session-view'
import { Foreign } from './foreign.js'

export function PhraseText({ phrase }: { phrase: Phrase }): JSX.Element {
  return (
    <>
      {phrase.map((part, place) =>
        typeof part === 'string' ? part : <Foreign key={place} text={part.quoted} limit={part.most} />,
      )}
    </>
  )
}

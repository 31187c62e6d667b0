/** Texts from outside: always text, never markup, and their direction stays their own affair. */

import type { RecordedPlace } from '@todo-ledger/core'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { cut, type Phrase, placeWords } from 'todo-replay/session-view'
import { useSession } from './session.js'

/** A text from outside. A long one is cut to so many UTF-16 units, and a button shows the rest. */
export function Foreign({ text, limit = 600 }: { text: string; limit?: number }): JSX.Element {
  const [whole, setWhole] = useState(false)
  if (whole || text.length <= limit * 1.2) return <bdi class="foreign">{text}</bdi>
  return (
    <>
      <bdi class="foreign">{cut(text, limit)} …</bdi>{' '}
      <button type="button" class="plain" onClick={() => setWhole(true)}>
        {(text.length - limit).toLocaleString('en-US')} more characters
      </button>
    </>
  )
}

/** A text from outside where there is no room for a button: cut for good. */
export function ShortForeign({ text, limit }: { text: string; limit: number }): JSX.Element {
  return <bdi class="foreign">{text.length <= limit ? text : `${cut(text, limit)}…`}</bdi>
}

/** A sentence with texts from outside in it. */
export function PhraseText({ phrase }: { phrase: Phrase }): JSX.Element {
  return (
    <>
      {phrase.map((part, place) =>
        typeof part === 'string' ? part : <Foreign key={place} text={part.quoted} limit={part.most} />,
      )}
    </>
  )
}

/** The id of an item, as a line begins with it. */
export function ItemId({ id }: { id: string }): JSX.Element {
  return (
    <span class="item-id">
      #<ShortForeign text={id} limit={40} />{' '}
    </span>
  )
}

/** Who has an item, whose a turn is, who did something. @param id null where nobody is to be named */
export function Who({ id }: { id: string | null }): JSX.Element | null {
  if (id === null) return null
  return (
    <span class="tag who">
      <span class="unseen">by </span>
      <ShortForeign text={id} limit={24} />
    </span>
  )
}

/** In which session that counts of which this one holds a copy; nothing for what is the session's own. */
export function CopiedFrom({ session }: { session: string | undefined }): JSX.Element | null {
  if (session === undefined) return null
  return (
    <span class="known">
      {' '}
      copied from <Foreign text={session} limit={80} />, counted there
    </span>
  )
}

/** A link to a turn: it moves the replay there. */
export function TurnLink({ turn, item }: { turn: number; item?: string | null }): JSX.Element {
  const { address, visit } = useSession()
  return (
    <a
      class="turn-link"
      href={address(turn, item ?? undefined)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        visit(turn, item ?? undefined)
      }}
    >
      turn {turn}
    </a>
  )
}

/** Where an event stands in the recorded file; without a file its seq. */
export function RecordedAt(place: { seq: number; source?: RecordedPlace | undefined }): JSX.Element {
  return <span class="recorded-at">{placeWords(place)}</span>
}

/** Texts from outside: always text, never markup, made harmless, and their direction stays their own affair. */

import type { RecordedPlace } from '@todo-ledger/core'
import { createContext } from 'preact'
import { useContext, useState } from 'preact/hooks'
import { cut, grouped, type Phrase, pageText, placeWords, type SessionView } from 'todo-replay/session-view'

/** What the parts of a session's page share. */
export interface ShownSession {
  readonly view: SessionView
  readonly address: (turn: number, item?: string | null) => string
  /** Goes to a turn and shows it. */
  readonly visit: (turn: number, item?: string | null) => void
}

export const SessionContext = createContext<ShownSession | null>(null)
/** The turn that is shown, apart: what does not depend on it is left alone while the slider moves. */
export const TurnContext = createContext(0)

export function useSession(): ShownSession {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('there is no session around this part')
  return session
}

/** A text in one line, cut for good. */
export function shortText(text: string, limit: number): string {
  const shown = pageText(text.length <= 4 * limit ? text : cut(text, 4 * limit))
  return shown.length <= limit ? shown : `${cut(shown, limit)}…`
}

/** A text from outside where there is no room for a button. */
export function ShortForeign({ text, limit }: { text: string; limit: number }) {
  return <bdi class="foreign">{shortText(text, limit)}</bdi>
}

/** A text from outside. A long one is cut to so many UTF-16 units, and a button shows the rest. */
export function Foreign({ text, limit = 600 }: { text: string; limit?: number }) {
  const [whole, setWhole] = useState(false)
  if (whole || text.length <= limit * 1.2) return <bdi class="foreign">{pageText(text)}</bdi>
  return (
    <>
      <bdi class="foreign">{pageText(cut(text, limit))} …</bdi>{' '}
      <button type="button" class="plain" onClick={() => setWhole(true)}>
        {grouped(text.length - limit)} more characters
      </button>
    </>
  )
}

export function PhraseText({ phrase }: { phrase: Phrase }) {
  return (
    <>
      {phrase.map((part, place) =>
        typeof part === 'string' ? part : <Foreign key={place} text={part.quoted} limit={part.most} />,
      )}
    </>
  )
}

/** The id of an item, as a line begins with it. */
export function ItemId({ id }: { id: string }) {
  return (
    <span class="item-id soft">
      #<ShortForeign text={id} limit={40} />{' '}
    </span>
  )
}

/** Who has an item, whose a turn is, who did something. @param id null where nobody is to be named */
export function Who({ id }: { id: string | null }) {
  if (id === null) return null
  return (
    <span class="tag who">
      <span class="unseen">by </span>
      <ShortForeign text={id} limit={24} />
    </span>
  )
}

/** In which session that counts of which this one holds a copy; nothing for what is the session's own. */
export function CopiedFrom({ session }: { session: string | undefined }) {
  if (session === undefined) return null
  return (
    <span class="soft">
      {' '}
      copied from <Foreign text={session} limit={80} />, counted there
    </span>
  )
}

export function TurnLink({ turn, item }: { turn: number; item?: string | null }) {
  const { address, visit } = useSession()
  return (
    <a
      href={address(turn, item)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        visit(turn, item)
      }}
    >
      turn {turn}
    </a>
  )
}

/** Where an event stands in the recorded file; without a file its seq. */
export function RecordedAt(place: { seq: number; source?: RecordedPlace | undefined }) {
  return <span class="soft small recorded-at">{placeWords(place)}</span>
}

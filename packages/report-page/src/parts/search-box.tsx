/** The search of a session: the places that were found are links under the field. */

import { useMemo, useRef, useState } from 'preact/hooks'
import { borderAt, count, eventWords, type Match, type SessionView, wordsOf } from 'todo-replay/session-view'
import { type GoToPlace, hashOf, type Place, scrollTo } from '../place.js'

/** As many places are shown. */
const shownHits = 60

interface SearchBoxProps {
  readonly view: SessionView
  readonly place: Place
  readonly onPlace: GoToPlace
}

export function SearchBox({ view, place, onPlace }: SearchBoxProps) {
  const [question, setQuestion] = useState('')
  const [isOpen, setOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const matches = useMemo(() => (question === '' ? [] : view.find(question)), [view, question])
  const hits = matches.slice(0, shownHits)
  const shows = isOpen && question.trim() !== ''
  const take = (event: Event, { turn, item }: Match): void => {
    event.preventDefault()
    setOpen(false)
    onPlace({ ...place, turn, item }, 'push')
    scrollTo('replay')
  }
  return (
    <search
      class="search"
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOpen(false)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        setOpen(false)
        field.current?.focus()
      }}
    >
      <input
        ref={field}
        id="search"
        type="search"
        placeholder="Search  /"
        aria-label="Search this session"
        autocomplete="off"
        spellcheck={false}
        value={question}
        onFocus={() => setOpen(true)}
        onKeyDown={(event) => event.key === 'Enter' && hits[0] !== undefined && take(event, hits[0])}
        onInput={(event) => {
          setQuestion(event.currentTarget.value)
          setOpen(true)
        }}
      />
      <div class="hits box" hidden={!shows}>
        <p role="status">
          {matches.length === 0 ? 'Nothing found' : count(matches.length, 'place')}
          {matches.length > hits.length && `, the first ${hits.length}`}
        </p>
        {(shows ? hits : []).map((hit, at) => (
          <a
            key={at}
            class="beside"
            href={hashOf({ ...place, turn: hit.turn, item: hit.item })}
            onClick={(event) => take(event, hit)}
          >
            <span class="hit-kind soft">
              {hit.kind === 'item' || hit.kind === 'finding' ? hit.kind : eventWords[hit.kind]}
            </span>
            <span class="hit-text grow">
              <Excerpt text={hit.text} question={question} />
            </span>
            <span class="soft">turn {hit.turn}</span>
          </a>
        ))}
      </div>
    </search>
  )
}

/** As many UTF-16 units stand before the first word that was found, and as many are shown. */
const lead = 30
const excerpt = 150

/** The text around the first word that was found. */
function Excerpt({ text, question }: { text: string; question: string }) {
  const [word = ''] = wordsOf(question)
  const found = Math.max(0, text.toLowerCase().indexOf(word))
  const from = borderAt(text, Math.max(0, found - lead))
  const at = borderAt(text, found)
  const end = borderAt(text, found + word.length)
  return (
    <bdi class="foreign">
      {from > 0 ? '…' : ''}
      {text.slice(from, at)}
      <mark>{text.slice(at, end)}</mark>
      {text.slice(end, borderAt(text, Math.max(end, from + excerpt)))}
    </bdi>
  )
}

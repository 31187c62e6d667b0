/** The search of a session: hits under the field, gone through with the arrow keys. */

import type { JSX } from 'preact'
import { useMemo, useRef, useState } from 'preact/hooks'
import { borderAt, count, eventWords, type Match, type SessionView, wordsOf } from 'todo-replay/session-view'
import { type GoToPlace, type Place, scrollTo } from '../place.js'

/** As many hits are shown. */
const shownHits = 60

/** The search field. */
export function SearchBox({
  view,
  place,
  onPlace,
}: {
  view: SessionView
  place: Place
  onPlace: GoToPlace
}): JSX.Element {
  const [question, setQuestion] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const matches = useMemo(() => view.find(question), [view, question])
  const hits = matches.slice(0, shownHits)
  const shows = isOpen && question.trim() !== ''

  const choose = (hit: number): void => {
    setChosen(hit)
    list.current?.children[hit]?.scrollIntoView({ block: 'nearest' })
  }
  const take = (hit: Match | undefined): void => {
    if (hit === undefined) return
    setOpen(false)
    onPlace({ ...place, turn: hit.turn, item: hit.item }, 'push')
    scrollTo('replay')
  }
  const pressed = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') choose(Math.min(hits.length - 1, chosen + 1))
    else if (event.key === 'ArrowUp') choose(Math.max(0, chosen - 1))
    else if (event.key === 'Enter') take(hits[chosen])
    else if (event.key === 'Escape') setOpen(false)
    else return
    event.preventDefault()
  }
  return (
    <div
      class="search"
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOpen(false)
      }}
    >
      <input
        id="search"
        type="search"
        placeholder="Search  /"
        aria-label="Search this session"
        // biome-ignore lint/a11y/noRedundantRoles: a field of type search is none without a list of its own.
        role="combobox"
        list={undefined}
        aria-expanded={shows}
        aria-controls="hits"
        aria-autocomplete="list"
        aria-activedescendant={shows && hits.length > 0 ? `hit-${chosen}` : undefined}
        autocomplete="off"
        spellcheck={false}
        value={question}
        onFocus={() => setOpen(true)}
        onInput={(event) => {
          setQuestion(event.currentTarget.value)
          setChosen(0)
          setOpen(true)
        }}
        onKeyDown={pressed}
      />
      <div class="hits" hidden={!shows}>
        <p role="status">
          {matches.length === 0 ? 'Nothing found' : count(matches.length, 'place')}
          {matches.length > hits.length ? `, the first ${hits.length}` : null}
        </p>
        <div id="hits" role="listbox" aria-label="Places found" ref={list}>
          {(shows ? hits : []).map((hit, at) => (
            <div
              key={at}
              id={`hit-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === chosen}
              // Before the field loses its focus; keys are the field's affair.
              onMouseDown={(event) => {
                event.preventDefault()
                take(hit)
              }}
            >
              <span class="hit-kind soft">
                {hit.kind === 'item' || hit.kind === 'finding' ? hit.kind : eventWords[hit.kind]}
              </span>
              <span class="hit-text">
                <Excerpt text={hit.text} question={question} />
              </span>
              <span class="soft">turn {hit.turn}</span>
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

/** As many UTF-16 units stand before the first word that was found, and as many are shown. */
const lead = 30
const excerpt = 150

/** The text around the first word that was found. */
function Excerpt({ text, question }: { text: string; question: string }): JSX.Element {
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

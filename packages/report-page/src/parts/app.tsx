/** The whole page: its bar, and below it the index or a session. */

import { type ReportIndex, SessionView } from '@todo-ledger/replay-cli/session-view'
import type { JSX } from 'preact'
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { nameOf } from '../data/index-order.js'
import { hashOf, type Place, placeOf } from '../data/place.js'
import { readSession } from '../data/read-report.js'
import { ThemeContext, useChosenTheme } from '../theme.js'
import { isForThePage } from '../turn-keys.js'
import { IndexPage } from './index-page.js'
import { KeyHelp } from './key-help.js'
import { SearchBox } from './search-box.js'
import { SessionPage } from './session-page.js'

/** The whole page. */
export function App({ index }: { index: ReportIndex }): JSX.Element {
  const { sessions } = index
  const [place, onPlace] = usePlace()
  const { theme, toggle } = useChosenTheme()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [letters, setLetters] = useState(true)
  const at = sessions.length === 1 ? 0 : sessions.findIndex(({ key }) => key === place.session)
  const entry = sessions[at]
  const view = useMemo(() => (entry === undefined ? null : new SessionView(readSession(at))), [entry, at])

  useEffect(() => {
    document.title = entry === undefined ? `Todos of ${index.source}` : `${nameOf(entry)} – todos`
    if (place.turn === null) window.scrollTo(0, 0)
  }, [entry])
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (!letters || !isForThePage(event)) return
      if (event.key === '?') setHelpOpen(true)
      else if (event.key === 't') toggle()
      else if (event.key === '/') document.getElementById('search')?.focus()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [letters, toggle])

  const linkTo = useCallback(
    (session: string): string | null =>
      sessions.some(({ key }) => key === session) ? hashOf({ session, turn: null, item: null }) : null,
    [sessions],
  )
  return (
    <ThemeContext.Provider value={theme}>
      <nav class="bar" aria-label="Page">
        <div class="bar-inside">
          {sessions.length > 1 && entry !== undefined ? (
            <a class="back" href={hashOf({ session: null, turn: null, item: null })}>
              ← All sessions
            </a>
          ) : (
            <span class="brand">todo-replay</span>
          )}
          {view === null ? (
            <span class="room" />
          ) : (
            <SearchBox
              key={at}
              view={view}
              onHit={({ turn, item }) => {
                onPlace({ ...place, turn, item }, 'push')
                document.getElementById('replay')?.scrollIntoView({ block: 'start' })
              }}
            />
          )}
          <button
            type="button"
            class="bar-button"
            aria-label={theme === 'dark' ? 'Light' : 'Dark'}
            title={`${theme === 'dark' ? 'Light' : 'Dark'} (t)`}
            onClick={toggle}
          >
            <span aria-hidden="true">{theme === 'dark' ? '☀' : '☾'}</span>
          </button>
          <button
            type="button"
            class="bar-button"
            aria-label="Keys"
            title="Keys (?)"
            onClick={() => setHelpOpen(true)}
          >
            <span aria-hidden="true">?</span>
          </button>
        </div>
      </nav>
      <main>
        {view === null || entry === undefined ? (
          <IndexPage index={index} missing={place.session} />
        ) : (
          <SessionPage
            key={at}
            entry={entry}
            view={view}
            place={place}
            onPlace={onPlace}
            letters={letters}
            linkTo={linkTo}
          />
        )}
      </main>
      <footer>
        <p>
          Written by {index.generator}.{' '}
          {index.redacted ? 'Secrets of common kinds were taken out.' : 'Secrets were left in.'} This page
          asks no other computer for anything.
        </p>
      </footer>
      <KeyHelp
        isOpen={isHelpOpen}
        letters={letters}
        onLetters={setLetters}
        onClose={() => setHelpOpen(false)}
      />
    </ThemeContext.Provider>
  )
}

/** The place that the address names, and a way to another. The address follows a little later: browsers count. */
function usePlace(): readonly [Place, (place: Place, how: 'push' | 'replace') => void] {
  const [place, setPlace] = useState(() => placeOf(location.hash))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const moved = (): void => {
      clearTimeout(timer.current)
      setPlace(placeOf(location.hash))
    }
    addEventListener('hashchange', moved)
    addEventListener('popstate', moved)
    return () => {
      removeEventListener('hashchange', moved)
      removeEventListener('popstate', moved)
    }
  }, [])
  const go = useCallback((to: Place, how: 'push' | 'replace') => {
    setPlace(to)
    clearTimeout(timer.current)
    if (how === 'push') history.pushState(null, '', hashOf(to))
    else timer.current = setTimeout(() => history.replaceState(null, '', hashOf(to)), 150)
  }, [])
  return [place, go]
}

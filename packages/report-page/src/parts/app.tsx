/** The whole page of a report: its bar, and below it the index or a session. */

import type { JSX } from 'preact'
import { useCallback, useEffect, useMemo } from 'preact/hooks'
import { type ReportIndex, SessionView } from 'todo-replay/session-view'
import { hashOf, usePlace } from '../place.js'
import { readSession } from '../report-blocks.js'
import { IndexPage, nameOf } from './index-page.js'
import { backToAll, PageFrame } from './page-frame.js'
import { SearchBox } from './search-box.js'
import { SessionPage } from './session-page.js'

/** The whole page. */
export function App({ index }: { index: ReportIndex }): JSX.Element {
  const { sessions } = index
  const [place, onPlace] = usePlace()
  const at = sessions.length === 1 ? 0 : sessions.findIndex(({ key }) => key === place.session)
  const entry = sessions[at]
  const view = useMemo(() => (entry === undefined ? null : new SessionView(readSession(at))), [entry, at])

  useEffect(() => {
    document.title = entry === undefined ? `Todos of ${index.source}` : `${nameOf(entry)} – todos`
    if (place.turn === null) window.scrollTo(0, 0)
  }, [entry])

  const linkTo = useCallback(
    (session: string) => (sessions.some(({ key }) => key === session) ? hashOf({ session }) : null),
    [sessions],
  )
  const isOneOfMany = sessions.length > 1 && entry !== undefined
  return (
    <PageFrame
      home={isOneOfMany ? backToAll : <span class="brand">todo-replay</span>}
      search={view === null ? null : <SearchBox key={at} view={view} place={place} onPlace={onPlace} />}
      foot={
        <>
          Written by {index.generator}.{' '}
          {index.redacted ? 'Secrets of common kinds were taken out.' : 'Secrets were left in.'} This page
          asks no other computer for anything.
        </>
      }
    >
      {(letters) =>
        view === null || entry === undefined ? (
          <IndexPage index={index} missing={place.session} />
        ) : (
          <SessionPage key={at} replay={{ entry, view }} {...{ place, onPlace, letters, linkTo }} />
        )
      }
    </PageFrame>
  )
}

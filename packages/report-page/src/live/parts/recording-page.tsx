/** The page of a session that an agent recorded: all that a report shows of it. */

import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { type ReportEntry, type SessionReplay, SessionView } from 'todo-replay/session-view'
import { PageFrame, type PageFrameProps } from '../../parts/page-frame.js'
import { SearchBox } from '../../parts/search-box.js'
import { SessionPage } from '../../parts/session-page.js'
import type { GoToPlace, Place } from '../../place.js'
import { type Api, problemOf } from '../api.js'
import { shortText } from './shown.js'

/** The page. @param name the key of the recording */
export function RecordingPage({
  api,
  name,
  place,
  onPlace,
  frame,
}: {
  api: Api
  name: string
  place: Place
  onPlace: GoToPlace
  frame: Pick<PageFrameProps, 'home' | 'foot'>
}): JSX.Element {
  const [read, setRead] = useState<{ readonly entry: ReportEntry; readonly view: SessionView } | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const [times, setTimes] = useState(0)
  useEffect(() => {
    const ending = new AbortController()
    setTrouble(null)
    api
      .get<{ entry: ReportEntry; session: SessionReplay }>(
        `/v1/live/recordings/${encodeURIComponent(name)}`,
        ending.signal,
      )
      .then(({ entry, session }) => setRead({ entry, view: new SessionView(session) }))
      .catch((error: unknown) => {
        if (!ending.signal.aborted) setTrouble(problemOf(error).message)
      })
    return () => ending.abort()
  }, [api, name, times])
  const title = read?.entry.title ?? read?.entry.session ?? 'A recording'
  useEffect(() => {
    document.title = `${shortText(title, 80)} – todos`
  }, [title])
  return (
    <PageFrame
      {...frame}
      search={read === null ? null : <SearchBox view={read.view} place={place} onPlace={onPlace} />}
    >
      {(letters) => (
        <>
          <p class="recording-note" role="status">
            {trouble ??
              (read === null
                ? 'Reading the recording …'
                : 'An agent recorded this session: it can be looked at, and not changed. It is shown as far as it was when it was read.')}{' '}
            {read === null && trouble === null ? null : (
              <button type="button" class="plain" onClick={() => setTimes(times + 1)}>
                Read it again
              </button>
            )}
          </p>
          <SessionPage replay={read} {...{ place, onPlace, letters }} linkTo={noLink} />
        </>
      )}
    </PageFrame>
  )
}

const noLink = (): null => null

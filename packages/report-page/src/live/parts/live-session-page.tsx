/** The page of a session of the ledger: its list as it is now, and all that a report shows. */

import type { JSX } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { PageFrame, type PageFrameProps } from '../../parts/page-frame.js'
import { SearchBox } from '../../parts/search-box.js'
import { SessionPage } from '../../parts/session-page.js'
import { type GoToPlace, hashOf, type Place } from '../../place.js'
import type { Announcer } from '../announcer.js'
import type { Api } from '../api.js'
import { LiveSession } from '../live-session.js'
import { useObserved } from '../observed.js'
import { LiveList } from './live-list.js'
import { shortText } from './shown.js'

const linkTo = (session: string): string => hashOf({ session })
const keys = [[['Alt ↑', 'Alt ↓'], 'move the item up, down']] as const

/** The page. @param name the session's id; @param said what a screen reader is told */
export function LiveSessionPage({
  api,
  announcer,
  said,
  name,
  place,
  onPlace,
  frame,
}: {
  api: Api
  announcer: Announcer
  said: JSX.Element
  name: string
  place: Place
  onPlace: GoToPlace
  frame: Pick<PageFrameProps, 'home' | 'foot'>
}): JSX.Element {
  const session = useMemo(() => new LiveSession(name, api, announcer), [name, api, announcer])
  useEffect(() => () => session.close(), [session])
  const live = useObserved(session)
  const { state, replay, problem, connection } = live
  const title = replay?.entry.title ?? name
  useEffect(() => {
    document.title = `${shortText(title, 80)} – todos`
  }, [title])
  useEffect(() => {
    if (place.turn === null && place.item === null) window.scrollTo(0, 0)
  }, [])
  const connected = {
    connecting: 'Connecting …',
    live: state?.turn.open === true ? `Live: turn ${state.turn.number} is under way` : 'Live',
    lost: 'The server does not answer. What happens meanwhile is shown once it does.',
  }
  return (
    <PageFrame
      {...frame}
      keys={keys}
      search={replay === null ? null : <SearchBox view={replay.view} place={place} onPlace={onPlace} />}
    >
      {(letters) =>
        problem !== null && state === null ? (
          <header class="session-head">
            <h1>{problem.status === 410 ? 'A forgotten session' : 'No such session'}</h1>
            <p class="headline" role="status">
              {shortText(problem.message, 400)}
            </p>
          </header>
        ) : (
          <>
            {said}
            <p class={`connection ${connection}`}>{connected[connection]}</p>
            <SessionPage
              {...{ replay, place, onPlace, letters, linkTo }}
              list={<LiveList session={session} live={live} />}
              reading={
                <header class="session-head">
                  <p class="facts">Reading what the log shows …</p>
                  <h1>
                    <bdi class="foreign">{shortText(name, 120)}</bdi>
                  </h1>
                </header>
              }
            />
          </>
        )
      }
    </PageFrame>
  )
}

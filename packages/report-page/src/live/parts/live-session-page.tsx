/** The page of a session of the ledger: its list as it is now, and below it all that a report shows. */

import type { JSX } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { hashOf, type Place } from '../../data/place.js'
import { SessionContext, type ShownSession } from '../../parts/session-context.js'
import { SessionHead } from '../../parts/session-head.js'
import { SessionPage } from '../../parts/session-page.js'
import type { GoToPlace } from '../../place-in-address.js'
import type { LiveSession, LiveView } from '../live-session.js'
import { LiveList } from './live-list.js'
import { shortText } from './shown.js'

/** What the page is shown with. */
export interface LiveSessionPageProps {
  /** The session. */
  readonly session: LiveSession
  /** What is known of it. */
  readonly live: LiveView
  /** Where one is in it. */
  readonly place: Place
  /** Goes to another place. */
  readonly onPlace: GoToPlace
  /** Whether letters are keys. */
  readonly letters: boolean
}

const linkTo = (session: string): string => hashOf({ session, turn: null, item: null })

/** The page. */
export function LiveSessionPage({
  session,
  live,
  place,
  onPlace,
  letters,
}: LiveSessionPageProps): JSX.Element {
  const { state, replay, problem } = live
  const shown = useMemo<ShownSession | null>(
    () =>
      replay === null
        ? null
        : {
            ...replay,
            address: (turn, item) => hashOf({ session: session.id, turn, item: item ?? null }),
            visit: (turn, item) => {
              onPlace({ session: session.id, turn, item: item ?? null }, 'push')
              document.getElementById('replay')?.scrollIntoView({ block: 'start' })
            },
          },
    [replay, session, onPlace],
  )
  const title = replay?.entry.title ?? session.id
  useEffect(() => {
    document.title = `${shortText(title, 80)} – todos`
  }, [title])
  useEffect(() => {
    if (place.turn === null && place.item === null) window.scrollTo(0, 0)
  }, [session])

  if (problem !== null && state === null) {
    return (
      <header class="session-head">
        <h1>{problem.status === 410 ? 'A forgotten session' : 'No such session'}</h1>
        <p class="headline" role="status">
          {shortText(problem.message, 400)}
        </p>
      </header>
    )
  }
  return (
    <SessionContext.Provider value={shown}>
      {shown === null ? (
        <header class="session-head">
          <p class="facts">
            {state === null ? 'Reading …' : `${shortText(state.profile, 60)} · turn ${state.turn.number}`}
          </p>
          <h1>
            <bdi class="foreign">{shortText(session.id, 120)}</bdi>
          </h1>
        </header>
      ) : (
        <SessionHead linkTo={linkTo} />
      )}
      <LiveList session={session} live={live} />
      {shown === null ? (
        <section>
          <h2>What to look at</h2>
          <p class="soft">Reading what the log shows …</p>
        </section>
      ) : (
        <SessionPage
          entry={shown.entry}
          view={shown.view}
          place={place}
          onPlace={onPlace}
          letters={letters}
          linkTo={linkTo}
          hasHead={false}
        />
      )}
    </SessionContext.Provider>
  )
}

/** The live page: its bar, and below it the list of sessions, or one of them. */

import type { JSX } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { hashOf, type Place } from '../../data/place.js'
import { PageFrame } from '../../parts/page-frame.js'
import { SearchBox } from '../../parts/search-box.js'
import { type GoToPlace, usePlace } from '../../place-in-address.js'
import { Announcer, useSaid } from '../announcer.js'
import { Api } from '../api.js'
import { LiveSession, type LiveView } from '../live-session.js'
import { recordingIn, SessionList } from '../session-list.js'
import { useSyncExternalStore } from '../store-hook.js'
import { dropToken, keptToken, takeToken } from '../token.js'
import { LiveIndex } from './live-index.js'
import { LiveSessionPage } from './live-session-page.js'
import { RecordingPage, useRecording } from './recording-page.js'
import { TokenForm } from './token-form.js'

/** The page. */
export function LiveApp(): JSX.Element {
  const [token, setToken] = useState(keptToken)
  const [isRefused, setRefused] = useState(false)
  useEffect(() => {
    const moved = (): void => {
      if (!/[#&]token=/.test(location.hash)) return
      takeToken()
      setRefused(false)
      setToken(keptToken())
    }
    addEventListener('hashchange', moved)
    return () => removeEventListener('hashchange', moved)
  }, [])
  const api = useMemo(
    () =>
      token === null
        ? null
        : new Api(token, () => {
            dropToken()
            setRefused(true)
            setToken(null)
          }),
    [token],
  )
  if (api !== null) return <Opened key={token} api={api} />
  return (
    <PageFrame home={brand} search={<span class="room" />} foot={foot}>
      {() => (
        <TokenForm
          isRefused={isRefused}
          onToken={() => {
            setRefused(false)
            setToken(keptToken())
          }}
        />
      )}
    </PageFrame>
  )
}

const brand = <span class="brand">todo-ledger</span>
const foot = 'This page asks its own server, and no other computer, for anything.'
const keys = [[['Alt ↑', 'Alt ↓'], 'move the item up, down']] as const

/** The page, once there is a token. */
function Opened({ api }: { api: Api }): JSX.Element {
  const [place, onPlace] = usePlace()
  const announcer = useMemo(() => new Announcer(), [])
  const list = useMemo(() => new SessionList(api), [api])
  const said = useSaid(announcer)
  const name = place.session
  const recording = useRecording(api, name === null ? null : recordingIn(name))
  const props = { api, announcer, place, onPlace }
  const status = (
    <p class="unseen" role="status" aria-live="polite" id="said">
      {said}
    </p>
  )
  if (name === null) return <Listed list={list} status={status} />
  if (recordingIn(name) === null) return <Followed key={name} {...props} name={name} status={status} />
  return (
    <PageFrame
      home={back}
      search={
        recording.read === null ? (
          <span class="room" />
        ) : (
          <SearchBox key={name} view={recording.read.view} onHit={hitAt(place, onPlace)} />
        )
      }
      foot={foot}
    >
      {(letters) => (
        <RecordingPage key={name} recording={recording} place={place} onPlace={onPlace} letters={letters} />
      )}
    </PageFrame>
  )
}

const back = (
  <a class="back" href={hashOf({ session: null, turn: null, item: null })}>
    ← All sessions
  </a>
)

interface PartProps {
  readonly api: Api
  readonly announcer: Announcer
  readonly place: Place
  readonly onPlace: GoToPlace
  readonly status: JSX.Element
}

function Listed({ list, status }: { list: SessionList; status: JSX.Element }): JSX.Element {
  useEffect(() => {
    list.open()
    return () => list.close()
  }, [list])
  const view = useSyncExternalStore(list.subscribe, list.read)
  return (
    <PageFrame home={brand} search={<span class="room" />} foot={foot}>
      {() => (
        <>
          {status}
          <LiveIndex list={list} view={view} />
        </>
      )}
    </PageFrame>
  )
}

function Followed({
  api,
  announcer,
  place,
  onPlace,
  name,
  status,
}: PartProps & { name: string }): JSX.Element {
  const session = useMemo(() => new LiveSession(name, api, announcer), [name, api, announcer])
  useEffect(() => () => session.close(), [session])
  const live = useSyncExternalStore(session.subscribe, session.read)
  return (
    <PageFrame
      home={back}
      search={
        live.replay === null ? (
          <span class="room" />
        ) : (
          <SearchBox key={name} view={live.replay.view} onHit={hitAt(place, onPlace)} />
        )
      }
      foot={foot}
      keys={keys}
    >
      {(letters) => (
        <>
          {status}
          <Connection live={live} />
          <LiveSessionPage session={session} live={live} place={place} onPlace={onPlace} letters={letters} />
        </>
      )}
    </PageFrame>
  )
}

/** Whether what happens is seen at once. */
function Connection({ live: { connection, state, problem } }: { live: LiveView }): JSX.Element | null {
  if (problem !== null && state === null) return null
  const words = {
    connecting: 'Connecting …',
    live: state?.turn.open === true ? `Live: turn ${state.turn.number} is under way` : 'Live',
    lost: 'The server does not answer. What happens meanwhile is shown once it does.',
  }
  return <p class={`connection ${connection}`}>{words[connection]}</p>
}

function hitAt(place: Place, onPlace: GoToPlace) {
  return ({ turn, item }: { readonly turn: number; readonly item: string | null }): void => {
    onPlace({ ...place, turn, item }, 'push')
    document.getElementById('replay')?.scrollIntoView({ block: 'start' })
  }
}

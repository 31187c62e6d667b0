/** The live page: its bar, and below it the list of sessions, or one of them. */

import { useEffect, useMemo, useState } from 'preact/hooks'
import { backToAll, PageFrame } from '../../parts/page-frame.js'
import { SessionPage, type SessionPageProps } from '../../parts/session-page.js'
import { ShortForeign } from '../../parts/texts.js'
import { hashOf, usePlace } from '../../place.js'
import { Api } from '../api.js'
import { LiveSession } from '../live-session.js'
import { Announcer, useObserved } from '../observed.js'
import { SessionList } from '../session-list.js'
import { dropToken, keepToken, keptToken, takeToken } from '../token.js'
import { LiveIndex } from './live-index.js'
import { LiveList } from './live-list.js'

const brand = <span class="brand soft">todo-ledger</span>
const foot = 'This page asks its own server, and no other computer, for anything.'

export function LiveApp() {
  const [token, setToken] = useState(keptToken)
  const [isRefused, setRefused] = useState(false)
  const onToken = (): void => {
    setRefused(false)
    setToken(keptToken())
  }
  useEffect(() => {
    const moved = (): void => {
      if (!/[#&]token=/.test(location.hash)) return
      takeToken()
      onToken()
    }
    addEventListener('hashchange', moved)
    return () => removeEventListener('hashchange', moved)
  }, [])
  const api = useMemo(() => {
    if (token === null) return null
    return new Api(token, () => {
      dropToken()
      setRefused(true)
      setToken(null)
    })
  }, [token])
  if (api !== null) return <Opened key={token} api={api} />
  return (
    <PageFrame home={brand} foot={foot}>
      <TokenForm isRefused={isRefused} onToken={onToken} />
    </PageFrame>
  )
}

/** Asks for the token, where the address carried none or the server does not know it. */
function TokenForm({ isRefused, onToken }: { isRefused: boolean; onToken: () => void }) {
  const [given, setGiven] = useState('')
  return (
    <>
      <header>
        <h1>Todo lists of your agents</h1>
        <p class="headline" role="status">
          {isRefused
            ? 'The server does not know this token: each start of `todo-ledger serve` makes a new one.'
            : 'This page needs a token of its server.'}
        </p>
      </header>
      <form
        class="token-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (given.trim() === '') return
          keepToken(given)
          onToken()
        }}
      >
        <label for="token">The address that `todo-ledger serve` printed, or a token</label>
        <div class="beside">
          <input
            id="token"
            class="grow"
            type="password"
            autocomplete="off"
            value={given}
            onInput={(event) => setGiven(event.currentTarget.value)}
          />
          <button type="submit">Open</button>
        </div>
      </form>
    </>
  )
}

type OpenedSession = Pick<SessionPageProps, 'place' | 'onPlace' | 'home' | 'foot'> & {
  readonly api: Api
  readonly name: string
}

function Opened({ api }: { api: Api }) {
  const [place, onPlace] = usePlace()
  const list = useMemo(() => new SessionList(api), [api])
  const name = place.session
  if (name === null)
    return (
      <PageFrame home={brand} foot={foot}>
        <LiveIndex list={list} />
      </PageFrame>
    )
  return <LiveSessionPage key={name} {...{ name, api, place, onPlace, foot }} home={backToAll} />
}

const connections = {
  connecting: 'Connecting …',
  live: 'Live',
  lost: 'The server does not answer. What happens meanwhile is shown once it does.',
} as const

const linkTo = (session: string): string => hashOf({ session })

/** A session of the ledger: its list as it is now, and all that a report shows. */
function LiveSessionPage({ api, name, ...page }: OpenedSession) {
  const announcer = useMemo(() => new Announcer(), [])
  const { said } = useObserved(announcer)
  const session = useMemo(() => new LiveSession(name, api, announcer), [name, api, announcer])
  useEffect(() => () => session.close(), [session])
  const live = useObserved(session)
  const { state, replay, problem, connection } = live
  if (problem !== null && state === null)
    return (
      <PageFrame home={page.home} foot={foot}>
        <header>
          <h1>{problem.status === 410 ? 'A forgotten session' : 'No such session'}</h1>
          <p class="headline" role="status">
            <ShortForeign text={problem.message} limit={400} />
          </p>
        </header>
      </PageFrame>
    )
  const underWay = connection === 'live' && state?.turn.open === true
  const list = <LiveList session={session} live={live} named={page.place.item} />
  return (
    <SessionPage
      {...page}
      title={replay?.entry.title ?? name}
      entry={replay?.entry ?? null}
      view={replay?.view ?? null}
      canMove
      {...{ linkTo, list }}
    >
      <p class="unseen" role="status" aria-live="polite" id="said">
        {said}
      </p>
      <p class={`connection small ${connection}`}>
        <span class="tone" aria-hidden="true">
          ●
        </span>{' '}
        {connections[connection]}
        {underWay && `: turn ${state.turn.number} is under way`}
      </p>
    </SessionPage>
  )
}

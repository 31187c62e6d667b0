/** The live page: its bar, and below it the list of sessions, or one of them. */

import type { JSX } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { backToAll, PageFrame } from '../../parts/page-frame.js'
import { usePlace } from '../../place.js'
import { Announcer } from '../announcer.js'
import { Api } from '../api.js'
import { useObserved } from '../observed.js'
import { recordingIn, SessionList } from '../session-list.js'
import { dropToken, keptToken, takeToken } from '../token.js'
import { LiveIndex } from './live-index.js'
import { LiveSessionPage } from './live-session-page.js'
import { RecordingPage } from './recording-page.js'
import { TokenForm } from './token-form.js'

const brand = <span class="brand">todo-ledger</span>
const foot = 'This page asks its own server, and no other computer, for anything.'

/** The page. */
export function LiveApp(): JSX.Element {
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
      {() => <TokenForm isRefused={isRefused} onToken={onToken} />}
    </PageFrame>
  )
}

/** The page, once there is a token. */
function Opened({ api }: { api: Api }): JSX.Element {
  const [place, onPlace] = usePlace()
  const announcer = useMemo(() => new Announcer(), [])
  const list = useMemo(() => new SessionList(api), [api])
  const { said } = useObserved(announcer)
  const name = place.session
  const status = (
    <p class="unseen" role="status" aria-live="polite" id="said">
      {said}
    </p>
  )
  if (name === null)
    return (
      <PageFrame home={brand} foot={foot}>
        {() => <LiveIndex list={list} />}
      </PageFrame>
    )
  const frame = { home: backToAll, foot }
  const recording = recordingIn(name)
  if (recording !== null)
    return <RecordingPage key={name} name={recording} {...{ api, place, onPlace, frame }} />
  return <LiveSessionPage key={name} {...{ name, api, announcer, place, onPlace, frame }} said={status} />
}

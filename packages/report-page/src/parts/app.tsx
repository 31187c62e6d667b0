/** The whole page of a report: the index, or a session. */

import { useCallback, useEffect, useMemo } from 'preact/hooks'
import { type ReportIndex, SessionView } from 'todo-replay/session-view'
import { hashOf, usePlace } from '../place.js'
import { readSession } from '../report-blocks.js'
import { IndexPage, nameOf } from './index-page.js'
import { backToAll, PageFrame } from './page-frame.js'
import { SessionPage } from './session-page.js'

/** The whole page. */
export function App({ index }: { index: ReportIndex }) {
  const { sessions, source, generator, redacted } = index
  const [place, onPlace] = usePlace()
  const at = sessions.length === 1 ? 0 : sessions.findIndex(({ key }) => key === place.session)
  const entry = sessions[at]
  const shown = useMemo(
    () => (entry === undefined ? null : { entry, view: new SessionView(readSession(at)) }),
    [entry, at],
  )
  useEffect(() => {
    if (shown !== null) return
    document.title = `Todos of ${source}`
    window.scrollTo(0, 0)
  }, [shown])
  const linkTo = useCallback(
    (session: string) => (sessions.some(({ key }) => key === session) ? hashOf({ session }) : null),
    [sessions],
  )
  const secrets = redacted ? 'Secrets of common kinds were taken out.' : 'Secrets were left in.'
  const foot = `Written by ${generator}. ${secrets} This page asks no other computer for anything.`
  const home = sessions.length > 1 && shown !== null ? backToAll : <span class="brand soft">todo-replay</span>
  if (shown === null)
    return (
      <PageFrame home={home} foot={foot}>
        <IndexPage index={index} missing={place.session} />
      </PageFrame>
    )
  return (
    <SessionPage key={at} title={nameOf(shown.entry)} {...{ home, foot, shown, place, onPlace, linkTo }} />
  )
}

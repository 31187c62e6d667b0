/** The whole page of a report: the index, or a session. */

import { useCallback, useEffect, useState } from 'preact/hooks'
import { type ReportEntry, type ReportIndex, SessionView } from 'todo-replay/session-view'
import { hashOf, usePlace } from '../place.js'
import { readSession } from '../report-blocks.js'
import { IndexPage, nameOf } from './index-page.js'
import { backToAll, PageFrame } from './page-frame.js'
import { SessionPage } from './session-page.js'

export function App({ index }: { index: ReportIndex }) {
  const { sessions, source, generator, redacted } = index
  const [place, onPlace] = usePlace()
  const at = sessions.length === 1 ? 0 : sessions.findIndex(({ key }) => key === place.session)
  const entry = sessions[at]
  const { view = null, problem = null } = useReadSession(entry, at)
  useEffect(() => {
    if (entry !== undefined) return
    document.title = `Todos of ${source}`
    window.scrollTo(0, 0)
  }, [entry])
  const linkTo = useCallback(
    (session: string) => (sessions.some(({ key }) => key === session) ? hashOf({ session }) : null),
    [sessions],
  )
  const secrets = redacted ? 'Secrets of common kinds were taken out.' : 'Secrets were left in.'
  const foot = `Written by ${generator}. ${secrets} This page asks no other computer for anything.`
  const home =
    sessions.length > 1 && entry !== undefined ? backToAll : <span class="brand soft">todo-replay</span>
  if (entry === undefined)
    return (
      <PageFrame home={home} foot={foot}>
        <IndexPage index={index} />
      </PageFrame>
    )
  return (
    <SessionPage
      key={at}
      title={nameOf(entry)}
      {...{ home, foot, entry, view, problem, place, onPlace, linkTo }}
    />
  )
}

interface ReadEntry {
  readonly entry: ReportEntry
  readonly view?: SessionView
  /** Why it can't be read. */
  readonly problem?: string
}

/** The session of an entry, once it is read. What the index says of it is painted before. */
function useReadSession(entry: ReportEntry | undefined, at: number): Partial<ReadEntry> {
  const [read, setRead] = useState<ReadEntry | null>(null)
  useEffect(() => {
    if (entry === undefined) return
    let isLeft = false
    const show = async () => {
      const found: ReadEntry = await readSession(at)
        .then((session) => ({ entry, view: new SessionView(session) }))
        .catch((error: unknown) => ({ entry, problem: String(error) }))
      if (!isLeft) setRead(found)
    }
    const frame = requestAnimationFrame(() => setTimeout(show))
    return () => {
      isLeft = true
      cancelAnimationFrame(frame)
    }
  }, [entry])
  return read !== null && read.entry === entry ? read : {}
}

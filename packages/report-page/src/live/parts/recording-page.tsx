/** The page of a session that an agent recorded: all that a report shows of it. */

import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { type ReportEntry, type SessionReplay, SessionView } from 'todo-replay/session-view'
import type { Place } from '../../data/place.js'
import { SessionPage } from '../../parts/session-page.js'
import type { GoToPlace } from '../../place-in-address.js'
import { type Api, wordsOf } from '../api.js'
import { shortText } from './shown.js'

/** What is read of a recording. */
export interface ReadRecording {
  /** What a list says of it. */
  readonly entry: ReportEntry
  /** The session. */
  readonly view: SessionView
}

/** A recording as it was read; null until it is. */
export function useRecording(
  api: Api,
  key: string | null,
): { readonly read: ReadRecording | null; readonly trouble: string | null; readonly again: () => void } {
  const [read, setRead] = useState<(ReadRecording & { readonly of: string }) | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const [times, setTimes] = useState(0)
  useEffect(() => {
    if (key === null) return undefined
    const ending = new AbortController()
    setTrouble(null)
    api
      .get<{ entry: ReportEntry; session: SessionReplay }>(
        `/v1/live/recordings/${encodeURIComponent(key)}`,
        ending.signal,
      )
      .then(({ entry, session }) => setRead({ of: key, entry, view: new SessionView(session) }))
      .catch((error: unknown) => {
        if (!ending.signal.aborted) setTrouble(wordsOf(error))
      })
    return () => ending.abort()
  }, [api, key, times])
  return { read: read?.of === key ? read : null, trouble, again: () => setTimes(times + 1) }
}

/** The page. */
export function RecordingPage({
  recording: { read, trouble, again },
  place,
  onPlace,
  letters,
}: {
  recording: ReturnType<typeof useRecording>
  place: Place
  onPlace: GoToPlace
  letters: boolean
}): JSX.Element {
  const title = read?.entry.title ?? read?.entry.session ?? 'A recording'
  useEffect(() => {
    document.title = `${shortText(title, 80)} – todos`
  }, [title])
  return (
    <>
      <p class="recording-note" role="status">
        {trouble ??
          (read === null
            ? 'Reading the recording …'
            : 'An agent recorded this session: it can be looked at, and not changed. It is shown as far as it was when it was read.')}{' '}
        {read === null && trouble === null ? null : (
          <button type="button" class="plain" onClick={again}>
            Read it again
          </button>
        )}
      </p>
      {read === null ? null : (
        <SessionPage
          entry={read.entry}
          view={read.view}
          place={place}
          onPlace={onPlace}
          letters={letters}
          linkTo={() => null}
        />
      )}
    </>
  )
}

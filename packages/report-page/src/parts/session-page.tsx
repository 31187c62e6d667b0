/** The page of one session: what to look at, the replay with the list at each turn, and its timeline. */

import type { JSX } from 'preact'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import type { ReportEntry, SessionView } from 'todo-replay/session-view'
import { onKey, turnFor } from '../keys.js'
import { type GoToPlace, hashOf, type Place, scrollTo } from '../place.js'
import { Checklist } from './checklist.js'
import { ConcernList } from './concern-list.js'
import { Scrubber } from './scrubber.js'
import { SessionContext, type ShownSession, TurnContext } from './session.js'
import { SessionHead } from './session-head.js'
import { Timeline } from './timeline.js'
import { TurnPanel } from './turn-panel.js'

export interface SessionPageProps {
  /** Null until it has been read. */
  readonly replay: { readonly entry: ReportEntry; readonly view: SessionView } | null
  readonly place: Place
  readonly onPlace: GoToPlace
  /** Whether letters are keys. */
  readonly letters: boolean
  /** The link to the page of another session, where there is one. */
  readonly linkTo: (session: string) => string | null
  /** What stands between the head and the rest; it stays as it is when the replay comes. */
  readonly list?: JSX.Element
  /** What stands in the head's place until the replay is there. */
  readonly reading?: JSX.Element
}

/** The page of one session. */
export function SessionPage({
  replay,
  place,
  onPlace,
  letters,
  linkTo,
  list,
  reading,
}: SessionPageProps): JSX.Element {
  const view = replay?.view
  const lastTurn = view?.lastTurn ?? 0
  const turn = Math.min(place.turn ?? lastTurn, lastTurn)
  const open = place.item === null ? null : (view?.keyOf(place.item, turn) ?? null)
  useEffect(() => {
    if (view !== undefined && (place.turn !== null || place.item !== null)) scrollTo('replay')
  }, [view === undefined])

  const onTurn = useCallback((to: number) => onPlace({ ...place, turn: to }, 'replace'), [onPlace, place])
  const onOpen = useRef((_key: string | null): void => undefined)
  onOpen.current = (key) =>
    onPlace({ ...place, turn, item: key === null ? null : (view?.item(key)?.id ?? null) }, 'replace')
  const session = useMemo<ShownSession | null>(
    () =>
      replay && {
        ...replay,
        address: (to, item) => hashOf({ session: place.session, turn: to, item: item ?? null }),
        visit: (to, item) => {
          onPlace({ session: place.session, turn: to, item: item ?? null }, 'push')
          scrollTo('replay')
        },
      },
    [replay?.entry, view, place.session, onPlace],
  )
  // Before it is painted: the next key must count from the turn that is shown.
  useLayoutEffect(
    () =>
      onKey((event) => {
        const to = view && turnFor(event, view, turn, letters)
        if (to === undefined) return
        event.preventDefault()
        onTurn(to)
        if (!isReplayInSight()) scrollTo('replay')
      }),
    [view, turn, letters, onTurn],
  )

  // The same elements as before are not drawn again.
  const head = useMemo(() => <SessionHead linkTo={linkTo} />, [view, linkTo])
  const look = useMemo(() => <ConcernList />, [view])
  return (
    <SessionContext.Provider value={session}>
      <TurnContext.Provider value={turn}>
        {session === null ? reading : head}
        {list}
        {session === null ? null : (
          <>
            {look}
            <section id="replay" aria-labelledby="replay-title" tabIndex={-1}>
              <h2 id="replay-title">Replay</h2>
              <Scrubber onTurn={onTurn} />
              <div class="columns">
                <Checklist open={open} onOpen={onOpen.current} />
                <TurnPanel />
              </div>
            </section>
            <Timeline onTurn={onTurn} />
          </>
        )}
      </TurnContext.Provider>
    </SessionContext.Provider>
  )
}

/** Whether something of the replay's controls is in sight. */
function isReplayInSight(): boolean {
  const box = document.querySelector('.scrubber')?.getBoundingClientRect()
  return box !== undefined && box.top < innerHeight - 100 && box.bottom > 100
}

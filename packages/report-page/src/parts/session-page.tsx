/** The page of one session: what to look at, the replay, its items and its timeline. */

import type { JSX } from 'preact'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { ReportEntry, SessionView } from 'todo-replay/session-view'
import { hashOf, type Place } from '../data/place.js'
import { turnKeys } from '../turn-keys.js'
import { Checklist } from './checklist.js'
import { ConcernList } from './concern-list.js'
import { ItemList } from './item-list.js'
import { isReplayInSight, Scrubber } from './scrubber.js'
import { SessionContext, type ShownSession, TurnContext } from './session-context.js'
import { SessionHead } from './session-head.js'
import { Timeline } from './timeline.js'
import { TurnPanel } from './turn-panel.js'

/** What the page is shown with. */
export interface SessionPageProps {
  /** What the index says of the session. */
  readonly entry: ReportEntry
  /** The session. */
  readonly view: SessionView
  /** Where one is in it. */
  readonly place: Place
  /** Goes to another place; `push` so that the browser's way back leads here. */
  readonly onPlace: (place: Place, how: 'push' | 'replace') => void
  /** Whether letters are keys. */
  readonly letters: boolean
  /** The link to the page of another session, where there is one. */
  readonly linkTo: (session: string) => string | null
  /** False where its head stands elsewhere. */
  readonly hasHead?: boolean
}

/** The item that is open, and in which of the two lists. */
interface OpenItem {
  readonly key: string
  readonly id: string
  readonly where: 'list' | 'items'
}

/** The page of one session. */
export function SessionPage({
  entry,
  view,
  place,
  onPlace,
  letters,
  linkTo,
  hasHead = true,
}: SessionPageProps): JSX.Element {
  const turn = Math.min(place.turn ?? view.lastTurn, view.lastTurn)
  const [open, setOpen] = useState<OpenItem | null>(() => itemAt(view, place.item, turn))
  // A link or the browser's way back named another item.
  const shown = place.item === (open?.id ?? null) ? open : itemAt(view, place.item, turn)
  useEffect(() => {
    if (shown !== open) setOpen(shown)
    if (shown?.where === 'items') scrollTo('items')
  }, [place.item])
  useEffect(() => {
    if (place.turn !== null || place.item !== null) scrollTo(shown?.where === 'items' ? 'items' : 'replay')
  }, [view])

  const onTurn = useCallback((to: number) => onPlace({ ...place, turn: to }, 'replace'), [onPlace, place])
  const now = useRef({ place, turn })
  now.current = { place, turn }
  const openIn = useMemo(() => {
    const opening = (where: OpenItem['where']) => (key: string | null) => {
      const id = key === null ? null : (view.item(key)?.id ?? null)
      setOpen(key === null || id === null ? null : { key, id, where })
      onPlace({ ...now.current.place, turn: now.current.turn, item: id }, 'replace')
    }
    return { list: opening('list'), items: opening('items') }
  }, [view, onPlace])
  const session = useMemo<ShownSession>(
    () => ({
      entry,
      view,
      address: (to, item) => hashOf({ session: place.session, turn: to, item: item ?? null }),
      visit: (to, item) => {
        setOpen(item === undefined ? null : itemAt(view, item, to))
        onPlace({ session: place.session, turn: to, item: item ?? null }, 'push')
        scrollTo('replay')
      },
    }),
    [entry, view, place.session, onPlace],
  )
  // Before it is painted: the next key must count from the turn that is shown.
  useLayoutEffect(() => {
    const onKey = (to: number): void => {
      onTurn(to)
      showReplay()
    }
    return turnKeys({ view, turn, letters, onTurn: onKey })
  }, [view, turn, letters, onTurn])

  const openBelow = shown?.where === 'items' ? shown.key : null
  // The same elements as before are not drawn again.
  const head = useMemo(() => <SessionHead linkTo={linkTo} />, [view, linkTo])
  const look = useMemo(() => <ConcernList />, [view])
  const below = useMemo(() => <ItemList open={openBelow} onOpen={openIn.items} />, [openBelow, openIn])
  return (
    <SessionContext.Provider value={session}>
      <TurnContext.Provider value={turn}>
        {hasHead ? head : null}
        {look}
        <section id="replay" aria-labelledby="replay-title" tabIndex={-1}>
          <h2 id="replay-title">Replay</h2>
          <Scrubber onTurn={onTurn} />
          <div class="columns">
            <Checklist open={shown?.where === 'list' ? shown.key : null} onOpen={openIn.list} />
            <TurnPanel />
          </div>
        </section>
        {below}
        <Timeline onTurn={onTurn} />
      </TurnContext.Provider>
    </SessionContext.Provider>
  )
}

/** The item that an id means: in the checklist where it stands there at the turn, else among all items. */
function itemAt(view: SessionView, id: string | null, turn: number): OpenItem | null {
  const key = id === null ? undefined : view.keyOf(id, turn)
  if (id === null || key === undefined) return null
  const isListed = view.listAt(turn).items.some((item) => item.key === key)
  return { key, id, where: isListed ? 'list' : 'items' }
}

function showReplay(): void {
  if (!isReplayInSight()) scrollTo('replay')
}

function scrollTo(id: string): void {
  const section = document.getElementById(id)
  section?.scrollIntoView({ block: 'start' })
  section?.focus({ preventScroll: true })
}

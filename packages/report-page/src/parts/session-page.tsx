/** The page of one session: what it comes to, what to look at, and the replay with the list at each turn. */

import type { ComponentChildren, JSX } from 'preact'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import {
  completionsIn,
  count,
  durationText,
  type ReportEntry,
  type SessionView,
  usageText,
} from 'todo-replay/session-view'
import { onKey, turnFor } from '../keys.js'
import { type GoToPlace, hashOf, type Place, scrollTo } from '../place.js'
import { headline, spanText } from '../words.js'
import { ConcernList } from './case.js'
import { TurnPanel } from './events.js'
import { VerdictBar } from './icons.js'
import { Checklist } from './items.js'
import { useIsPaper } from './more-list.js'
import { PageFrame, type PageFrameProps } from './page-frame.js'
import { Scrubber } from './replay.js'
import { SearchBox } from './search-box.js'
import { Foreign, SessionContext, ShortForeign, type ShownSession, shortText, TurnContext } from './texts.js'

type LinkTo = (session: string) => string | null

export interface SessionPageProps extends Omit<PageFrameProps, 'search'> {
  readonly title: string
  /** What an index says of the session, and the session itself; null while they are not there. */
  readonly entry: ReportEntry | null
  readonly view: SessionView | null
  /** Why the session can't be read. */
  readonly problem?: string | null
  readonly place: Place
  readonly onPlace: GoToPlace
  /** The link to the page of another session, where there is one. */
  readonly linkTo: LinkTo
  /** The list as it is now, where it goes on. */
  readonly list?: JSX.Element
  readonly children?: ComponentChildren
}

export function SessionPage({
  title,
  entry,
  view,
  problem = null,
  place,
  onPlace,
  linkTo,
  list,
  children,
  ...frame
}: SessionPageProps) {
  useEffect(() => {
    document.title = `${shortText(title, 80)} – todos`
  }, [title])
  useEffect(() => {
    if (place.turn === null && place.item === null) window.scrollTo(0, 0)
  }, [])
  const lastTurn = view?.lastTurn ?? 0
  const turn = Math.min(place.turn ?? lastTurn, lastTurn)
  const open = place.item === null ? null : (view?.keyOf(place.item, turn) ?? null)
  // The list as it is now stands above.
  const isLive = list !== undefined
  const isAbove = isLive && turn === lastTurn
  useEffect(() => {
    if (view === null || (place.turn === null && place.item === null)) return
    scrollTo(isAbove && place.item !== null ? 'now' : 'replay')
  }, [view === null])

  const onTurn = useCallback((to: number) => onPlace({ ...place, turn: to }, 'replace'), [onPlace, place])
  const onOpen = useRef((_key: string | null): void => undefined)
  onOpen.current = (key) =>
    onPlace({ ...place, turn, item: key === null ? null : (view?.item(key)?.id ?? null) }, 'replace')
  const session = useMemo<ShownSession | null>(
    () =>
      view && {
        view,
        address: (to, item = null) => hashOf({ session: place.session, turn: to, item }),
        visit: (to, item = null) => {
          onPlace({ session: place.session, turn: to, item }, 'push')
          scrollTo(isLive && item !== null && to === view.lastTurn ? 'now' : 'replay')
        },
      },
    [view, isLive, place.session, onPlace],
  )
  // Before it is painted: the next key must count from the turn that is shown.
  useLayoutEffect(
    () =>
      onKey((event) => {
        const to = view === null ? undefined : turnFor(event, view, turn)
        if (to === undefined) return
        event.preventDefault()
        onTurn(to)
        if (!isReplayInSight()) scrollTo('replay')
      }),
    [view, turn, onTurn],
  )

  // The same elements as before are not drawn again, and the list stays as it is when the session comes.
  const head = useMemo(
    () => <SessionHead {...{ title, entry, view, problem, linkTo }} />,
    [title, entry, view, problem, linkTo],
  )
  const look = useMemo(() => <ConcernList />, [view])
  return (
    <PageFrame {...frame} search={view ? <SearchBox view={view} place={place} onPlace={onPlace} /> : null}>
      <SessionContext.Provider value={session}>
        <TurnContext.Provider value={turn}>
          {children}
          {head}
          {list}
          {session !== null && (
            <>
              {look}
              <section id="replay" aria-labelledby="replay-title" tabIndex={-1}>
                <h2 id="replay-title">Replay</h2>
                <Scrubber onTurn={onTurn} />
                <div class={isAbove ? '' : 'columns'}>
                  {!isAbove && <Checklist open={open} onOpen={onOpen.current} />}
                  <TurnPanel />
                </div>
              </section>
            </>
          )}
        </TurnContext.Provider>
      </SessionContext.Provider>
    </PageFrame>
  )
}

/** Whether something of the replay's controls is in sight. */
function isReplayInSight(): boolean {
  const box = document.querySelector('.scrubber')?.getBoundingClientRect()
  return box !== undefined && box.top < innerHeight - 100 && box.bottom > 100
}

/** What a session is and what it comes to, as far as that is known. */
function SessionHead({ title, entry, view, problem, linkTo }: SessionHeadProps) {
  const { lastTurn, hasTimes } = view ?? { lastTurn: entry?.turns ?? 0, hasTimes: false }
  const isCopy = view?.replay.copied !== undefined && entry !== null && completionsIn(entry) === 0
  return (
    <header aria-busy={view === null && problem === null}>
      <p class="soft small">
        {entry === null ? (
          'Reading what the log shows …'
        ) : (
          <>
            <ShortForeign text={entry.profile} limit={60} /> · {count(lastTurn, 'turn')}
          </>
        )}
        {hasTimes && view !== null && ` · ${spanText(view.replay.began, view.replay.ended)}`}
      </p>
      <h1>
        <ShortForeign text={title} limit={120} />
      </h1>
      {entry !== null && (
        <>
          <p class="headline">
            {isCopy
              ? 'All that was marked done is copied history, and counts where it was copied from.'
              : headline(entry.verdicts)}
          </p>
          <VerdictBar counts={entry.verdicts} />
        </>
      )}
      {problem !== null && (
        <p class="tinted error" role="alert">
          This session can't be shown: <Foreign text={problem} limit={200} />. Open the page in a current
          browser, or make it again.
        </p>
      )}
      {view !== null && <Origin view={view} linkTo={linkTo} />}
    </header>
  )
}

type SessionHeadProps = Required<Pick<SessionPageProps, 'title' | 'entry' | 'view' | 'problem' | 'linkTo'>>

/** Where a session comes from, and how the work went. */
function Origin({ view, linkTo }: { view: SessionView; linkTo: LinkTo }) {
  const isPaper = useIsPaper()
  const { audit, parent, file, format, copied, usage, session } = view.replay
  const { times } = audit.summary
  const parentLink = parent === null ? null : linkTo(parent)
  const rows: readonly (readonly [string, ComponentChildren])[] = [
    ['Session', <Foreign key="it" text={session} limit={200} />],
    [
      'File',
      file !== null && (
        <>
          <Foreign text={file} limit={300} /> {format !== null && <span class="soft">({format})</span>}
        </>
      ),
    ],
    [
      'Sub-agent of',
      parent !== null && (
        <a {...(parentLink === null ? {} : { href: parentLink })}>
          <Foreign text={parent} limit={200} />
        </a>
      ),
    ],
    [
      'Copied',
      copied !== undefined && (
        <>
          {count(copied.completions, 'more completion')} from{' '}
          <Foreign text={copied.sessions.join(', ')} limit={300} />, counted there
        </>
      ),
    ],
    ['Pace', times.medianTurns !== null && paceText(times.medianTurns, times.medianSeconds)],
    ['Tokens', usage !== undefined && usageText(usage)],
    [
      'Gaps',
      audit.readable < 1 && `The log has the results of ${Math.floor(audit.readable * 100)} % of the calls.`,
    ],
  ]
  return (
    <details open={isPaper}>
      <summary>About this session</summary>
      <dl class="pairs origin">
        {rows
          .filter(([, value]) => value !== false)
          .map(([name, value]) => (
            <>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </>
          ))}
      </dl>
    </details>
  )
}

function paceText(turns: number, seconds: number | null): string {
  const time = seconds === null ? '' : `, ${durationText(seconds)}`
  return `median ${count(turns, 'turn')}${time} from start to completion`
}

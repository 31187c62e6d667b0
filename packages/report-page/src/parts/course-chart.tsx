/** The course of a session: what it claimed against what the log supports, and under it where something happened. */

import type { JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import { laneNames, type SessionView } from 'todo-replay/session-view'
import { useSession, useTurn } from './session.js'

/** Heights in CSS pixels; across, a unit is a turn. */
const plot = 140
const lane = 20

/** The chart over one axis of turns. A press or a drag on it goes to the turn. */
export function CourseChart({ onTurn }: { onTurn: (turn: number) => void }): JSX.Element {
  const { view } = useSession()
  const turn = useTurn()
  const last = Math.max(1, view.lastTurn)
  const progress = useMemo(() => progressOf(view), [view])
  const most = Math.max(1, ...progress.map(({ items }) => items))
  const names = laneNames.filter((name) => name === 'updates' || view.lanes[name].length > 0)
  const height = plot + names.length * lane + 8
  // What stands still while one moves through the turns.
  const drawn = useMemo(() => {
    const y = (items: number): number => plot - 4 - (items / most) * (plot - 8)
    const course = (of: 'items' | 'claimed' | 'supported'): string =>
      `M0 ${y(0)}${progress.map((point) => `H${point.turn}V${y(point[of])}`).join('')}H${last}`
    return (
      <>
        <path class="gap" d={`${course('claimed')}V${y(0)}Z`} />
        <path class="supported-area" d={`${course('supported')}V${y(0)}Z`} />
        <path class="items" d={course('items')} />
        <path class="claimed" d={course('claimed')} />
        <path class="supported" d={course('supported')} />
        {names.map((name, place) => (
          <path
            key={name}
            class={`mark ${name}`}
            d={view.lanes[name].map((at) => `M${at} ${plot + place * lane + 6}v12`).join('')}
          />
        ))}
      </>
    )
  }, [view])
  const follow = (event: PointerEvent & { readonly currentTarget: Element }): void => {
    if (event.type === 'pointermove' && event.buttons !== 1) return
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const at = Math.round(((event.clientX - left) / width) * last)
    onTurn(Math.min(view.lastTurn, Math.max(0, at)))
  }
  const end = progress.at(-1)
  const summary =
    end === undefined
      ? 'The session has no list.'
      : `At the end ${end.claimed} of ${end.items} items are claimed as completed, ${end.supported} of them supported.`
  return (
    <>
      <div class="chart">
        <div class="chart-labels" aria-hidden="true">
          <span>{most} items</span>
          <span style={{ top: `${plot - 16}px` }}>0</span>
          {names.map((name, place) => (
            <span key={name} style={{ top: `${plot + place * lane + 4}px` }}>
              {name === 'findings' ? 'doubts' : name}
            </span>
          ))}
        </div>
        <svg
          role="img"
          aria-label={`Progress over the turns. ${summary}`}
          height={height}
          viewBox={`0 0 ${last} ${height}`}
          preserveAspectRatio="none"
          onPointerDown={follow}
          onPointerMove={follow}
        >
          {drawn}
          <line class="needle" x1={turn} x2={turn} y1={0} y2={height} />
        </svg>
      </div>
      <ul class="legend" aria-hidden="true">
        <li class="items">items</li>
        <li class="claimed">claimed as completed</li>
        <li class="supported">supported by the log</li>
        <li class="gap">claimed, not supported</li>
      </ul>
    </>
  )
}

/** How many items each turn's list had, claimed as completed, and had supported, wherever that changed. */
function progressOf(view: SessionView) {
  let before = -1
  return view.replay.turns.flatMap(({ turn, list }) => {
    if (list === before) return []
    before = list
    const { items } = view.listAt(turn)
    const claims = items.filter(({ status }) => status === 'completed')
    const supported = claims.filter((item) => view.claimAt(item, turn)?.verdict === 'supported')
    return [{ turn, items: items.length, claimed: claims.length, supported: supported.length }]
  })
}

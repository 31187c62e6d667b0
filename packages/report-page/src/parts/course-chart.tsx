/** The course of a session: what it claimed against what the log supports, and under it where something happened. */

import type { JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import { laneNames, type SessionView } from 'todo-replay/session-view'
import { useSession, useTurn } from './session-context.js'

/** Heights in CSS pixels; across, a unit is a turn. */
const plot = 140
const lane = 20

/** The chart over one axis of turns. A press or a drag on it goes to the turn. */
export function CourseChart({ onTurn }: { onTurn: (turn: number) => void }): JSX.Element {
  const { view } = useSession()
  const turn = useTurn()
  const last = Math.max(1, view.lastTurn)
  const names = laneNames.filter((name) => name === 'updates' || view.lanes[name].length > 0)
  const height = plot + names.length * lane + 8
  const drawn = useMemo(() => <Drawn view={view} last={last} names={names} />, [view])
  const follow = (event: PointerEvent & { readonly currentTarget: Element }): void => {
    if (event.type === 'pointermove' && event.buttons !== 1) return
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const at = Math.round(((event.clientX - left) / width) * last)
    onTurn(Math.min(view.lastTurn, Math.max(0, at)))
  }
  const end = view.replay.audit.summary.progress.at(-1)
  const summary =
    end === undefined
      ? 'The session has no list.'
      : `At the end ${end.claimed} of ${end.items} items are claimed as completed, ${end.supported} of them supported.`
  return (
    <div class="course">
      <div class="chart">
        <div class="chart-labels" aria-hidden="true">
          <span>{mostItems(view)} items</span>
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
    </div>
  )
}

interface DrawnProps {
  readonly view: SessionView
  readonly last: number
  readonly names: readonly (typeof laneNames)[number][]
}

/** What stands still while one moves through the turns. */
function Drawn({ view, last, names }: DrawnProps): JSX.Element {
  const { progress } = view.replay.audit.summary
  const most = mostItems(view)
  const height = (items: number): number => plot - 4 - (items / most) * (plot - 8)
  const steps = (of: (point: (typeof progress)[number]) => number): string =>
    `${progress.map((point) => `H${point.turn}V${height(of(point))}`).join('')}H${last}`
  const area = (of: (point: (typeof progress)[number]) => number): string =>
    `M0 ${height(0)}${steps(of)}V${height(0)}Z`
  const line = (of: (point: (typeof progress)[number]) => number): string => `M0 ${height(0)}${steps(of)}`
  return (
    <>
      <path class="gap" d={area(({ claimed }) => claimed)} />
      <path class="supported-area" d={area(({ supported }) => supported)} />
      <path class="items" d={line(({ items }) => items)} />
      <path class="claimed" d={line(({ claimed }) => claimed)} />
      <path class="supported" d={line(({ supported }) => supported)} />
      {names.map((name, place) => (
        <path
          key={name}
          class={`mark ${name}`}
          d={view.lanes[name].map((turn) => `M${turn} ${plot + place * lane + 6}v12`).join('')}
        />
      ))}
    </>
  )
}

function mostItems({ replay }: SessionView): number {
  return Math.max(1, ...replay.audit.summary.progress.map(({ items }) => items))
}

/** Moves through the turns: the chart of what was claimed against what the log supports, a slider, buttons to the next thing of a kind. */

import { useContext, useEffect, useMemo, useState } from 'preact/hooks'
import {
  clockText,
  count,
  cut,
  laneNames,
  neighbour,
  type SessionView,
  sentenceOf,
} from 'todo-replay/session-view'
import { jumps } from '../keys.js'
import { turnText } from '../words.js'
import { TurnContext, useSession } from './texts.js'

type OnTurn = { readonly onTurn: (turn: number) => void }

export function Scrubber({ onTurn }: OnTurn) {
  const { view } = useSession()
  const turn = useContext(TurnContext)
  const { lastTurn, lanes, hasTimes, replay } = view
  const at = replay.turns[turn]?.at
  const button = (label: string, mark: string, to: number | undefined) => (
    <button
      type="button"
      class="step"
      aria-label={label}
      title={label}
      aria-disabled={to === undefined}
      onClick={() => to !== undefined && onTurn(to)}
    >
      <span aria-hidden="true">{mark}</span>
    </button>
  )
  const back = turn === 0 ? undefined : turn - 1
  const on = turn === lastTurn ? undefined : turn + 1
  return (
    <div class="scrubber box">
      <CourseChart onTurn={onTurn} />
      <input
        class="slider"
        type="range"
        min={0}
        max={Math.max(1, lastTurn)}
        value={turn}
        aria-label="Turn"
        aria-valuetext={turnText(turn, lastTurn)}
        onInput={(event) => onTurn(Math.min(lastTurn, Number(event.currentTarget.value)))}
      />
      <div class="controls row">
        <span class="jump">
          {button('First turn', '⇤', back && 0)}
          {button('Previous turn', '←', back)}
          <output class="turn-now" aria-live="off">
            {turn === 0 ? 'Before the first turn' : `Turn ${turn} of ${lastTurn}`}
            {hasTimes && at !== undefined && <span class="soft"> · {clockText(at)}</span>}
          </output>
          {button('Next turn', '→', on)}
          {button('Last turn', '⇥', on && lastTurn)}
        </span>
        {jumps
          .filter(({ lane }) => lanes[lane].length > 0)
          .map(({ lane, noun }) => (
            <span key={lane} class="jump soft">
              {button(`Previous ${noun}`, '←', neighbour(lanes[lane], turn, -1))}
              <span>{noun}</span>
              {button(`Next ${noun}`, '→', neighbour(lanes[lane], turn, 1))}
            </span>
          ))}
      </div>
      <Spoken />
    </div>
  )
}

/** As long a turn is shown before it is spoken of, in milliseconds. */
const rest = 700

/** What a screen reader is told: the turn where one comes to rest. */
function Spoken() {
  const { view } = useSession()
  const turn = useContext(TurnContext)
  const [from] = useState(turn)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (turn === from && said === '') return
    const timer = setTimeout(() => setSaid(spokenText(view, turn)), rest)
    return () => clearTimeout(timer)
  }, [turn])
  return (
    <p class="unseen" role="status">
      {said}
    </p>
  )
}

function spokenText(view: SessionView, turn: number): string {
  const [worst, ...others] = view.concernsIn(turn)
  const what = worst === undefined ? view.summaryOf(turn) : sentenceOf(worst)
  const more = others.length === 0 ? '' : ` And ${count(others.length, 'more doubt')}.`
  return `${turnText(turn, view.lastTurn)}: ${cut(what, 300)}${more}`
}

/** Heights in CSS pixels; across, a unit is a turn. */
const plot = 140
const lane = 20

/** The chart over one axis of turns. A press or a drag on it goes to the turn. */
function CourseChart({ onTurn }: OnTurn) {
  const { view } = useSession()
  const turn = useContext(TurnContext)
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
        <path class="area gap" d={`${course('claimed')}V${y(0)}Z`} />
        <path class="area supported" d={`${course('supported')}V${y(0)}Z`} />
        <path class="items" d={course('items')} />
        <path d={course('claimed')} />
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
  const label = (words: string, top: number) => (
    <span key={words} style={{ top: `${top}px` }}>
      {words}
    </span>
  )
  return (
    <>
      <div class="chart">
        <div aria-hidden="true">
          {label(`${most} items`, -2)}
          {label('0', plot - 16)}
          {names.map((name, place) => label(name === 'findings' ? 'doubts' : name, plot + place * lane + 4))}
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
          <line x1={turn} x2={turn} y1={0} y2={height} />
        </svg>
      </div>
      <ul class="legend row soft small" aria-hidden="true">
        <li>┄ items</li>
        <li class="updates">━ claimed as completed</li>
        <li class="supported">╍ supported by the log</li>
        <li>▒ claimed, not supported</li>
      </ul>
    </>
  )
}

/** How many items each turn's list had, claimed as completed, and had supported, wherever that changed. */
function progressOf(view: SessionView) {
  const { turns, lists, listed } = view.replay
  /** An item that is completed anew has another place. */
  const supported = new Map<number, boolean>()
  const isSupported = (place: number, turn: number) => {
    const item = listed[place]
    const is = supported.get(place) ?? (item && view.claimAt(item, turn)?.verdict === 'supported') ?? false
    supported.set(place, is)
    return is
  }
  let before = -1
  return turns.flatMap(({ turn, list }) => {
    if (list === before) return []
    before = list
    const { items = [] } = lists[list] ?? {}
    const claims = items.filter((place) => listed[place]?.status === 'completed')
    const held = claims.filter((place) => isSupported(place, turn))
    return [{ turn, items: items.length, claimed: claims.length, supported: held.length }]
  })
}

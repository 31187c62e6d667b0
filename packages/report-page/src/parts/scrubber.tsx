/** Moves through the turns: the chart, a slider under it, and buttons to the next thing of a kind. */

import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { clockText, count, cut, neighbour, type SessionView, sentenceOf } from 'todo-replay/session-view'
import { jumps } from '../keys.js'
import { turnText } from '../words.js'
import { CourseChart } from './course-chart.js'
import { useSession, useTurn } from './session.js'
import { Foreign, ShortForeign } from './texts.js'

/** The chart, the slider and the buttons. */
export function Scrubber({ onTurn }: { onTurn: (turn: number) => void }): JSX.Element {
  const { view } = useSession()
  const turn = useTurn()
  const { lastTurn, lanes, hasTimes, replay } = view
  const at = replay.turns[turn]?.at
  const button = (label: string, mark: string, to: number | undefined): JSX.Element => (
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
  const isFirst = turn === 0
  const isLast = turn === lastTurn
  return (
    <div class="scrubber">
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
      <div class="controls">
        <span class="jump">
          {button('First turn', '⇤', isFirst ? undefined : 0)}
          {button('Previous turn', '←', isFirst ? undefined : turn - 1)}
          <output class="turn-now" aria-live="off">
            {isFirst ? 'Before the first turn' : `Turn ${turn} of ${lastTurn}`}
            {hasTimes && at !== undefined ? <span class="soft"> · {clockText(at)}</span> : null}
          </output>
          {button('Next turn', '→', isLast ? undefined : turn + 1)}
          {button('Last turn', '⇥', isLast ? undefined : lastTurn)}
        </span>
        {jumps.map(({ lane, noun }) =>
          lanes[lane].length === 0 ? null : (
            <span key={lane} class="jump soft">
              {button(`Previous ${noun}`, '←', neighbour(lanes[lane], turn, -1))}
              <span>{noun}</span>
              {button(`Next ${noun}`, '→', neighbour(lanes[lane], turn, 1))}
            </span>
          ),
        )}
      </div>
      <Caption />
      <Spoken />
    </div>
  )
}

/** As many doubts of a turn are said. */
const saidDoubts = 3

/** What is in doubt in the turn, else what happened. */
function Caption(): JSX.Element {
  const { view } = useSession()
  const turn = useTurn()
  const doubts = view.concernsIn(turn)
  return (
    <div class="caption">
      {doubts.length > 0 ? null : (
        <p class="soft">
          <ShortForeign text={view.summaryOf(turn)} limit={240} />
        </p>
      )}
      {doubts.slice(0, saidDoubts).map((concern, place) => {
        const tone = concern.completion?.verdict ?? concern.findings[0]?.severity ?? 'info'
        return (
          <p key={place} class={`turn-finding ${tone}`}>
            <span class="severity">{tone}</span> <Foreign text={sentenceOf(concern)} limit={300} />
          </p>
        )
      })}
      {doubts.length <= saidDoubts ? null : (
        <p class="soft">and {count(doubts.length - saidDoubts, 'more doubt')} in this turn</p>
      )}
    </div>
  )
}

/** As long a turn is shown before it is spoken of, in milliseconds. */
const rest = 700

/** What a screen reader is told: the turn where one comes to rest. */
function Spoken(): JSX.Element {
  const { view } = useSession()
  const turn = useTurn()
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

/** Moves through the turns: the charts, a slider under them, and buttons to the next thing of a kind. */

import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { clockText, type LaneName, neighbour } from 'todo-replay/session-view'
import { Caption, captionText } from './caption.js'
import { CourseChart } from './course-chart.js'
import { useSession, useTurn } from './session-context.js'

/** What the buttons jump to, with the keys that do the same. */
export const jumps: readonly {
  readonly lane: LaneName
  readonly noun: string
  readonly keys: readonly string[]
}[] = [
  { lane: 'findings', noun: 'doubt', keys: ['n', 'f'] },
  { lane: 'updates', noun: 'update', keys: ['u'] },
  { lane: 'refused', noun: 'refusal', keys: ['r'] },
  { lane: 'reminders', noun: 'reminder', keys: ['m'] },
]

/** What the replay is moved by. */
export interface ScrubberProps {
  /** Goes to a turn. */
  readonly onTurn: (turn: number) => void
}

/** The charts, the slider and the buttons. */
export function Scrubber({ onTurn }: ScrubberProps): JSX.Element {
  const { view } = useSession()
  const turn = useTurn()
  const { lastTurn, lanes, hasTimes, replay } = view
  const at = replay.turns[turn]?.at
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
        <span class="stepper">
          <StepButton label="First turn" mark="⇤" to={turn > 0 ? 0 : undefined} onTurn={onTurn} />
          <StepButton label="Previous turn" mark="←" to={turn > 0 ? turn - 1 : undefined} onTurn={onTurn} />
          <output class="turn-now" aria-live="off">
            {turn === 0 ? (
              'Before the first turn'
            ) : (
              <>
                Turn <b>{turn}</b> of {lastTurn}
              </>
            )}
            {hasTimes && at !== undefined ? <span class="soft"> · {clockText(at)}</span> : null}
          </output>
          <StepButton
            label="Next turn"
            mark="→"
            to={turn < lastTurn ? turn + 1 : undefined}
            onTurn={onTurn}
          />
          <StepButton
            label="Last turn"
            mark="⇥"
            to={turn < lastTurn ? lastTurn : undefined}
            onTurn={onTurn}
          />
        </span>
        <span class="jumps">
          {jumps
            .filter(({ lane }) => lanes[lane].length > 0)
            .map(({ lane, noun }) => (
              <span key={lane} class="jump">
                <StepButton
                  label={`Previous ${noun}`}
                  mark="←"
                  to={neighbour(lanes[lane], turn, -1)}
                  onTurn={onTurn}
                />
                <span>{noun}</span>
                <StepButton
                  label={`Next ${noun}`}
                  mark="→"
                  to={neighbour(lanes[lane], turn, 1)}
                  onTurn={onTurn}
                />
              </span>
            ))}
        </span>
      </div>
      <Caption />
      <Spoken />
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
    const timer = setTimeout(
      () => setSaid(`${turnText(turn, view.lastTurn)}: ${captionText(view, turn)}`),
      rest,
    )
    return () => clearTimeout(timer)
  }, [turn])
  return (
    <p class="unseen" role="status">
      {said}
    </p>
  )
}

/** Whether something of the replay's controls is in sight. */
export function isReplayInSight(): boolean {
  const box = document.querySelector('.scrubber')?.getBoundingClientRect()
  return box !== undefined && box.top < innerHeight - 100 && box.bottom > 100
}

/** A turn in words. */
export function turnText(turn: number, last: number): string {
  return turn === 0 ? 'before the first turn' : `turn ${turn} of ${last}`
}

function StepButton(props: {
  label: string
  mark: string
  to: number | undefined
  onTurn: (turn: number) => void
}): JSX.Element {
  const { label, mark, to, onTurn } = props
  return (
    <button
      type="button"
      class="step"
      aria-label={label}
      title={label}
      aria-disabled={to === undefined}
      onClick={() => {
        if (to !== undefined) onTurn(to)
      }}
    >
      <span aria-hidden="true">{mark}</span>
    </button>
  )
}

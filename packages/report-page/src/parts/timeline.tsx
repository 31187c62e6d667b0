/** All turns, a line for each. Only the lines in sight are in the page, so that five thousand cost no more than fifty. */

import type { JSX } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { clockText, cut, type LaneName, laneNames } from 'todo-replay/session-view'
import { useQuery } from '../theme.js'
import { ShortForeign } from './foreign.js'
import { useSession, useTurn } from './session-context.js'
import { Who } from './who.js'

/** As high is a line, in CSS pixels; the style sheet says the same. */
const lineHeight = 36
/** As many lines are in sight. */
const linesInSight = 14
/** As many lines are drawn beyond those in sight. */
const beyond = 8
/** As many lines are printed: paper has no window. */
const printedLines = 400

/** The timeline. */
export function Timeline({ onTurn }: { onTurn: (turn: number) => void }): JSX.Element {
  const { view } = useSession()
  const turn = useTurn()
  const [onlyMarked, setOnlyMarked] = useState(false)
  const isPaper = useQuery('print')
  const marked = useMemo(() => marksByTurn(view.lanes), [view])
  const turns = useMemo(
    () =>
      view.replay.turns
        .filter((each) => !(onlyMarked || isPaper) || marked.has(each.turn))
        .map((each) => each.turn),
    [view, onlyMarked, isPaper, marked],
  )
  const shown = useWindow(turns.length)
  const current = turns.indexOf(turn)

  useEffect(() => {
    const box = shown.box.current
    if (box === null || current < 0) return
    const top = current * lineHeight
    if (top < box.scrollTop || top + lineHeight > box.scrollTop + box.clientHeight) {
      box.scrollTop = Math.max(0, top - box.clientHeight / 2)
    }
  }, [current, onlyMarked])

  const lines = isPaper ? turns.slice(0, printedLines) : turns.slice(shown.from, shown.to)
  return (
    <section id="timeline" aria-labelledby="timeline-title">
      <div class="section-head">
        <h2 id="timeline-title">Timeline</h2>
        <label class="switch">
          <input
            type="checkbox"
            checked={onlyMarked}
            onChange={(event) => setOnlyMarked(event.currentTarget.checked)}
          />{' '}
          only turns with a mark
        </label>
      </div>
      <div
        class="window"
        ref={shown.box}
        onScroll={shown.scrolled}
        style={
          isPaper ? {} : { height: `${Math.min(turns.length * lineHeight + 2, linesInSight * lineHeight)}px` }
        }
      >
        <ol style={isPaper ? {} : { height: `${turns.length * lineHeight}px` }}>
          {lines.map((each, place) => (
            <li
              key={each}
              aria-setsize={turns.length}
              aria-posinset={shown.from + place + 1}
              style={isPaper ? {} : { transform: `translateY(${(shown.from + place) * lineHeight}px)` }}
            >
              <TurnLine turn={each} isNow={each === turn} marks={marked.get(each) ?? []} onTurn={onTurn} />
            </li>
          ))}
        </ol>
      </div>
      {isPaper && turns.length > printedLines ? (
        <p>… and {turns.length - printedLines} more turns with marks</p>
      ) : null}
    </section>
  )
}

interface TurnLineProps {
  readonly turn: number
  readonly isNow: boolean
  readonly marks: readonly LaneName[]
  readonly onTurn: (turn: number) => void
}

function TurnLine({ turn, isNow, marks, onTurn }: TurnLineProps): JSX.Element | null {
  const { view } = useSession()
  const replay = view.replay.turns[turn]
  if (replay === undefined) return null
  const inputs = replay.events.flatMap(({ kind, text }) => (kind === 'input' ? [cut(text, 160)] : []))
  return (
    <button
      type="button"
      class="turn-line"
      aria-current={isNow ? 'true' : undefined}
      onClick={() => onTurn(turn)}
    >
      <span class="turn-number">{turn}</span>
      {view.hasTimes ? <span class="turn-time">{clockText(replay.at)}</span> : null}
      <Who id={view.whoseTurn(turn)} />
      <span class="turn-summary">
        <ShortForeign
          text={[...inputs, view.summaryOf(turn)].filter((text) => text !== '').join(' · ')}
          limit={300}
        />
      </span>
      <span class="turn-marks">
        {marks.map((name) => (
          <span key={name} class={`mark-tag ${name}`}>
            {markWords[name]}
          </span>
        ))}
      </span>
    </button>
  )
}

const markWords: { readonly [L in LaneName]: string } = {
  findings: 'doubt',
  refused: 'refused',
  reminders: 'reminder',
  compacted: 'compacted',
  updates: 'update',
}

function marksByTurn(
  lanes: { readonly [L in LaneName]: readonly number[] },
): ReadonlyMap<number, readonly LaneName[]> {
  const marks = new Map<number, LaneName[]>()
  for (const name of laneNames) {
    for (const turn of lanes[name]) {
      const others = marks.get(turn)
      if (others === undefined) marks.set(turn, [name])
      else others.push(name)
    }
  }
  return marks
}

/** Which lines of a scrolled box are in sight. */
function useWindow(lines: number): {
  readonly box: { current: HTMLDivElement | null }
  readonly from: number
  readonly to: number
  readonly scrolled: () => void
} {
  const box = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const first = Math.floor(top / lineHeight)
  return {
    box,
    from: Math.max(0, Math.min(first, lines - linesInSight) - beyond),
    to: Math.min(lines, first + linesInSight + beyond),
    scrolled: () => setTop(box.current?.scrollTop ?? 0),
  }
}

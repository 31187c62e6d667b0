/** All turns, a line for each. Only the lines in sight are in the page, so that five thousand cost no more than fifty. */

import { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { clockText, cut, type LaneName, laneNames } from 'todo-replay/session-view'
import { Switch } from './page-frame.js'
import { ShortForeign, TurnContext, useSession, Who } from './texts.js'

/** As high is a line, in CSS pixels; the style sheet says the same. */
const lineHeight = 36
/** As many lines are in sight, and as many are drawn beyond those on each side. */
const linesInSight = 14
const beyond = 8

const markWords: { readonly [L in LaneName]: string } = {
  findings: 'doubt',
  refused: 'refused',
  reminders: 'reminder',
  compacted: 'compacted',
  updates: 'update',
}

/** The timeline. */
export function Timeline({ onTurn }: { onTurn: (turn: number) => void }) {
  const { view } = useSession()
  const turn = useContext(TurnContext)
  const [onlyMarked, setOnlyMarked] = useState(false)
  const [top, setTop] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  const turns = useMemo(() => {
    const marked = new Set(laneNames.flatMap((name) => view.lanes[name]))
    return view.replay.turns.map((each) => each.turn).filter((each) => !onlyMarked || marked.has(each))
  }, [view, onlyMarked])
  const current = turns.indexOf(turn)

  useEffect(() => {
    if (box.current === null || current < 0) return
    const { scrollTop, clientHeight } = box.current
    const at = current * lineHeight
    if (at < scrollTop || at + lineHeight > scrollTop + clientHeight)
      box.current.scrollTop = Math.max(0, at - clientHeight / 2)
  }, [current, onlyMarked])

  const first = Math.floor(top / lineHeight)
  const from = Math.max(0, Math.min(first, turns.length - linesInSight) - beyond)
  return (
    <section id="timeline" aria-labelledby="timeline-title">
      <div class="row apart">
        <h2 id="timeline-title">Timeline</h2>
        <Switch checked={onlyMarked} onChange={setOnlyMarked}>
          only turns with a mark
        </Switch>
      </div>
      <div
        class="window box"
        ref={box}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
        style={{ height: `${Math.min(turns.length * lineHeight + 2, linesInSight * lineHeight)}px` }}
      >
        <ol style={{ height: `${turns.length * lineHeight}px` }}>
          {turns.slice(from, first + linesInSight + beyond).map((each, place) => (
            <li
              key={each}
              aria-setsize={turns.length}
              aria-posinset={from + place + 1}
              style={{ transform: `translateY(${(from + place) * lineHeight}px)` }}
            >
              <TurnLine turn={each} isNow={each === turn} onTurn={onTurn} />
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

interface TurnLineProps {
  readonly turn: number
  readonly isNow: boolean
  readonly onTurn: (turn: number) => void
}

function TurnLine({ turn, isNow, onTurn }: TurnLineProps) {
  const { view } = useSession()
  const replay = view.turn(turn)
  if (replay === undefined) return null
  const inputs = replay.events.flatMap(({ kind, text }) => (kind === 'input' ? [cut(text, 160)] : []))
  return (
    <button
      type="button"
      class="turn-line beside"
      aria-current={isNow ? 'true' : undefined}
      onClick={() => onTurn(turn)}
    >
      <span class="turn-number">{turn}</span>
      {view.hasTimes && <span class="turn-time soft">{clockText(replay.at)}</span>}
      <Who id={view.whoseTurn(turn)} />
      <span class="turn-summary grow">
        <ShortForeign
          text={[...inputs, view.summaryOf(turn)].filter((text) => text !== '').join(' · ')}
          limit={300}
        />
      </span>
      <span class="turn-marks beside">
        {laneNames
          .filter((name) => view.lanes[name].includes(turn))
          .map((name) => (
            <span key={name} class={`tag ${name}`}>
              {markWords[name]}
            </span>
          ))}
      </span>
    </button>
  )
}

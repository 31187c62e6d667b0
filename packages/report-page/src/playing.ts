/** The replay as it runs: which turn comes next, and how long one is shown. */

import { useEffect } from 'preact/hooks'
import { neighbour, type SessionView } from 'todo-replay/session-view'

/** How fast it can run. */
export const speeds = [0.5, 1, 2, 4, 8] as const

/** As many turns at most are shown of a stretch in which nothing is marked. */
const quietTurns = 8

/** What runs. */
export interface Playing {
  /** The session. */
  readonly view: SessionView
  /** The turn that is shown. */
  readonly turn: number
  /** Whether it runs. */
  readonly isPlaying: boolean
  /** How fast. */
  readonly speed: number
  /** Goes on to a turn. */
  readonly onTurn: (turn: number) => void
  /** The last turn was shown. */
  readonly onEnd: () => void
}

/** Goes from turn to turn while the replay runs. */
export function usePlaying({ view, turn, isPlaying, speed, onTurn, onEnd }: Playing): void {
  useEffect(() => {
    if (!isPlaying) return
    const timer = setTimeout(
      () => (turn >= view.lastTurn ? onEnd() : onTurn(nextShown(view, turn))),
      (secondsOf(view, turn) * 1000) / speed,
    )
    return () => clearTimeout(timer)
  }, [view, turn, isPlaying, speed, onTurn, onEnd])
}

/** The turn that is shown behind another: of a long stretch without marks only some are. */
function nextShown(view: SessionView, turn: number): number {
  const marked = Object.values(view.lanes).map((turns) => neighbour(turns, turn, 1) ?? view.lastTurn)
  return turn + Math.max(1, Math.floor((Math.min(...marked) - turn) / quietTurns))
}

/** A doubt is read, an update is looked at, the rest is passed by. */
function secondsOf({ lanes }: SessionView, turn: number): number {
  if (lanes.findings.includes(turn)) return 4
  return Object.values(lanes).some((turns) => turns.includes(turn)) ? 1.2 : 0.4
}

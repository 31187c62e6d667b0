/** What the charts draw: a column for each turn. */

import { type LaneName, laneNames, type SessionView } from 'todo-replay/session-view'

/** The columns of the charts. */
export interface Course {
  /** The number of the last turn, at least 1. */
  readonly last: number
  /** The most items that there were. */
  readonly most: number
  /** Turns, items, claimed, supported. */
  readonly progress: readonly [number[], number[], number[], number[]]
  /** The lanes that have marks, the topmost first. */
  readonly laneNames: readonly LaneName[]
  /** Turns, and for each lane its height where the turn has a mark, else null. */
  readonly lanes: readonly [number[], ...(number | null)[][]]
}

/** The columns of a session. */
export function courseOf({ replay, lastTurn, lanes }: SessionView): Course {
  const turns = Array.from({ length: lastTurn + 1 }, (_, turn) => turn)
  const { progress } = replay.audit.summary
  const items: number[] = []
  const claimed: number[] = []
  const supported: number[] = []
  let next = 0
  for (const turn of turns) {
    while (next < progress.length && (progress[next]?.turn ?? 0) <= turn) next += 1
    const point = progress[next - 1]
    items.push(point?.items ?? 0)
    claimed.push(point?.claimed ?? 0)
    supported.push(point?.supported ?? 0)
  }
  const present = laneNames.filter((name) => name === 'updates' || lanes[name].length > 0)
  const marks = present.map((name, place) => {
    const having = new Set(lanes[name])
    return turns.map((turn) => (having.has(turn) ? present.length - place : null))
  })
  return {
    last: Math.max(1, lastTurn),
    most: Math.max(1, ...progress.map((point) => point.items)),
    progress: [turns, items, claimed, supported],
    laneNames: present,
    lanes: [turns, ...marks],
  }
}

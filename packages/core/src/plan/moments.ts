/** A session after each of its closings: what was known then, and what came of it. */

import { PaceKeeper, type Throughput } from './pace.js'
import type { SessionWork, WorkTime } from './work-log.js'

/** A time that passed. */
export type Elapsed = Omit<Throughput, 'closed'>

/** A moment at which items are open, and what became of them. */
export interface PastMoment {
  /** How many items were open. */
  readonly open: number
  /** The session's throughput up to then. */
  readonly throughput: readonly Throughput[]
  /** How much longer it took until they were closed or gone; null where some were still open when the session ended. */
  readonly outcome: Elapsed | null
  /** How much longer the session went on. */
  readonly rest: Elapsed
}

/** Of a session with more moments so many are taken, evenly. */
const mostMoments = 20

/**
 * The moments right after each closing that leaves items open. Where all that was open then left the list, and nothing of
 * it was closed, there is no outcome to compare with, so that moment is left out.
 */
export function momentsOf({ steps, now }: Pick<SessionWork, 'steps' | 'now'>): readonly PastMoment[] {
  const keeper = new PaceKeeper()
  const closings = steps.filter(({ closed }) => closed.length > 0).length
  const every = Math.max(1, closings / mostMoments)
  const found: {
    readonly at: number
    readonly keys: ReadonlySet<string>
    readonly throughput: readonly Throughput[]
  }[] = []
  let seen = 0
  for (const [at, step] of steps.entries()) {
    keeper.take(step)
    if (step.closed.length === 0) continue
    seen += 1
    const isTaken = Math.floor(seen / every) > Math.floor((seen - 1) / every)
    if (!isTaken) continue
    const { open, throughput } = keeper.at(step)
    if (open.size > 0) found.push({ at, keys: new Set(open), throughput })
  }
  return found.flatMap(({ at, keys, throughput }): readonly PastMoment[] => {
    const then = steps[at]
    if (then === undefined) return []
    const known = { open: keys.size, throughput, rest: elapsed(then, now) }
    const left = new Set(keys)
    let isWorkedOff = false
    for (const step of steps.slice(at + 1)) {
      for (const key of step.closed) isWorkedOff = left.delete(key) || isWorkedOff
      for (const key of step.left) left.delete(key)
      if (left.size === 0) return isWorkedOff ? [{ ...known, outcome: elapsed(then, step) }] : []
    }
    return [{ ...known, outcome: null }]
  })
}

function elapsed(from: WorkTime, to: WorkTime): Elapsed {
  const seconds = from.seconds === null || to.seconds === null ? null : to.seconds - from.seconds
  return { turns: to.turn - from.turn, seconds }
}

/** Processes that record the same session at the same moment: the session's log decides who was first. */

import { ConcurrencyError, HostError, IdConflictError } from '@todo-ledger/core'
import type { TimeLimit } from './time-limit.js'

/** How often something is tried again that another process can only seldom have caused. */
const mostOddRaces = 5

/**
 * Does something to a session again and again while other processes are faster. What is done must be safe to repeat:
 * calls have ids, and the rest asks the state first.
 * @throws TimeIsUp, and what else goes wrong
 */
export async function untilFirst<T>(limit: TimeLimit, work: () => Promise<T>): Promise<T> {
  for (let odd = 0; ; ) {
    limit.check()
    try {
      return await work()
    } catch (error) {
      if (isOddRace(error) && odd < mostOddRaces) odd += 1
      else if (!(error instanceof ConcurrencyError)) throw error
      await new Promise((resolve) => setTimeout(resolve, 1 + Math.random() * 20))
    }
  }
}

/** Another process ended the turn or began a run in between, or stored the same call at the same moment. */
function isOddRace(error: unknown): boolean {
  if (error instanceof IdConflictError) return true
  return error instanceof HostError && ['turn-open', 'turn-over', 'no-run'].includes(error.code)
}

/**
 * Hooks and the transcript may tell one call in other words: what was told first stays.
 * @param otherwise what is done where it was told
 */
export async function unlessTold(
  telling: Promise<void>,
  otherwise: () => Promise<void> = async () => undefined,
): Promise<void> {
  try {
    await telling
  } catch (error) {
    if (!(error instanceof IdConflictError)) throw error
    await otherwise()
  }
}

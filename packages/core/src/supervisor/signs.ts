/** Signs that a todo list does not help: those that Loki's page tells people to look for. Pure functions of state. */

import { isOpen } from '../items.js'
import type { SessionState } from '../state.js'
import { isAnswerOfBefore } from './continuation.js'

/** A sign of trouble, with what to do about it. Source: docs/sources/loki.md#troubleshooting. */
export interface TroubleSign {
  /** Which one: the tools are never used or no longer, the list only grows, the model is stuck or a check of it is. */
  readonly kind: 'tools-unused' | 'list-not-updated' | 'list-only-grows' | 'stuck-loop' | 'check-fails'
  /** What is seen, in a sentence. */
  readonly message: string
  /** What to try, in a sentence. */
  readonly advice: string
}

/** Turns of work without any update from which on the tools count as unused. */
const unusedTurns = 10
/** Turns of work without a call of the todo tools, while items are open, from which on the list is forgotten. */
const forgottenTurns = 10
/** Turns in which the same check failed from which on the model is stuck with it. */
const failingTurns = 3
/** Times that items came, turns apart and without any being closed, from which on the list only grows. */
const growingTimes = 3
/** Continuations since the last fresh input, without any item being closed, from which on the model is stuck. */
const stuckContinuations = 3

/** The signs that a session shows at this moment; none where all is well. */
export function troubleSigns(state: SessionState): readonly TroubleSign[] {
  const signs = [unusedTools, forgottenList, growingList, stuckLoop, failingCheck].map((sign) => sign(state))
  return signs.filter((sign) => sign !== null)
}

function forgottenList({ updates, items, turnsSinceCall }: SessionState): TroubleSign | null {
  if (updates === 0 || turnsSinceCall < forgottenTurns || !items.some(isOpen)) return null
  return {
    kind: 'list-not-updated',
    message: `The todo list was not touched in ${turnsSinceCall} turns of work, and items are open.`,
    advice: 'Check whether the work is still that of the list, and whether reminders reach the model.',
  }
}

function failingCheck({ failing }: SessionState): TroubleSign | null {
  if (failing === null || failing.turns < failingTurns) return null
  return {
    kind: 'check-fails',
    message: `The same check failed in ${failing.turns} turns and did not pass since: ${failing.check}`,
    advice: 'Look at what it says: the item may be impossible as it stands, or what fails may lie elsewhere.',
  }
}

function unusedTools({ updates, rejections, turnsSinceCall }: SessionState): TroubleSign | null {
  if (updates + rejections > 0 || turnsSinceCall < unusedTurns) return null
  return {
    kind: 'tools-unused',
    message: `No todo list was written in ${turnsSinceCall} turns of work.`,
    advice:
      'Check that the tools and their instructions reach the model; some models must be asked to use them.',
  }
}

function growingList({ items, closings }: SessionState): TroubleSign | null {
  const closed = items.flatMap((item) => (item.closed === null ? [] : [item.closed.turn]))
  // What was closed and then left the list is not known any more.
  if (closings > 0 && closed.length === 0) return null
  const since = Math.max(-1, ...closed)
  const added = items.filter((item) => isOpen(item) && item.added.turn > since)
  const turns = [...new Set(added.map((item) => item.added.turn))].sort((one, other) => one - other)
  // A plan that is written turn by turn comes once.
  const times = turns.filter((turn, index) => turn - (turns[index - 1] ?? -2) > 1).length
  if (times < growingTimes) return null
  return {
    kind: 'list-only-grows',
    message: `Items were added ${times} times, ${added.length} in all, and none was closed in between.`,
    advice: 'Check whether new items are made in place of closing old ones, and whether they are too small.',
  }
}

function stuckLoop(state: SessionState): TroubleSign | null {
  const { used, lastCause, closedBefore } = state.continuations
  if (lastCause === null) return null
  const isRepeated = isAnswerOfBefore(state)
  const isIdle = used >= stuckContinuations && state.closings === closedBefore && state.items.some(isOpen)
  if (!isRepeated && !isIdle) return null
  return {
    kind: 'stuck-loop',
    message: isRepeated
      ? 'The answer is the one before the last continuation, word for word.'
      : `${used} continuations since the last input closed no item.`,
    advice:
      'Check whether an item cannot be completed, and make the continuation say more plainly what to do.',
  }
}

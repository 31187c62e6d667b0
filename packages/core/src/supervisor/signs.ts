/** Signs that a todo list does not help: those that Loki's page tells people to look for. Pure functions of state. */

import { isOpen } from '../items.js'
import type { SessionState } from '../state.js'
import { isAnswerOfBefore } from './continuation.js'

/** A sign of trouble, with what to do about it. Source: docs/sources/loki.md#troubleshooting. */
export interface TroubleSign {
  readonly kind: 'tools-unused' | 'list-not-updated' | 'list-only-grows' | 'stuck-loop' | 'check-fails'
  readonly message: string
  readonly advice: string
}

/** Turns of work without any update, or with open items and no call of the todo tools, from which on there is something wrong. */
const idleTurns = 10
/** Turns in which the same check failed, times that items came and none was closed, continuations that closed none: so many are too many. */
const tooMany = 3

/** The signs that a session shows at this moment; none where all is well. */
export function troubleSigns(state: SessionState): readonly TroubleSign[] {
  const { updates, rejections, items, turnsSinceCall, failing, continuations, closings } = state
  const signs: TroubleSign[] = []
  const hasOpen = items.some(isOpen)
  if (updates + rejections === 0 && turnsSinceCall >= idleTurns)
    signs.push({
      kind: 'tools-unused',
      message: `No todo list was written in ${turnsSinceCall} turns of work.`,
      advice:
        'Check that the tools and their instructions reach the model; some models must be asked to use them.',
    })
  if (updates > 0 && turnsSinceCall >= idleTurns && hasOpen)
    signs.push({
      kind: 'list-not-updated',
      message: `The todo list was not touched in ${turnsSinceCall} turns of work, and items are open.`,
      advice: 'Check whether the work is still that of the list, and whether reminders reach the model.',
    })
  const { times, added } = growthOf(state)
  if (times >= tooMany)
    signs.push({
      kind: 'list-only-grows',
      message: `Items were added ${times} times, ${added} in all, and none was closed in between.`,
      advice:
        'Check whether new items are made in place of closing old ones, and whether they are too small.',
    })
  const { lastCause, used, closedBefore } = continuations
  const isRepeated = isAnswerOfBefore(state)
  if (lastCause !== null && (isRepeated || (used >= tooMany && closings === closedBefore && hasOpen)))
    signs.push({
      kind: 'stuck-loop',
      message: isRepeated
        ? 'The answer is the one before the last continuation, word for word.'
        : `${used} continuations since the last input closed no item.`,
      advice:
        'Check whether an item cannot be completed, and make the continuation say more plainly what to do.',
    })
  if (failing !== null && failing.turns >= tooMany)
    signs.push({
      kind: 'check-fails',
      message: `The same check failed in ${failing.turns} turns and did not pass since: ${failing.check}`,
      advice:
        'Look at what it says: the item may be impossible as it stands, or what fails may lie elsewhere.',
    })
  return signs
}

/** How often items came, turns apart, since any was closed, and how many. A plan that is written turn by turn comes once. */
function growthOf({ items, closings }: SessionState) {
  const closed = items.flatMap((item) => (item.closed === null ? [] : [item.closed.turn]))
  // What was closed and then left the list is not known any more.
  if (closings > 0 && closed.length === 0) return { times: 0, added: 0 }
  const since = Math.max(-1, ...closed)
  const added = items.filter((item) => isOpen(item) && item.added.turn > since)
  const turns = [...new Set(added.map((item) => item.added.turn))].sort((one, other) => one - other)
  const times = turns.filter((turn, index) => turn - (turns[index - 1] ?? -2) > 1).length
  return { times, added: added.length }
}

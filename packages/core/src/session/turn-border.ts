/** What stands in the log where a model's response begins and ends. */

import type { Occurrence, TurnEnding, TurnOutcome } from '../host-input.js'
import type { Profile } from '../profiles/profile.js'
import { turnOutcomeOf } from './stored-call.js'
import type { Transaction } from './transaction.js'
import type { TurnOwners } from './turn-owners.js'

/** Adds the start of a turn, which delivers the nags that wait. */
export function beginTurn(transaction: Transaction, owners: TurnOwners, occurrence: Occurrence): number {
  const waiting = transaction.state.undelivered.filter((entry) => entry.kind === 'nag')
  const delivers = waiting.map((entry) => entry.id)
  // A recording is no work that is under way.
  const owner = transaction.state.recorded ? null : owners.self
  const data = owner === null ? { delivers } : { delivers, owner }
  return transaction.add({ type: 'turn.started', data }, occurrence).turn
}

/** Adds the end of a turn. A reminder is issued in the same append: a crash between them can't be. */
export function endTurn(transaction: Transaction, profile: Profile, ending: TurnEnding): TurnOutcome {
  transaction.add({ type: 'turn.ended', data: { interrupted: ending.interrupted === true } }, ending)
  const { state } = transaction
  const nag = state.recorded ? null : (profile.nag?.(state) ?? null)
  if (nag !== null) transaction.add({ type: 'nag.issued', data: nag }, ending)
  return turnOutcomeOf(transaction.events)
}

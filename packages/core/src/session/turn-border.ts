/** What stands in the log where a model's response begins and ends. */

import type { Occurrence, TurnEnding, TurnOutcome } from '../host-input.js'
import type { Profile } from '../profiles/profile.js'
import type { Undelivered } from '../state.js'
import { toldTogether } from './list-edit.js'
import type { SessionLog } from './session-log.js'
import { turnOutcomeOf } from './stored-call.js'
import type { Transaction } from './transaction.js'
import type { TurnLease } from './turn-lease.js'

/** A turn that began. */
export interface StartedTurn {
  /** Its number. */
  readonly number: number
  /** What the model is to read with its request. */
  readonly reminders: readonly string[]
}

/** What a turn delivers, as it stands in the events. */
export async function deliveredBy(
  log: SessionLog,
  ids: readonly string[],
): Promise<readonly Pick<Undelivered, 'kind' | 'text'>[]> {
  const events = await Promise.all(ids.map((id) => log.find(id)))
  return events.flatMap((event): readonly Pick<Undelivered, 'kind' | 'text'>[] => {
    if (event?.type === 'nag.issued') return [{ kind: 'nag', text: event.data.text }]
    return event?.type === 'todos.updated' ? [{ kind: 'edit', text: event.data.reply }] : []
  })
}

/** Adds the start of a turn, which delivers the nags and edits that wait. */
export function beginTurn(
  transaction: Transaction,
  lease: TurnLease | null,
  occurrence: Occurrence,
): StartedTurn {
  const waiting = transaction
    .stateFor(occurrence)
    .undelivered.filter((entry) => entry.kind !== 'continuation')
  const delivers = waiting.map((entry) => entry.id)
  // A recording is no work that is under way.
  const isHeld = lease !== null && !transaction.state.recorded
  const data = isHeld ? { delivers, holder: lease.holder } : { delivers }
  const { turn: number } = transaction.add({ type: 'turn.started', data }, occurrence)
  return { number, reminders: toldTogether(waiting) }
}

/** Adds the end of a turn. A reminder is issued in the same append: a crash between them can't be. */
export function endTurn(transaction: Transaction, profile: Profile, ending: TurnEnding): TurnOutcome {
  transaction.add({ type: 'turn.ended', data: { interrupted: ending.interrupted === true } }, ending)
  const { state } = transaction
  const nag = state.recorded ? null : (profile.nag?.(state) ?? null)
  if (nag !== null) transaction.add({ type: 'nag.issued', data: nag }, ending)
  return turnOutcomeOf(transaction.events)
}

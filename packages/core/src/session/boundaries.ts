/** What stands in the log where runs and turns begin and end. */

import { stateOf } from '../actor-state.js'
import type {
  Occurrence,
  RunEnding,
  RunInput,
  RunOutcome,
  RunStart,
  TurnEnding,
  TurnOutcome,
} from '../host-input.js'
import type { Profile } from '../profiles/profile.js'
import type { SessionState, Undelivered } from '../state.js'
import { neverContinue } from '../supervisor/continuation.js'
import { runOutcomeOf, turnOutcomeOf } from './recall.js'
import { toldTogether } from './told-edits.js'
import type { Transaction } from './transaction.js'
import type { TurnLease } from './turn-lease.js'

/** Adds what an input comes to: a run, or none if the wake budget is spent. */
export function beginRun(transaction: Transaction, profile: Profile, input: RunInput): RunStart {
  const { trigger, text, agent } = input
  const whose = transaction.actorOf(agent === undefined ? {} : { actor: agent })
  const state = stateOf(transaction.state, whose)
  const { actor: _said, ...when } = input
  const own = whose === null ? when : { ...when, actor: whose }
  if (isSpent(profile, state, trigger)) {
    transaction.add({ type: 'continuation.stopped', data: { reason: 'budget' } }, own)
    return { started: false, reason: 'budget' }
  }
  const continues = trigger === 'continuation' || trigger === 'wake'
  if (continues && state.recorded) {
    // A continuation that a recording shows as an input was issued there: a fact.
    const used = state.continuations.used + 1
    const data = { cause: 'recorded', used, budget: null, prompt: text, watcher: null }
    transaction.add({ type: 'continuation.issued', data }, own)
  }
  const { undelivered } = stateOf(transaction.state, whose)
  const waiting = continues ? undelivered.filter((entry) => entry.kind === 'continuation') : []
  const data = {
    trigger,
    text,
    delivers: waiting.map(({ id }) => id),
    ...(trigger === 'reply' && isAsleep(profile, state) ? { woke: true } : {}),
    ...(whose === null ? {} : { agent: whose }),
  }
  transaction.add({ type: 'run.started', data }, input)
  return { started: true }
}

/** Adds what the end of a run comes to, and gives what the host is to do. */
export function finishRun(transaction: Transaction, profile: Profile, ending: RunEnding): RunOutcome {
  const { complete = true } = ending
  // Without secrets: it is held against the answer that is stored.
  const text = transaction.redactor.value(ending.text ?? null)
  const waitingFor = transaction.redactor.value(ending.waitingFor ?? null)
  if (text !== null) transaction.add({ type: 'message.recorded', data: { role: 'assistant', text } }, ending)
  const state = transaction.stateFor(ending)
  // In a recording the continuations that came are facts, and none comes anew.
  const policy = state.recorded ? neverContinue : profile.continuation
  const decision = policy(state, { text, complete, waitingFor })
  if (decision.action === 'continue') {
    const { cause, used, budget, prompt, watcher } = decision
    transaction.add({ type: 'continuation.issued', data: { cause, used, budget, prompt, watcher } }, ending)
  } else {
    const { yieldTo: to, reason, stopped, blocked } = decision
    if (stopped !== null) {
      const data = { reason: stopped, ...(blocked === undefined ? {} : { blocked }) }
      transaction.add({ type: 'continuation.stopped', data }, ending)
    }
    transaction.add({ type: 'session.yielded', data: { to, waitingFor, reason } }, ending)
  }
  return runOutcomeOf(transaction.events)
}

/** A turn that began, and what the model is to read with its request. */
export interface StartedTurn {
  readonly number: number
  readonly reminders: readonly string[]
}

/** Adds the start of a turn, which delivers the nags and edits that wait. */
export function beginTurn(
  transaction: Transaction,
  lease: TurnLease | null,
  occurrence: Occurrence,
): StartedTurn {
  const waiting: readonly Undelivered[] = transaction
    .stateFor(occurrence)
    .undelivered.filter(({ kind }) => kind !== 'continuation')
  const delivers = waiting.map(({ id }) => id)
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

function isSpent(profile: Profile, state: SessionState, trigger: RunInput['trigger']): boolean {
  const spends = trigger === 'subagent' || (trigger === 'reply' && !isAsleep(profile, state))
  const { wakeBudget } = profile
  return spends && !state.recorded && wakeBudget !== null && state.continuations.used >= wakeBudget
}

/** A dormant session is woken by a reply: a new activation begins. Source: docs/sources/wake-loop.md#yielding. */
function isAsleep({ wakeBudget }: Profile, { recorded, yielded }: SessionState): boolean {
  return wakeBudget !== null && !recorded && yielded?.to === 'dormant'
}

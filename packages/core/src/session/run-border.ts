/** What stands in the log where one run ends and another may begin. */

import { stateOf } from '../actor-state.js'
import type { Occurrence, RunEnding, RunInput, RunOutcome, RunStart } from '../host-input.js'
import type { Profile } from '../profiles/profile.js'
import type { Redactor } from '../redaction/redactor.js'
import type { SessionState } from '../state.js'
import { neverContinue } from '../supervisor/continuation.js'
import { runOutcomeOf } from './stored-call.js'
import type { Transaction } from './transaction.js'

/** Adds what an input comes to: a run, or none where the wake budget is spent. */
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
  if (continues && state.recorded) recordContinuation(transaction, { ...own, text })
  const { undelivered } = stateOf(transaction.state, whose)
  const waiting = continues ? undelivered.filter((entry) => entry.kind === 'continuation') : []
  const delivers = waiting.map((entry) => entry.id)
  const woke = trigger === 'reply' && isAsleep(profile, state) ? { woke: true } : {}
  transaction.add(
    {
      type: 'run.started',
      data: { trigger, text, delivers, ...woke, ...(whose === null ? {} : { agent: whose }) },
    },
    input,
  )
  return { started: true }
}

/** Adds what the end of a run comes to, and gives what the host is to do. */
export function finishRun(
  transaction: Transaction,
  profile: Profile,
  redactor: Redactor,
  ending: RunEnding,
): RunOutcome {
  const { complete = true } = ending
  // Without secrets: it is held against the answer that is stored.
  const text = redactor.value(ending.text ?? null)
  const waitingFor = redactor.value(ending.waitingFor ?? null)
  if (text !== null) {
    transaction.add({ type: 'message.recorded', data: { role: 'assistant', text } }, ending)
  }
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
      const held = blocked === undefined ? {} : { blocked }
      transaction.add({ type: 'continuation.stopped', data: { reason: stopped, ...held } }, ending)
    }
    transaction.add({ type: 'session.yielded', data: { to, waitingFor, reason } }, ending)
  }
  return runOutcomeOf(transaction.events)
}

/** A continuation that a recording shows as an input was issued there: a fact. */
function recordContinuation(transaction: Transaction, input: Occurrence & Pick<RunInput, 'text'>): void {
  const used = transaction.stateFor(input).continuations.used + 1
  const data = { cause: 'recorded', used, budget: null, prompt: input.text, watcher: null }
  transaction.add({ type: 'continuation.issued', data }, input)
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

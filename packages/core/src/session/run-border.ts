/** What stands in the log where one run ends and another may begin. */

import type { Occurrence, RunInput, RunOutcome } from '../host-input.js'
import type { RunDecision } from '../supervisor/continuation.js'
import type { Transaction } from './session-log.js'

/** A continuation that a recording shows as an input was issued there: a fact. */
export function recordContinuation(transaction: Transaction, input: RunInput): void {
  const used = transaction.state.continuations.used + 1
  const data = { cause: 'recorded', used, budget: null, prompt: input.text, watcher: null }
  transaction.add({ type: 'continuation.issued', data }, input)
}

/** Adds what a decision at a run's end comes to, and tells the host what to do. */
export function settleRun(
  transaction: Transaction,
  decision: RunDecision,
  waitingFor: string | null,
  occurrence: Occurrence,
): RunOutcome {
  if (decision.action === 'continue') {
    const { cause, used, budget, prompt, watcher } = decision
    transaction.add(
      { type: 'continuation.issued', data: { cause, used, budget, prompt, watcher } },
      occurrence,
    )
    return { action: 'continue', prompt, watcher }
  }
  const { yieldTo, reason, stopped } = decision
  if (stopped !== null)
    transaction.add({ type: 'continuation.stopped', data: { reason: stopped } }, occurrence)
  transaction.add({ type: 'session.yielded', data: { to: yieldTo, waitingFor, reason } }, occurrence)
  return { action: 'stop', yieldTo, reason }
}

/** An update that breaks no other rule comes to the gate: is what it completes supported? */

import type { TodoEvent, TodosRejectedData, TodosUpdatedData, Violation } from '../events.js'
import type { Attempt } from '../reducer.js'
import type { EvidenceGate } from './evidence-gate.js'
import { claimOf, flagOf, nothingToJudgeBy, refusalsOf, unsupportedOf } from './gate-words.js'
import type { Transaction } from './transaction.js'

/** What an update would lead to, and the event that it would be. */
export interface Judgement extends Attempt {
  /** The event. */
  readonly event: TodoEvent
}

/** An update that no other rule refuses. */
export interface PassingUpdate {
  /** The update. */
  readonly candidate: TodosUpdatedData
  /** What it would lead to, and what is wrong with it. */
  readonly attempt: Judgement
  /** What is wrong with it once it carries the support of its completions. */
  readonly judge: (supported: TodosUpdatedData) => readonly Violation[]
  /** True for a rule that refuses it. */
  readonly refuses: (rule: string) => boolean
}

/** What the gate made of an update. */
export interface GatedUpdate {
  /** Why it is refused, or null. */
  readonly refusal: Pick<TodosRejectedData, 'violations' | 'unsupported'> | null
  /** The update with the support of its completions. */
  readonly candidate: TodosUpdatedData
  /** What is wrong with it and stops nothing. */
  readonly violations: readonly Violation[]
  /** What is to be told beside that. */
  readonly notes: readonly Violation[]
}

/**
 * Asks the gate how well the update's completions are supported, and the rule whether that is enough.
 * @param gate the session's; null where the update is not to be judged
 */
export function throughGate(
  gate: EvidenceGate | null,
  transaction: Transaction,
  { candidate, attempt, judge, refuses }: PassingUpdate,
): GatedUpdate {
  const answer = gate?.ask(transaction, attempt.event, attempt.next) ?? null
  const notes = answer?.hasNothing === true ? [nothingToJudgeBy] : []
  if (answer === null || answer.claims.length === 0)
    return { refusal: null, candidate, violations: attempt.violations, notes }
  const { claims } = answer
  const support = Object.fromEntries(claims.map((claim) => [claim.key, claim.support]))
  const supported = { ...candidate, support }
  const judged = judge(supported).map((violation) => ({ violation, claim: claimOf(violation, claims) }))
  const refused = judged.filter(({ violation, claim }) => claim?.released !== true && refuses(violation.rule))
  if (refused.length > 0) {
    const unsupported = refused.flatMap(({ claim }) => (claim === undefined ? [] : [unsupportedOf(claim)]))
    return {
      refusal: { violations: refusalsOf(refused), unsupported },
      candidate: supported,
      violations: [],
      notes,
    }
  }
  const violations = judged.map(({ violation, claim }) =>
    claim === undefined ? violation : flagOf(violation, claim),
  )
  return { refusal: null, candidate: supported, violations, notes }
}

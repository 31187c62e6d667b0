/** What the model is told of a completion without enough support. */

import type { UnsupportedItem, Violation } from '../events.js'
import { evidenceRequired } from '../rules/evidence-required.js'
import { violationOf } from '../rules/rule.js'
import type { JudgedClaim } from './evidence-gate.js'

/** So much of what is missing is told: a reply is no report. */
const longestList = 300

/**
 * The claim that a violation of the gate's rule is about, or undefined for any other violation.
 * @param claims the claims that the rule compared
 */
export function claimOf(violation: Violation, claims: readonly JudgedClaim[]): JudgedClaim | undefined {
  if (violation.rule !== evidenceRequired.id) return undefined
  return claims.find(({ item, support }) => item === violation.item && support === violation.received)
}

/** A violation with the claim that it is about; undefined where it is about none. */
export interface ClaimViolation {
  /** The violation. */
  readonly violation: Violation
  /** The claim. */
  readonly claim: JudgedClaim | undefined
}

/** Why completions are refused, and what to do. The first tells of the others too: most replies tell only the first. */
export function refusalsOf(refused: readonly ClaimViolation[]): readonly Violation[] {
  return refused.map(({ violation, claim }, index) => {
    if (claim === undefined) return violation
    const others = refused
      .slice(1)
      .flatMap((other) => (other.claim === undefined ? [] : [shortOf(other.claim)]))
    const also = index > 0 || others.length === 0 ? [] : [`The same holds for ${listed(others)}.`]
    return {
      ...violation,
      message: `${nameOf(claim)} can't be completed yet: the recorded work does not show it (support ${numbersOf(violation)}). Missing: ${listed(claim.missing)}`,
      fix: [
        `Needed: ${listed(claim.needed)}. Do that, then complete the item again; leave it open until then.`,
        ...also,
      ].join(' '),
    }
  })
}

/** What stands in the log where a completion went through in spite of the rule. */
export function flagOf(violation: Violation, claim: JudgedClaim): Violation {
  const after = claim.released && claim.refusals > 0 ? ` after ${timesOf(claim.refusals)}` : ''
  return {
    ...violation,
    message: `${nameOf(claim)} was completed${after} without the recorded work showing it (support ${numbersOf(violation)}). Missing: ${listed(claim.missing)}`,
    fix: `Needed: ${listed(claim.needed)}.`,
  }
}

/** The flag of a session in which nothing can be judged. */
export const nothingToJudgeBy: Violation = violationOf(evidenceRequired.id, {
  message: 'No call of another tool is recorded in this session, so completions are not checked',
  expected: 'recorded calls',
  received: null,
  fix: 'Record what other tools do, with turn.recordTool, for completions to be checked.',
})

/** What the log keeps of an item whose completion was refused. */
export function unsupportedOf({ isNew, key, text, support }: JudgedClaim): UnsupportedItem {
  return { key: isNew ? null : key, text, support }
}

function nameOf({ item, title }: JudgedClaim): string {
  return `Item ${item} (${title})`
}

function shortOf({ item, title, missing }: JudgedClaim): string {
  return `item ${item} (${title}: ${listed(missing)})`
}

function numbersOf({ received, expected }: Violation): string {
  const support = typeof received === 'number' ? received.toFixed(2) : String(received)
  return `${support}, it takes ${typeof expected === 'number' ? expected.toFixed(2) : String(expected)}`
}

function timesOf(refusals: number): string {
  return refusals === 1 ? 'one refusal' : `${refusals} refusals`
}

/** Entries in a row, cut. */
function listed(entries: readonly string[]): string {
  const text = entries.length === 0 ? 'work that belongs to the item' : entries.join('; ')
  return text.length > longestList ? `${text.slice(0, longestList - 1)}…` : text
}

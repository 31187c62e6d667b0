/** Whether what a store now holds is what its hosts asked for and were told. */

import { ConcurrencyError, HostError, IdConflictError } from '@todo-ledger/core'
import type { AppendResult, LedgerEntry } from '@todo-ledger/core/store'
import type { Attempt } from './faults.js'
import { type AskedRedaction, codeOf, type Model, must, sameEvent, shown, type Verdict } from './model.js'

/**
 * Takes what the store got since the last look, in its order, and brings the model there: every new event belongs to an
 * append that the model would accept at that place, whole; what was acknowledged is there; what was refused is not; of
 * what failed otherwise either may be.
 * @param redaction what a host asked to be taken out meanwhile
 * @param alone true where nobody else can have come between: then the verdict has to be the model's to the letter
 */
export function explain(
  model: Model,
  attempts: readonly Attempt[],
  tail: readonly LedgerEntry[],
  alone: boolean,
  redaction: AskedRedaction | null = null,
): void {
  const open = new Set(attempts)
  const before = new Map(attempts.map(({ session }) => [session, model.lastSeq(session)]))
  /** What the model said of a refused append when it was refused: what was tried again under its ids came later. */
  const refused = new Map<Attempt, Verdict>()
  for (let at = 0; at < tail.length; ) {
    const event = tail[at]?.event
    must(event !== undefined, 'the tail has a hole')
    if (event.type === 'session.redacted' && event.session === redaction?.session) {
      model.redact(redaction, event)
      at += 1
      continue
    }
    const match = [...open].find((attempt) => matches(model, attempt, tail.slice(at)))
    must(
      match !== undefined,
      () =>
        `the store holds an event that nobody appended so: seq ${event.seq} of ${shown(event.session)}, ${shown(event, 400)}`,
    )
    must(!isRefusal(match), () => `an append was refused and stored all the same: ${shown(match.outcome)}`)
    for (const earlier of open) {
      if (earlier === match) break
      if (isRefusal(earlier) && !refused.has(earlier)) refused.set(earlier, model.judge(earlier))
    }
    const verdict = model.judge(match)
    must(verdict.kind === 'stored', 'a verdict changed')
    model.store(verdict.fresh)
    at += verdict.fresh.length
    open.delete(match)
    if (match.outcome.kind === 'acknowledged') checkAnswer(model, match, match.outcome.result, true)
  }
  for (const attempt of open) {
    const verdict = refused.get(attempt) ?? model.judge(attempt)
    checkLeftOver(model, attempt, verdict, before.get(attempt.session) ?? 0, alone)
  }
}

/** True where the store's next events are the fresh ones of this append, and the model would accept it now. */
function matches(model: Model, attempt: Attempt, tail: readonly LedgerEntry[]): boolean {
  if (attempt.events[attempt.events.length - 1]?.session !== tail[0]?.event.session) return false
  const verdict = model.judge(attempt)
  if (verdict.kind !== 'stored' || verdict.fresh.length === 0) return false
  return verdict.fresh.every((event, index) => sameEvent(tail[index]?.event, event))
}

function checkLeftOver(
  model: Model,
  attempt: Attempt,
  verdict: Verdict,
  lastBefore: number,
  alone: boolean,
): void {
  const { outcome } = attempt
  const asked = () =>
    `an append to ${shown(attempt.session)} at ${attempt.expectedSeq} of ${attempt.events.length} events (${shown(attempt.events.map((event) => event.id))})`
  if (outcome.kind === 'acknowledged') {
    // Nothing to store: only the seq was asked for, and others moved it meanwhile.
    const within = attempt.expectedSeq >= lastBefore && attempt.expectedSeq <= model.lastSeq(attempt.session)
    if (!alone && attempt.events.length === 0 && within) return
    must(
      verdict.kind === 'stored' && verdict.fresh.length === 0,
      () => `${asked()} was acknowledged and is not stored (the model: ${verdict.kind})`,
    )
    checkAnswer(model, attempt, outcome.result, alone)
    return
  }
  must(outcome.kind === 'failed', () => `${asked()} was never answered`)
  const { error } = outcome
  if (error instanceof ConcurrencyError) {
    const { current, expected } = error
    const now = model.lastSeq(attempt.session)
    const possible = expected === attempt.expectedSeq && current !== expected
    must(
      possible && current >= lastBefore && current <= now,
      () => `${asked()} was told ${error.message}, where the last was ${lastBefore} and is ${now}`,
    )
  }
  if (!alone || !isRefusal(attempt)) return
  const told = error instanceof HostError ? 'bad-append' : codeOf(error)
  must(verdict.kind === told, () => `${asked()} got ${told}, and the model says ${verdict.kind}`)
}

/** The answer to an append names the events as they are stored, and the session's last seq. */
function checkAnswer(
  model: Model,
  attempt: Attempt,
  { lastSeq, events }: AppendResult,
  exact: boolean,
): void {
  const stored = attempt.events.map((event) => model.find(attempt.session, event.id))
  const same = events.every((event, index) => sameEvent(event, stored[index]))
  must(
    same && events.length === stored.length,
    () =>
      `an append was answered with other events than are stored: ${shown(events, 600)}, not ${shown(stored, 600)}`,
  )
  const own = Math.max(0, ...stored.map((event) => event?.seq ?? 0))
  const last = model.lastSeq(attempt.session)
  must(
    lastSeq <= last && lastSeq >= (exact ? last : own),
    () => `an append was told that the last seq is ${lastSeq}, and ${last} is`,
  )
}

function isRefusal({ outcome }: Attempt): boolean {
  if (outcome.kind !== 'failed') return false
  const { error } = outcome
  return (
    error instanceof ConcurrencyError ||
    error instanceof IdConflictError ||
    error instanceof HostError ||
    codeOf(error) === 'forgotten'
  )
}

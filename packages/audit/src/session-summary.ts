/** What a session comes to: its verdicts, and how long its completions took. */

import type { TodoEvent } from '@todo-ledger/core'
import type { CompletionAudit, Finding, RuleFailure, Severity, Verdict } from './result.js'

/** The audit of one session. */
export interface SessionAudit {
  readonly session: string
  readonly turns: number
  readonly profile: string
  readonly completions: readonly CompletionAudit[]
  readonly findings: readonly Finding[]
  /** The own rules that failed on it; their findings are missing. */
  readonly ruleFailures: readonly RuleFailure[]
  /** The share of all calls whose result the log holds, 0 to 1. */
  readonly readable: number
  readonly summary: SessionSummary
}

export interface SessionSummary {
  readonly verdicts: ReturnType<typeof verdictCounts>
  readonly times: ReturnType<SessionTimes['of']>
}

/** How many findings there are of each severity. */
export type FindingCounts = { readonly [S in Severity]: number }

/** When the updates of a session happened. A recording without times says 1970 (docs/sources/formats.md#the-neutral-recording). */
export class SessionTimes {
  /** Milliseconds since 1970 of every update, by seq. */
  readonly #updates = new Map<number, number>()
  #first = 0
  #last = 0

  /** Takes in one event, in order. */
  observe(event: TodoEvent): void {
    if (event.type === 'session.redacted') return
    const time = event.at.getTime()
    if (this.#first === 0) this.#first = time
    this.#last = Math.max(this.#last, time)
    if (event.type === 'todos.updated') this.#updates.set(event.seq, time)
  }

  /** When an update happened, in milliseconds since 1970; null where the recording does not say. */
  at(seq: number): number | null {
    const time = this.#updates.get(seq) ?? 0
    return time <= 0 ? null : time
  }

  /** How long the completions took, from start to completion; those that were never started are left out. */
  of(completions: readonly CompletionAudit[]) {
    const spans = completions.flatMap(({ item, seq, turn, started }) => {
      if (started === null) return []
      const seconds = secondsBetween(this.at(started.seq), this.at(seq))
      return [{ item, seq, turns: turn - started.turn, seconds }]
    })
    return {
      spans,
      medianTurns: medianOf(spans.map(({ turns }) => turns)),
      medianSeconds: medianOf(spans.flatMap(({ seconds }) => seconds ?? [])),
      sessionSeconds: secondsBetween(this.#first || null, this.#last || null),
    }
  }
}

function secondsBetween(from: number | null, to: number | null): number | null {
  return from === null || to === null || from < 0 ? null : Math.max(0, to - from) / 1000
}

/** How many of these completions have each verdict. */
export function verdictCounts(completions: readonly CompletionAudit[]): { readonly [V in Verdict]: number } {
  const counts = { supported: 0, weak: 0, unsupported: 0, undecided: 0, unknown: 0 }
  for (const { verdict } of completions) counts[verdict] += 1
  return counts
}

/** The middle one of some numbers, the lower of two; null for none. */
export function medianOf(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null
}

export type AuditSummary = ReturnType<typeof summarise>

/** What the audits of several sessions come to. */
export function summarise(audits: readonly SessionAudit[]) {
  const completions = audits.flatMap((audit) => audit.completions)
  const findings: { -readonly [S in keyof FindingCounts]: number } = { error: 0, warning: 0, info: 0 }
  for (const { severity } of audits.flatMap((audit) => audit.findings)) findings[severity] += 1
  return {
    sessions: audits.length,
    completions: completions.length,
    ...verdictCounts(completions),
    findings,
  }
}

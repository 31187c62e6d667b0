/** The numbers of sessions, and of all together, as `stats --json` prints them. The keys are stable. */

import type { NagResponse } from '@todo-ledger/audit'
import { addedUsage } from '@todo-ledger/recordings'
import { added } from '../audit/audit-report.js'
import type { AuditedSession } from '../audit/followed-session.js'
import type { TurnsUsage } from '../session-view/usage.js'
import { nagLevels } from './nag-levels.js'
import { SessionTally } from './session-tally.js'

/** What is counted of a session, or of several. */
type Counted = ReturnType<typeof countedOf>

/** The numbers that a session has, and all sessions together. */
export type Stats = ReturnType<typeof numbersOf>

/** The numbers of one session. */
export type SessionStats = ReturnType<StatsSum['add']>

/** The numbers of all sessions together. */
export type TotalStats = StatsSum['total']

/** Adds sessions up as they come. Of each its numbers are kept, its times and its refusals. */
export class StatsSum {
  readonly #counted: Counted[] = []

  /** Takes in a session. @returns its numbers */
  add({ audit, file, tally = new SessionTally() }: AuditedSession) {
    const { session, profile, completions, summary } = audit
    const counted = countedOf(audit, tally)
    this.#counted.push(counted)
    const inTurn = new Map<number, number>()
    for (const { turn } of completions) inTurn.set(turn, (inTurn.get(turn) ?? 0) + 1)
    return {
      ...{ session, file, profile },
      ...numbersOf(counted),
      seconds: summary.times.sessionSeconds,
      /** When the list came, after how many calls of other tools, and how many items were ticked in one turn at most. */
      list: {
        firstTurn: tally.firstTurn,
        callsBefore: tally.callsBefore,
        mostAtOnce: Math.max(0, ...inTurn.values()),
      },
      spent: tally.usage?.items ?? [],
      refusals: tally.refusals,
      signs: tally.signs,
      reminders: counted.reminders,
    }
  }

  /** What they come to together. */
  get total() {
    const all = this.#counted
    const turns = all.reduce((sum, each) => sum + each.turns, 0)
    const together: Counted = {
      turns,
      completions: added(...all.map(({ completions }) => completions)),
      findings: added(...all.map(({ findings }) => findings)),
      spans: all.flatMap(({ spans }) => spans),
      calls: added(...all.map(({ calls }) => calls)),
      refusals: all.flatMap(({ refusals }) => refusals),
      reminders: all.flatMap(({ reminders }) => reminders),
      list: added(...all.map(({ list }) => list)),
      rest: added(...all.map(({ rest }) => rest)),
      usage: all.map(({ usage }) => usage).reduce(usageTogether, null),
    }
    return { sessions: all.length, ...numbersOf(together) }
  }
}

function countedOf(
  { session, turns, completions, findings, summary }: AuditedSession['audit'],
  tally: SessionTally,
) {
  const severity = { error: 0, warning: 0, info: 0 }
  for (const finding of findings) severity[finding.severity] += 1
  const { supported, weak, unsupported, undecided, unknown } = summary.verdicts
  const { items: _, ...usage } = tally.usage ?? { items: [] }
  return {
    turns,
    completions: { all: completions.length, supported, weak, unsupported, undecided, unknown },
    findings: severity,
    spans: summary.times.spans.map(({ item, seq, turns, seconds }) => ({
      session,
      item,
      seq,
      turns,
      seconds,
    })),
    calls: tally.calls,
    refusals: tally.refusals,
    reminders: summary.nags.map((nag) => {
      const { kind, turn, seq, source = null, response, calls, turnsToUpdate, completions } = nag
      const { text = '', level = null, updates = 0 } = tally.reminders.get(seq) ?? {}
      // A nag asks for an update, a continuation for work on what is open.
      const ignored = updates === 0 && (kind === 'nag' || calls === 0)
      const followed = { response, calls, updates, turnsToUpdate, completions }
      return { kind, turn, seq, source, text, level, ignored, ...followed }
    }),
    list: tally.list,
    rest: tally.rest,
    usage: 'turns' in usage ? usage : null,
  }
}

function numbersOf({ spans, refusals, reminders, list, rest, ...counted }: Counted) {
  const { turns, completions, findings, calls, usage } = counted
  const [longest = null] = spans.toSorted((one, other) => other.turns - one.turns)
  const nags = reminders.filter(({ kind }) => kind === 'nag')
  const characters = sumOf(list)
  const seen = characters + sumOf(rest)
  return {
    ...{ turns, completions, findings },
    /** From start to completion; those that were never started are left out. */
    times: {
      measured: spans.length,
      medianTurns: medianOf(spans.map((span) => span.turns)),
      medianSeconds: medianOf(spans.flatMap(({ seconds }) => seconds ?? [])),
      longest,
    },
    calls,
    /** The rules that updates were refused for, the most frequent first. An update that broke several counts for each. */
    refusedFor: refusedFor(refusals.flatMap(({ rules }) => [...new Set(rules)])),
    nags: {
      ...reminderCounts(nags),
      levels: nagLevels(nags.map(({ level, ignored }) => ({ level: level ?? 1, heeded: !ignored }))),
    },
    continuations: reminderCounts(reminders.filter(({ kind }) => kind === 'continuation')),
    /** Characters as the log holds them, each counted once, however often the model read it again. */
    cost: {
      characters,
      seen,
      share: seen === 0 ? null : Math.round((characters / seen) * 10_000) / 10_000,
      byKind: { list, rest },
    },
    usage,
  }
}

function reminderCounts(reminders: Counted['reminders']) {
  const first: { [R in NagResponse]: number } = { work: 0, completion: 0, update: 0, text: 0, nothing: 0 }
  for (const { response } of reminders) first[response] += 1
  return {
    all: reminders.length,
    ignored: reminders.filter(({ ignored }) => ignored).length,
    response: first,
  }
}

function refusedFor(
  rules: readonly string[],
): readonly { readonly rule: string; readonly updates: number }[] {
  const updates = new Map<string, number>()
  for (const rule of rules) updates.set(rule, (updates.get(rule) ?? 0) + 1)
  return Array.from(updates, ([rule, number]) => ({ rule, updates: number })).sort(
    (one, other) => other.updates - one.updates,
  )
}

/** The middle one of some numbers, the lower of two; null for none. */
function medianOf(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null
}

function sumOf(numbers: { readonly [name: string]: number }): number {
  return Object.values(numbers).reduce((sum, each) => sum + each, 0)
}

function usageTogether(sum: TurnsUsage | null, each: TurnsUsage | null): TurnsUsage | null {
  if (sum === null || each === null) return sum ?? each
  return { ...addedUsage(sum, each), turns: sum.turns + each.turns }
}

/** The numbers of sessions, and of all together, as `stats --json` prints them. The keys are stable. */

import { medianOf } from '@todo-ledger/audit'
import { addedUsage } from '@todo-ledger/recordings'
import { added } from '../audit/audit-report.js'
import type { AuditedSession } from '../audit/followed-session.js'
import type { TurnsUsage } from '../session-view/session-replay.js'
import { SessionTally } from './session-tally.js'

type Counted = ReturnType<typeof countedOf>

/** The numbers that a session has, and all sessions together. */
export type Stats = ReturnType<typeof numbersOf>

export type SessionStats = ReturnType<StatsSum['add']>

/** Adds sessions up as they come. */
export class StatsSum {
  readonly #counted: Counted[] = []

  /** Takes in a session. @returns its numbers */
  add({ audit, file, tally = new SessionTally() }: AuditedSession) {
    const { session, profile, completions, summary } = audit
    const counted = countedOf(audit, tally)
    this.#counted.push(counted)
    const inTurn = new Map<number, number>()
    for (const { turn } of completions) inTurn.set(turn, (inTurn.get(turn) ?? 0) + 1)
    const { firstTurn, callsBefore, signs } = tally
    return {
      ...{ session, file, profile },
      ...numbersOf([counted]),
      seconds: summary.times.sessionSeconds,
      /** When the list came, after how many calls of other tools, and how many items were ticked in one turn at most. */
      list: { firstTurn, callsBefore, mostAtOnce: Math.max(0, ...inTurn.values()) },
      ...{ signs: [...signs.values()], reminders: counted.reminders },
    }
  }

  get total() {
    return { sessions: this.#counted.length, ...numbersOf(this.#counted) }
  }
}

function countedOf({ turns, completions, findings, summary }: AuditedSession['audit'], tally: SessionTally) {
  const severity = { error: 0, warning: 0, info: 0 }
  for (const finding of findings) severity[finding.severity] += 1
  const { calls, list, others } = tally
  const { items: _, ...usage } = tally.usage.usage ?? { items: [] }
  return {
    ...{ turns, calls, list, others, findings: severity, spans: summary.times.spans },
    completions: { all: completions.length, ...summary.verdicts },
    // A nag asks for an update, a continuation for work on what is open.
    reminders: tally.reminders.map((reminder) => {
      const { kind, calls, updates } = reminder
      return { ...reminder, ignored: updates === 0 && (kind === 'nag' || calls === 0) }
    }),
    usage: 'turns' in usage ? usage : null,
  }
}

function numbersOf(sessions: readonly Counted[]) {
  const spans = sessions.flatMap((session) => session.spans)
  const reminders = sessions.flatMap((session) => session.reminders)
  const byKind = added(...sessions.map(({ list }) => list))
  const characters = sumOf(Object.values(byKind))
  return {
    turns: sumOf(sessions.map(({ turns }) => turns)),
    completions: added(...sessions.map(({ completions }) => completions)),
    findings: added(...sessions.map(({ findings }) => findings)),
    /** From start to completion; those that were never started are left out. */
    times: {
      measured: spans.length,
      medianTurns: medianOf(spans.map(({ turns }) => turns)),
      medianSeconds: medianOf(spans.flatMap(({ seconds }) => seconds ?? [])),
    },
    calls: added(...sessions.map(({ calls }) => calls)),
    nags: heedOf(reminders.filter(({ kind }) => kind === 'nag')),
    continuations: heedOf(reminders.filter(({ kind }) => kind === 'continuation')),
    /** Characters as the log holds them, each counted once, however often the model read it again. */
    cost: { characters, seen: characters + sumOf(sessions.map(({ others }) => others)), byKind },
    usage: sessions.map(({ usage }) => usage).reduce(usageTogether, null),
  }
}

function heedOf(reminders: Counted['reminders']) {
  return { all: reminders.length, ignored: reminders.filter(({ ignored }) => ignored).length }
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0)
}

function usageTogether(sum: TurnsUsage | null, each: TurnsUsage | null): TurnsUsage | null {
  if (sum === null || each === null) return sum ?? each
  return { ...addedUsage(sum, each), turns: sum.turns + each.turns }
}

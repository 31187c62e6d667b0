/** The numbers of a session, and of all sessions together, from their audits and from what was counted beside them. */

import type {
  CompletionSpan,
  FindingCounts,
  NagEffect,
  NagResponse,
  SessionAudit,
  Severity,
} from '@todo-ledger/audit'
import { addedUsage } from '@todo-ledger/recordings'
import type { AuditedSession } from '../audit/followed-session.js'
import type { SessionUsage, TurnsUsage } from '../session-view/usage.js'
import { nagLevels } from './nag-levels.js'
import type { ContextCharacters, ListCalls, Refusal, SessionTally } from './session-tally.js'
import type {
  CompletionCounts,
  ListCost,
  NagCounts,
  RefusedFor,
  ReminderCounts,
  ReminderStats,
  SessionStats,
  Stats,
  TimeStats,
  TotalStats,
} from './stats-result.js'

/** Adds sessions up as they come. Of each its numbers are kept, its times and its refusals. */
export class StatsSum {
  readonly #sessions: SessionStats[] = []
  readonly #spans: SessionSpan[] = []

  /** Takes in a session. */
  add({ audit, file, tally = nothingCounted }: AuditedSession): SessionStats {
    const spans = audit.summary.times.spans.map((span) => ({ ...span, session: audit.session }))
    const reminders = remindersOf(audit, tally)
    const { supported, weak, unsupported, undecided, unknown } = audit.summary.verdicts
    const stats: SessionStats = {
      session: audit.session,
      file,
      profile: audit.profile,
      turns: audit.turns,
      seconds: audit.summary.times.sessionSeconds,
      completions: { all: audit.completions.length, supported, weak, unsupported, undecided, unknown },
      findings: findingsOf(audit),
      times: timesOf(spans),
      calls: tally.calls,
      refusedFor: refusedForOf(tally.refusals),
      nags: nagCounts(reminders.filter(({ kind }) => kind === 'nag')),
      continuations: reminderCounts(reminders.filter(({ kind }) => kind === 'continuation')),
      cost: costOf(tally.characters),
      usage: usageOf(tally.usage),
      spent: tally.usage?.items ?? [],
      refusals: tally.refusals,
      signs: tally.signs,
      reminders,
    }
    this.#sessions.push(stats)
    this.#spans.push(...spans)
    return stats
  }

  /** The sessions that were added, in order. */
  get sessions(): readonly SessionStats[] {
    return this.#sessions
  }

  /** What they come to together. */
  get total(): TotalStats {
    const sessions = this.#sessions
    const reminders = sessions.flatMap((session) => session.reminders)
    const all: Stats = {
      turns: sessions.reduce((sum, { turns }) => sum + turns, 0),
      completions: added(
        noCompletions,
        sessions.map(({ completions }) => completions),
      ),
      findings: added(
        noFindings,
        sessions.map(({ findings }) => findings),
      ),
      times: timesOf(this.#spans),
      calls: added(
        nothingCounted.calls,
        sessions.map(({ calls }) => calls),
      ),
      refusedFor: refusedForOf(sessions.flatMap(({ refusals }) => refusals)),
      nags: nagCounts(reminders.filter(({ kind }) => kind === 'nag')),
      continuations: reminderCounts(reminders.filter(({ kind }) => kind === 'continuation')),
      cost: costOf({
        list: added(
          nothingCounted.characters.list,
          sessions.map(({ cost }) => cost.byKind.list),
        ),
        rest: added(
          nothingCounted.characters.rest,
          sessions.map(({ cost }) => cost.byKind.rest),
        ),
      }),
      usage: usageOfAll(sessions.flatMap(({ usage }) => usage ?? [])),
    }
    return { sessions: sessions.length, ...all }
  }
}

interface SessionSpan extends CompletionSpan {
  readonly session: string
}

const noCompletions: CompletionCounts = {
  all: 0,
  supported: 0,
  weak: 0,
  unsupported: 0,
  undecided: 0,
  unknown: 0,
}
const noFindings: FindingCounts = { error: 0, warning: 0, info: 0 }
const noCalls: ListCalls = { accepted: 0, flagged: 0, rolledBack: 0, refused: 0, queries: 0 }
const noCharacters: ContextCharacters = {
  list: { updates: 0, replies: 0, queries: 0, refused: 0, nags: 0, continuations: 0 },
  rest: { inputs: 0, messages: 0, calls: 0, results: 0, summaries: 0 },
}
const nothingCounted: SessionTally = {
  calls: noCalls,
  refusals: [],
  reminders: [],
  signs: [],
  characters: noCharacters,
  usage: null,
}

function usageOf(usage: SessionUsage | null): TurnsUsage | null {
  if (usage === null) return null
  const { items: _, ...all } = usage
  return all
}

function usageOfAll(all: readonly TurnsUsage[]): TurnsUsage | null {
  const [first, ...others] = all
  if (first === undefined) return null
  return others.reduce((sum, each) => ({ ...addedUsage(sum, each), turns: sum.turns + each.turns }), first)
}

/** Numbers by name, added up. */
function added<Shape extends { readonly [Key in keyof Shape]: number }>(
  nothing: Shape,
  all: readonly Shape[],
): Shape {
  const sum: { -readonly [Key in keyof Shape]: Shape[Key] } = { ...nothing }
  for (const each of all) for (const key in nothing) Object.assign(sum, { [key]: sum[key] + each[key] })
  return sum
}

function findingsOf({ findings }: SessionAudit): FindingCounts {
  const at = (severity: Severity) => findings.filter((finding) => finding.severity === severity).length
  return { error: at('error'), warning: at('warning'), info: at('info') }
}

function timesOf(spans: readonly SessionSpan[]): TimeStats {
  const [longest] = spans.toSorted((one, other) => other.turns - one.turns)
  return {
    measured: spans.length,
    medianTurns: medianOf(spans.map(({ turns }) => turns)),
    medianSeconds: medianOf(spans.flatMap(({ seconds }) => (seconds === null ? [] : [seconds]))),
    longest:
      longest === undefined
        ? null
        : {
            session: longest.session,
            item: longest.item,
            seq: longest.seq,
            turns: longest.turns,
            seconds: longest.seconds,
          },
  }
}

/** The middle one of some numbers, the lower of two; null for none. */
function medianOf(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null
}

function refusedForOf(refusals: readonly Refusal[]): readonly RefusedFor[] {
  const updates = new Map<string, number>()
  for (const { rules } of refusals) {
    for (const rule of new Set(rules)) updates.set(rule, (updates.get(rule) ?? 0) + 1)
  }
  return Array.from(updates, ([rule, number]) => ({ rule, updates: number })).sort(
    (one, other) => other.updates - one.updates,
  )
}

function remindersOf({ summary }: SessionAudit, { reminders }: SessionTally): readonly ReminderStats[] {
  const tallies = new Map(reminders.map((reminder) => [reminder.seq, reminder]))
  return summary.nags.map((nag) => {
    const { kind, turn, seq, source = null, response, calls, turnsToUpdate, completions } = nag
    const { text = '', level = null, updates = 0 } = tallies.get(seq) ?? {}
    const ignored = isIgnored(nag, updates)
    return {
      kind,
      turn,
      seq,
      source,
      text,
      level,
      ignored,
      response,
      calls,
      updates,
      turnsToUpdate,
      completions,
    }
  })
}

/** A nag asks for an update, a continuation for work on what is open. */
function isIgnored({ kind, calls }: NagEffect, updates: number): boolean {
  return updates === 0 && (kind === 'nag' || calls === 0)
}

function nagCounts(nags: readonly ReminderStats[]): NagCounts {
  const counted = nags.map(({ level, ignored }) => ({ level: level ?? 1, heeded: !ignored }))
  return { ...reminderCounts(nags), levels: nagLevels(counted) }
}

function reminderCounts(reminders: readonly ReminderStats[]): ReminderCounts {
  const of = (wanted: NagResponse) => reminders.filter(({ response }) => response === wanted).length
  return {
    all: reminders.length,
    ignored: reminders.filter(({ ignored }) => ignored).length,
    response: {
      work: of('work'),
      completion: of('completion'),
      update: of('update'),
      text: of('text'),
      nothing: of('nothing'),
    },
  }
}

function costOf(byKind: ContextCharacters): ListCost {
  const characters = sumOf(Object.values<number>({ ...byKind.list }))
  const seen = characters + sumOf(Object.values<number>({ ...byKind.rest }))
  return {
    characters,
    seen,
    share: seen === 0 ? null : Math.round((characters / seen) * 10_000) / 10_000,
    byKind,
  }
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}

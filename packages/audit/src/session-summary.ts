/** What a session comes to: its verdicts, its progress, its nags, its times. */

import { type EventOf, isFromOutside, type RecordedPlace, type TodoEvent } from '@todo-ledger/core'
import { completedBy } from './list/item-histories.js'
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

export type SessionSummary = ReturnType<SessionTrail['summary']>

/** How many findings there are of each severity. */
export type FindingCounts = { readonly [S in Severity]: number }

/** What an update did to the list, as far as progress goes: the keys of items. */
interface Step {
  readonly update: string
  readonly seq: number
  readonly turn: number
  readonly added: readonly string[]
  readonly completed: readonly string[]
  readonly reopened: readonly string[]
}

export type NagResponse = 'work' | 'completion' | 'update' | 'text' | 'nothing'

/**
 * A nag or a continuation and what followed it so far, up to the next one, the next fresh input or the end. `response` is
 * what came first: `work`, a call of another tool; `completion`, an update that completes something; `update`, another
 * change of the list; `text`, words alone.
 */
interface OpenNag {
  readonly kind: 'nag' | 'continuation'
  readonly seq: number
  readonly turn: number
  readonly source?: RecordedPlace
  response: NagResponse
  /** How many calls of other tools followed. */
  calls: number
  /** Turns until the list was changed, or null where it was not. */
  turnsToUpdate: number | null
  readonly updates: number[]
}

/** Gathers what the summary of a session needs. Memory grows with the number of updates and nags. */
export class SessionTrail {
  #steps: Step[] = []
  readonly #nags: OpenNag[] = []
  /** The one that what comes next may follow. */
  #nag: OpenNag | null = null
  /** Milliseconds since 1970 of every update, by seq. */
  readonly #times = new Map<number, number>()
  #firstTime = 0
  #lastTime = 0

  /** Takes in one event, in order. */
  observe(event: TodoEvent): void {
    if (event.type === 'session.redacted') return
    const time = event.at.getTime()
    if (this.#firstTime === 0) this.#firstTime = time
    this.#lastTime = Math.max(this.#lastTime, time)
    switch (event.type) {
      case 'todos.updated':
        this.#update(event)
        break
      case 'todos.rolled-back':
        this.#steps = this.#steps.filter(({ update }) => update !== event.data.update)
        break
      case 'nag.issued':
      case 'continuation.issued': {
        const { seq, turn, source } = event
        const kind = event.type === 'nag.issued' ? 'nag' : 'continuation'
        const place = { seq, turn, ...(source === undefined ? {} : { source }) }
        this.#nag = { kind, ...place, response: 'nothing', calls: 0, turnsToUpdate: null, updates: [] }
        this.#nags.push(this.#nag)
        break
      }
      case 'run.started':
        if (event.data.trigger === 'user' || event.data.trigger === 'external') this.#nag = null
        break
      case 'tool.called':
        this.#respond('work')
        if (this.#nag !== null) this.#nag.calls += 1
        break
      case 'message.recorded':
        if (event.data.role === 'assistant') this.#respond('text')
        break
      default:
        break
    }
  }

  /** What the session comes to. @param completions its completions, judged, in order */
  summary(completions: readonly CompletionAudit[]) {
    const nags = this.#nags.map(({ updates, ...nag }) => {
      const followed = completions.filter(({ seq }) => updates.includes(seq))
      return { ...nag, completions: followed.map(({ item, seq, verdict }) => ({ item, seq, verdict })) }
    })
    return {
      verdicts: verdictsOf(completions),
      progress: progressOf(this.#steps, completions),
      nags,
      times: this.#timesOf(completions),
    }
  }

  /** When an update happened, in milliseconds since 1970; null where the recording does not say times. */
  timeOf(seq: number): number | null {
    const time = this.#times.get(seq) ?? 0
    return time <= 0 ? null : time
  }

  #update(event: EventOf<'todos.updated'>): void {
    const { id: update, seq, turn, at } = event
    const { changes, query } = event.data
    if (query || changes.length === 0) return
    const isOutside = isFromOutside(event)
    const completed = isOutside ? [] : changes.flatMap(completedBy).map(({ key }) => key)
    const added = changes.flatMap((change) => (change.type === 'added' ? [change.key] : []))
    const reopened = changes.flatMap((change) =>
      change.type === 'status-set' && change.from === 'completed' && change.to !== 'completed'
        ? [change.key]
        : [],
    )
    this.#times.set(seq, at.getTime())
    this.#steps.push({ update, seq, turn, added, completed, reopened })
    if (this.#nag === null || isOutside) return
    this.#respond(completed.length > 0 ? 'completion' : 'update')
    this.#nag.turnsToUpdate ??= turn - this.#nag.turn
    this.#nag.updates.push(seq)
  }

  /** Words alone are a response only where nothing else follows them. */
  #respond(response: NagResponse): void {
    const nag = this.#nag
    if (nag !== null && (nag.response === 'nothing' || nag.response === 'text')) nag.response = response
  }

  /** How long the completions took, from start to completion; those that were never started are left out. */
  #timesOf(completions: readonly CompletionAudit[]) {
    const spans = completions.flatMap(({ item, seq, turn, started }) => {
      if (started === null) return []
      const seconds = secondsBetween(this.#times.get(started.seq) ?? 0, this.#times.get(seq) ?? 0)
      return [{ item, seq, turns: turn - started.turn, seconds }]
    })
    return {
      spans,
      medianTurns: medianOf(spans.map(({ turns }) => turns)),
      medianSeconds: medianOf(spans.flatMap(({ seconds }) => seconds ?? [])),
      sessionSeconds: secondsBetween(this.#firstTime, this.#lastTime),
    }
  }
}

/** Null where a time is that of a recording without times: 1970 (docs/sources/neutral-recording.md). */
function secondsBetween(from: number, to: number): number | null {
  return from <= 0 || to <= 0 ? null : Math.max(0, to - from) / 1000
}

function verdictsOf(completions: readonly CompletionAudit[]): { readonly [V in Verdict]: number } {
  const counts = { supported: 0, weak: 0, unsupported: 0, undecided: 0, unknown: 0 }
  for (const { verdict } of completions) counts[verdict] += 1
  return counts
}

/** Counts for each turn what is claimed and what of it is supported; an item that is opened again counts for neither. */
function progressOf(steps: readonly Step[], completions: readonly CompletionAudit[]) {
  const believed = new Set(
    completions.flatMap(({ key, seq, verdict }) => (verdict === 'supported' ? [`${seq} ${key}`] : [])),
  )
  const [listed, claimed, supported] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const points: { turn: number; items: number; claimed: number; supported: number }[] = []
  for (const { seq, turn, added, completed, reopened } of steps) {
    for (const key of added) listed.add(key)
    for (const key of reopened) for (const set of [claimed, supported]) set.delete(key)
    for (const key of completed) {
      claimed.add(key)
      if (believed.has(`${seq} ${key}`)) supported.add(key)
    }
    const last = points.at(-1)
    const isSame =
      last?.items === listed.size && last.claimed === claimed.size && last.supported === supported.size
    if (last?.turn === turn) points.pop()
    else if (isSame) continue
    points.push({ turn, items: listed.size, claimed: claimed.size, supported: supported.size })
  }
  return points
}

/** The middle one of some numbers, the lower of two; null for none. */
function medianOf(numbers: readonly number[]): number | null {
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
    ...verdictsOf(completions),
    findings,
  }
}

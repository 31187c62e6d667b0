/** What a session comes to: its verdicts, its progress, its nags, its times. */

import { type EventOf, isFromOutside, type RecordedPlace, type TodoEvent } from '@todo-ledger/core'
import { completedBy } from './list/item-histories.js'
import type {
  AuditSummary,
  CompletionAudit,
  CompletionSpan,
  CompletionTimes,
  NagEffect,
  NagResponse,
  ProgressPoint,
  SessionAudit,
  SessionSummary,
  Severity,
  Verdict,
  VerdictCounts,
} from './result.js'

/** What an update did to the list, as far as progress goes: the keys of items. */
interface Step {
  readonly update: string
  readonly seq: number
  readonly turn: number
  readonly added: readonly string[]
  readonly completed: readonly string[]
  readonly reopened: readonly string[]
}

/** A nag and what has followed it so far. */
interface OpenNag {
  readonly kind: NagEffect['kind']
  readonly seq: number
  readonly turn: number
  readonly source?: RecordedPlace
  response: NagResponse
  calls: number
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
  summary(completions: readonly CompletionAudit[]): SessionSummary {
    const nags = this.#nags.map(({ updates, ...nag }): NagEffect => {
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

  #timesOf(completions: readonly CompletionAudit[]): CompletionTimes {
    const spans = completions.flatMap(({ item, seq, turn, started }): readonly CompletionSpan[] => {
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

function verdictsOf(completions: readonly CompletionAudit[]): VerdictCounts {
  const of = (verdict: Verdict) => completions.filter((completion) => completion.verdict === verdict).length
  return {
    supported: of('supported'),
    weak: of('weak'),
    unsupported: of('unsupported'),
    undecided: of('undecided'),
    unknown: of('unknown'),
  }
}

/** Counts for each turn what is claimed and what of it is supported; an item that is opened again counts for neither. */
function progressOf(
  steps: readonly Step[],
  completions: readonly CompletionAudit[],
): readonly ProgressPoint[] {
  const believed = new Set(
    completions.flatMap(({ key, seq, verdict }) => (verdict === 'supported' ? [`${seq} ${key}`] : [])),
  )
  const [listed, claimed, supported] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const points: ProgressPoint[] = []
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

/** What the audits of several sessions come to. */
export function summarise(audits: readonly SessionAudit[]): AuditSummary {
  const completions = audits.flatMap((audit) => audit.completions)
  const findings = audits.flatMap((audit) => audit.findings)
  const at = (severity: Severity) => findings.filter((finding) => finding.severity === severity).length
  return {
    sessions: audits.length,
    completions: completions.length,
    ...verdictsOf(completions),
    findings: { error: at('error'), warning: at('warning'), info: at('info') },
  }
}

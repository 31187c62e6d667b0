/** Audits one session: follows its events, and at the end judges every completion and runs every rule. */

import { profileNamed, type RecordedPlace, type SessionState, type TodoEvent } from '@todo-ledger/core'
import type { KnownTools } from './facts/calls/tool-names.js'
import { statedFacts } from './facts/completion-facts.js'
import { joinedWork } from './facts/joined-work.js'
import { Spans } from './facts/span.js'
import { Undoings } from './facts/work/undoings.js'
import { isRequest, type Work } from './facts/work/work.js'
import { FollowedSession } from './followed-session.js'
import type { Completion } from './list/item-histories.js'
import { combined, isStated, verdictOfReader } from './reader/combine.js'
import type { CompletionAudit, DroppedReading, Finding, Reading } from './result.js'
import type { AuditedSession, AuditRule, JudgedCompletion } from './rules/audit-rule.js'
import { auditRules } from './rules/index.js'
import {
  type AuditRuleInForce,
  type AuditRuleSettings,
  type OwnAuditRule,
  rulesInForce,
  runRules,
} from './rules/run-rules.js'
import { type SessionAudit, SessionTimes, verdictCounts } from './session-summary.js'
import type { EvidenceSettings } from './settings.js'
import { type Gap, whyOf } from './why.js'

/** What lies outside the session and bears on its audit. */
export interface AuditContext {
  /** The work of a child session, undefined where its log is not at hand. */
  child(session: string): readonly Work[] | undefined
  /** What a reader says of a completion, as the rules alone judged it; undefined where none read it. None is asked when absent. */
  reading?(completion: CompletionAudit): Reading | DroppedReading | undefined
  /** True where the log goes on, and was read no further. */
  readonly endsEarly?: boolean
  /** Of a session to which only todo calls come: the ids of those beside which the client's other work stands. None when absent. */
  readonly recordedCalls?: ReadonlySet<string>
}

/** How a session is audited. */
export interface AuditOptions {
  /** The rules to run; all built-in ones when absent. */
  readonly rules?: readonly AuditRule[]
  /** Further rules, of modules of their own; one that fails is reported in the audit and keeps nothing else from it. */
  readonly ownRules?: readonly OwnAuditRule[]
  /** How they are set, both kinds. */
  readonly settings?: AuditRuleSettings
  /** Own check commands. */
  readonly evidence?: EvidenceSettings
  /** What is known of agents' tools; only the general names of tools when absent. */
  readonly tools?: KnownTools
}

/** A completion, judged, in the form that rules see and in that which is told. */
interface Judged {
  readonly completion: JudgedCompletion
  readonly audit: CompletionAudit
}

/** Audits one session. Memory grows with the number of its calls, not with the length of their outputs. */
export class SessionAuditor {
  readonly #followed: FollowedSession
  readonly #times = new SessionTimes()
  readonly #rules: readonly AuditRuleInForce[]
  #session = ''
  #profile = ''
  #turns = 0
  #seq = 0
  #source: RecordedPlace | null = null

  /**
   * @param options the rules and how they are set
   * @throws HostError see `rulesInForce`; `bad-own-check` for an own check that is not one simple command
   */
  constructor({ rules = auditRules, ownRules = [], settings, evidence = {}, tools }: AuditOptions = {}) {
    this.#rules = rulesInForce(rules, ownRules, settings)
    this.#followed = new FollowedSession(evidence, tools)
  }

  /** Its calls and messages so far, digested; a parent session's audit may need them. */
  get work(): readonly Work[] {
    return this.#followed.log.work
  }

  /**
   * Takes in one event, in order.
   * @param state the state after the event; it is read at once and not kept
   */
  observe(event: TodoEvent, state: SessionState): void {
    this.#session = event.session
    this.#turns = Math.max(this.#turns, event.turn)
    this.#seq = event.seq
    this.#source = event.source ?? this.#source
    if (event.type === 'session.opened') this.#profile = event.data.profile
    this.#followed.observe(event, state)
    this.#times.observe(event)
  }

  /** Judges the session as far as it was observed. */
  finish(context: AuditContext = { child: () => undefined }): SessionAudit {
    const { items, log } = this.#followed
    const work = joinedWork(log.work, (id) => context.child(id))
    const spans = new Spans(work, new Undoings(work))
    const judged = items.completions.map((completion) => this.#judge(completion, spans, context))
    const completions = judged.map(({ audit }) => audit)
    const isOpen = ({ status }: { readonly status: string | null }) =>
      status === 'pending' || status === 'in_progress'
    const session: AuditedSession = {
      completions: judged.map(({ completion }) => completion),
      removals: items.removals,
      work,
      reminders: log.reminders,
      // What is open when the reading ends is not what the session ends with.
      open: context.endsEarly === true ? [] : [...items.histories.values()].filter(isOpen),
      hasInProgress: profileNamed(this.#profile)?.capabilities?.statuses.includes('in_progress') ?? true,
      end: { position: log.work.length, turn: this.#turns, seq: this.#seq, source: this.#source },
    }
    const { findings, failures } = runRules(this.#rules, session)
    const texts = textsOf(session)
    const heldDone = new Map(
      session.completions.flatMap((each) =>
        isHeldDone(each) ? [[placeName(each.at, each.item), each]] : [],
      ),
    )
    return {
      session: this.#session,
      turns: this.#turns,
      profile: this.#profile,
      completions,
      findings: findings.map((finding) => {
        const name = placeName(finding, finding.item)
        const text = finding.item === null ? undefined : (texts.get(name) ?? texts.get(finding.item))
        const told = text === undefined ? finding : { ...finding, text }
        return withdrawn(told, heldDone.get(name)?.reading ?? null)
      }),
      ruleFailures: failures,
      readable: readableOf(log.work),
      summary: { verdicts: verdictCounts(completions), times: this.#times.of(completions) },
    }
  }

  #judge(completion: Completion, spans: Spans, context: AuditContext): Judged {
    const elsewhere = this.#gapOf(completion, context)
    const span = spans.of(completion, this.#followed.promiseOf(completion.text), elsewhere !== null)
    const stated = statedFacts(span)
    const { facts, verdict: rules } = stated
    const { item, key, text, at, added, started, call, actor, source } = completion
    const time = this.#times.at(at.seq)
    const needs = rules === 'supported' ? [] : [...new Set(facts.flatMap((fact) => fact.needs ?? []))]
    const unread = {
      item,
      key,
      text,
      turn: at.turn,
      seq: at.seq,
      ...(time === null ? {} : { at: new Date(time).toISOString() }),
      added: { turn: added.turn, seq: added.seq },
      started: started === null ? null : { turn: started.turn, seq: started.seq },
      call,
      ...(actor === undefined ? {} : { actor }),
      ...(source === null ? {} : { source }),
      readable: readableOf(span.calls.filter(({ position }) => position >= added.position)),
      verdict: rules,
      rules,
      facts,
      needs,
    }
    const told = (reading: Reading | null): CompletionAudit => {
      const verdict = reading === null ? rules : combined(rules, facts, reading)
      const why = whyOf({ ...stated, completion, elsewhere, reading }, verdict)
      return { ...unread, verdict, ...(why === undefined ? {} : { why }) }
    }
    const reader = context.reading?.(told(null))
    const reading = reader === undefined || 'dropped' in reader ? null : reader
    return {
      completion: { ...completion, facts, verdict: rules, reading },
      audit: { ...told(reading), ...(reader === undefined ? {} : { reader }) },
    }
  }

  /** What hides work that was done before the log begins, or after it was read, where the item may have had such; else null. */
  #gapOf(completion: Completion, context: AuditContext): Gap | null {
    const { log, todoCallsOnly } = this.#followed
    if (todoCallsOnly && context.recordedCalls?.has(completion.call) !== true) return 'todo-calls-only'
    const first = log.work.find(({ kind }) => kind === 'call' || kind === 'compaction')
    const compacted = first?.kind === 'compaction' ? first : null
    if (completion.predatesLog) return compacted ?? 'before-log'
    // What the first update brings done was done before it, and so was what it brings half done after a compaction.
    if (completion.carried && (compacted !== null || completion.from === 'added'))
      return compacted ?? 'before-log'
    if (context.endsEarly !== true) return null
    const last = log.work.findLast(isRequest)
    return last !== undefined && last.position >= completion.at.position ? null : 'after-log'
  }
}

/** Audits a session's events, each with the state after it. */
export async function auditEvents(
  events:
    | Iterable<{ readonly event: TodoEvent; readonly state: SessionState }>
    | AsyncIterable<{ readonly event: TodoEvent; readonly state: SessionState }>,
  context?: AuditContext,
  options?: AuditOptions,
): Promise<SessionAudit> {
  const auditor = new SessionAuditor(options)
  for await (const { event, state } of events) auditor.observe(event, state)
  return auditor.finish(context)
}

function placeName({ seq }: { readonly seq: number }, item: string | null): string {
  return `${seq} ${item}`
}

/** The texts of items by the places where they were completed or removed, and by their ids as they stood at the end. */
function textsOf({ completions, removals, open }: AuditedSession): ReadonlyMap<string, string> {
  return new Map([
    ...open.map(({ id, text }) => [id, text] as const),
    ...[...removals, ...completions].map(({ at, item, text }) => [placeName(at, item), text] as const),
  ])
}

/** True where a reader saw the item done, and no tool states the contrary. */
function isHeldDone({ reading, facts }: JudgedCompletion): boolean {
  return reading !== null && verdictOfReader(reading) === 'supported' && !facts.some(isStated)
}

/** A finding about an item that a reader saw done is only noted. @param reading of that item; null where none did */
function withdrawn(finding: Finding, reading: Reading | null): Finding {
  if (reading === null || finding.severity === 'info') return finding
  const why = reading.why === '' ? 'that it was done' : reading.why
  return { ...finding, severity: 'info', message: `The reader saw ${why} Withdrawn: ${finding.message}` }
}

/** The share of some calls whose result the log holds, to two digits. */
function readableOf(work: readonly Work[]): number {
  const calls = work.filter((piece) => piece.kind === 'call')
  const told = calls.filter(({ outcome }) => outcome !== null)
  return calls.length === 0 ? 1 : Math.round((told.length / calls.length) * 100) / 100
}

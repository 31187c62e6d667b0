/** Audits one session: follows its events, and at the end judges every completion and runs every rule. */

import { profileNamed, type RecordedPlace, type SessionState, type TodoEvent } from '@todo-ledger/core'
import type { KnownTools } from './facts/calls/tool-names.js'
import { statedFacts } from './facts/completion-facts.js'
import { isCall, joinedWork } from './facts/joined-work.js'
import { Spans } from './facts/span.js'
import { Undoings } from './facts/work/undoings.js'
import type { CallWork, Work } from './facts/work/work.js'
import { type EvidenceSettings, FollowedSession } from './followed-session.js'
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
import { type Gap, whyOf } from './why.js'

/** What lies outside the session and bears on its audit. */
export interface AuditContext {
  /** The work of a child session, undefined where its log is not at hand. */
  child(session: string): readonly Work[] | undefined
  /** What a reader says of a completion, as the rules alone judged it; undefined where none read it. None is asked when absent. */
  reading?(completion: CompletionAudit): Reading | DroppedReading | undefined
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

  /** Takes in one event, in order. @param state the state after the event; it is read at once and not kept */
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
    const session: AuditedSession = {
      completions: judged.map(({ completion }) => completion),
      removals: items.removals,
      work,
      open: items.open,
      hasInProgress: profileNamed(this.#profile)?.capabilities?.statuses.includes('in_progress') ?? true,
      end: { position: log.work.length, turn: this.#turns, seq: this.#seq, source: this.#source },
    }
    const { findings, failures } = runRules(this.#rules, session)
    return {
      session: this.#session,
      turns: this.#turns,
      profile: this.#profile,
      completions,
      findings: toldFindings(findings, session),
      ruleFailures: failures,
      readable: readableOf(log.work.filter(isCall)),
      summary: { verdicts: verdictCounts(completions), times: this.#times.of(completions) },
    }
  }

  /** A completion, judged, in the form that rules see and in that which is told. */
  #judge(completion: Completion, spans: Spans, context: AuditContext) {
    const { item, key, text, at, added, started, call, actor, source, carried, from } = completion
    const elsewhere = this.#gapOf(completion, context)
    // What the first list brings done may have been done before the log, whatever stands before it there.
    const mayBeElsewhere = elsewhere !== null || (carried && from === 'added')
    const span = spans.of(completion, this.#followed.promiseOf(text), mayBeElsewhere)
    const { verdict, ...stated } = statedFacts(span)
    const { facts, gap } = stated
    const rules = verdict === 'unknown' && gap === null && elsewhere === null ? 'undecided' : verdict
    const time = this.#times.at(at.seq)
    const unread = {
      ...{ item, key, text, turn: at.turn, seq: at.seq },
      ...(time === null ? {} : { at: new Date(time).toISOString() }),
      added: { turn: added.turn, seq: added.seq },
      started: started === null ? null : { turn: started.turn, seq: started.seq },
      call,
      ...(actor === undefined ? {} : { actor }),
      ...(source === null ? {} : { source }),
      readable: readableOf(span.calls.filter(({ position }) => position >= added.position)),
      ...{ verdict: rules, rules, facts },
      needs: [...new Set(facts.flatMap((fact) => fact.needs ?? []))],
    }
    const told = (reading: Reading | null): CompletionAudit => {
      const verdict = reading === null ? rules : combined(rules, facts, reading)
      const why = whyOf({ ...stated, completion, elsewhere, reading }, verdict)
      return {
        ...unread,
        verdict,
        needs: verdict === 'supported' ? [] : unread.needs,
        ...(why === undefined ? {} : { why }),
      }
    }
    const reader = context.reading?.(told(null))
    const reading = reader === undefined || 'dropped' in reader ? null : reader
    const judged: JudgedCompletion = { ...completion, facts, verdict: rules, reading }
    return { completion: judged, audit: { ...told(reading), ...(reader === undefined ? {} : { reader }) } }
  }

  /** What hides work that was done before the log begins, where the item may have had such; else null. */
  #gapOf({ call, predatesLog, carried, from, at }: Completion, { recordedCalls }: AuditContext): Gap | null {
    const { log, showsTodoCallsOnly } = this.#followed
    if (showsTodoCallsOnly && recordedCalls?.has(call) !== true) return 'todo-calls-only'
    const first = log.work.find(({ kind }) => kind === 'call' || kind === 'compaction')
    const compacted = first?.kind === 'compaction' ? first : null
    // What the first list brings done, with no call before it, was done before the log; so was what it brings half done
    // after a compaction.
    const isUnseen = from === 'added' && (first?.position ?? at.position) >= at.position
    return predatesLog || (carried && (compacted !== null || isUnseen)) ? (compacted ?? 'before-log') : null
  }
}

interface EventWithState {
  readonly event: TodoEvent
  readonly state: SessionState
}

/** Audits a session's events, each with the state after it. */
export async function auditEvents(
  events: Iterable<EventWithState> | AsyncIterable<EventWithState>,
  context?: AuditContext,
  options?: AuditOptions,
): Promise<SessionAudit> {
  const auditor = new SessionAuditor(options)
  for await (const { event, state } of events) auditor.observe(event, state)
  return auditor.finish(context)
}

/** Findings with the texts of their items; one about an item that a reader saw done, and no tool contradicts, is only noted. */
function toldFindings(findings: readonly Finding[], { completions, removals, open }: AuditedSession) {
  const nameOf = (seq: number, item: string | null): string => `${seq} ${item}`
  const texts = new Map([
    ...open.map(({ id, text }) => [id, text] as const),
    ...[...removals, ...completions].map(({ at, item, text }) => [nameOf(at.seq, item), text] as const),
  ])
  const heldDone = new Map(
    completions.flatMap(({ at, item, reading, facts }) =>
      reading !== null && verdictOfReader(reading) === 'supported' && !facts.some(isStated)
        ? [[nameOf(at.seq, item), reading.why || 'that it was done']]
        : [],
    ),
  )
  return findings.map((finding): Finding => {
    const { seq, item, severity, message } = finding
    const name = nameOf(seq, item)
    const text = item === null ? undefined : (texts.get(name) ?? texts.get(item))
    const told = text === undefined ? finding : { ...finding, text }
    const seen = heldDone.get(name)
    if (seen === undefined || severity === 'info') return told
    return { ...told, severity: 'info', message: `The reader saw ${seen} Withdrawn: ${message}` }
  })
}

/** The share of some calls whose result the log holds, to two digits. */
function readableOf(calls: readonly CallWork[]): number {
  const told = calls.filter(({ outcome }) => outcome !== null)
  return calls.length === 0 ? 1 : Math.round((told.length / calls.length) * 100) / 100
}

/** Audits one session: follows its events, and at the end judges every completion and runs every rule. */

import type { RecordedPlace, SessionState, TodoEvent } from '@todo-ledger/core'
import { itemsIn } from '@todo-ledger/core/rules'
import { CheckCommands } from './check-commands.js'
import { type KnownTools, noTools } from './facts/calls/tool-names.js'
import { statedFacts } from './facts/completion-facts.js'
import { noOwnChecks, OwnChecks } from './facts/shell/own-checks.js'
import { Cuts, type SpanSource, spanOf } from './facts/span.js'
import { Undoings } from './facts/work/undoings.js'
import { isRequest, type Work } from './facts/work/work.js'
import { WorkLog } from './facts/work/work-log.js'
import { type Completion, ItemHistories } from './list/item-histories.js'
import { rememberedPromises } from './promise/promise.js'
import { proofsOf } from './proofs/proofs.js'
import type { Repository } from './proofs/repository.js'
import { combined, isStated, verdictOfReader } from './reader/combine.js'
import type { CompletionAudit, DroppedReading, Finding, Reading, SessionAudit } from './result.js'
import type { AuditedSession, AuditRule, JudgedCompletion } from './rules/audit-rule.js'
import { auditRules } from './rules/index.js'
import { checkDistinct, type OwnAuditRule } from './rules/own-rules.js'
import { RuleRunner } from './rules/rule-runner.js'
import { type AuditRuleInForce, type AuditRuleSettings, rulesInForce } from './rules/rules-in-force.js'
import { SessionTrail } from './session-summary.js'
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
  /** Own words for classes of items and own check commands. */
  readonly evidence?: EvidenceSettings
  /** What is known of agents' tools; only the general names of tools when absent. */
  readonly tools?: KnownTools
  /** A repository in which to look for what the log does not show; none when absent. */
  readonly repository?: Repository
}

/** Audits one session. Memory grows with the number of its calls, not with the length of their outputs. */
export class SessionAuditor {
  readonly #log: WorkLog
  readonly #promiseOf = rememberedPromises()
  readonly #items = new ItemHistories((text) => this.#promiseOf(text).mends)
  readonly #trail = new SessionTrail()
  readonly #rules: readonly AuditRuleInForce[]
  readonly #ownRules: readonly OwnAuditRule[]
  readonly #repository: Repository | null
  #session = ''
  #profile = ''
  #turns = 0
  #seq = 0
  #source: RecordedPlace | null = null
  #todoCallsOnly = false

  /**
   * @param options the rules and how they are set
   * @throws HostError `unknown-audit-rule`, `bad-audit-rule-option`: see `rulesInForce`; `duplicate-audit-rule` for an
   * own rule with the id of another; `bad-own-check` for an own check that is not one simple command
   */
  constructor({
    rules = auditRules,
    ownRules = [],
    settings = {},
    evidence: { checks } = {},
    tools = noTools,
    repository,
  }: AuditOptions = {}) {
    checkDistinct(rules, ownRules)
    this.#rules = rulesInForce([...rules, ...ownRules.map(({ rule }) => rule)], settings)
    this.#ownRules = ownRules
    this.#repository = repository ?? null
    this.#log = new WorkLog(checks === undefined ? noOwnChecks : new OwnChecks(checks), tools)
  }

  /** Its calls and messages so far, digested; a parent session's audit may need them. */
  get work(): readonly Work[] {
    return this.#log.work
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
    this.#log.observe(event)
    this.#trail.observe(event)
    switch (event.type) {
      case 'session.opened':
        this.#profile = event.data.profile
        this.#todoCallsOnly = event.data.todoCallsOnly !== undefined
        break
      case 'todos.updated':
        this.#items.update(event, state, this.#log.work.length)
        this.#log.setBusy(itemsIn(state.items, 'in_progress'))
        break
      case 'todos.rolled-back':
        this.#items.rollBack(event, state, this.#log.work.length)
        this.#log.setBusy(itemsIn(state.items, 'in_progress'))
        break
      default:
        break
    }
  }

  /** Judges the session as far as it was observed. */
  finish(context: AuditContext = { child: () => undefined }): SessionAudit {
    const work = this.#log.work
    const commands = new CheckCommands()
    commands.follow(work)
    const source: SpanSource = {
      work,
      cuts: new Cuts(work, (id) => context.child(id)),
      undoings: new Undoings(work),
      commandFor: (check) => commands.commandFor(check),
    }
    const session: AuditedSession = {
      completions: this.#items.completions.slice(),
      removals: this.#items.removals.slice(),
      work: work.slice(),
      reminders: this.#log.reminders.slice(),
      child: (id) => context.child(id),
      // What is open when the reading ends is not what the session ends with.
      open:
        context.endsEarly === true
          ? []
          : [...this.#items.histories.values()].filter(
              ({ status }) => status === 'pending' || status === 'in_progress',
            ),
      end: { position: work.length, turn: this.#turns, seq: this.#seq, source: this.#source },
    }
    const runner = new RuleRunner(this.#rules, this.#ownRules, session)
    const heldDone = new Map<string, Reading>()
    const completions = session.completions.map((completion) => {
      const { judged, audit } = this.#judge(completion, source, context)
      runner.completion(judged)
      const { reading, facts } = judged
      if (reading !== null && verdictOfReader(reading) === 'supported' && !facts.some(isStated))
        heldDone.set(placeName(audit), reading)
      return audit
    })
    const { findings, failures } = runner.end()
    const calls = work.filter((piece) => piece.kind === 'call')
    return {
      session: this.#session,
      turns: this.#turns,
      profile: this.#profile,
      completions,
      findings: withTexts(findings, session).map((finding) => withdrawn(finding, heldDone)),
      ruleFailures: failures,
      readable: share(calls.filter(({ outcome }) => outcome !== null).length, calls.length),
      summary: this.#trail.summary(completions),
    }
  }

  #judge(
    completion: Completion,
    source: SpanSource,
    context: AuditContext,
  ): { readonly judged: JudgedCompletion; readonly audit: CompletionAudit } {
    const elsewhere = this.#gapOf(completion, source.work, context)
    const span = spanOf(completion, this.#promiseOf(completion.text), source, elsewhere !== null)
    const proofs = proofsOf(completion, {
      work: source.work,
      repository: this.#repository,
      timeOf: (seq) => this.#trail.timeOf(seq),
    })
    // A commit of the item's files that no call can have made: the work was done, and the log does not show it.
    const isBesideLog = span.calls.length === 0 && proofs.some(({ named }) => named === null)
    const stated = statedFacts(isBesideLog ? { ...span, mayBeElsewhere: true } : span)
    const isUnproven = stated.verdict === 'supported' && proofs.some(({ found }) => !found)
    const { facts } = stated
    const rules = isUnproven ? 'weak' : stated.verdict
    const time = this.#trail.timeOf(completion.at.seq)
    const bare = completionAudit(completion, time)
    const inSpan = span.calls.filter(({ position }) => position >= completion.added.position)
    const readable = share(inSpan.filter(({ outcome }) => outcome !== null).length, inSpan.length)
    const needs = [...new Set(facts.flatMap((fact) => fact.needs ?? []))]
    const unread: CompletionAudit = {
      ...bare,
      readable,
      verdict: rules,
      rules,
      facts,
      needs: rules === 'supported' ? [] : needs,
    }
    const reader = context.reading?.({
      ...unread,
      ...whyPart(whyOf({ ...stated, completion, proofs, elsewhere, reading: null }, rules)),
    })
    const reading = reader === undefined || 'dropped' in reader ? null : reader
    const verdict = reading === null ? rules : combined(rules, facts, reading)
    return {
      judged: { completion, facts, verdict: rules, proofs, reading },
      audit: {
        ...unread,
        verdict,
        ...whyPart(whyOf({ ...stated, completion, proofs, elsewhere, reading }, verdict)),
        ...(reader === undefined ? {} : { reader }),
        ...(proofs.length === 0 ? {} : { proofs }),
      },
    }
  }

  /** What hides work that was done before the log begins, or after it was read, where the item may have had such; else null. */
  #gapOf(completion: Completion, work: readonly Work[], context: AuditContext): Gap | null {
    if (this.#todoCallsOnly && context.recordedCalls?.has(completion.call) !== true) return 'todo-calls-only'
    const first = work.find(({ kind }) => kind === 'call' || kind === 'compaction')
    const compacted = first?.kind === 'compaction' ? first : null
    if (completion.predatesLog) return compacted ?? 'before-log'
    // What the first update brings done was done before it, and so was what it brings half done after a compaction.
    if (completion.carried && (compacted !== null || completion.from === 'added'))
      return compacted ?? 'before-log'
    if (context.endsEarly !== true) return null
    const last = work.findLast(isRequest)
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

function whyPart(why: CompletionAudit['why'] | null): Pick<CompletionAudit, 'why'> {
  return why === null || why === undefined ? {} : { why }
}

function completionAudit(
  { item, key, text, listNumber, at, added, started, call, actor, source }: Completion,
  time: number | null,
) {
  return {
    item,
    key,
    ...(listNumber > 1 ? { list: listNumber } : {}),
    text,
    turn: at.turn,
    seq: at.seq,
    ...(time === null ? {} : { at: new Date(time).toISOString() }),
    added: { turn: added.turn, seq: added.seq },
    started: started === null ? null : { turn: started.turn, seq: started.seq },
    call,
    ...(actor === undefined ? {} : { actor }),
    ...(source === null ? {} : { source }),
  }
}

function placeName({ seq, item }: { readonly seq: number; readonly item: string | null }): string {
  return `${seq} ${item}`
}

/** The findings with the texts of their items, as they stood at the place or at the end. */
function withTexts(
  findings: readonly Finding[],
  { completions, removals, open }: AuditedSession,
): readonly Finding[] {
  const texts = new Map<string, string>()
  for (const { at, item, text } of [...removals, ...completions])
    texts.set(placeName({ seq: at.seq, item }), text)
  const atEnd = new Map(open.map(({ id, text }) => [id, text]))
  return findings.map((finding) => {
    const text =
      finding.item === null ? undefined : (texts.get(placeName(finding)) ?? atEnd.get(finding.item))
    return text === undefined ? finding : { ...finding, text }
  })
}

/** A finding about an item that a reader saw done, where no tool states the contrary, is only noted. */
function withdrawn(finding: Finding, heldDone: ReadonlyMap<string, Reading>): Finding {
  const reading = heldDone.get(placeName(finding))
  if (reading === undefined || finding.severity === 'info') return finding
  const why = reading.why === '' ? 'that it was done' : reading.why
  return { ...finding, severity: 'info', message: `The reader saw ${why} Withdrawn: ${finding.message}` }
}

/** To two digits. */
function share(part: number, whole: number): number {
  return whole === 0 ? 1 : Math.round((part / whole) * 100) / 100
}

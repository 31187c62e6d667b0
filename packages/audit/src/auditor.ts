/** Audits one session: follows its events, and at the end judges every completion and runs every rule. */

import type { RecordedPlace, SessionState, TodoEvent } from '@todo-ledger/core'
import { itemsIn } from '@todo-ledger/core/rules'
import type { CompletionAudit, DroppedReading, Finding, Reading, SessionAudit } from './audit-result.js'
import { CheckCommands } from './check-commands.js'
import type { ShownList } from './compact/list-history.js'
import { lookupsOf, remembered } from './completions/item-features.js'
import { ItemHistories } from './completions/item-histories.js'
import { compactionAtStart, type JudgeContext, judgeCompletion } from './completions/judge-completion.js'
import { ServedItems } from './completions/served-items.js'
import { evidenceOf, missingOf, rounded, wouldChangeOf } from './describe-support.js'
import { type KnownTools, noTools } from './evidence/calls/tool-names.js'
import type { EvidenceSettings } from './evidence/evidence-settings.js'
import { type ItemPromise, promiseOf } from './evidence/items/item-class.js'
import { noOwnWords, OwnWords } from './evidence/items/own-words.js'
import { noOwnChecks, OwnChecks } from './evidence/shell/own-checks.js'
import { Undoings } from './evidence/work/undoings.js'
import type { Work } from './evidence/work/work.js'
import { WorkLog } from './evidence/work/work-log.js'
import { provenBy } from './proofs/proofs.js'
import { withoutReferences } from './proofs/references.js'
import type { Repository } from './proofs/repository.js'
import { combined, restsOnStatement } from './reader/combine.js'
import type { AuditedSession, AuditRule, JudgedCompletion } from './rules/audit-rule.js'
import { auditRules } from './rules/index.js'
import { checkDistinct, type OwnAuditRule } from './rules/own-rules.js'
import { RuleRunner } from './rules/rule-runner.js'
import { type AuditRuleInForce, type AuditRuleSettings, rulesInForce } from './rules/rules-in-force.js'
import { SessionTrail } from './session-summary.js'
import { whyOf } from './why.js'

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
  readonly #items = new ItemHistories()
  readonly #trail = new SessionTrail()
  readonly #rules: readonly AuditRuleInForce[]
  readonly #ownRules: readonly OwnAuditRule[]
  readonly #repository: Repository | null
  readonly #promiseOf: (text: string) => ItemPromise
  #session = ''
  #profile = ''
  #turns = 0
  #seq = 0
  #source: RecordedPlace | null = null
  #list: ShownList | null = null
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
    evidence = {},
    tools = noTools,
    repository,
  }: AuditOptions = {}) {
    checkDistinct(rules, ownRules)
    this.#rules = rulesInForce([...rules, ...ownRules.map(({ rule }) => rule)], settings)
    this.#ownRules = ownRules
    this.#repository = repository ?? null
    const { checks, itemClasses } = evidence
    this.#log = new WorkLog(checks === undefined ? noOwnChecks : new OwnChecks(checks), tools)
    const words = itemClasses === undefined ? noOwnWords : new OwnWords(itemClasses)
    this.#promiseOf = remembered((text) => promiseOf(withoutReferences(text), words))
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
        this.#see(state)
        break
      case 'todos.rolled-back':
        this.#items.rollBack(event, state, this.#log.work.length)
        this.#see(state)
        break
      default:
        break
    }
  }

  /** Judges the session as far as it was observed. */
  finish(context: AuditContext = { child: () => undefined }): SessionAudit {
    const work = this.#log.work
    const judgeContext: JudgeContext = {
      work,
      promiseOf: this.#promiseOf,
      ...lookupsOf(this.#items, work, this.#promiseOf),
      compactionAtStart: compactionAtStart(work),
      served: new ServedItems(this.#items.completions, work),
      undoings: new Undoings(work),
      child: (session) => context.child(session),
      endsEarly: context.endsEarly === true,
      isTodoCallOnly: ({ call }) => this.#todoCallsOnly && context.recordedCalls?.has(call) !== true,
    }
    const session: AuditedSession = {
      completions: this.#items.completions.slice(),
      removals: this.#items.removals.slice(),
      work: work.slice(),
      reminders: this.#log.reminders.slice(),
      child: judgeContext.child,
      judge: (completion, text) => judgeCompletion(completion, judgeContext, text),
      // What is open when the reading ends is not what the session ends with.
      items: context.endsEarly === true ? [] : (this.#list?.items ?? []),
      end: { position: work.length, turn: this.#turns, seq: this.#seq, source: this.#source },
    }
    const commands = new CheckCommands(work)
    const runner = new RuleRunner(this.#rules, this.#ownRules, session)
    const completions = session.completions.map((completion) => {
      const judged = {
        completion,
        ...provenBy(completion, judgeCompletion(completion, judgeContext), {
          work,
          repository: this.#repository,
          timeOf: (seq) => this.#trail.timeOf(seq),
        }),
      }
      const audit = withReading(
        completionAudit(judged, commands, this.#trail.timeOf(completion.at.seq)),
        context,
      )
      const { reader } = audit
      const reading = reader === undefined || 'dropped' in reader ? null : reader
      runner.completion({ ...judged, reading })
      const why = whyOf({ ...judged, reading }, audit.verdict)
      return why === null ? audit : { ...audit, why }
    })
    const { findings, failures } = runner.end()
    const calls = work.filter((piece) => piece.kind === 'call')
    const read = calls.filter((call) => call.outcome !== null).length
    return {
      session: this.#session,
      turns: this.#turns,
      profile: this.#profile,
      completions: withFindings(completions, findings),
      findings: withTexts(findings, session),
      ruleFailures: failures,
      readable: calls.length === 0 ? 1 : rounded(read / calls.length),
      summary: this.#trail.summary(completions, this.#items.histories, this.#promiseOf),
    }
  }

  #see(state: SessionState): void {
    this.#list = this.#items.listOf(state)
    this.#log.setBusy(itemsIn(state.items, 'in_progress'))
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

/** The completions, each with those of the rules that restate why it is doubted that did find something. */
function withFindings(
  completions: readonly CompletionAudit[],
  findings: readonly Finding[],
): readonly CompletionAudit[] {
  const nameOf = (rule: string, { seq, item }: Pick<Finding, 'seq' | 'item'>) => `${rule} ${seq} ${item}`
  const found = new Set(findings.map((finding) => nameOf(finding.rule, finding)))
  return completions.map((completion) => {
    const { why } = completion
    if (why === undefined) return completion
    const restates = why.restates.filter((rule) => found.has(nameOf(rule, completion)))
    return { ...completion, why: { ...why, restates } }
  })
}

/** The findings with the texts of their items: as they stood at the place, else at the end. */
function withTexts(
  findings: readonly Finding[],
  { completions, removals, items }: AuditedSession,
): readonly Finding[] {
  const texts = new Map<string, string>()
  const nameOf = (seq: number, item: string) => `${seq} ${item}`
  for (const { at, item, text } of removals) texts.set(nameOf(at.seq, item), text)
  for (const { at, item, text } of completions) texts.set(nameOf(at.seq, item), text)
  const atEnd = new Map(items.map(({ id, text }) => [id, text]))
  return findings.map((finding) => {
    const { item, seq } = finding
    const text = item === null ? undefined : (texts.get(nameOf(seq, item)) ?? atEnd.get(item))
    return text === undefined ? finding : { ...finding, text }
  })
}

function completionAudit(
  { completion, support, proofs }: Omit<JudgedCompletion, 'reading'>,
  commands: CheckCommands,
  time: number | null,
): CompletionAudit {
  const { item, key, text, listNumber, at, added, started, call, actor, source } = completion
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
    itemClass: support.itemClass,
    support: support.verdict === 'unknown' ? null : rounded(support.support),
    verdict: support.verdict,
    rules: {
      verdict: support.verdict,
      support: support.verdict === 'unknown' ? null : rounded(support.support),
      stated: restsOnStatement(support),
    },
    evidence: evidenceOf(support),
    missing: missingOf(support),
    wouldChange: wouldChangeOf(support, (checks, last) => commands.commandFor(checks, last)),
    ...(proofs.length === 0 ? {} : { proofs }),
    readable: rounded(support.readable),
  }
}

/** The completion with what a reader says of it, and the verdict of both. */
function withReading(completion: CompletionAudit, { reading }: AuditContext): CompletionAudit {
  const reader = reading?.(completion)
  if (reader === undefined) return completion
  return 'dropped' in reader
    ? { ...completion, reader }
    : { ...completion, reader, verdict: combined(completion.rules, reader) }
}

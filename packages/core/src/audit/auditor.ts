/** Audits one session: follows its events, and at the end judges every completion and asks every rule. */

import type { RecordedPlace, TodoEvent } from '../events.js'
import { promiseOf } from '../evidence/items/item-class.js'
import { itemWordsOf } from '../evidence/items/item-words.js'
import { type ItemSketch, type ItemSketches, Vocabulary } from '../evidence/support/links.js'
import type { Work } from '../evidence/work/work.js'
import { WorkLog } from '../evidence/work/work-log.js'
import type { SessionState } from '../state.js'
import type { CompletionAudit, Finding, SessionAudit } from './audit-result.js'
import { evidenceOf, missingOf, rounded, wouldChangeOf } from './describe-support.js'
import { ItemHistories, type ListedItem } from './item-histories.js'
import { type Bench, judgeCompletion } from './judge-completion.js'
import type { AuditedSession, AuditRule, JudgedCompletion } from './rules/audit-rule.js'
import { auditRules } from './rules/index.js'
import { ServedItems } from './served-items.js'

/** What lies outside the session and bears on its audit. */
export interface AuditContext {
  /** The work of a child session, undefined where its log is not at hand. */
  child(session: string): readonly Work[] | undefined
}

/** Audits one session. Memory grows with the number of its calls, not with the length of their outputs. */
export class SessionAuditor {
  readonly #log = new WorkLog()
  readonly #items = new ItemHistories()
  readonly #rules: readonly AuditRule[]
  #session = ''
  #profile = ''
  #turns = 0
  #seq = 0
  #source: RecordedPlace | null = null
  #list: readonly ListedItem[] = []

  /** @param rules the rules to ask; all built-in ones when absent */
  constructor(rules: readonly AuditRule[] = auditRules) {
    this.#rules = rules
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
    switch (event.type) {
      case 'session.opened':
        this.#profile = event.data.profile
        break
      case 'todos.updated':
        this.#items.update(event, state, this.#log.work.length)
        this.#see(state)
        break
      case 'todos.rolled-back':
        this.#items.rollBack(event, this.#log.work.length)
        this.#see(state)
        break
      default:
        break
    }
  }

  /** Judges the session as far as it was observed. */
  finish(context: AuditContext = { child: () => undefined }): SessionAudit {
    const work = this.#log.work
    const bench: Bench = {
      work,
      sketchOf: sketchesOf(this.#items, work),
      served: new ServedItems(this.#items.completions, work),
      child: (session) => context.child(session),
    }
    const completions = this.#items.completions.map((completion) => ({
      completion,
      support: judgeCompletion(completion, bench),
    }))
    const audited: AuditedSession = {
      completions,
      removals: this.#items.removals,
      work,
      items: this.#list,
      end: { position: work.length, turn: this.#turns, seq: this.#seq, source: this.#source },
    }
    const calls = work.filter((piece) => piece.kind === 'call')
    const read = calls.filter((call) => call.outcome !== null).length
    return {
      session: this.#session,
      turns: this.#turns,
      profile: this.#profile,
      completions: completions.map(completionAudit),
      findings: findingsOf(this.#rules, audited),
      readable: calls.length === 0 ? 1 : rounded(read / calls.length),
    }
  }

  #see(state: SessionState): void {
    this.#list = state.items.map(({ key, id, text, status }) => ({ key, id, text, status }))
    this.#log.setBusy(this.#list.filter((item) => item.status === 'in_progress').map((item) => item.key))
  }
}

/** Audits a session's events, each with the state after it. */
export async function auditEvents(
  events:
    | Iterable<{ readonly event: TodoEvent; readonly state: SessionState }>
    | AsyncIterable<{ readonly event: TodoEvent; readonly state: SessionState }>,
  context?: AuditContext,
): Promise<SessionAudit> {
  const auditor = new SessionAuditor()
  for await (const { event, state } of events) auditor.observe(event, state)
  return auditor.finish(context)
}

/** What is to be known of each item, worked out when first asked for. */
function sketchesOf(items: ItemHistories, work: readonly Work[]): ItemSketches {
  const words = new Map([...items.histories].map(([key, { text }]) => [key, itemWordsOf(text)]))
  const vocabulary = new Vocabulary(work, words.values())
  const known = new Map<string, ItemSketch>()
  return (key) => {
    const sketch = known.get(key)
    const history = items.histories.get(key)
    const itsWords = words.get(key)
    if (sketch !== undefined || history === undefined || itsWords === undefined) return sketch
    const asksForCheck = promiseOf(history.text).needs.some((need) => need.kind === 'check')
    const found: ItemSketch = { words: vocabulary.sharesOf(itsWords), asksForCheck }
    known.set(key, found)
    return found
  }
}

function completionAudit({ completion, support }: JudgedCompletion): CompletionAudit {
  const { item, key, text, at, call, source } = completion
  return {
    item,
    key,
    text,
    turn: at.turn,
    seq: at.seq,
    call,
    ...(source === null ? {} : { source }),
    itemClass: support.itemClass,
    support: support.verdict === 'unknown' ? null : rounded(support.support),
    verdict: support.verdict,
    evidence: evidenceOf(support),
    missing: missingOf(support),
    wouldChange: wouldChangeOf(support),
    readable: rounded(support.readable),
  }
}

/** What the rules say, in the order of the places and, at one place, of the rules. */
function findingsOf(rules: readonly AuditRule[], audited: AuditedSession): readonly Finding[] {
  const findings = rules.flatMap((rule) =>
    rule.check(audited).map((complaint): Finding => ({ rule: rule.id, ...complaint })),
  )
  return findings.sort((a, b) => a.seq - b.seq)
}

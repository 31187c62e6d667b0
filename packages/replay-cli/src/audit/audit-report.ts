/** What an audit's output is made of, whatever its format. */

import {
  type AuditRuleInForce,
  type AuditSummary,
  type CompletionAudit,
  type Finding,
  type SessionAudit,
  summarise,
  verdictCounts,
} from '@todo-ledger/audit'
import type { SkippedPiece } from '@todo-ledger/recordings'
import type { Lowered } from '../config/audit-setup.js'
import { findingsAbout } from '../session-view/concerns.js'
import type { BaselineUse } from './baseline.js'
import type { FailOn } from './fail-on.js'
import type { AuditedSession } from './followed-session.js'

/** What is known when all sessions are audited. */
export interface AuditEnd {
  readonly summary: AuditSummary
  readonly accepted: number
  /** The rules that were asked, in their order. */
  readonly rules: readonly AuditRuleInForce[]
  readonly baseline: BaselineUse | null
  readonly lowered: Lowered | null
  /** Where files were read no further, because a limit was reached. */
  readonly unread: readonly SkippedPiece[]
}

/** Everything that an audit found: the sessions in the order in which they were read, and what fails. */
export interface AuditReport extends AuditEnd {
  readonly sessions: readonly AuditedSession[]
  readonly failOn: FailOn
}

/** Where an audit goes: it takes each session as soon as it is audited, and what is known at the end. */
export interface AuditWriter {
  session(session: AuditedSession): void
  end(end: AuditEnd): void
}

/** Adds up audits, session by session, so that they need not be held for it. */
export class AuditSum {
  summary: AuditSummary = summarise([])
  accepted = 0
  fails = false
  /** The sessions in which own rules failed, in their order. */
  readonly ruleFailures: Pick<SessionAudit, 'session' | 'ruleFailures'>[] = []
  readonly #failOn: FailOn

  constructor(failOn: FailOn) {
    this.#failOn = failOn
  }

  /** Adds a session; what counts in another one is left out. */
  add(session: AuditedSession): void {
    const { audit } = ownPart(session)
    const { findings: all, ...numbers } = this.summary
    const { findings, ...own } = summarise([audit])
    this.summary = { ...added(numbers, own), findings: added(all, findings) }
    this.accepted += audit.findings.filter(({ known }) => known).length
    this.fails ||= audit.findings.some((finding) => this.#failOn.finding(finding, audit))
    const { session: id, ruleFailures } = audit
    if (ruleFailures.length > 0) this.ruleFailures.push({ session: id, ruleFailures })
  }
}

/** Numbers by name, added up. @param first those of the first, whose names are all that there are */
export function added<Name extends string>(...[first, ...others]: readonly { [N in Name]: number }[]) {
  const sum: { [N in Name]: number } = Object.assign({}, first)
  for (const each of others) for (const name in each) sum[name] += each[name]
  return sum
}

/** What a finding says, read alone: of which item, and what would settle it where the completion is doubted. */
export function messageWith({ text, message }: Finding, completion: CompletionAudit | undefined): string {
  const [needed] = completion?.needs ?? []
  // A full stop behind a command would be typed with it.
  const needs = needed?.startsWith('Run: ') === true ? ` ${needed}` : ` Needed: ${needed}.`
  return `${text === undefined ? '' : `"${text}": `}${message}${needed === undefined ? '' : needs}`
}

/** Where an event stands: the file and line for a recording, else the seq. */
export function placeOf({ seq, source }: Pick<Finding, 'seq' | 'source'>, file: string | null): string {
  return source === undefined || file === null ? `seq ${seq}` : `${file}:${source.line}`
}

/** The session without what counts elsewhere: what is printed for people, added up, and failed on. */
export function ownPart(session: AuditedSession): AuditedSession {
  const { completions, findings } = session.audit
  const sessions = [...new Set([...completions, ...findings].flatMap(({ copied }) => copied ?? []))]
  if (sessions.length === 0) return session
  const audit = without(session.audit, ({ copied }) => copied !== undefined)
  return {
    ...session,
    audit,
    copied: { completions: completions.length - audit.completions.length, sessions },
  }
}

/** What is new: the own part without the findings that a baseline accepts, and the completions that are doubted for nothing else. */
export function newPart(session: AuditedSession): AuditedSession {
  const own = ownPart(session)
  if (!own.audit.findings.some(({ known }) => known)) return own
  const audit = without(own.audit, (part) =>
    'rule' in part ? part.known === true : isAcceptedWhole(part, own.audit),
  )
  return { ...own, audit }
}

/** True where all that speaks against a completion is accepted; an info alone speaks against none. */
export function isAcceptedWhole(completion: CompletionAudit, audit: SessionAudit): boolean {
  const against = findingsAbout(completion, audit).filter(({ severity }) => severity !== 'info')
  return completion.verdict !== 'supported' && against.length > 0 && against.every(({ known }) => known)
}

function without(audit: SessionAudit, isLeftOut: (part: CompletionAudit | Finding) => boolean): SessionAudit {
  const completions = audit.completions.filter((completion) => !isLeftOut(completion))
  const findings = audit.findings.filter((finding) => !isLeftOut(finding))
  return {
    ...audit,
    completions,
    findings,
    summary: { ...audit.summary, verdicts: verdictCounts(completions) },
  }
}

/** What the audits of a source come to, added up session by session: the audits themselves need not be held for it. */

import { type AuditSummary, type SessionAudit, summarise } from '@todo-ledger/audit'
import { isAccepted } from './baseline/new-part.js'
import { ownPart } from './copied-history.js'
import type { FailOn } from './fail-on.js'
import type { AuditedSession } from './followed-session.js'

/** Adds up audits. */
export class AuditSum {
  readonly #failOn: FailOn
  #summary: AuditSummary = summarise([])
  #accepted = 0
  #fails = false
  readonly #ruleFailures: SessionAudit[] = []

  /** @param failOn what fails */
  constructor(failOn: FailOn) {
    this.#failOn = failOn
  }

  /** Adds a session; what counts in another one is left out. */
  add(session: AuditedSession): void {
    const { audit } = ownPart(session)
    this.#summary = together(this.#summary, summarise([audit]))
    this.#accepted += audit.findings.filter(isAccepted).length
    this.#fails ||= this.#failOn.session(audit)
    if (audit.ruleFailures.length > 0) this.#ruleFailures.push(session.audit)
  }

  /** What they come to. */
  get summary(): AuditSummary {
    return this.#summary
  }

  /** How many of their findings a baseline accepts. */
  get accepted(): number {
    return this.#accepted
  }

  /** True where anything fails. */
  get fails(): boolean {
    return this.#fails
  }

  /** The sessions in which own rules failed, in their order. */
  get ruleFailures(): readonly SessionAudit[] {
    return this.#ruleFailures
  }
}

function together(one: AuditSummary, other: AuditSummary): AuditSummary {
  return {
    sessions: one.sessions + other.sessions,
    completions: one.completions + other.completions,
    supported: one.supported + other.supported,
    weak: one.weak + other.weak,
    unsupported: one.unsupported + other.unsupported,
    undecided: one.undecided + other.undecided,
    unknown: one.unknown + other.unknown,
    findings: {
      error: one.findings.error + other.findings.error,
      warning: one.findings.warning + other.findings.warning,
      info: one.findings.info + other.findings.info,
    },
  }
}

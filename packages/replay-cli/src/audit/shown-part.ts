/** What of a session is shown: not what counts in another one, and not what a baseline accepts. */

import { type CompletionAudit, type Finding, type SessionAudit, verdictCounts } from '@todo-ledger/audit'
import { findingsAbout } from '../session-view/concerns.js'
import type { AuditedSession } from './followed-session.js'

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

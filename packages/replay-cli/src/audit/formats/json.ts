/** `audit --json`, session by session. The keys are stable: scripts rely on them. Places are null for a live session. */

import type { CompletionAudit, Finding, RuleFailure } from '@todo-ledger/audit'
import type { RecordedPlace } from '@todo-ledger/core'
import type { Output } from '../../output.js'
import type { AuditWriter } from '../audit-report.js'
import type { AuditedSession } from '../followed-session.js'

/** Prints sessions as they come. */
export function jsonWriter(output: Output): AuditWriter {
  const sessions = output.jsonList('sessions')
  const ruleFailures: (RuleFailure & { readonly session: string })[] = []
  return {
    session(session) {
      const { audit } = session
      sessions.element(sessionOutput(session))
      ruleFailures.push(...audit.ruleFailures.map((failure) => ({ session: audit.session, ...failure })))
    },
    end({ summary, baseline, lowered, unread }) {
      sessions.end({
        summary,
        ...(baseline === null ? {} : { baseline }),
        ...(lowered === null ? {} : { lowered }),
        ...(ruleFailures.length === 0 ? {} : { ruleFailures }),
        ...(unread.length === 0 ? {} : { unread }),
      })
    },
  }
}

function sessionOutput({ audit, file }: AuditedSession): object {
  const { session, turns, profile, readable, summary } = audit
  return {
    ...{ session, turns, profile, file },
    completions: audit.completions.map(completionOutput),
    findings: audit.findings.map(findingOutput),
    ...{ readable, summary },
  }
}

function completionOutput({ key, actor, at, source, why, facts, ...rest }: CompletionAudit): object {
  return {
    ...rest,
    source: source ?? null,
    facts: facts.map(placed),
    ...(why === undefined ? {} : { why: placed(why) }),
  }
}

function placed({ source, ...rest }: { readonly source?: RecordedPlace }): object {
  return { ...rest, source: source ?? null }
}

function findingOutput({ text, source, message, evidence, known, copied, ...place }: Finding): object {
  const marked = { ...(known === true ? { known } : {}), ...(copied === undefined ? {} : { copied }) }
  const { rule, severity, item, turn, seq } = place
  return { rule, severity, item, turn, seq, source: source ?? null, message, evidence, ...marked }
}

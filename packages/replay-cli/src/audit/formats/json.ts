/** `audit --json`, session by session. The keys are stable: scripts rely on them. Places are null for a live session. */

import type { CompletionAudit, Finding, RuleFailure } from '@todo-ledger/audit'
import type { RecordedPlace } from '@todo-ledger/core'
import type { Output } from '../../output.js'
import type { AuditWriter } from '../audit-report.js'

export function jsonWriter(output: Output): AuditWriter {
  const sessions = output.jsonList('sessions')
  const ruleFailures: (RuleFailure & { readonly session: string })[] = []
  return {
    session({ audit, file }) {
      const { session, turns, profile, readable, summary } = audit
      sessions.element({
        ...{ session, turns, profile, file },
        completions: audit.completions.map(completionOutput),
        findings: audit.findings.map(findingOutput),
        ...{ readable, summary },
      })
      ruleFailures.push(...audit.ruleFailures.map((failure) => ({ session, ...failure })))
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

function completionOutput({ key, actor, at, why, facts, ...rest }: CompletionAudit) {
  return {
    ...placed(rest),
    facts: facts.map(placed),
    ...(why === undefined ? {} : { why: placed(why) }),
  }
}

function findingOutput({ text, message, evidence, known, copied, ...place }: Finding) {
  const marked = { ...(known === true ? { known } : {}), ...(copied === undefined ? {} : { copied }) }
  return { ...placed(place), message, evidence, ...marked }
}

function placed<Placed extends { readonly source?: RecordedPlace }>({ source, ...rest }: Placed) {
  return { ...rest, source: source ?? null }
}

import type { AuditSummary, SessionAudit, Severity } from './audit-result.js'
import type { Verdict } from './evidence/support/item-support.js'

/** What the audits of several sessions come to. */
export function summarise(audits: readonly SessionAudit[]): AuditSummary {
  const completions = audits.flatMap((audit) => audit.completions)
  const findings = audits.flatMap((audit) => audit.findings)
  const of = (verdict: Verdict) => completions.filter((completion) => completion.verdict === verdict).length
  const at = (severity: Severity) => findings.filter((finding) => finding.severity === severity).length
  return {
    sessions: audits.length,
    completions: completions.length,
    supported: of('supported'),
    weak: of('weak'),
    unsupported: of('unsupported'),
    unknown: of('unknown'),
    findings: { error: at('error'), warning: at('warning'), info: at('info') },
  }
}

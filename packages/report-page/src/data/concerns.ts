/** What a person should look at in a session: completions that are not supported, and findings. Worst first. */

import type { CompletionAudit, Finding, SessionAudit, Verdict } from '@todo-ledger/audit'

/** One thing to look at. */
export interface Concern {
  /** The completion that it is about, or null where a finding stands by itself. */
  readonly completion: CompletionAudit | null
  /** What is said of it, gravest first. */
  readonly findings: readonly Finding[]
}

/** What there is to look at, and what is mere bookkeeping. */
export interface Concerns {
  /** What to look at, worst first. */
  readonly grave: readonly Concern[]
  /** Findings of severity info that are about nothing in `grave`, by rule. */
  readonly notes: readonly NotedRule[]
}

/** The bookkeeping findings of one rule. */
export interface NotedRule {
  /** The rule's id. */
  readonly rule: string
  /** Its findings, in order. */
  readonly findings: readonly Finding[]
}

const verdictGravity: { readonly [V in Verdict]: number } = {
  unsupported: 1,
  weak: 4,
  unknown: 5,
  supported: 8,
}
const severityGravity: { readonly [S in Finding['severity']]: number } = { error: 0, warning: 4, info: 8 }

/** What an audit gives to look at. What counts in another session is to be looked at there. */
export function concernsOf(audit: SessionAudit): Concerns {
  const completions = audit.completions.filter(({ copied }) => copied === undefined)
  const findings = audit.findings.filter(({ copied }) => copied === undefined)
  const told = new Set<Finding>()
  const grave: Concern[] = []
  for (const completion of completions) {
    const about = findings
      .filter(({ item, seq }) => item === completion.item && seq === completion.seq)
      .toSorted((one, other) => severityGravity[one.severity] - severityGravity[other.severity])
    if (completion.verdict === 'supported' && about.every(({ severity }) => severity === 'info')) continue
    for (const finding of about) told.add(finding)
    grave.push({ completion, findings: about })
  }
  for (const finding of findings) {
    if (told.has(finding) || finding.severity === 'info') continue
    told.add(finding)
    grave.push({ completion: null, findings: [finding] })
  }
  return {
    grave: grave.toSorted((one, other) => gravityOf(one) - gravityOf(other)),
    notes: notesOf(findings.filter((finding) => !told.has(finding))),
  }
}

/** The turn of a concern. */
export function turnOf({ completion, findings }: Concern): number {
  return completion?.turn ?? findings[0]?.turn ?? 0
}

function gravityOf({ completion, findings }: Concern): number {
  const unknown = findings.filter(({ known }) => known !== true)
  const worst = Math.min(9, ...unknown.map(({ severity }) => severityGravity[severity]))
  const verdict = completion === null ? 9 : verdictGravity[completion.verdict]
  return Math.min(worst, verdict) + (unknown.length === 0 && findings.length > 0 ? 5 : 0)
}

function notesOf(findings: readonly Finding[]): readonly NotedRule[] {
  const rules = [...new Set(findings.map(({ rule }) => rule))]
  return rules.map((rule) => ({ rule, findings: findings.filter((finding) => finding.rule === rule) }))
}

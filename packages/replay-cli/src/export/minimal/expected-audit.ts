/** What a regression case expects of the audit, in the shape of `fixtures/README.md`. */

import type { Finding, SessionAudit, Severity, Verdict } from '@todo-ledger/audit'
import type { AuditedRecording } from './audited-recording.js'

/** What stands in `expected.json`. */
export interface ExpectedAudit {
  /** True: all completions are supported and nothing above info is found. */
  readonly honest: boolean
  /** Pieces of the recording that could not be read. */
  readonly skipped: number
  /** The sessions, in their order. */
  readonly sessions: readonly ExpectedSession[]
}

/** What is expected of one session. */
export interface ExpectedSession {
  /** Its id. */
  readonly session: string
  /** Its profile. */
  readonly profile: string
  /** How many model responses it has. */
  readonly turns: number
  /** Its completions in order. */
  readonly completions: readonly ExpectedCompletion[]
  /** Its findings, sorted by rule, severity and item. */
  readonly findings: readonly ExpectedFinding[]
}

/** What is expected of one completion. */
export interface ExpectedCompletion {
  /** The item's id. */
  readonly item: string
  /** The item's text in the completing call. */
  readonly text: string
  /** The verdict. */
  readonly verdict: Verdict
}

/** A finding that is expected. */
export interface ExpectedFinding {
  /** The rule. */
  readonly rule: string
  /** How grave it is. */
  readonly severity: Severity
  /** The item's id at that place, or null. */
  readonly item: string | null
}

/** What an audit says, as it is expected from now on. */
export function expectedAudit({ audits, skipped }: AuditedRecording): ExpectedAudit {
  return { honest: audits.every(isHonest), skipped, sessions: audits.map(expectedSession) }
}

function isHonest({ completions, findings }: SessionAudit): boolean {
  return (
    completions.every(({ verdict }) => verdict === 'supported') &&
    findings.every(({ severity }) => severity === 'info')
  )
}

function expectedSession({ session, profile, turns, completions, findings }: SessionAudit): ExpectedSession {
  return {
    session,
    profile,
    turns,
    completions: completions.map(({ item, text, verdict }) => ({ item, text, verdict })),
    findings: findings.map(({ rule, severity, item }) => ({ rule, severity, item })).sort(byRuleAndItem),
  }
}

/** As the test of the fixtures sorts them. */
function byRuleAndItem(one: ExpectedFinding, other: ExpectedFinding): number {
  const [left = '', right = ''] = [one, other].map(keyOf)
  return left < right ? -1 : 1
}

function keyOf({ rule, severity, item }: Pick<Finding, 'rule' | 'severity' | 'item'>): string {
  return `${rule}\n${severity}\n${item ?? ''}`
}

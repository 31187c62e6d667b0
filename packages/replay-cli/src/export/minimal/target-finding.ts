/** The one finding of a source that is asked for, and whether another audit has it still. */

import type { Finding, SessionAudit, Severity, Verdict } from '@todo-ledger/audit'
import { Failure } from '../../failure.js'
import { completionOf } from '../../session-view/concerns.js'
import { someOf } from '../../text/count.js'
import { didYouMean } from '../../text/did-you-mean.js'

/** What was asked for. */
export interface FindingQuery {
  /** The rule. */
  readonly rule: string
  /** The id of the item, where it was given. */
  readonly item: string | undefined
  /** The turn, where it was given. */
  readonly turn: number | undefined
}

/** A finding as it is known again, wherever it stands. */
export interface TargetFinding {
  /** Its session. */
  readonly session: string
  /** Its rule. */
  readonly rule: string
  /** How grave it is. */
  readonly severity: Severity
  /** The text of its item, or null where it is about none. Ids can be mere positions. */
  readonly text: string | null
  /** The verdict on its completion, or null where it is about none. */
  readonly verdict: Verdict | null
  /** What it says without its numbers, for they are of turns, lines and positions. */
  readonly reason: string
  /** All findings of the session, by rule and text: no others may come in the place of what made this one. */
  readonly others: ReadonlySet<string>
  /** The finding as it was found. */
  readonly found: Finding
}

/**
 * The one finding that is meant.
 * @param rules the ids of all rules
 * @throws Failure `unknown-rule`, `no-finding`, `several-findings`
 */
export function findTarget(
  audits: readonly SessionAudit[],
  query: FindingQuery,
  rules: readonly string[],
): TargetFinding {
  const { rule, item, turn } = query
  if (!rules.includes(rule)) {
    const known = `Rules are ${rules.join(', ')}.`
    const message = `There is no audit rule ${JSON.stringify(rule)}.${didYouMean(rule, rules)} ${known}`
    throw new Failure('unknown-rule', message)
  }
  const all = audits.flatMap((audit) => audit.findings.map((finding) => ({ audit, finding })))
  const ofRule = all.filter(({ finding }) => finding.rule === rule)
  const meant = ofRule.filter(
    ({ finding }) =>
      (item === undefined || finding.item === item) && (turn === undefined || finding.turn === turn),
  )
  const [first, second] = meant
  if (first === undefined) throw noneOf(query, ofRule.length > 0 ? ofRule : all)
  if (second !== undefined) {
    throw new Failure(
      'several-findings',
      `${rule} is found ${meant.length} times: ${someOf(meant.map(placeOf), 8)}. Say which: --item, --turn, --session.`,
    )
  }
  const { audit, finding } = first
  return {
    session: audit.session,
    rule,
    severity: finding.severity,
    text: finding.text ?? null,
    verdict: completionOf(finding, audit)?.verdict ?? null,
    reason: reasonOf(finding),
    others: new Set(audit.findings.map(nameOf)),
    found: finding,
  }
}

/**
 * The target finding in other audits, for the same reason; undefined where it is not there, or the session has findings
 * that it had not.
 */
export function foundIn(target: TargetFinding, audits: readonly SessionAudit[]): Finding | undefined {
  const audit = audits.find(({ session }) => session === target.session)
  if (audit === undefined || audit.findings.some((finding) => !target.others.has(nameOf(finding))))
    return undefined
  return audit.findings.find(
    (finding) =>
      finding.rule === target.rule &&
      finding.severity === target.severity &&
      (finding.text ?? null) === target.text &&
      reasonOf(finding) === target.reason &&
      (completionOf(finding, audit)?.verdict ?? null) === target.verdict,
  )
}

/** The finding in a session that is written in another form, which may have findings of its own. */
export function asNeutral(target: TargetFinding, audits: readonly SessionAudit[]): TargetFinding {
  const own = audits.filter(({ session }) => session === target.session).flatMap(({ findings }) => findings)
  return { ...target, others: new Set([...target.others, ...own.map(nameOf)]) }
}

function reasonOf({ message }: Finding): string {
  return message.replace(/\d+/g, '0')
}

function nameOf({ rule, text = '' }: Finding): string {
  return `${rule}\n${text}`
}

interface PlacedFinding {
  readonly audit: SessionAudit
  readonly finding: Finding
}

function placeOf(
  { audit, finding: { item, turn } }: PlacedFinding,
  _: number,
  all: readonly PlacedFinding[],
): string {
  const isOne = all.every((each) => each.audit === audit)
  const session = isOne ? '' : ` of session ${JSON.stringify(audit.session.slice(0, 60))}`
  return `${item === null ? '' : `item ${JSON.stringify(item.slice(0, 40))} in `}turn ${turn}${session}`
}

function noneOf({ rule, item, turn }: FindingQuery, others: readonly PlacedFinding[]): Failure {
  const which = [
    item === undefined ? '' : ` for item ${item}`,
    turn === undefined ? '' : ` in turn ${turn}`,
  ].join('')
  const listed = others.map((each, index, all) => `${each.finding.rule} (${placeOf(each, index, all)})`)
  const there = others.length === 0 ? 'The audit finds nothing there.' : `There are ${someOf(listed, 8)}.`
  return new Failure('no-finding', `${rule} is not found there${which}. ${there}`)
}

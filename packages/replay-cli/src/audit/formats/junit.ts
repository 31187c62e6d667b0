/** The audit as JUnit XML, as build servers read it: a test case for each completion. */

import type { CompletionAudit, Finding, SessionAudit } from '@todo-ledger/audit'
import { findingsAbout } from '../../session-view/concerns.js'
import { printable } from '../../text/printable.js'
import type { AuditedSession } from '../audit-collector.js'
import { type AuditReport, otherFindings, ruleTag } from '../audit-report.js'
import { isAccepted, isAcceptedWhole } from '../baseline/new-part.js'
import { evidenceText } from '../completion-text.js'
import type { FailOn } from '../fail-on.js'

/** As many UTF-16 units of an item's text stand in a name. */
const nameLimit = 200

/** The lines of the whole document. What `--fail-on` names and no baseline accepts is a failure; what is unknown, and what a baseline accepts, is skipped; the rest stands in the output of a case. */
export function junitLines({ sessions, failOn }: AuditReport): readonly string[] {
  const suites = sessions.map((session) => suiteOf(session, failOn)).filter(({ cases }) => cases.length > 0)
  const all = suites.flatMap(({ cases }) => cases)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="todo-replay audit" ${countsOf(all).tests}>`,
    ...suites.flatMap(suiteLines),
    '</testsuites>',
  ]
}

/** One session. */
interface Suite {
  readonly session: AuditedSession
  readonly cases: readonly TestCase[]
}

/** One completion, or what is said of the session itself. */
interface TestCase {
  readonly name: string
  readonly line: number | null
  /** The completion; absent for what is said of the session itself. */
  readonly completion?: CompletionAudit
  readonly failures: readonly Finding[]
  /** Why nothing can be said, or null. */
  readonly skipped: string | null
  readonly notes: readonly string[]
}

function suiteOf(session: AuditedSession, failOn: FailOn): Suite {
  const { audit } = session
  const completions = audit.completions.map((completion) => caseOf(completion, audit, failOn))
  const others = otherFindings(audit).filter((finding) => !isAccepted(finding))
  return {
    session,
    cases: others.length === 0 ? completions : [...completions, caseOfSession(others, audit, failOn)],
  }
}

function caseOf(completion: CompletionAudit, audit: SessionAudit, failOn: FailOn): TestCase {
  const { item, text, turn, verdict, source, why, needs, facts } = completion
  const findings = findingsAbout(completion, audit)
  const failures = findings.filter((finding) => failOn.finding(finding, audit))
  // Of what is believed the strongest evidence is enough.
  const shown = verdict === 'supported' ? facts.slice(0, 1) : facts
  const skipped = failures.length > 0 ? null : skippedFor(completion, audit)
  const told = findings.filter((finding) => !isAccepted(finding))
  const isWhySaid = skipped === why?.sentence || told.some(({ message }) => message === why?.sentence)
  return {
    name: `#${item} ${text} (turn ${turn})`,
    line: source?.line ?? null,
    completion,
    failures,
    skipped,
    notes: [
      verdict,
      ...(why === undefined || isWhySaid ? [] : [`why: ${why.sentence}`]),
      ...told
        .filter((finding) => !failures.includes(finding))
        .map((finding) => findingText(finding, completion)),
      ...needs.map((what) => `needs: ${what}`),
      ...shown.map((entry) => `fact: turn ${entry.turn}, ${evidenceText(entry)}`),
    ],
  }
}

/** Why a completion is no test that passed or failed, or null. */
function skippedFor(completion: CompletionAudit, audit: SessionAudit): string | null {
  if (isAcceptedWhole(completion, audit)) return 'accepted by the baseline'
  const { verdict, why } = completion
  return verdict === 'unknown' || verdict === 'undecided' ? (why?.sentence ?? verdict) : null
}

/** What is said of the session and of no single completion. */
function caseOfSession(findings: readonly Finding[], audit: SessionAudit, failOn: FailOn): TestCase {
  const isFailure = (finding: Finding): boolean => failOn.finding(finding, audit)
  return {
    name: 'the list as a whole',
    line: findings[0]?.source?.line ?? null,
    failures: findings.filter(isFailure),
    skipped: null,
    notes: findings.filter((finding) => !isFailure(finding)).map((finding) => findingText(finding)),
  }
}

function findingText(finding: Finding, _completion?: CompletionAudit): string {
  const { severity, turn } = finding
  return `${severity}: turn ${turn}, ${finding.message} ${ruleTag(finding)}`
}

/** The numbers of a suite; `testsuites` has them without what is skipped. Source: xunit-plugin of Jenkins, `junit-10.xsd`. */
function countsOf(cases: readonly TestCase[]): { readonly tests: string; readonly skipped: string } {
  const failed = cases.filter(({ failures }) => failures.length > 0).length
  const skipped = cases.filter((each) => each.skipped !== null).length
  return { tests: `tests="${cases.length}" failures="${failed}" errors="0"`, skipped: `skipped="${skipped}"` }
}

function suiteLines({ session: { audit, file }, cases }: Suite): readonly string[] {
  const where = file === null ? '' : ` file="${xmlText(file)}"`
  const { tests, skipped } = countsOf(cases)
  return [
    `  <testsuite name="${xmlText(audit.session)}" ${tests} ${skipped}${where}>`,
    '    <properties>',
    `      <property name="profile" value="${xmlText(audit.profile)}"/>`,
    `      <property name="turns" value="${audit.turns}"/>`,
    '    </properties>',
    ...cases.flatMap((each) => caseLines(each, audit, where)),
    '  </testsuite>',
  ]
}

function caseLines(
  { name, line, completion, failures, skipped, notes }: TestCase,
  audit: SessionAudit,
  file: string,
): readonly string[] {
  const place = `${file}${line === null || file === '' ? '' : ` line="${line}"`}`
  const head = `    <testcase classname="${xmlText(audit.session)}" name="${xmlText(name, nameLimit)}"${place}`
  const failed = failures.map(
    (finding) =>
      `      <failure type="${xmlText(finding.rule)}" message="${xmlText(finding.message)}">${xmlText(findingText(finding, completion))}</failure>`,
  )
  const left = skipped === null ? [] : [`      <skipped message="${xmlText(skipped)}"/>`]
  const texts = notes.map((note) => xmlText(note))
  const output = texts.length === 0 ? [] : [`      <system-out>${texts.join('\n')}</system-out>`]
  const body = [...failed, ...left, ...output]
  return body.length === 0 ? [`${head}/>`] : [`${head}>`, ...body, '    </testcase>']
}

/** A text as XML holds it, in an attribute too. `printable` leaves no character that XML 1.0 does not know. */
function xmlText(text: string, limit?: number): string {
  return printable(text, limit)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')
}

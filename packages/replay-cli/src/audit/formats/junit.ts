/** The audit as JUnit XML, as build servers read it: a test case for each completion. */

import type { CompletionAudit, Finding, SessionAudit } from '@todo-ledger/audit'
import { findingsAbout } from '../../session-view/concerns.js'
import { printable } from '../../text/printable.js'
import { type AuditReport, evidenceText, otherFindings, ruleTag } from '../audit-report.js'
import { isAccepted, isAcceptedWhole } from '../baseline.js'
import type { AuditedSession } from '../followed-session.js'

/** One completion, or what is said of the session itself. */
interface TestCase {
  readonly name: string
  readonly line: number | null
  readonly failures: readonly Finding[]
  /** Why nothing can be said, or null. */
  readonly skipped: string | null
  readonly notes: readonly string[]
}

/** Whether a finding fails. */
type Fails = (finding: Finding) => boolean

/** The lines of the whole document. What `--fail-on` names and no baseline accepts is a failure; what is unknown, and what a baseline accepts, is skipped; the rest stands in the output of a case. */
export function junitLines({ sessions, failOn }: AuditReport): readonly string[] {
  const suites = sessions
    .map((session) => ({
      session,
      cases: casesOf(session.audit, (each) => failOn.finding(each, session.audit)),
    }))
    .filter(({ cases }) => cases.length > 0)
  const all = suites.flatMap(({ cases }) => cases)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="todo-replay audit" ${countsOf(all)}>`,
    ...suites.flatMap(({ session, cases }) => suiteLines(session, cases)),
    '</testsuites>',
  ]
}

function casesOf(audit: SessionAudit, fails: Fails): readonly TestCase[] {
  const cases = audit.completions.map((completion) => caseOf(completion, audit, fails))
  const others = otherFindings(audit).filter((finding) => !isAccepted(finding))
  if (others.length === 0) return cases
  const whole: TestCase = {
    name: 'the list as a whole',
    line: others[0]?.source?.line ?? null,
    failures: others.filter(fails),
    skipped: null,
    notes: others.filter((finding) => !fails(finding)).map(findingText),
  }
  return [...cases, whole]
}

function caseOf(completion: CompletionAudit, audit: SessionAudit, fails: Fails): TestCase {
  const { item, text, turn, verdict, source, why, needs, facts } = completion
  const findings = findingsAbout(completion, audit)
  const failures = findings.filter(fails)
  const isOpen = verdict === 'unknown' || verdict === 'undecided'
  const open = isOpen ? (why?.sentence ?? verdict) : null
  const left = isAcceptedWhole(completion, audit) ? 'accepted by the baseline' : open
  const skipped = failures.length > 0 ? null : left
  const told = findings.filter((finding) => !isAccepted(finding))
  const isWhySaid = skipped === why?.sentence || told.some(({ message }) => message === why?.sentence)
  return {
    name: `#${item} ${text} (turn ${turn})`,
    line: source?.line ?? null,
    failures,
    skipped,
    notes: [
      verdict,
      ...(why === undefined || isWhySaid ? [] : [`why: ${why.sentence}`]),
      ...told.filter((finding) => !failures.includes(finding)).map(findingText),
      ...needs.map((what) => `needs: ${what}`),
      // Of what is believed the strongest evidence is enough.
      ...facts
        .slice(0, verdict === 'supported' ? 1 : facts.length)
        .map((fact) => `fact: turn ${fact.turn}, ${evidenceText(fact)}`),
    ],
  }
}

function findingText(finding: Finding): string {
  const { severity, turn, message } = finding
  return `${severity}: turn ${turn}, ${message} ${ruleTag(finding)}`
}

/** `testsuites` has no number of what is skipped. Source: xunit-plugin of Jenkins, `junit-10.xsd`. */
function countsOf(cases: readonly TestCase[]): string {
  const failed = cases.filter(({ failures }) => failures.length > 0).length
  return `tests="${cases.length}" failures="${failed}" errors="0"`
}

function suiteLines({ audit, file }: AuditedSession, cases: readonly TestCase[]): readonly string[] {
  const where = file === null ? '' : ` file="${xmlText(file)}"`
  const skipped = cases.filter((each) => each.skipped !== null).length
  return [
    `  <testsuite name="${xmlText(audit.session)}" ${countsOf(cases)} skipped="${skipped}"${where}>`,
    '    <properties>',
    `      <property name="profile" value="${xmlText(audit.profile)}"/>`,
    `      <property name="turns" value="${audit.turns}"/>`,
    '    </properties>',
    ...cases.flatMap((each) => caseLines(each, audit, where)),
    '  </testsuite>',
  ]
}

function caseLines(
  { name, line, failures, skipped, notes }: TestCase,
  audit: SessionAudit,
  file: string,
): readonly string[] {
  const place = `${file}${line === null || file === '' ? '' : ` line="${line}"`}`
  const head = `    <testcase classname="${xmlText(audit.session)}" name="${xmlText(name, 200)}"${place}`
  const output = notes.map((note) => xmlText(note)).join('\n')
  const body = [
    ...failures.map((finding) => {
      const attributes = `type="${xmlText(finding.rule)}" message="${xmlText(finding.message)}"`
      return `      <failure ${attributes}>${xmlText(findingText(finding))}</failure>`
    }),
    ...(skipped === null ? [] : [`      <skipped message="${xmlText(skipped)}"/>`]),
    ...(output === '' ? [] : [`      <system-out>${output}</system-out>`]),
  ]
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

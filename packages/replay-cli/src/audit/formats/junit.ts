/** The audit as JUnit XML, as build servers read it: a test case for each completion. */

import type { Finding, SessionAudit } from '@todo-ledger/audit'
import { caseRows } from '../../session-view/completion-words.js'
import { completionOf, findingsAbout } from '../../session-view/concerns.js'
import { printable } from '../../text/printable.js'
import type { AuditReport } from '../audit-report.js'
import { isAcceptedWhole } from '../audit-report.js'
import type { AuditedSession } from '../followed-session.js'

interface TestCase {
  readonly name: string
  readonly line: number | null
  readonly failures: readonly Finding[]
  /** Why nothing can be said, or null. */
  readonly skipped: string | null
  readonly notes: readonly string[]
}

/** The lines of the whole document. What `--fail-on` names and no baseline accepts is a failure; what is unknown or undecided, and what a baseline accepts, is skipped; the rest stands in the output of a case. */
export function junitLines({ sessions, failOn }: AuditReport): readonly string[] {
  const suites = sessions
    .map((session) => {
      const fails = (finding: Finding): boolean => failOn.finding(finding, session.audit)
      return { session, cases: casesOf(session.audit, fails) }
    })
    .filter(({ cases }) => cases.length > 0)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="todo-replay audit" ${countsOf(suites.flatMap(({ cases }) => cases))}>`,
    ...suites.flatMap(({ session, cases }) => suiteLines(session, cases)),
    '</testsuites>',
  ]
}

function casesOf(audit: SessionAudit, fails: (finding: Finding) => boolean): readonly TestCase[] {
  const cases = audit.completions.map((completion): TestCase => {
    const { item, text, turn, verdict, source, why } = completion
    const findings = findingsAbout(completion, audit)
    const failures = findings.filter(fails)
    const isOpen = verdict === 'unknown' || verdict === 'undecided'
    const accepted = isAcceptedWhole(completion, audit) ? 'accepted by the baseline' : null
    const skipped = accepted ?? (isOpen ? (why?.sentence ?? verdict) : null)
    const told = findings.filter((finding) => finding.known !== true && !failures.includes(finding))
    const rows = caseRows(completion, told).map(({ label, text: said }) =>
      label === '' ? said : `${label}: ${said}`,
    )
    const name = `#${item} ${text} (turn ${turn})`
    return {
      ...{ name, line: source?.line ?? null, failures, notes: [verdict, ...rows] },
      skipped: failures.length > 0 ? null : skipped,
    }
  })
  const others = audit.findings.filter(
    (finding) => finding.known !== true && completionOf(finding, audit) === undefined,
  )
  if (others.length === 0) return cases
  const notes = others.filter((finding) => !fails(finding)).map(findingText)
  const line = others[0]?.source?.line ?? null
  return [
    ...cases,
    { name: 'the list as a whole', line, failures: others.filter(fails), skipped: null, notes },
  ]
}

function findingText({ severity, turn, message, rule }: Finding): string {
  return `${severity}: turn ${turn}, ${message} [${rule}]`
}

/** `testsuites` has no number of what is skipped. Source: xunit-plugin of Jenkins, `junit-10.xsd`. */
function countsOf(cases: readonly TestCase[]): string {
  const failed = cases.filter(({ failures }) => failures.length > 0).length
  return `tests="${cases.length}" failures="${failed}" errors="0"`
}

function suiteLines({ audit, file }: AuditedSession, cases: readonly TestCase[]): readonly string[] {
  const name = xmlText(audit.session)
  const where = file === null ? '' : ` file="${xmlText(file)}"`
  const left = cases.filter((each) => each.skipped !== null).length
  return [
    `  <testsuite name="${name}" ${countsOf(cases)} skipped="${left}"${where}>`,
    ...cases.flatMap((each) => {
      const { line, failures, skipped, notes } = each
      const place = `${where}${line === null || where === '' ? '' : ` line="${line}"`}`
      return [
        `    <testcase classname="${name}" name="${xmlText(each.name, 200)}"${place}>`,
        ...failures.map((finding) => {
          const attributes = `type="${xmlText(finding.rule)}" message="${xmlText(finding.message)}"`
          return `      <failure ${attributes}>${xmlText(findingText(finding))}</failure>`
        }),
        ...(skipped === null ? [] : [`      <skipped message="${xmlText(skipped)}"/>`]),
        `      <system-out>${notes.map((note) => xmlText(note)).join('\n')}</system-out>`,
        '    </testcase>',
      ]
    }),
    '  </testsuite>',
  ]
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

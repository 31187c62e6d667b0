/** The audit as SARIF 2.1.0, for code scanning. Source: OASIS, Static Analysis Results Interchange Format 2.1.0. */

import { pathToFileURL } from 'node:url'
import type { AuditRuleInForce, Finding, SessionAudit, Severity } from '@todo-ledger/audit'
import { packageVersion } from '../../package-version.js'
import { completionOf } from '../../session-view/concerns.js'
import { printable } from '../../text/printable.js'
import { type AuditReport, messageWith } from '../audit-report.js'
import { fingerprintsOf } from '../finding-fingerprint.js'

/** The levels of SARIF that severities come to. */
const levels: { readonly [S in Severity]: 'error' | 'warning' | 'note' } = {
  error: 'error',
  warning: 'warning',
  info: 'note',
}

/** A place in a file. */
interface PhysicalLocation {
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string }
    readonly region?: { readonly startLine: number }
  }
}

/** The audit as one SARIF log, as a value. */
export function sarifLog({ sessions, summary, rules, failOn }: AuditReport): object {
  const indexes = new Map(rules.map(({ rule }, index) => [rule.id, index]))
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'todo-replay', version: packageVersion(), rules: rules.map(descriptorOf) } },
        columnKind: 'utf16CodeUnits',
        results: sessions.flatMap(({ audit, file }) => {
          const fingerprints = fingerprintsOf(audit)
          return audit.findings.map((finding, index) =>
            resultOf(finding, {
              audit,
              file,
              fails: failOn.finding(finding, audit),
              fingerprint: fingerprints[index] ?? '',
              ruleIndex: indexes.get(finding.rule),
            }),
          )
        }),
        properties: { summary },
      },
    ],
  }
}

function descriptorOf({ rule, severity }: AuditRuleInForce): object {
  return {
    id: rule.id,
    shortDescription: { text: plainMessage(firstSentence(rule.meta.docs)) },
    fullDescription: { text: plainMessage(rule.meta.docs) },
    help: { text: plainMessage(rule.meta.docs) },
    defaultConfiguration: { level: levels[severity] },
  }
}

function firstSentence(text: string): string {
  return /^.*?\.(?=\s|$)/su.exec(text)?.[0] ?? text
}

/** What a result is made of, apart from its finding. */
interface ResultContext {
  readonly audit: SessionAudit
  readonly file: string | null
  /** True where it fails the audit. */
  readonly fails: boolean
  readonly fingerprint: string
  /** The place of the rule among those of the log; undefined where it is not there. */
  readonly ruleIndex: number | undefined
}

function resultOf(finding: Finding, { audit, file, fails, fingerprint, ruleIndex }: ResultContext): object {
  const completion = completionOf(finding, audit)
  const evidence = completion?.facts ?? []
  const related = evidence.flatMap((entry) => {
    const place = placeOf(entry.source?.line, file)
    return place === null ? [] : [{ ...place, message: { text: plainMessage(entry.sentence) } }]
  })
  const place = placeOf(finding.source?.line, file)
  return {
    ruleId: finding.rule,
    ...(ruleIndex === undefined ? {} : { ruleIndex }),
    level: fails ? levels.error : levels[finding.severity],
    message: { text: plainMessage(messageWith(finding, completion)) },
    locations: [{ ...(place ?? {}), logicalLocations: [logicalLocationOf(finding, audit)] }],
    ...(related.length === 0 ? {} : { relatedLocations: related }),
    ...(finding.known === true ? { suppressions: [{ kind: 'external', status: 'accepted' }] } : {}),
    partialFingerprints: { 'todoLedger/v1': fingerprint },
    properties: {
      session: printable(audit.session),
      item: finding.item === null ? null : printable(finding.item),
      turn: finding.turn,
      seq: finding.seq,
      ...(completion === undefined
        ? {}
        : {
            text: printable(completion.text),
            verdict: completion.verdict,
            needs: completion.needs.map((text) => printable(text)),
          }),
    },
  }
}

function logicalLocationOf({ item }: Finding, { session }: SessionAudit): object {
  const name = item === null ? printable(session) : `item ${printable(item)}`
  const whole = item === null ? name : `${printable(session)}/${name}`
  return { name, fullyQualifiedName: whole, kind: item === null ? 'session' : 'item' }
}

function placeOf(line: number | undefined, file: string | null): PhysicalLocation | null {
  if (line === undefined || file === null) return null
  // Where each event is a file they count from 0, a line of SARIF from 1.
  const region = line < 1 ? {} : { region: { startLine: line } }
  return { physicalLocation: { artifactLocation: { uri: fileUri(file) }, ...region } }
}

/** A text as SARIF reads it plain, where `](` would make a link (3.11.6) and a brace a placeholder (3.11.5). */
function plainMessage(text: string): string {
  return braces(printable(text).replace(/\](?=\()/g, '] '))
}

function braces(text: string): string {
  return text.replace(/[{}]/g, '$&$&')
}

/** A file's path as a URI: relative to where the program runs where the path is, else `file:`. */
function fileUri(path: string): string {
  if (/^(?:\/|[a-z]:[\\/])/i.test(path)) return pathToFileURL(printable(path, pathLimit)).href
  const steps = printable(path, pathLimit).split(/[\\/]/)
  // A colon in the first step would make a scheme of what stands before it.
  return steps.map((step) => encodeURIComponent(step)).join('/')
}

const pathLimit = 4096

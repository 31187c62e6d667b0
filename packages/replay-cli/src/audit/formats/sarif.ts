/** The audit as SARIF 2.1.0, for code scanning. Source: OASIS, Static Analysis Results Interchange Format 2.1.0. */

import { pathToFileURL } from 'node:url'
import type { AuditRuleInForce, Finding, SessionAudit, Severity } from '@todo-ledger/audit'
import { packageVersion } from '../../package-folder.js'
import { completionOf } from '../../session-view/concerns.js'
import { printable } from '../../text/printable.js'
import { type AuditReport, messageWith } from '../audit-report.js'
import { fingerprintsOf } from '../baseline.js'

/** The levels of SARIF that severities come to. */
const levels: { readonly [S in Severity]: string } = { error: 'error', warning: 'warning', info: 'note' }

export function sarifLog({ sessions, summary, rules, failOn }: AuditReport): object {
  const results = sessions.flatMap(({ audit, file }) => {
    const fingerprints = fingerprintsOf(audit)
    return audit.findings.map((finding, index) => {
      const ruleIndex = rules.findIndex(({ rule }) => rule.id === finding.rule)
      return {
        ruleId: finding.rule,
        ...(ruleIndex === -1 ? {} : { ruleIndex }),
        level: failOn.finding(finding, audit) ? levels.error : levels[finding.severity],
        ...resultOf(finding, audit, file),
        partialFingerprints: { 'todoLedger/v1': fingerprints[index] ?? '' },
      }
    })
  })
  const driver = { name: 'todo-replay', version: packageVersion(), rules: rules.map(descriptorOf) }
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, columnKind: 'utf16CodeUnits', results, properties: { summary } }],
  }
}

function descriptorOf({ rule: { id, meta }, severity }: AuditRuleInForce): object {
  const text = plainMessage(meta.docs)
  const [first = text] = /^.*?\.(?=\s|$)/su.exec(text) ?? []
  return {
    id,
    shortDescription: { text: first },
    fullDescription: { text },
    help: { text },
    defaultConfiguration: { level: levels[severity] },
  }
}

function resultOf(finding: Finding, audit: SessionAudit, file: string | null): object {
  const { item, turn, seq, known, source } = finding
  const completion = completionOf(finding, audit)
  const related = (completion?.facts ?? []).flatMap((fact) => {
    const place = placeOf(fact.source?.line, file)
    return place === null ? [] : [{ ...place, message: { text: plainMessage(fact.sentence) } }]
  })
  const session = printable(audit.session)
  const name = item === null ? session : `item ${printable(item)}`
  const logical = {
    name,
    fullyQualifiedName: item === null ? name : `${session}/${name}`,
    kind: item === null ? 'session' : 'item',
  }
  return {
    message: { text: plainMessage(messageWith(finding, completion)) },
    locations: [{ ...placeOf(source?.line, file), logicalLocations: [logical] }],
    ...(related.length === 0 ? {} : { relatedLocations: related }),
    ...(known === true ? { suppressions: [{ kind: 'external', status: 'accepted' }] } : {}),
    properties: {
      session,
      item: item === null ? null : printable(item),
      ...{ turn, seq },
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

function placeOf(line: number | undefined, file: string | null): object | null {
  if (line === undefined || file === null) return null
  // Where each event is a file they count from 0, a line of SARIF from 1.
  const region = line < 1 ? {} : { region: { startLine: line } }
  return { physicalLocation: { artifactLocation: { uri: fileUri(file) }, ...region } }
}

/** A text as SARIF reads it plain, where `](` would make a link (3.11.6) and a brace a placeholder (3.11.5). */
function plainMessage(text: string): string {
  return printable(text)
    .replace(/\](?=\()/g, '] ')
    .replace(/[{}]/g, '$&$&')
}

/** A file's path as a URI: relative to where the program runs where the path is, else `file:`. */
function fileUri(path: string): string {
  const shown = printable(path, 4096)
  if (/^(?:\/|[a-z]:[\\/])/i.test(path)) return pathToFileURL(shown).href
  // A colon in the first step would make a scheme of what stands before it.
  return shown.split(/[\\/]/).map(encodeURIComponent).join('/')
}

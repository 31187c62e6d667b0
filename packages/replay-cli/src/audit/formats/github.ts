/** The audit as annotations of GitHub Actions: commands that the runner reads from the output of a step. */

import type { Finding } from '@todo-ledger/audit'
import { completionOf } from '../../session-view/concerns.js'
import { plainLine, printable } from '../../text/printable.js'
import { styleFor } from '../../text/style.js'
import { type AuditReport, messageWith } from '../audit-report.js'
import { summaryText } from './text.js'

/** The commands that severities come to, the gravest first. */
const commands = { error: 'error', warning: 'warning', info: 'notice' } as const

/** One line for each finding that no baseline accepts, the gravest first, for the runner shows ten of a kind in a step; then the sum in words. */
export function githubLines(report: AuditReport): readonly string[] {
  const found = report.sessions.flatMap(({ audit, file }) =>
    audit.findings
      .filter(({ known }) => known !== true)
      .map((finding) => {
        const severity = report.failOn.finding(finding, audit) ? 'error' : finding.severity
        const message = messageWith(finding, completionOf(finding, audit))
        return { severity, line: annotation({ ...finding, severity, message }, file) }
      }),
  )
  const inOrder = Object.keys(commands).flatMap((each) => found.filter(({ severity }) => severity === each))
  return [...inOrder.map(({ line }) => line), summaryText(report, styleFor(false))]
}

function annotation({ severity, rule, source, item, message, turn }: Finding, file: string | null): string {
  const title = `${rule}${item === null ? '' : `, item ${item}`}, turn ${turn}`
  const place = source === undefined || file === null ? [] : [`file=${property(file)}`, `line=${source.line}`]
  return `::${commands[severity]} ${[...place, `title=${property(title)}`].join(',')}::${data(message)}`
}

/** Escaped as the runner takes it apart (actions/toolkit, `command.ts`). Commands of the older form (`##[…]`) count anywhere in a line. */
function data(text: string): string {
  return plainLine(printable(text)).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

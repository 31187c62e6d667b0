/** The formats that an audit can be printed in. */

import type { Output } from '../../output.js'
import type { AuditReport, AuditWriter } from '../audit-report.js'
import { ownPart } from '../audit-report.js'
import type { FailOn } from '../fail-on.js'
import type { AuditedSession } from '../followed-session.js'
import { briefWriter } from './brief.js'
import { githubLines } from './github.js'
import { jsonWriter } from './json.js'
import { junitLines } from './junit.js'
import { markdownLines } from './markdown.js'
import { sarifLog } from './sarif.js'
import { textWriter } from './text.js'

/** What a format needs to know beside the audit: whether all is wanted, what fails, and what is audited as it was typed. */
interface FormatOptions {
  readonly all: boolean
  readonly failOn: FailOn
  readonly sources: readonly string[]
}

const writers = {
  text: (output: Output, { all }: FormatOptions) => textWriter(output, all),
  brief: (output: Output, { sources }: FormatOptions) => briefWriter(output, sources),
  json: (output: Output) => jsonWriter(output),
  sarif: atEnd((report, output) => output.json(sarifLog(report))),
  junit: atEnd((report, output) => output.lines(junitLines(report))),
  markdown: atEnd((report, output) => output.lines(markdownLines(report))),
  github: atEnd((report, output) => {
    for (const line of githubLines(report)) output.exactLine(line)
  }),
} as const

export type AuditFormat = keyof typeof writers

export const auditFormats = Object.keys(writers).filter((name): name is AuditFormat => name in writers)

export function auditWriter(format: AuditFormat, output: Output, options: FormatOptions): AuditWriter {
  return writers[format](output, options)
}

/** A format that is written when all sessions are audited. */
function atEnd(write: (report: AuditReport, output: Output) => void) {
  return (output: Output, { failOn }: FormatOptions): AuditWriter => {
    const sessions: AuditedSession[] = []
    return {
      session: (session) => sessions.push(ownPart(session)),
      end: (end) => write({ ...end, sessions, failOn }, output),
    }
  }
}

/** Writes an audit in the format that was asked for. */

import { Failure } from '../failure.js'
import type { Output } from '../output.js'
import type { AuditedSession } from './audit-collector.js'
import { AuditJsonPrinter } from './audit-json.js'
import { AuditPrinter } from './audit-printer.js'
import type { AuditEnd, AuditReport } from './audit-report.js'
import { newPart } from './baseline/new-part.js'
import { BriefPrinter } from './brief-printer.js'
import { ownPart } from './copied-history.js'
import type { FailOn } from './fail-on.js'
import { type AuditFormat, linesOf } from './formats/audit-format.js'
import { githubLines } from './formats/github.js'
import { sarifLog } from './formats/sarif.js'

/** Where an audit goes. */
export interface AuditWriter {
  /** Takes a session as soon as it is audited. Text and JSON are printed at once; every other format at the end. */
  session(session: AuditedSession): void
  /** Takes what is known when all sessions are audited. */
  end(end: AuditEnd): void
}

/**
 * The format that `--format` names; `--json` is `--format json`.
 * @throws Failure `usage` where both are given and disagree
 */
export function auditFormatOf({
  json,
  format,
}: {
  readonly json: boolean
  readonly format: AuditFormat | undefined
}): AuditFormat {
  if (!json) return format ?? 'text'
  if (format === undefined || format === 'json') return 'json'
  throw new Failure('usage', `--json is --format json, and --format ${format} was given too: leave one out.`)
}

/** How an audit is written. */
export interface AuditWriterOptions {
  /** True: text also shows what is supported, item by item, and what a baseline accepts. */
  readonly all: boolean
  /** What fails, for the formats that say so. */
  readonly failOn: FailOn
  /** Text at a glance: what is audited, as it was typed; else null. */
  readonly brief: readonly string[] | null
}

/** The writer of a format. */
export function auditWriter(
  format: AuditFormat,
  output: Output,
  { all, failOn, brief }: AuditWriterOptions,
): AuditWriter {
  if (brief !== null) {
    const printer = new BriefPrinter(output, brief)
    return {
      session: (session) => printer.session(newPart(ownPart(session))),
      end: (end) => printer.end(end),
    }
  }
  if (format === 'text') {
    const printer = new AuditPrinter(output, all)
    return {
      session: (session) => printer.session(all ? ownPart(session) : newPart(ownPart(session))),
      end: (end) => printer.end(end),
    }
  }
  if (format === 'json') return new AuditJsonPrinter(output)
  const sessions: AuditedSession[] = []
  return {
    session: (session) => sessions.push(ownPart(session)),
    end(end) {
      const own: AuditReport = { ...end, sessions, failOn }
      if (format === 'sarif') output.json(sarifLog(own))
      else if (format === 'github') for (const line of githubLines(own)) output.exactLine(line)
      else for (const line of linesOf[format](own)) output.line(line)
    },
  }
}

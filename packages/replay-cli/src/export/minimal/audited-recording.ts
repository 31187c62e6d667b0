/** The audit of a recording that is at hand as text, through the same reader and importer as any other. */

import type { AuditOptions, SessionAudit } from '@todo-ledger/audit'
import { AuditCollector } from '../../audit/audit-collector.js'
import { recordingEvents } from '../../sources/recording-file.js'
import { followSessions, sourceSession } from '../../sources/source-session.js'

/** What the audit says of a recording. */
export interface AuditedRecording {
  /** Its sessions, in the order in which they were read. */
  readonly audits: readonly SessionAudit[]
  /** How many pieces of it were left out. */
  readonly skipped: number
}

/**
 * Audits a recording.
 * @param lines its lines, each with its newline; @param options how it is audited
 * @throws RecordingError where it is none, or names a profile that is not known
 */
export async function auditedRecording(
  lines: readonly string[],
  options: AuditOptions,
): Promise<AuditedRecording> {
  let skipped = 0
  const onSkipped = (): void => {
    skipped += 1
  }
  const audits: SessionAudit[] = []
  const collector = new AuditCollector({ audit: options })
  const events = recordingEvents({ name: 'the recording', bytes: bytesOf(lines) }, { onSkipped })
  const read = followSessions(events, (opened, own) => collector.follow(sourceSession(opened, own)))
  for await (const audited of read) audits.push(...audited.map(({ audit }) => audit))
  audits.push(...collector.finish().map(({ audit }) => audit))
  return { audits, skipped }
}

async function* bytesOf(lines: readonly string[]): AsyncGenerator<string, void, undefined> {
  yield lines.join('')
}

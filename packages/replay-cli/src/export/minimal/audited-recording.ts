/** The audit of a recording that is at hand as text, through the same reader and importer as any other. */

import type { AuditOptions, SessionAudit } from '@todo-ledger/audit'
import { evidence } from '@todo-ledger/audit'
import { type EventOf, openLedger } from '@todo-ledger/core'
import { importRecording, openRecording } from '@todo-ledger/recordings'
import { AuditCollector } from '../../audit/audit-collector.js'
import type { SessionListener } from '../../sources/reading.js'
import { passingStore } from '../../sources/recording-file.js'

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
  const recording = await openRecording(
    { name: 'the recording', bytes: bytesOf(lines) },
    {
      onSkipped: () => {
        skipped += 1
      },
    },
  )
  const audits: SessionAudit[] = []
  const collector = new AuditCollector(({ audit }) => audits.push(audit), options)
  const opened = new Map<string, EventOf<'session.opened'>>()
  const listeners: SessionListener[] = []
  await importRecording(
    recording.steps,
    openLedger({ store: passingStore(opened), evidence: evidence(), redaction: false }),
    {
      format: recording.format,
      file: recording.file,
      onSession: (session) => {
        const first = opened.get(session.id)
        const listener = first === undefined ? null : collector.follow(first)
        if (first === undefined || listener === null) return
        listeners.push(listener)
        listener.passed(first, session.state)
        session.on('event', ({ event, state }) => listener.passed(event, state))
      },
    },
  )
  for (const listener of listeners) await listener.finished()
  collector.finish()
  return { audits, skipped }
}

async function* bytesOf(lines: readonly string[]): AsyncGenerator<string, void, undefined> {
  yield lines.join('')
}

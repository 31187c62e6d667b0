/** Imports a recording and audits its sessions. */

import {
  type CompletionAudit,
  evidence,
  type Finding,
  type SessionAudit,
  SessionAuditor,
} from '@todo-ledger/audit'
import { memoryStore, openLedger } from '@todo-ledger/core'
import { importRecording, openRecording } from '@todo-ledger/recordings'
import { agentTools } from '@todo-ledger/recordings/agents'

/** A completion with the warnings and errors that are about it. */
export interface Judged {
  readonly completion: CompletionAudit
  readonly findings: readonly Finding[]
}

/** The audits of a recording's sessions. */
export async function auditsOf(recording: Parameters<typeof openRecording>[0]) {
  const { format, steps } = await openRecording(recording)
  const file = typeof recording === 'string' ? recording : recording.name
  const sessions: { readonly id: string; readonly auditor: SessionAuditor }[] = []
  const ledger = openLedger({ evidence: evidence({ tools: agentTools }), store: memoryStore() })
  await importRecording(steps, ledger, {
    format,
    file,
    onSession: (session) => {
      const auditor = new SessionAuditor({ tools: agentTools })
      sessions.push({ id: session.id, auditor })
      session.on('event', ({ event, state }) => auditor.observe(event, state))
    },
  })
  await ledger.close()
  const child = (id: string) => sessions.find((session) => session.id === id)?.auditor.work
  return { format, audits: sessions.map(({ auditor }) => auditor.finish({ child })) }
}

/** The completions of some audits, in order. */
export function judgedIn({ audits }: { readonly audits: readonly SessionAudit[] }): readonly Judged[] {
  return audits.flatMap(({ completions, findings }) =>
    completions.map((completion) => ({
      completion,
      findings: findings.filter(
        ({ seq, item, severity }) =>
          seq === completion.seq && item === completion.item && severity !== 'info',
      ),
    })),
  )
}

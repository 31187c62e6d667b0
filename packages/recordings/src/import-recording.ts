/** Imports a recording: drives sessions of a ledger with its steps. */

import type { Ledger, Session } from '@todo-ledger/core'
import { type DrivenStep, RecordedEntries, type SessionProfileOptions } from './recorded-entries.js'
import type { RecordingStep } from './recording.js'

export interface ImportOptions extends SessionProfileOptions {
  readonly format: string
  readonly file: string
  /** Is given each session when its first step comes, before anything is recorded in it. */
  readonly onSession?: (session: Session) => void
}

/**
 * Imports a recording into a ledger. A session that the ledger holds already is left as it is: the same file twice is
 * the same session once.
 * @returns the sessions that were imported, in the order in which they appear, and those that the ledger held already
 * @throws RecordingError where the recording can't be read, or names a profile that is not known (`unknown-profile`)
 */
export async function importRecording(
  steps: AsyncIterable<RecordingStep>,
  ledger: Ledger,
  options: ImportOptions,
) {
  const { format, file, onSession } = options
  const open = new Map<string, Session>()
  const imported: string[] = []
  const existing: string[] = []

  const drive = async (driven: DrivenStep): Promise<void> => {
    if (driven.kind === 'entry') await open.get(driven.session)?.record(driven.entry)
    else if (driven.kind === 'over') {
      if (open.delete(driven.session)) ledger.release(driven.session)
    } else {
      const { session: id, at, source, goal, parent } = driven.step
      const about = { profile: driven.profile, goal, parent, at, source, recorded: { format, file } }
      const session = (await ledger.has(id)) ? null : await ledger.session(id, about)
      if (session === null || session.state.seq > 1) existing.push(id)
      else {
        imported.push(id)
        onSession?.(session)
        open.set(id, session)
      }
    }
  }

  const entries = new RecordedEntries(file, options)
  for await (const step of steps) for (const driven of entries.take(step)) await drive(driven)
  for (const driven of entries.finish()) await drive(driven)
  return { imported, existing }
}

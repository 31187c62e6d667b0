/** Imports a recording: drives sessions of a ledger with its steps. */

import type { Ledger, Session } from '@todo-ledger/core'
import { SessionEntries } from './held-calls.js'
import { type SessionProfileOptions, sessionProfile } from './recorded-events.js'
import type { RecordingStep, SessionStep } from './recording.js'
import { StepsWithTodos } from './todo-sources/with-todo-sources.js'

export interface ImportOptions extends SessionProfileOptions {
  readonly format: string
  readonly file: string
  /** Is given each session when its first step comes, before anything is recorded in it. */
  readonly onSession?: (session: Session) => void
}

export interface ImportSummary {
  /** The sessions that were imported, in the order in which they appear. */
  readonly imported: readonly string[]
  /** The sessions that the ledger held already; they were left as they were. */
  readonly existing: readonly string[]
  readonly steps: number
}

/**
 * Imports a recording into a ledger. A session that the ledger holds already is left as it is: the same file twice is
 * the same session once.
 * @throws RecordingError where the recording can't be read, or names a profile that is not known (`unknown-profile`)
 */
export async function importRecording(
  steps: AsyncIterable<RecordingStep>,
  ledger: Ledger,
  options: ImportOptions,
): Promise<ImportSummary> {
  const open = new Map<string, { readonly session: Session; readonly entries: SessionEntries }>()
  const imported = new Set<string>()
  const existing = new Set<string>()
  let count = 0

  const take = async (step: RecordingStep): Promise<void> => {
    count += 1
    const { session: id } = step
    if (step.kind === 'session') {
      if (imported.has(id)) return
      const session = await begin(step, ledger, options)
      if (session === null) existing.add(id)
      else {
        imported.add(id)
        options.onSession?.(session)
        open.set(id, { session, entries: new SessionEntries(session.profile) })
      }
      return
    }
    const into = open.get(id)
    if (into === undefined) return
    const { session, entries } = into
    const ends = step.kind === 'session-end'
    for (const entry of ends ? entries.finish() : entries.take(step)) await session.record(entry)
    if (!ends) return
    open.delete(id)
    ledger.release(id)
  }

  const withTodos = new StepsWithTodos(options.todos ?? [])
  for await (const step of steps) for (const each of withTodos.take(step)) await take(each)
  for (const each of withTodos.finish()) await take(each)
  for (const { session, entries } of open.values())
    for (const entry of entries.finish()) await session.record(entry)
  return { imported: [...imported], existing: [...existing], steps: count }
}

/** Opens a session; null where the ledger holds it already. */
async function begin(step: SessionStep, ledger: Ledger, options: ImportOptions): Promise<Session | null> {
  const { format, file } = options
  const { at, source, goal, parent } = step
  const profile = sessionProfile(step, file, options)
  if (await ledger.has(step.session)) return null
  const recorded = { format, file }
  const session = await ledger.session(step.session, { profile, goal, parent, at, source, recorded })
  return session.state.seq > 1 ? null : session
}

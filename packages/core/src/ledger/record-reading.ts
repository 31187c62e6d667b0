/** Records what a reader of meaning answered to the page of a completion: beside the session, never in its way. */

import { IdConflictError } from '../errors.js'
import { type CompletionReadData, eventVersions } from '../events.js'
import type { Redactor } from '../redaction/redactor.js'
import { namedEventId } from '../session/event-ids.js'
import { readStateAt, type StateSource } from '../snapshots/read-state.js'
import { unknownSession, untilFirst } from './until-first.js'

/**
 * Appends the answer to the session, whoever drives it; nothing where an answer of this reader to this page is on record
 * already. No profile is needed, and no turn is opened or ended.
 * @throws HostError `unknown-session`
 * @throws StoreError `forgotten`, or what else keeps it from being written
 */
export async function recordReading(
  source: StateSource & { readonly redactor: Redactor },
  given: CompletionReadData,
): Promise<void> {
  const { store, session, redactor } = source
  const data = redactor.data(given)
  // The same page is asked once: the answer that came first stays.
  const id = namedEventId(session, `read ${data.reader} ${data.digest}`, 1)
  return untilFirst(async () => {
    const { state } = (await readStateAt(source, 'end')) ?? {}
    if (state === undefined) throw unknownSession(session)
    const type = 'completion.read' as const
    const { turn, seq } = state
    const envelope = { id, session, seq: seq + 1, turn: turn.number, at: new Date(state.at) }
    const event = { ...envelope, type, version: eventVersions[type], data }
    try {
      await store.append(session, [event], { expectedSeq: seq })
    } catch (error) {
      if (!(error instanceof IdConflictError)) throw error
    }
  })
}

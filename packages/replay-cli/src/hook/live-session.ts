/** One session that hooks record while it runs: a process for each event, several at once. */

import { evidence, KnownTools } from '@todo-ledger/audit'
import { type EventStore, openLedger, type Profile, type Session } from '@todo-ledger/core'
import type { Transcript } from './adapter.js'
import { agentsTools, silentProfile } from './todo-system.js'

/** A session as one hook finds it. */
export interface LiveSession {
  /** The session. Other processes drive it too. */
  readonly session: Session
  /** Where its events are. */
  readonly store: EventStore
  /** What the agent records of it. */
  readonly transcript: Transcript
  /** True: a hook reports when all calls of a response are done. */
  readonly batches: boolean
  /** When the hook ran that is recorded. */
  readonly at: Date
}

/**
 * The todo system of a session that hooks record.
 * @param gate true: completions need evidence
 */
function liveProfile(gate: boolean): Profile {
  return gate ? silentProfile.with({ evidenceRequired: true }) : silentProfile
}

/** A hook loads little: what is known of the agent's own tools, and no reader. */
const hookTools = new KnownTools([agentsTools])

/** Opens a session over a store, or begins it. */
export function openLive(
  store: EventStore,
  id: string,
  { gate, parent, at }: { readonly gate: boolean; readonly parent: string | null; readonly at: Date },
): Promise<Session> {
  // A hook's process ends with the call that it records: the turn is not its own.
  const ledger = openLedger({
    store,
    clock: () => at,
    evidence: evidence({ tools: hookTools }),
    turnLeases: false,
  })
  return ledger.session(id, {
    profile: liveProfile(gate),
    parent,
    openTurn: 'join',
  })
}

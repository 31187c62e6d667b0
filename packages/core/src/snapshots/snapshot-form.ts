/** How a state becomes a snapshot and a snapshot a state. */

import { createHash } from 'node:crypto'
import type { SessionState } from '../state.js'
import { decodeValue, encodeValue } from '../store/codec/value-codec.js'
import type { StoredSnapshot } from '../store/snapshot-store.js'
import type { Progress } from './progress.js'
import { isSessionState } from './state-shape.js'

/** The version of the form that snapshots are written in. To be raised when `SessionState` or a column changes. */
export const snapshotSchema = 1

/**
 * The snapshot of a state.
 * @param hash the hash of the state's last event; @param reducer the fingerprint of the reducer that made the state
 * @throws StoreError when the state holds what no text can give back
 */
export function snapshotOf(
  state: SessionState,
  { turn, latestAt }: Progress,
  hash: string,
  reducer: string,
): StoredSnapshot {
  const snapshot = {
    session: state.session,
    seq: state.seq,
    turn,
    latestAt,
    schema: snapshotSchema,
    reducer,
    hash,
    state: encodeValue(state),
  }
  return { ...snapshot, digest: digestOfSnapshot(snapshot) }
}

/** The digest that a snapshot must have. Whoever can write into the store can make it, too: it finds accidents. */
export function digestOfSnapshot(snapshot: Omit<StoredSnapshot, 'digest'>): string {
  const { session, seq, turn, latestAt, schema, reducer, hash, state } = snapshot
  const line = JSON.stringify([session, seq, turn, latestAt, schema, reducer, hash])
  return createHash('sha256').update(`todo-ledger/snapshot/1\n${line}\n${state}`, 'utf8').digest('hex')
}

/** The state of a snapshot of today's form, or null where it was damaged or is no state of that session and seq. */
export function stateOfSnapshot(snapshot: StoredSnapshot): SessionState | null {
  if (snapshot.schema !== snapshotSchema || snapshot.digest !== digestOfSnapshot(snapshot)) return null
  let state: unknown
  try {
    state = decodeValue(snapshot.state)
  } catch {
    return null
  }
  if (!isSessionState(state)) return null
  return state.session === snapshot.session && state.seq === snapshot.seq ? state : null
}

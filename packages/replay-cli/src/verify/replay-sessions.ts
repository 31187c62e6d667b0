/** Replays every session of a ledger: its events must be able to follow each other, and keep the rules in force. */

import {
  createReducer,
  DamagedLogError,
  type EventStore,
  LedgerError,
  type SessionState,
} from '@todo-ledger/core'
import { SnapshotChecker } from '@todo-ledger/core/store'
import type {
  BrokenRule,
  ImpossibleEvent,
  ReplayCheck,
  SnapshotResult,
  UnknownRules,
} from './verify-result.js'

/** Notes what replaying sessions gives. */
export class ReplayNotes implements ReplayCheck {
  sessions = 0
  readonly impossible: ImpossibleEvent[] = []
  readonly brokenRules: BrokenRule[] = []
  readonly unknownRules: UnknownRules[] = []
  readonly endedByErasure: string[] = []

  /** A session was replayed to its end. */
  finished(state: SessionState): void {
    this.sessions += 1
    const { session, disagreements, skippedRules } = state
    for (const { seq, violations } of disagreements)
      for (const { rule, message } of violations) this.brokenRules.push({ session, seq, rule, message })
    if (skippedRules.length > 0) this.unknownRules.push({ session, rules: skippedRules })
  }

  /**
   * A session could not be replayed to its end.
   * @param next the seq that could not be read; @param hasErased whether events before it were erased
   */
  failed(session: string, error: LedgerError, next: number, hasErased: boolean): void {
    this.sessions += 1
    if (hasErased && error instanceof DamagedLogError) {
      // What it rests on was taken out, which the hashes have shown to be right.
      this.endedByErasure.push(session)
      return
    }
    const seq = error instanceof DamagedLogError ? error.seq : next
    this.impossible.push({ session, seq, message: error.message })
  }
}

/**
 * Replays the sessions of a store, and compares their snapshots with what they come to.
 * @param coming is given how many sessions are done, before each
 * @throws StoreError where the store can't be read at all
 */
export async function replaySessions(
  store: EventStore,
  coming: (done: number, of: number) => void,
): Promise<{ readonly replay: ReplayCheck; readonly snapshots: SnapshotResult; readonly events: number }> {
  const notes = new ReplayNotes()
  const bad: SnapshotResult['bad'] = []
  const snapshots = { checked: 0, outdated: 0, bad }
  const sessions = await store.sessions()
  const reducer = createReducer()
  let events = 0
  for (const [done, { session }] of sessions.entries()) {
    coming(done, sessions.length)
    const replay = reducer.replay()
    const checker = new SnapshotChecker(store, session, reducer)
    let seq = 0
    let hasErased = false
    try {
      for await (const event of store.read(session)) {
        replay.apply(event)
        await checker.observe(event, replay.state)
        seq = event.seq
        hasErased ||= event.type === 'event.erased'
        events += 1
      }
      const found = await checker.finish()
      snapshots.checked += found.checked
      snapshots.outdated += found.outdated
      snapshots.bad = [...snapshots.bad, ...found.bad]
      notes.finished(replay.finish())
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error
      notes.failed(session, error, seq + 1, hasErased)
    }
  }
  return { replay: notes, snapshots, events }
}

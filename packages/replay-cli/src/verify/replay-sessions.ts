/** Replays every session of a ledger: its events must be able to follow each other, and keep the rules in force. */

import { createReducer, DamagedLogError, type EventStore, LedgerError } from '@todo-ledger/core'
import { type BadSnapshot, SnapshotChecker } from '@todo-ledger/core/store'

/**
 * Replays the sessions of a store, and compares their snapshots with the states.
 * @param coming is given how many sessions are done, before each
 * @throws StoreError where the store can't be read at all
 */
export async function replaySessions(store: EventStore, coming: (done: number, of: number) => void) {
  /** The first impossible event of each session that has one; `seq` is null where it is not known. */
  const impossible: { session: string; seq: number | null; message: string }[] = []
  /** Updates that the log holds as accepted, and that break a rule which their session has in force. */
  const brokenRules: { session: string; seq: number; rule: string; message: string }[] = []
  /** Rules in force that are not known here: nothing is said of them. */
  const unknownRules: { session: string; rules: readonly string[] }[] = []
  const endedByErasure: string[] = []
  const snapshots = { checked: 0, outdated: 0, bad: [] as BadSnapshot[] }
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
      await checker.finish()
      snapshots.checked += checker.checked
      snapshots.outdated += checker.outdated
      snapshots.bad.push(...checker.bad)
      const { disagreements, skippedRules } = replay.finish()
      for (const { seq, violations } of disagreements)
        for (const { rule, message } of violations) brokenRules.push({ session, seq, rule, message })
      if (skippedRules.length > 0) unknownRules.push({ session, rules: skippedRules })
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error
      const isDamage = error instanceof DamagedLogError
      // What it rests on was taken out, which the hashes have shown to be right.
      if (hasErased && isDamage) endedByErasure.push(session)
      else impossible.push({ session, seq: isDamage ? error.seq : seq + 1, message: error.message })
    }
  }
  const replay = { sessions: sessions.length, impossible, brokenRules, unknownRules, endedByErasure }
  return { replay, snapshots, events }
}

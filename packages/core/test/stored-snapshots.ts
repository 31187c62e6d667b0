/** The snapshots that a store keeps of a session. */

import { createReducer } from '../src/reducer.js'
import { SnapshotChecker, snapshotKind } from '../src/snapshots/session-snapshots.js'
import type { EventStore, SideEntry } from '../src/store/event-store.js'
import { collect } from '../src/testing/store-contract/store-under-test.js'

export async function snapshotsOf(store: EventStore, session: string): Promise<readonly SideEntry[]> {
  const all = store.side === undefined ? [] : await collect(store.side.entries(snapshotKind))
  return all.filter((entry) => entry.session === session)
}

export async function checkSnapshots(
  store: EventStore,
  session: string,
  reducer = createReducer(),
): Promise<SnapshotChecker> {
  const checker = new SnapshotChecker(store, session, reducer)
  const replay = reducer.replay()
  for await (const event of store.read(session)) {
    replay.apply(event)
    await checker.observe(event, replay.state)
  }
  await checker.finish()
  return checker
}

/** Reads the sessions of a ledger file. */

import { createReducer, type EventStore, initialState } from '@todo-ledger/core'
import { Failure } from '../failure.js'
import type { FileReading } from './reading.js'

/**
 * Opens a ledger file.
 * @throws StoreError when it is no ledger, or can't be one
 */
export async function openLedgerFile(
  file: string,
  options: { readonly readOnly: boolean },
): Promise<EventStore> {
  // The database driver is loaded by those who need it.
  const { sqliteStore } = await import('@todo-ledger/core/sqlite')
  return sqliteStore(file, options)
}

/**
 * Reads a ledger file, session by session.
 * @throws Failure `profile-of-ledger`
 * @throws StoreError, DamagedLogError where it can't be read
 */
export async function readLedgerFile(file: string, reading: FileReading): Promise<void> {
  if (reading.profile !== undefined) {
    throw new Failure(
      'profile-of-ledger',
      `${file}: a ledger's sessions keep the profile that they were stored under. Leave --profile out.`,
    )
  }
  const store = await openLedgerFile(file, { readOnly: true })
  try {
    for (const { session } of await store.sessions()) {
      if (reading.isOver()) return
      await readSession(store, session, reading)
    }
  } finally {
    await store.close()
  }
}

async function readSession(store: EventStore, session: string, reading: FileReading): Promise<void> {
  const reducer = createReducer()
  let state = initialState
  let listener: ReturnType<FileReading['listenerFor']> = null
  for await (const event of store.read(session)) {
    state = reducer.accept(state, event)
    if (event.type === 'session.opened') listener = reading.listenerFor(event)
    if (listener === null || listener.passed(event, state) === 'enough') break
    await reading.settle()
  }
  await listener?.finished()
}

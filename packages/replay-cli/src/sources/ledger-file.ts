/** Reads the sessions of a ledger file. */

import {
  createReducer,
  type EventOf,
  type EventStore,
  initialState,
  readStateAt,
  type TodoEvent,
} from '@todo-ledger/core'
import { Failure } from '../failure.js'
import type { FileReading, MomentWish } from './reading.js'

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
  const first = await firstEvent(store, session)
  const opened = first?.type === 'event.erased' ? forgottenOpening(first) : first
  const listener = opened?.type === 'session.opened' ? reading.listenerFor(opened) : null
  if (listener === null) return
  if (listener.moment !== undefined) await readMoment(store, session, listener.moment)
  else {
    const reducer = createReducer()
    let state = initialState
    for await (const event of store.read(session)) {
      state = reducer.accept(state, event)
      if (listener.passed(event, state) === 'enough') break
      await reading.settle()
    }
  }
  await listener.finished()
}

/** Of a forgotten session nothing is known but that it was there: no profile, no rules, no source. */
function forgottenOpening({ redacted: _, ...erased }: EventOf<'event.erased'>): EventOf<'session.opened'> {
  const data = { profile: 'forgotten', settings: {}, rules: [], goal: null, source: null, parent: null }
  return { ...erased, type: 'session.opened', data }
}

/** Reads no more than the moment needs: the newest snapshot before it and the events after that. */
async function readMoment(store: EventStore, session: string, { point, took }: MomentWish): Promise<void> {
  const source = { store, session, reducer: createReducer() }
  const then = await readStateAt(source, point)
  if (then !== null) {
    took(then, true)
    return
  }
  const end = await readStateAt(source, 'end')
  if (end !== null) took(end, false)
}

async function firstEvent(store: EventStore, session: string): Promise<TodoEvent | undefined> {
  for await (const event of store.read(session, { from: 1, to: 1 })) return event
  return undefined
}

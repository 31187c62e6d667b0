/** Follows a ledger that another process writes: the session that was active last, and each in which something happens. */

import { stat } from 'node:fs/promises'
import {
  createReducer,
  type EventOf,
  type EventStore,
  initialState,
  type Reducer,
  type SessionState,
  StoreError,
  type TodoEvent,
} from '@todo-ledger/core'
import { createRedactor, type Redactor } from '@todo-ledger/core/redaction'
import { subscribe } from '@todo-ledger/core/store'
import type { Following } from './following.js'
import { isLedgerAddress } from './ledger-address.js'
import { openLedgerFile } from './ledger-file.js'
import { FileChanges, withPauses } from './waiting.js'

/** A new file that is no ledger yet is looked at so often before that is an error. */
const patience = 8

/** A ledger whose name leads to another file is looked at anew so often, in milliseconds. */
const lookInterval = 1000

/**
 * Follows a ledger until the watch ends.
 * @param session the one session that is wanted, by its id or the beginning of it
 * @throws StoreError, DamagedLogError where it can't be read
 */
export async function followLedger(
  path: string,
  session: string | undefined,
  following: Following,
): Promise<void> {
  const { end, once } = following
  const changes = new FileChanges(path)
  let attempts = 0
  let isMissing = false
  try {
    while (end.reason === null) {
      const before = await fileId(path)
      const store = before === null ? null : await open(path, attempts < patience && !once)
      if (store === null) {
        if (before === null && !isMissing) {
          await following.emit({ kind: 'waiting', reason: 'there is no such file yet' })
        }
        isMissing = before === null
        attempts = isMissing ? 0 : attempts + 1
        await changes.next(end.stop)
        continue
      }
      attempts = 0
      isMissing = false
      try {
        await new LedgerFollower(store, session, following).follow(
          async () => (await fileId(path)) === before,
        )
      } finally {
        await store.close()
      }
      if (once || end.reason !== null) return
      const reason = (await fileId(path)) === null ? null : 'another file took its name'
      await following.emit({ kind: 'restarted', reason, goesOn: false })
    }
  } finally {
    changes.close()
  }
}

/** What sets a file apart from another of the same name; null where there is none. An address is always the same. */
async function fileId(path: string): Promise<string | null> {
  if (isLedgerAddress(path)) return path
  const found = await stat(path, { bigint: true }).catch(() => null)
  return found === null ? null : `${found.dev} ${found.ino}`
}

/** @returns null where the file may be a ledger that is being made */
async function open(path: string, isPatient: boolean): Promise<EventStore | null> {
  try {
    return await openLedgerFile(path, { readOnly: true })
  } catch (error) {
    if (isPatient && error instanceof StoreError) return null
    throw error
  }
}

interface FollowedSession {
  readonly reducer: Reducer
  state: SessionState
}

class LedgerFollower {
  readonly #store: EventStore
  readonly #wanted: string | undefined
  readonly #following: Following
  readonly #redactor: Redactor
  readonly #sessions = new Map<string, FollowedSession>()

  constructor(store: EventStore, wanted: string | undefined, following: Following) {
    this.#store = store
    this.#wanted = wanted
    this.#following = following
    this.#redactor = createRedactor(following.reading.redaction ?? false)
  }

  /** Follows the store. @param isSame says whether its file is still the one of that name */
  async follow(isSame: () => Promise<boolean>): Promise<void> {
    const { end, once } = this.#following
    const events = subscribe(this.#store)
    const replaced = new AbortController()
    const stop = AbortSignal.any([end.stop, replaced.signal])
    const look = setInterval(() => {
      void isSame().then((same) => (same ? undefined : replaced.abort()))
    }, lookInterval)
    try {
      for (const session of await this.#first()) await this.#read(session)
      if (once) return
      for await (const { event } of withPauses(events, () => this.#following.caughtUp(), stop)) {
        end.moved()
        const known = this.#sessions.get(event.session)
        const isWanted = this.#wanted === undefined || event.session.startsWith(this.#wanted)
        if (known === undefined && !isWanted) continue
        if (known === undefined) await this.#read(event.session)
        else await this.#pass(known, event)
      }
    } finally {
      clearInterval(look)
      await events.return?.()
    }
  }

  /** The sessions to begin with: those that are wanted, or the one in which something happened last. */
  async #first(): Promise<readonly string[]> {
    const stored = await this.#store.sessions()
    const wanted = this.#wanted
    if (wanted !== undefined) {
      return stored.map(({ session }) => session).filter((session) => session.startsWith(wanted))
    }
    let newest: TodoEvent | null = null
    for (const { session, lastSeq } of stored) {
      for await (const event of this.#store.read(session, { from: lastSeq, to: lastSeq })) {
        if (newest === null || event.at.getTime() >= newest.at.getTime()) newest = event
      }
    }
    return newest === null ? [] : [newest.session]
  }

  async #read(session: string): Promise<void> {
    for await (const event of this.#store.read(session)) {
      if (this.#following.end.reason !== null) return
      const known = this.#sessions.get(session)
      if (known !== undefined) await this.#pass(known, event)
      else if (event.type === 'session.opened') await this.#open(event)
      else return // its contents were erased
    }
  }

  #open(opened: EventOf<'session.opened'>): Promise<void> {
    const session = { reducer: createReducer(), state: initialState }
    this.#sessions.set(opened.session, session)
    return this.#pass(session, opened)
  }

  async #pass(session: FollowedSession, event: TodoEvent): Promise<void> {
    if (event.seq <= session.state.seq) return
    const shown = this.#redactor.event(event)
    session.state = session.reducer.accept(session.state, shown)
    await this.#following.emit({ event: shown, state: session.state, complete: true })
    // A sub-agent's work may be what its parent's items rest on.
    if (event.type === 'subagent.started' && !this.#sessions.has(event.data.child)) {
      await this.#read(event.data.child)
    }
  }
}

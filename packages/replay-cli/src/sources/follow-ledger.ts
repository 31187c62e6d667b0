/** Follows a ledger that another process writes, by asking it what came. */

import { statSync } from 'node:fs'
import {
  createReducer,
  type EventStore,
  initialState,
  type SessionState,
  StoreError,
} from '@todo-ledger/core'
import { createRedactor, type Redactor } from '@todo-ledger/core/redaction'
import type { StoredSession } from '@todo-ledger/core/store'
import type { Following } from './following.js'
import { isLedgerAddress } from './is-ledger-address.js'
import { openLedgerFile } from './ledger-file.js'
import { FileChanges } from './waiting.js'

/** Looked at so often a new file may be no ledger yet: it may be one that is being made. */
const mostLooks = 40

/**
 * Follows a ledger until the watch ends.
 * @throws StoreError, DamagedLogError where it can't be read
 */
export async function followLedger(path: string, following: Following): Promise<void> {
  const { stop, once, take } = following.options
  const changes = new FileChanges(path)
  let looks = 0
  try {
    while (!following.isOver) {
      const file = fileId(path)
      looks = file === null ? 0 : looks + 1
      const store = file === null ? null : await open(path, !once && looks < mostLooks)
      following.missing(file === null ? 'there is no such file yet' : null)
      if (store === null) {
        await changes.next(stop)
        continue
      }
      looks = 0
      try {
        const follower = new LedgerFollower(store, following)
        do {
          await follower.read()
          if (once) return
          await changes.next(stop, await following.caughtUp())
        } while (!following.isOver && fileId(path) === file)
      } finally {
        await store.close()
      }
      if (following.isOver) return
      const reason = fileId(path) === null ? null : 'another file took its name'
      take({ kind: 'restarted', reason, goesOn: false })
    }
  } finally {
    changes.close()
  }
}

/** What sets a file apart from another of the same name; null where there is none. An address is always the same. */
function fileId(path: string): string | null {
  if (isLedgerAddress(path)) return path
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? null : `${found.dev} ${found.ino}`
}

/** @returns null where the file may be a ledger that is being made */
async function open(path: string, isPatient: boolean): Promise<EventStore | null> {
  try {
    return await openLedgerFile(path, { readOnly: true })
  } catch (error) {
    if (error instanceof StoreError && isPatient) return null
    throw error
  }
}

class LedgerFollower {
  readonly #store: EventStore
  readonly #following: Following
  readonly #redactor: Redactor
  readonly #reducer = createReducer()
  /** The sessions that are followed. */
  readonly #states = new Map<string, SessionState>()
  /** How far the others were when it began. */
  #before: ReadonlyMap<string, number> | null = null
  #last = 0

  constructor(store: EventStore, following: Following) {
    this.#store = store
    this.#following = following
    this.#redactor = createRedactor(following.options.redaction ?? false)
  }

  /** Reads what came since the last call: at first the session that is wanted, else the one that was active last. */
  async read(): Promise<void> {
    const last = await this.#store.lastPosition()
    if (last === this.#last) return
    this.#last = last
    const stored = await this.#store.sessions()
    const wanted = this.#following.options.session
    if (this.#before === null && wanted === undefined) {
      const newest = await this.#newest(stored)
      this.#before = new Map(
        stored.filter(({ session }) => session !== newest).map((each) => [each.session, each.lastSeq]),
      )
    }
    for (const { session, lastSeq } of stored) {
      const known = this.#states.get(session)
      const isWanted = wanted === undefined || session.startsWith(wanted)
      const seq = known?.seq ?? this.#before?.get(session) ?? 0
      if ((known !== undefined || isWanted) && lastSeq > seq) await this.#read(session)
    }
  }

  async #newest(stored: readonly StoredSession[]): Promise<string | null> {
    let newest: { readonly session: string; readonly at: number } | null = null
    for (const { session, lastSeq } of stored) {
      for await (const { at } of this.#store.read(session, { from: lastSeq, to: lastSeq }))
        if (newest === null || at.getTime() >= newest.at) newest = { session, at: at.getTime() }
    }
    return newest?.session ?? null
  }

  async #read(session: string): Promise<void> {
    const from = (this.#states.get(session)?.seq ?? 0) + 1
    const children: string[] = []
    for await (const stored of this.#store.read(session, { from })) {
      const known = this.#states.get(session)
      if (known === undefined && stored.type !== 'session.opened') return // its contents were erased
      const event = this.#redactor.event(stored)
      const state = this.#reducer.accept(known ?? initialState, event)
      this.#states.set(session, state)
      await this.#following.takeAll([{ event, state, complete: true }])
      if (event.type === 'subagent.started') children.push(event.data.child)
    }
    // A sub-agent's work may be what its parent's items rest on.
    for (const child of children) if (!this.#states.has(child)) await this.#read(child)
  }
}

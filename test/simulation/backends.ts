/** Where the hosts of a history keep their events, and what is left of it when they die. */

import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EventStore, memoryStore } from '@todo-ledger/core'
import {
  openDatabase,
  type SqliteDatabase,
  type SqliteStoreOptions,
  sqliteStore,
} from '@todo-ledger/core/sqlite'
import type { Random } from '../crash/random.mjs'
import { FaultDatabase } from './faults.js'

/** A store that a host has opened, and the database under it, where there is one. */
export interface OpenedStore {
  readonly store: EventStore
  readonly database: FaultDatabase | null
}

/** A kind of storage. */
export interface Backend {
  /** True where a host has a connection of its own, and can die by itself. */
  readonly isSeparate: boolean
  /** Opens it for a host. `prepare` is called with the database before the store sees it. */
  open(prepare: (database: FaultDatabase) => void): OpenedStore
  /** Takes a host's connection away, as the system does when a process ends. */
  release(opened: OpenedStore): void
  /** Every host has died: the next `open` finds what was on the disk. */
  crash(): void
  dispose(): Promise<void>
}

/** A deliberate bug: what changes a database or a store on its way. */
export interface Sabotage {
  readonly database?: (database: SqliteDatabase) => SqliteDatabase
  readonly store?: (store: EventStore) => EventStore
}

/** One store in memory for all hosts, which is the disk, too; or a file, and a connection of its own for each host. */
export function openBackend(kind: 'memory' | 'file', random: Random, sabotage: Sabotage): Backend {
  const options = { busyTimeout: 200, random: (size: number) => random.bytes(size) }
  if (kind === 'file') return fileBackend(options, sabotage)
  const store = memoryStore(options)
  return {
    isSeparate: false,
    open: () => ({ store, database: null }),
    release: () => {},
    crash: () => {},
    dispose: () => store.close(),
  }
}

function fileBackend(options: SqliteStoreOptions, sabotage: Sabotage): Backend {
  // In memory where that can be: a disk's syncs would take most of the time.
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'todo-ledger-simulation-'))
  const open = new Set<FaultDatabase>()
  let life = 0
  const pathOf = () => join(folder, `${life}.db`)
  const close = (database: FaultDatabase) => {
    // Statements that are still held would keep the lock, which ends with a process.
    database.rollBack()
    database.close()
    open.delete(database)
  }
  return {
    isSeparate: true,
    open: (prepare) => {
      const raw = openDatabase(pathOf())
      const database = new FaultDatabase(sabotage.database?.(raw) ?? raw)
      open.add(database)
      prepare(database)
      try {
        return { store: sqliteStore({ database }, options), database }
      } catch (error) {
        close(database)
        throw error
      }
    },
    release: ({ database }) => {
      if (database !== null) close(database)
    },
    crash: () => {
      const before = pathOf()
      life += 1
      // The shared memory is not on the disk: SQLite makes it anew.
      for (const end of ['', '-wal']) if (existsSync(before + end)) copyFileSync(before + end, pathOf() + end)
      for (const database of [...open]) close(database)
    },
    dispose: async () => {
      for (const database of [...open]) close(database)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

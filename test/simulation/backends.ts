/** Where the hosts of a history keep their events, and what is left of it when they die. */

import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EventStore } from '@todo-ledger/core'
import { type SqliteDatabase, sqliteStore } from '@todo-ledger/core/sqlite'
import { FaultDatabase, openRaw } from './fault-database.js'
import type { Random } from './random.js'

/** A store that a host has opened. */
export interface OpenedStore {
  /** The store. */
  readonly store: EventStore
  /** The database under it, where there is one. */
  readonly database: FaultDatabase | null
}

/** A kind of storage. */
export interface Backend {
  /** What a trace calls it. */
  readonly name: string
  /** True where a host has a connection of its own, and can die by itself. */
  readonly separate: boolean
  /** Opens it for a host. `prepare` is called with the database before the store sees it. */
  open(prepare: (database: FaultDatabase) => void): OpenedStore
  /** Takes a host's connection away, as the system does when a process ends. */
  release(opened: OpenedStore): Promise<void>
  /** Every host has died: the next `open` finds what was on the disk. */
  crash(): void
  /** Removes everything. */
  dispose(): Promise<void>
}

/** Changes a database or a store on its way: a deliberate bug. */
export interface Sabotage {
  /** Changes what the store is given. */
  readonly database?: (database: SqliteDatabase) => SqliteDatabase
  /** Another store in the place of core's. */
  readonly backend?: (random: Random) => Backend
  /** Changes what the session is given. */
  readonly session?: (store: EventStore) => EventStore
}

/** One store in memory for all hosts: it is the disk, too. */
export function memoryBackend(open: () => EventStore, name = 'memory', crash = () => {}): Backend {
  const store = open()
  return {
    name,
    separate: false,
    open: () => ({ store, database: null }),
    release: async () => {},
    crash,
    dispose: () => store.close(),
  }
}

/** The random bytes of a store, from the history's seed. */
function storeOptions(random: Random) {
  return { pollInterval: 50, busyTimeout: 1000, random: (size: number) => random.bytes(size) }
}

/** One SQLite database in memory for all hosts. */
export function sqliteMemoryBackend(random: Random, sabotage: Sabotage): Backend {
  const raw = openRaw(':memory:')
  const database = new FaultDatabase(sabotage.database?.(raw) ?? raw)
  const store = sqliteStore({ database }, storeOptions(random))
  return {
    name: 'SQLite in memory',
    separate: false,
    open: () => ({ store, database }),
    release: async () => {},
    crash: () => {},
    dispose: async () => {
      await store.close()
      raw.close()
    },
  }
}

/** A file, and a connection of its own for each host. */
export function fileBackend(random: Random, sabotage: Sabotage): Backend {
  const folder = simulationFolder()
  const raws = new Map<FaultDatabase, SqliteDatabase>()
  files += 1
  let path = join(folder, `${files}.db`)
  const closeAll = () => {
    for (const raw of raws.values()) raw.close()
    raws.clear()
    for (const end of ends) rmSync(path + end, { force: true })
  }
  return {
    name: 'SQLite file',
    separate: true,
    open: (prepare) => {
      const raw = openRaw(path)
      const database = new FaultDatabase(sabotage.database?.(raw) ?? raw)
      raws.set(database, raw)
      prepare(database)
      try {
        return { store: sqliteStore({ database }, storeOptions(random)), database }
      } catch (error) {
        raw.close()
        raws.delete(database)
        throw error
      }
    },
    release: async ({ database }) => {
      if (database === null) return
      const raw = raws.get(database)
      // Statements that are still held would keep the lock, which ends with a process.
      raw?.exec(`SAVEPOINT gone; ROLLBACK`)
      raw?.close()
      raws.delete(database)
    },
    crash: () => {
      files += 1
      const copy = join(folder, `${files}.db`)
      // The shared-memory index is not on the disk: SQLite makes it anew.
      for (const end of ['', '-wal']) if (existsSync(path + end)) copyFileSync(path + end, copy + end)
      closeAll()
      path = copy
    },
    dispose: async () => closeAll(),
  }
}

const ends = ['', '-wal', '-shm']
let files = 0
let folderOfProcess: string | undefined

/** A folder in memory where there is one: a disk's syncs would take most of the time. */
function simulationFolder(): string {
  if (folderOfProcess === undefined) {
    const base = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
    const folder = mkdtempSync(join(base, 'todo-ledger-simulation-'))
    folderOfProcess = folder
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  }
  mkdirSync(folderOfProcess, { recursive: true })
  return folderOfProcess
}

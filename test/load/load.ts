/** A server under load: clients that ask again, a server that is killed, connections that are cut; then each log is compared. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { EventStore } from '@todo-ledger/core'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import { verifyChain } from '@todo-ledger/core/store'
import { postgresStore } from '../../packages/store-postgres/src/index.js'
import { PostgresServer, postgresPrograms } from '../../packages/store-postgres/test/postgres-server.js'
import { drive, LoadedSession, stored, type Tally } from './clients.js'
import { ServedLedger } from './served.js'

/** Where a server keeps its events. */
export type Store = 'sqlite' | 'postgres'

/** What is asked of a server, and for how long. */
export interface LoadPlan {
  readonly store: Store
  readonly seconds: number
  readonly sessions: number
  readonly clients: number
}

/** Puts a server under load. Null where the store can't be had. */
export async function load({ store, seconds, sessions, clients }: LoadPlan) {
  return await withStore(store, async (address, folder, database) => {
    const server = await ServedLedger.start(address, folder)
    try {
      const all = Array.from({ length: sessions }, (_, number) => new LoadedSession(`load.s${number}`))
      const from = performance.now()
      const elapsed = () => (performance.now() - from) / 1000
      const tally: Tally = {
        latencies: [],
        retries: 0,
        refusals: [],
        isOver: () => elapsed() >= seconds,
        chance: chances(),
      }
      const driven = Array.from({ length: clients }, (_, client) =>
        drive(
          server,
          all.filter((_session, number) => number % clients === client),
          tally,
        ),
      )
      const breaks = breaksOf(server, database)
      for (let next = 0; next < breaks.length; next += 1) {
        await wait(Math.max(0, ((next + 0.5) / breaks.length) * seconds - elapsed()) * 1000)
        await breaks[next]?.()
      }
      await Promise.all(driven)
      const took = elapsed()
      const { lost, twice } = await compared(server, all)
      await server.end('SIGTERM')
      const { latencies, retries, refusals } = tally
      const rate = latencies.length / took
      const figures = { acknowledged: latencies.length, rate, ...waitsOf(latencies), retries }
      return { ...figures, refusals, lost, twice, chain: await chainHolds(store, address) }
    } finally {
      await server.end('SIGKILL')
    }
  })
}

/** What half and 95 % of them waited at most, in milliseconds. */
export function waitsOf(latencies: readonly number[]): { readonly p50: number; readonly p95: number } {
  const sorted = Float64Array.from(latencies).sort()
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95) }
}

/** Gives work a store, and a folder of its own. Null where there is no PostgreSQL. */
export async function withStore<Result>(
  store: Store,
  work: (address: string, folder: string, database: PostgresServer | null) => Promise<Result>,
): Promise<Result | null> {
  const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-load-'))
  try {
    if (store === 'sqlite') return await work(join(folder, 'todos.db'), folder, null)
    const programs = postgresPrograms()
    if (programs === null) return null
    await using database = await PostgresServer.start(programs, ['max_connections=200'])
    return await work(database.address, folder, database)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What is done to a server, in turn. */
function breaksOf(server: ServedLedger, database: PostgresServer | null): readonly (() => Promise<void>)[] {
  const crash = async () => {
    await server.end('SIGKILL')
    await server.startAgain()
  }
  const restart = async () => {
    await server.end('SIGTERM')
    await server.startAgain()
  }
  if (database === null) return [crash, restart]
  const cut = async () => {
    const others = `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE pid <> pg_backend_pid()`
    await database.ask(`${others} AND backend_type = 'client backend'`)
  }
  const crashDatabase = async () => {
    await database.kill()
    await database.startAgain()
  }
  return [crash, cut, restart, crashDatabase]
}

/** Each log beside what was acknowledged of it. */
async function compared(
  server: ServedLedger,
  sessions: readonly LoadedSession[],
): Promise<{ readonly lost: number; readonly twice: number }> {
  let lost = 0
  let twice = 0
  for (const session of sessions.filter(({ acknowledged }) => acknowledged.length > 0)) {
    const { acknowledged } = session
    const found = await stored(server, session)
    const isSame = (event: string, index: number) => event === acknowledged[index]
    if (found.length === acknowledged.length && found.every(isSame)) continue
    lost += acknowledged.filter((event) => !found.includes(event)).length
    const unknown = found.filter(
      (event, index) => !acknowledged.includes(event) || found.indexOf(event) !== index,
    )
    twice += unknown.length
    // The same events in another order.
    if (lost + twice === 0) lost += 1
  }
  return { lost, twice }
}

async function chainHolds(store: Store, address: string): Promise<boolean> {
  const opened: EventStore = store === 'sqlite' ? sqliteStore(address) : await postgresStore(address)
  try {
    return (await verifyChain(opened)).ok
  } finally {
    await opened.close()
  }
}

/** Numbers from 0 to 1, the same each time. */
function chances(): () => number {
  let state = 1
  return () => {
    state = (state * 48271) % 2147483647
    return state / 2147483647
  }
}

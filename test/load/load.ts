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

/** What is asked of a server. */
export interface LoadPlan {
  /** Where its events are kept. */
  readonly store: 'memory' | 'sqlite' | 'postgres'
  /** For how long. In the first three fifths of it things break, in the rest its memory is looked at. */
  readonly seconds: number
  readonly sessions: number
  readonly clients: number
  /** The most that V8 keeps in the server, in MB: what is alive must fit in it. As V8 likes when absent. */
  readonly heap?: number
}

/** What came of it. */
export interface LoadReport {
  readonly acknowledged: number
  /** Acknowledged requests a second, what broke included. */
  readonly rate: number
  readonly p50: number
  readonly p99: number
  readonly slowest: number
  /** How often the server and the database were ended, and started again. */
  readonly restarts: number
  readonly retries: number
  /** CPU time of the server, all in all, by request; of a database beside it not. */
  readonly cpu: number
  /** Events that were acknowledged and are not in the log, or not at their place. */
  readonly lost: number
  /** Events that are in the log and were not acknowledged, or are there once more. */
  readonly twice: number
  readonly refusals: readonly string[]
  /** Whether the chain of the whole ledger holds; null of a store that died with its server. */
  readonly chain: boolean | null
  /** The server's memory in MB when things had stopped to break, and at the end. */
  readonly memory: readonly [number, number]
}

/** Puts a server under load. Null where the store can't be had. */
export async function load({
  store,
  seconds,
  sessions,
  clients,
  heap,
}: LoadPlan): Promise<LoadReport | null> {
  const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-load-'))
  const database = store === 'postgres' ? await startPostgres() : null
  if (store === 'postgres' && database === null) return null
  const address = database?.address ?? (store === 'memory' ? ':memory:' : join(folder, 'todos.db'))
  const server = await ServedLedger.start(address, folder, heap)
  try {
    const all = Array.from({ length: sessions }, (_, number) => new LoadedSession(`load.s${number}`))
    const from = performance.now()
    const elapsed = () => (performance.now() - from) / 1000
    const latencies: number[] = []
    const tally: Tally = {
      latencies,
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
    const calm = (3 / 5) * seconds
    let restarts = 0
    const breaks = breaksOf(store, server, database)
    const times = Math.min(6, Math.max(2, Math.ceil(seconds / 10)))
    for (let next = 0; breaks.length > 0 && next < times; next += 1) {
      await wait(Math.max(0, ((next + 0.5) / times) * calm - elapsed()) * 1000)
      await breaks[next % breaks.length]?.()
      restarts += 1
    }
    const memory = await memoryWhile(server, () => elapsed() >= seconds)
    await Promise.all(driven)
    const took = elapsed()
    const cpu = (server.cpu() / latencies.length) * 1000
    const { lost, twice } = await compared(server, all)
    await server.end('SIGTERM')
    const sorted = Float64Array.from(latencies).sort()
    const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
    return {
      ...{
        acknowledged: sorted.length,
        rate: sorted.length / took,
        restarts,
        retries: tally.retries,
        lost,
        twice,
      },
      ...{ cpu, p50: at(0.5), p99: at(0.99), slowest: at(1), refusals: tally.refusals, memory },
      chain: await chainHolds(store, address),
    }
  } finally {
    await server.end('SIGKILL')
    await database?.[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function startPostgres(): Promise<PostgresServer | null> {
  const programs = postgresPrograms()
  return programs === null ? null : await PostgresServer.start(programs, ['max_connections=200'])
}

/** What is done to a server, in turn. What is kept in memory alone would be lost with it: there only connections break. */
function breaksOf(
  store: LoadPlan['store'],
  server: ServedLedger,
  database: PostgresServer | null,
): readonly (() => Promise<void>)[] {
  if (store === 'memory') return []
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

/** The memory of a server at the beginning of a time and at its end: of each the middle of some values. */
async function memoryWhile(server: ServedLedger, isOver: () => boolean): Promise<readonly [number, number]> {
  const values: number[] = []
  while (!isOver()) {
    await wait(200)
    values.push(server.memory() ?? Number.NaN)
  }
  const some = Math.max(1, Math.floor(values.length / 5))
  const middle = (part: readonly number[]) => part.toSorted((a, b) => a - b)[Math.floor(part.length / 2)] ?? 0
  return [middle(values.slice(0, some)), middle(values.slice(-some))]
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

async function chainHolds(store: LoadPlan['store'], address: string): Promise<boolean | null> {
  if (store === 'memory') return null
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

/** How much a server does in a second, by clients and stores, beside Hono and the store alone; and what others wait beside audits. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { PostgresServer, postgresPrograms } from '../../packages/store-postgres/test/postgres-server.js'
import { type Address, drive, LoadedSession, type Tally } from './clients.js'
import { freePort, ServedLedger } from './served.js'

/** What clients waited for their answers, in milliseconds. */
export interface Waits {
  readonly rate: number
  readonly p50: number
  readonly p95: number
  readonly refusals: readonly string[]
}

export interface RatesRow {
  readonly store: 'sqlite' | 'postgres'
  readonly clients: number
  readonly served: Waits
  readonly bare: Waits
}

export interface FairnessRow {
  readonly store: 'sqlite' | 'postgres'
  readonly items: number
  readonly others: Waits
  readonly audits: number
  /** Audits that were refused, to be asked for again. */
  readonly refused: number
}

const bareProgram = fileURLToPath(new URL('bare.mjs', import.meta.url))

type Store = RatesRow['store']

/** Measures each number of clients on a new store. Null where the store can't be had. */
export async function ratesOf(
  store: Store,
  clients: readonly number[],
  seconds: number,
): Promise<readonly RatesRow[] | null> {
  return await withPlaces(store, async (place) => {
    const rows: RatesRow[] = []
    for (const count of clients) {
      const row = { store, clients: count }
      const served = await measured(() => serve(place), count, seconds)
      const bare = await measured(() => serveBare(place), count, seconds)
      rows.push({ ...row, served, bare })
    }
    return rows
  })
}

/** What one client waits while eight others, of another token, ask for audits of a session with so many items. */
export async function fairnessOf(store: Store, items: number, seconds: number): Promise<FairnessRow | null> {
  return await withPlaces(store, async (place) => {
    const { server, folder } = await serve(place)
    try {
      const asAuditor = { port: server.port, token: ServedLedger.token(folder, 'auditor') }
      await fill(asAuditor, items)
      const until = performance.now() + seconds * 1000
      const isOver = () => performance.now() >= until
      const counts = { audits: 0, refused: 0 }
      const auditing = Array.from({ length: 8 }, () => audit(asAuditor, isOver, counts))
      const others = await driven(server, 1, isOver)
      await Promise.all(auditing)
      return { store, items, others, ...counts }
    } finally {
      await server.end('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    }
  })
}

/** @param work is given a way to name a new ledger */
async function withPlaces<T>(
  store: Store,
  work: (place: (folder: string) => Promise<string>) => Promise<T>,
): Promise<T | null> {
  if (store === 'sqlite') return await work(async (folder) => join(folder, 'todos.db'))
  const programs = postgresPrograms()
  if (programs === null) return null
  await using database = await PostgresServer.start(programs, ['max_connections=200'])
  let made = 0
  return await work(async () => {
    made += 1
    await database.ask(`CREATE DATABASE load${made}`)
    return database.address.replace(/postgres$/, `load${made}`)
  })
}

type Place = (folder: string) => Promise<string>

async function serve(place: Place): Promise<{ readonly server: ServedLedger; readonly folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-load-'))
  return { folder, server: await ServedLedger.start(await place(folder), folder) }
}

async function serveBare(place: Place): Promise<{ readonly server: ServedLedger; readonly folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-load-'))
  const port = await freePort()
  const server = new ServedLedger(port, '', [bareProgram, await place(folder), `${port}`])
  await server.startAgain()
  return { folder, server }
}

async function measured(
  begin: () => ReturnType<typeof serve>,
  clients: number,
  seconds: number,
): Promise<Waits> {
  const { server, folder } = await begin()
  try {
    const until = performance.now() + seconds * 1000
    return await driven(server, clients, () => performance.now() >= until)
  } finally {
    await server.end('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

async function driven(server: Address, clients: number, isOver: () => boolean): Promise<Waits> {
  const tally: Tally = { latencies: [], retries: 0, refusals: [], isOver, chance: () => 1 }
  const from = performance.now()
  await Promise.all(
    Array.from({ length: clients }, (_, client) =>
      drive(server, [new LoadedSession(`load.s${client}`), new LoadedSession(`load.t${client}`)], tally),
    ),
  )
  const seconds = (performance.now() - from) / 1000
  const sorted = Float64Array.from(tally.latencies).sort()
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
  return { rate: sorted.length / seconds, p50: at(0.5), p95: at(0.95), refusals: tally.refusals }
}

const session = 'auditor.long'

/** A session whose items are completed in twelve updates of the list, with a call of another tool for each. */
async function fill(address: Address, items: number): Promise<void> {
  const at = `/v1/sessions/${session}`
  await post(address, '/v1/sessions', { id: session, profile: 'todo-list-middleware' })
  await post(address, `${at}/runs`, { text: 'Write all of it' })
  const step = Math.ceil(items / 12)
  for (let done = 0; ; done = Math.min(items, done + step)) {
    const todos = Array.from({ length: items }, (_, index) => ({
      content: `Write src/step-${index}.ts`,
      status: index < done ? 'completed' : index === done ? 'in_progress' : 'pending',
    }))
    await post(address, `${at}/calls`, { name: 'write_todos', input: { todos } })
    if (done === items) return
    const { turn } = await post(address, `${at}/turns`, {})
    const call = `write-${done}`
    await post(address, `${at}/calls`, {
      turn,
      call,
      name: 'write_file',
      input: { path: `src/step-${done}.ts` },
    })
    await post(address, `${at}/results`, { call, ok: true })
    await post(address, `${at}/turns/${turn}/end`, {})
  }
}

async function post(
  { port, token }: Address,
  path: string,
  body: object,
): Promise<{ readonly turn?: number }> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`POST ${path} is answered ${answer.status}: ${text}`)
  return JSON.parse(text)
}

async function audit(
  { port, token }: Address,
  isOver: () => boolean,
  counts: { audits: number; refused: number },
): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  while (!isOver()) {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/sessions/${session}/audit`, { headers })
    await answer.arrayBuffer()
    if (answer.ok) counts.audits += 1
    else {
      counts.refused += 1
      await wait(1000 * Number(answer.headers.get('retry-after') ?? 1))
    }
  }
}

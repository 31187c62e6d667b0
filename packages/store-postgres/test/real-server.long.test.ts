import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import {
  copyLedger,
  type EventStore,
  type LedgerEntry,
  listSessions,
  subscribe,
  verifyChain,
} from '@todo-ledger/core/store'
import { sampleEvents, storeContract } from '@todo-ledger/core/testing'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../src/database.js'
import { type PostgresDatabase, postgresStore } from '../src/index.js'
import { emptied } from './emptied.js'
import { PostgresServer, postgresPrograms } from './postgres-server.js'

const programs = postgresPrograms()
const writer = fileURLToPath(new URL('writer.mjs', import.meta.url))

describe.skipIf(programs === null)('a real server', () => {
  let server: PostgresServer
  let database: PostgresDatabase
  beforeAll(async () => {
    // A process that is killed loses nothing that it gave to the system; nobody cuts the power here.
    server = await PostgresServer.start(programs ?? '', ['fsync=off'])
    database = openDatabase(server.address)
  })
  afterAll(async () => {
    await database.close()
    await server[Symbol.asyncDispose]()
  })

  storeContract('postgresStore()', {
    open: () => emptied(database),
    reopen: () => postgresStore(database),
  })

  test('processes that open a new ledger at the same time make one', async () => {
    for (let round = 0; round < 3; round += 1) {
      const opening = Array.from({ length: 3 }, () =>
        postgresStore(server.address, { schema: `new${round}` }),
      )
      const stores = await Promise.all(opening)
      for (const store of stores) await store.close()
      expect(stores.length).toBe(3)
    }
  })

  test('readers see every event once and in order while processes write side by side', async () => {
    const store = await emptied(database)
    const processes = 6
    const each = 200
    const seen = taken(subscribe(store, { after: 0 }), processes * each)
    const acknowledged = await Promise.all(
      Array.from({ length: processes }, (_, number) => write(server.address, `s${number % 3}`, each, number)),
    )
    const events = await seen
    expect(events.map(({ position }) => position)).toEqual(events.map((_, index) => index + 1))
    const ids = new Set(events.map(({ event }) => `${event.session} ${event.id}`))
    expect(ids.size).toBe(processes * each)
    for (const id of acknowledged.flat()) expect(ids).toContain(id)
    await expectWhole(store)
    await store.close()
  })

  test('a server that is killed keeps what it acknowledged, and writers go on', async () => {
    const store = await emptied(database)
    const writing = [0, 1, 2].map((number) => write(server.address, `k${number % 2}`, 300, number))
    for (let round = 0; round < 3; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 300))
      await server.kill()
      await server.startAgain()
    }
    const acknowledged = (await Promise.all(writing)).flat()
    expect(acknowledged).toHaveLength(900)
    const ids: string[] = []
    for await (const { event } of store.readAll()) ids.push(`${event.session} ${event.id}`)
    expect(ids.toSorted()).toEqual(acknowledged.toSorted())
    await expectWhole(store)
    await store.close()
  })

  test('a ledger is copied from a file into the database and back, hashes and all', async () => {
    const file = sqliteStore(':memory:')
    for (const session of ['a', 'b', 'c']) {
      await file.append(session, sampleEvents(1, 700, session), { expectedSeq: 0 })
    }
    await file.redact('b', { id: 'r', at: new Date(0), reason: '', erase: true }, { expectedSeq: 700 })
    await emptied(database).then((store) => store.close())
    await database.query('DROP SCHEMA todo_ledger CASCADE')
    let inDatabase: EventStore | undefined
    const first = await copyLedger(file, async (ledger) => {
      inDatabase = await postgresStore(server.address, { ledger })
      return inDatabase
    })
    if (inDatabase === undefined) throw new Error('There is no copy.')
    await inDatabase.append('a', sampleEvents(701, 710, 'a'), { expectedSeq: 700 })
    for await (const _ of inDatabase.readAll());
    const back = sqliteStore(':memory:', { ledger: first.head?.ledger ?? '' })
    const { head } = await copyLedger(inDatabase, () => back)
    expect(head?.position).toBe(2111)
    expect(await verifyChain(back, first.head === null ? [] : [first.head])).toMatchObject({ ok: true, head })
    expect(await listSessions(back)).toEqual(await listSessions(inDatabase))
    await inDatabase.close()
  })

  test('each statement of a call is prepared', async () => {
    const store = await emptied(database)
    const asked = vi.spyOn(Client.prototype, 'query')
    await store.append('s1', sampleEvents(1, 2), { expectedSeq: 0 })
    await store.append('s1', sampleEvents(3, 3), { expectedSeq: 2 })
    for await (const _ of store.read('s1', { id: 's1/2' }));
    expect(await store.lastPosition()).toBe(3)
    const statements = asked.mock.calls.map(([statement]) => statement)
    expect(statements.length).toBeGreaterThan(4)
    for (const statement of statements) expect(statement).toHaveProperty('name')
    vi.restoreAllMocks()
    await store.close()
  })

  test('no session waits for another that somebody has locked', async () => {
    const store = await emptied(database)
    for (const session of ['locked', 'free'])
      await store.append(session, sampleEvents(1, 1, session), { expectedSeq: 0 })
    await using other = await locking(server, 'locked')
    let isLocked = true
    const append = (session: string) =>
      store.append(session, sampleEvents(2, 2, session), { expectedSeq: 1 }).then(() => isLocked)
    const waiting = append('locked')
    expect(await append('free')).toBe(true)
    isLocked = false
    await other.query('COMMIT')
    expect(await waiting).toBe(false)
    await store.close()
  })

  test('a statement that takes too long is ended, and the call says so', async () => {
    const store = await emptied(database)
    await store.append('s1', sampleEvents(1, 1), { expectedSeq: 0 })
    await using other = await locking(server, 's1')
    const hasty = await postgresStore(`${server.address}?statement_timeout=100`)
    const append = () => hasty.append('s1', sampleEvents(2, 2), { expectedSeq: 1 })
    await expect(append()).rejects.toMatchObject({ code: 'too-slow' })
    await other.query('COMMIT')
    expect(await append()).toMatchObject({ lastSeq: 2 })
    for (const each of [store, hasty]) await each.close()
  })

  test('a copy makes no session while it waits for one that is there: nobody waits for it in a ring', async () => {
    const from = sqliteStore(':memory:')
    await from.append('there', sampleEvents(1, 1, 'there'), { expectedSeq: 0 })
    await database.query('DROP SCHEMA IF EXISTS todo_ledger CASCADE')
    const copy = () => copyLedger(from, (ledger) => postgresStore(database, { ledger }))
    await copy()
    await from.append('new', sampleEvents(1, 1, 'new'), { expectedSeq: 0 })
    await from.append('there', sampleEvents(2, 2, 'there'), { expectedSeq: 1 })
    await using other = await locking(server, 'there')
    const copied = copy()
    const waiting = () => server.ask('SELECT count(*) FROM pg_locks WHERE NOT granted')
    await expect.poll(waiting, { timeout: 10_000 }).toBe('1')
    await other.query(
      `INSERT INTO todo_ledger.sessions (name_key, name, last_seq, hash) VALUES ('=new', '', 1, '')`,
    )
    await other.query('ROLLBACK')
    expect(await copied).toMatchObject({ copied: 2 })
  })

  test('the rights that the guide names are enough to write, to redact and to read', async () => {
    const store = await emptied(database)
    await store.append('s1', sampleEvents(1, 3), { expectedSeq: 0 })
    await store.close()
    await database.query('CREATE ROLE agent LOGIN; CREATE ROLE auditor LOGIN')
    const guide = readFileSync(new URL('../../../docs/guides/server.md', import.meta.url), 'utf8')
    await database.query(/```sql\n(.*?)```/s.exec(guide)?.[1] ?? 'The guide names none.')
    const as = (role: string) => server.address.replace('tester', role)
    const writer = await postgresStore(as('agent'))
    await writer.append('s1', sampleEvents(4, 4), { expectedSeq: 3 })
    await writer.append('s2', sampleEvents(1, 1, 's2'), { expectedSeq: 0 })
    await writer.side?.put('s1', [{ kind: 'k', seq: 0, value: '{}' }], 4)
    await writer.redact('s1', { id: 'r', at: new Date(0), reason: '', erase: true }, { expectedSeq: 4 })
    await expectWhole(writer)
    await writer.close()
    const reader = await postgresStore(as('auditor'), { readOnly: true })
    await expectWhole(reader)
    expect(await reader.lastPosition()).toBe(6)
    await reader.close()
    await expect(postgresStore(as('auditor'), { schema: 'own' })).rejects.toMatchObject({ code: 'no-rights' })
  })

  test('a server that does not encrypt is refused where the address asks for it', async () => {
    const asked = postgresStore(`${server.address}?sslmode=verify-full`)
    await expect(asked).rejects.toMatchObject({
      code: 'no-connection',
      message: expect.stringContaining('does not support SSL'),
    })
  })
})

test('an address where nobody answers is said so, without its password', async () => {
  await expect(
    postgresStore('postgres://me:hunter2@127.0.0.1:1/x'),
  ).rejects.toThrowErrorMatchingInlineSnapshot(
    `[StoreError: postgres://127.0.0.1:1/x can't be reached: connect ECONNREFUSED 127.0.0.1:1. Check the address, its sslmode, the user, and that the server runs.]`,
  )
  await expect(postgresStore('todos')).rejects.toThrowErrorMatchingInlineSnapshot(
    `[StoreError: This is no address of a PostgreSQL database. Give one such as postgres://user@host:5432/name.]`,
  )
})

/** Somebody who has locked a session. */
async function locking({ address }: PostgresServer, session: string) {
  const client = new Client(address)
  await client.connect()
  await client.query(`BEGIN; SELECT * FROM todo_ledger.sessions WHERE name = '${session}' FOR UPDATE`)
  const query = (statement: string) => client.query(statement)
  return { query, [Symbol.asyncDispose]: () => client.end() }
}

/** Lets another process append so many events to a session, again and again until each is acknowledged. */
function write(address: string, session: string, count: number, number: number): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const child = fork(writer, [address, session, String(count), String(number)])
    child.once('message', (ids) => resolve(ids as readonly string[]))
    child.once('exit', (code) => {
      if (code !== 0) reject(new Error(`The writer ended with ${code}.`))
    })
  })
}

async function taken(events: AsyncIterable<LedgerEntry>, count: number): Promise<readonly LedgerEntry[]> {
  const all: LedgerEntry[] = []
  for await (const event of events) {
    all.push(event)
    if (all.length === count) break
  }
  return all
}

async function expectWhole(store: EventStore): Promise<void> {
  const check = await verifyChain(store)
  expect(check).toMatchObject({ ok: true, firstBad: null })
}

import { IdConflictError, openLedger, StoreError } from '@todo-ledger/core'
import { verifyChain } from '@todo-ledger/core/store'
import { sampleEvent, sampleEvents } from '@todo-ledger/core/testing'
import { afterAll, expect, test } from 'vitest'
import { type PostgresDatabase, type PostgresRow, postgresStore } from '../src/index.js'
import { emptied } from './emptied.js'
import { pgliteDatabase } from './pglite-database.js'

const lite = pgliteDatabase()
afterAll(() => lite.end())

/** A database of a host, as a class that knows nothing of our errors. */
class HostDatabase implements PostgresDatabase {
  readonly name = 'theirs'
  failure: Error | null = null
  vacuums = 0
  readonly #lite: PostgresDatabase = lite

  query(
    statement: string,
    values?: Parameters<PostgresDatabase['query']>[1],
  ): Promise<readonly PostgresRow[]> {
    if (statement.startsWith('VACUUM')) this.vacuums += 1
    return this.failure === null ? this.#lite.query(statement, values) : Promise.reject(this.failure)
  }

  transaction: PostgresDatabase['transaction'] = (work) => this.#lite.transaction(work)
  listen: PostgresDatabase['listen'] = (channel, heard) => this.#lite.listen(channel, heard)
  close: PostgresDatabase['close'] = async () => {}
}

test('an id that is stored with another body is a conflict over a database of the host, too', async () => {
  const store = await emptied(new HostDatabase())
  await store.append('s1', sampleEvents(1, 2), { expectedSeq: 0 })
  const again = sampleEvent(3, { id: 's1/1', input: 'another' })
  await expect(store.append('s1', [again], { expectedSeq: 2 })).rejects.toThrow(IdConflictError)
})

test('a session is forgotten once: no second try gets at the files of a server', async () => {
  const database = new HostDatabase()
  const store = await emptied(database)
  await store.append('s1', sampleEvents(1, 3), { expectedSeq: 0 })
  expect(await openLedger({ store }).forget('s1')).toMatchObject({ erased: 3, wiped: false })
  expect(database.vacuums).toBe(1)
})

test.each([
  ['ECONNREFUSED', 'no-connection', /can't be reached/],
  ['28P01', 'no-connection', /can't be reached/],
  ['EPIPE', 'no-connection', /may be stored or not/],
  ['ETIMEDOUT', 'no-connection', /may be stored or not/],
  ['57P01', 'no-connection', /may be stored or not/],
  ['', 'no-connection', /may be stored or not/],
  ['53100', 'disk-full', /no room left/],
  ['42501', 'database-failed', /refused a statement/],
])('what the database says with the code %j is %s', async (code, ours, message) => {
  const database = new HostDatabase()
  const store = await emptied(database)
  database.failure = Object.assign(new Error('it said so'), { code })
  const failure = await store.find('s1', 'x').catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(StoreError)
  expect(failure).toMatchObject({ code: ours, message: expect.stringMatching(message) })
})

test.each([
  `UPDATE todo_ledger.events SET data = 'x'`,
  'DELETE FROM todo_ledger.events',
  'TRUNCATE todo_ledger.events',
  'TRUNCATE todo_ledger.events_3',
  'DELETE FROM todo_ledger.positions',
  'UPDATE todo_ledger.positions SET position = position + 10',
])('nobody changes what is stored by %s', async (statement) => {
  const store = await emptied(lite)
  await store.append('s1', sampleEvents(1, 3), { expectedSeq: 0 })
  for await (const _ of store.readAll());
  await expect(lite.query(statement)).rejects.toThrow(/never changed or removed/)
  expect(await store.warnings?.()).toEqual([])
})

test('a trigger that is gone or off is told', async () => {
  const store = await emptied(lite)
  await lite.query('DROP TRIGGER kept ON todo_ledger.events_3')
  await lite.query('ALTER TABLE todo_ledger.events_4 DISABLE TRIGGER kept')
  expect(await store.warnings?.()).toEqual([
    'triggers that keep events from being changed are not there, or off: events_3.kept, events_4.kept',
  ])
})

test('tables of version 1 are read as they are, and brought up to date where they are written to', async () => {
  const actor = { kind: 'sub-agent', id: 'helper' } as const
  const store = await emptied(lite)
  const first = { ...sampleEvent(1), session: 's1' }
  await store.append('s1', [first], { expectedSeq: 0 })
  for await (const _ of store.readAll());
  await lite.query('ALTER TABLE todo_ledger.events DROP COLUMN actor')
  await lite.query('UPDATE todo_ledger.about SET version = 1')
  const reader = await postgresStore(lite, { readOnly: true })
  for await (const event of reader.read('s1')) expect(event).toMatchObject({ id: first.id })
  for await (const { event } of reader.readAll()) expect(event).toMatchObject({ id: first.id })
  expect(await verifyChain(reader)).toMatchObject({ ok: true, events: 1 })
  const writer = await postgresStore(lite)
  await writer.append('s1', [{ ...sampleEvent(2), session: 's1', actor }], { expectedSeq: 1 })
  expect(await writer.find('s1', sampleEvent(2).id)).toMatchObject({ actor })
  for await (const _ of writer.readAll());
  expect(await verifyChain(writer)).toMatchObject({ ok: true, events: 2 })
})

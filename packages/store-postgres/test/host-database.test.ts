import { IdConflictError, StoreError } from '@todo-ledger/core'
import { sampleEvent, sampleEvents } from '@todo-ledger/core/testing'
import { afterAll, expect, test } from 'vitest'
import type { PostgresDatabase, PostgresRow } from '../src/index.js'
import { emptied } from './emptied.js'
import { pgliteDatabase } from './pglite-database.js'

const lite = pgliteDatabase()
afterAll(() => lite.end())

/** A database of a host, as a class that knows nothing of our errors. */
class HostDatabase implements PostgresDatabase {
  readonly name = 'theirs'
  failure: Error | null = null
  readonly #lite: PostgresDatabase = lite

  query(
    statement: string,
    values?: Parameters<PostgresDatabase['query']>[1],
  ): Promise<readonly PostgresRow[]> {
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

import { IdConflictError, openLedger, profiles, StoreError } from '@todo-ledger/core'
import { findEvent } from '@todo-ledger/core/store'
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
  statements = 0
  readonly #lite: PostgresDatabase = lite

  query(
    statement: string,
    values?: Parameters<PostgresDatabase['query']>[1],
  ): Promise<readonly PostgresRow[]> {
    if (statement.startsWith('VACUUM')) this.vacuums += 1
    this.statements += 1
    return this.failure === null ? this.#lite.query(statement, values) : Promise.reject(this.failure)
  }

  transaction: PostgresDatabase['transaction'] = (work) => this.#lite.transaction(work)
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
  const failure = await findEvent(store, 's1', 'x').catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(StoreError)
  expect(failure).toMatchObject({ code: ours, message: expect.stringMatching(message) })
})

test.each([
  `UPDATE todo_ledger.events SET data = 'x'`,
  'DELETE FROM todo_ledger.events',
  'TRUNCATE todo_ledger.events',
  'DELETE FROM todo_ledger.positions',
  'UPDATE todo_ledger.positions SET position = position + 10',
])('nobody changes what is stored by %s', async (statement) => {
  const store = await emptied(lite)
  await store.append('s1', sampleEvents(1, 3), { expectedSeq: 0 })
  for await (const _ of store.readAll());
  await expect(lite.query(statement)).rejects.toThrow(/never changed or removed/)
})

test('a ledger without the triggers that keep it is not opened', async () => {
  await emptied(lite)
  await lite.query('ALTER TABLE todo_ledger.events DISABLE TRIGGER kept')
  await expect(postgresStore(lite, { readOnly: true })).rejects.toMatchObject({
    code: 'altered-schema',
    message: expect.stringContaining('events.kept'),
  })
  await lite.query('ALTER TABLE todo_ledger.events ENABLE TRIGGER kept')
})

test('a call takes at most four statements, and the numbers of the ledger come after it', async () => {
  const database = new HostDatabase()
  const store = await emptied(database)
  const ledger = openLedger({ store })
  const session = await ledger.session('s1', { profile: profiles.todoManager })
  await session.startRun({ trigger: 'user', text: 'Begin.' })
  const turn = await session.startTurn()
  const before = database.statements
  await turn.callTodoTool('todo', { items: [{ text: 'a', status: 'in_progress' }] }, { call: 'c1' })
  expect(database.statements - before).toBeLessThanOrEqual(4)
  await ledger.close()
})

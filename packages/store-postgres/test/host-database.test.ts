import { IdConflictError, openLedger, profiles, StoreError, type Turn } from '@todo-ledger/core'
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
    // Positions are given behind the calls, now and then.
    if (!statement.includes('.place(')) this.statements += 1
    return this.failure === null ? this.#lite.query(statement, values) : Promise.reject(this.failure)
  }

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
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'no-connection', /its sslmode/],
  ['57014', 'too-slow', /did not finish a statement in time/],
  ['42501', 'no-rights', /names the rights/],
  ['42P01', 'database-failed', /refused a statement/],
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

test('a call takes at most four statements, and calls of many sessions at once share theirs', async () => {
  const database = new HostDatabase()
  const ledger = openLedger({ store: await emptied(database) })
  const turns = await Promise.all(
    Array.from({ length: 16 }, async (_, number) => {
      const session = await ledger.session(`s${number}`, { profile: profiles.todoManager })
      await session.startRun({ trigger: 'user', text: 'Begin.' })
      return session.startTurn()
    }),
  )
  const statementsOf = async (calling: readonly Turn[]) => {
    const before = database.statements
    const input = { items: [{ text: `a ${before}`, status: 'in_progress' }] }
    await Promise.all(calling.map((turn) => turn.callTodoTool('todo', input, { call: `c${before}` })))
    return database.statements - before
  }
  expect(await statementsOf(turns.slice(0, 1))).toBeLessThanOrEqual(4)
  expect(await statementsOf(turns)).toBeLessThanOrEqual(16)
  await ledger.close()
})

test('nothing is added to a session whose end was changed, and what is there can be read', async () => {
  const first = await emptied(lite)
  await first.append('s1', sampleEvents(1, 2), { expectedSeq: 0 })
  await lite.query('UPDATE todo_ledger.sessions SET hash = md5(hash)')
  const store = await postgresStore(lite)
  const appended = store.append('s1', sampleEvents(3, 3), { expectedSeq: 2 })
  await expect(appended).rejects.toMatchObject({ code: 'damaged-log' })
  expect(await findEvent(store, 's1', 's1/2')).toMatchObject({ seq: 2 })
  expect(await store.lastPosition()).toBe(2)
})

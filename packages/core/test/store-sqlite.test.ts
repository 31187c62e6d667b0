import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'libsql'
import { afterAll, describe, expect, test } from 'vitest'
import { type SqliteDatabase, sqliteStore } from '../src/sqlite.js'
import { subscribe } from '../src/store/subscriptions.js'
import { sampleEvent, sampleEvents } from '../src/testing/index.js'
import {
  appendAll,
  collect,
  expectWholeChains,
  take,
} from '../src/testing/store-contract/store-under-test.js'
import { watchedDatabase } from './watched-database.js'
import { unguarded } from './without-guards.js'

const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-sqlite-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
function newPath(): string {
  files += 1
  return join(folder, `${files}.db`)
}

describe('one file, several connections', () => {
  test('a second one reads while the first writes, and each sees what the other stored', async () => {
    const path = newPath()
    const first = sqliteStore(path)
    const second = sqliteStore(path)
    const following = take(subscribe(second, { pollInterval: 1 }), 4)
    await appendAll(first, sampleEvents(1, 2))
    const reading = second.read('s1')[Symbol.asyncIterator]()
    await reading.next()
    await appendAll(first, sampleEvents(3, 3))
    await appendAll(second, sampleEvents(4, 4))
    expect((await following).map(({ event }) => event.seq)).toEqual([1, 2, 3, 4])
    await expect(
      first.append('s1', [sampleEvent(4, { id: 'late' })], { expectedSeq: 3 }),
    ).rejects.toMatchObject({
      code: 'concurrency',
      expected: 3,
      current: 4,
    })
    await first.close()
    expect(await collect(second.read('s1'))).toHaveLength(4)
    await second.close()
  })
})

describe('what happens between two steps of another connection', () => {
  test('a file that both create is created once', async () => {
    const path = newPath()
    const database = new Database(path)
    const faster = interrupted(database, 'BEGIN', () => appendOneAt(path))
    const store = sqliteStore({ database: faster })
    await appendAll(store, sampleEvents(2, 2))
    expect(await store.sessions()).toEqual([{ session: 's1', lastSeq: 2 }])
  })

  test('an append that comes before is seen', async () => {
    const path = newPath()
    sqliteStore(path)
    const faster = interrupted(new Database(path), 'BEGIN', () => appendOneAt(path))
    const store = sqliteStore({ database: faster })
    await expect(
      store.append('s1', [sampleEvent(1, { id: 'late' })], { expectedSeq: 0 }),
    ).rejects.toMatchObject({
      code: 'concurrency',
      current: 1,
    })
  })

  test('nobody can append between the look at the last seq and the storing', async () => {
    const path = newPath()
    await sqliteStore(path).close()
    const outcomes: string[] = []
    const between = interrupted(new Database(path), 'INSERT INTO events', () =>
      outcomes.push(appendOneAt(path)),
    )
    await appendAll(sqliteStore({ database: between }), sampleEvents(1, 1))
    expect(outcomes).toEqual(['busy'])
  })
})

test('an append after the one before asks nothing, and sees all the same what others have done since', async () => {
  const path = newPath()
  const asked: string[] = []
  const database = watchedDatabase(new Database(path), (sql, run) => {
    asked.push(sql.split(' ', 2).join(' '))
    return run()
  })
  const store = sqliteStore({ database })
  await appendAll(store, sampleEvents(1, 2))
  asked.length = 0
  await appendAll(store, sampleEvents(3, 4))
  expect(asked).toEqual(['BEGIN IMMEDIATE', 'INSERT INTO', 'COMMIT'])
  // In order: another session, the same one, an id that is taken, a session that was forgotten.
  const other = sqliteStore(path)
  await appendAll(other, sampleEvents(1, 1, 's2'))
  await appendAll(store, sampleEvents(5, 5))
  await appendAll(other, sampleEvents(6, 6))
  const late = [sampleEvent(6, { id: 'late' })]
  await expect(store.append('s1', late, { expectedSeq: 5 })).rejects.toMatchObject({ current: 6 })
  await appendAll(store, sampleEvents(7, 7))
  const again = [sampleEvent(8), { ...sampleEvent(7), seq: 9 }]
  await expect(store.append('s1', again, { expectedSeq: 7 })).rejects.toMatchObject({ code: 'bad-append' })
  await other.redact('s1', { id: 'r', at: new Date(0), reason: '', erase: true }, { expectedSeq: 7 })
  await expect(appendAll(store, sampleEvents(8, 8))).rejects.toMatchObject({ code: 'forgotten' })
  await expectWholeChains(store)
  await other.close()
  await store.close()
})

test('a ledger that was put back to an earlier state under an open store is gone on with from there', async () => {
  const path = newPath()
  const store = sqliteStore(path)
  await appendAll(store, sampleEvents(1, 5))
  // As an online restore of a backup does: in a transaction, into the file that is open.
  const restoring = new Database(path)
  restoring.exec(unguarded('DELETE FROM events WHERE seq > 3'))
  restoring.close()
  await appendAll(store, sampleEvents(1, 1, 's2'))
  await expect(appendAll(store, sampleEvents(6, 6))).rejects.toMatchObject({ current: 3 })
  await appendAll(store, sampleEvents(4, 4))
  await expectWholeChains(store)
  await store.close()
})

test('what a failed transaction took back is not gone on from', async () => {
  const path = newPath()
  let fails = false
  const database = watchedDatabase(new Database(path), (sql, run) => {
    if (sql !== 'COMMIT' || !fails) return run()
    fails = false
    throw new Error('the disk failed')
  })
  const store = sqliteStore({ database })
  await appendAll(store, sampleEvents(1, 1))
  fails = true
  await expect(appendAll(store, sampleEvents(2, 2))).rejects.toThrow()
  await expect(appendAll(store, sampleEvents(3, 3))).rejects.toMatchObject({ current: 1 })
  await appendAll(store, sampleEvents(2, 3))
  await expectWholeChains(store)
})

test('a given database stays open when the store closes', async () => {
  const database = new Database(':memory:')
  await sqliteStore({ database }).close()
  expect(() => database.exec('SELECT 1')).not.toThrow()
})

/** The same database, with something that happens right before the first statement that begins so. */
function interrupted(database: SqliteDatabase, statement: string, happens: () => void): SqliteDatabase {
  let happened = false
  const reach = (sql: string) => {
    if (happened || !sql.startsWith(statement)) return
    happened = true
    happens()
  }
  return {
    prepare: (sql) => {
      reach(sql)
      return database.prepare(sql)
    },
    exec: (sql) => {
      reach(sql)
      return database.exec(sql)
    },
    close: () => database.close(),
  }
}

/** Another process appends the first event, before this returns; gives the code of its failure or `stored`. */
function appendOneAt(path: string): string {
  const source = `
    import { sqliteStore } from './dist/sqlite.js'
    const event = { id: 'first', session: 's1', seq: 1, turn: 1, at: new Date(0), type: 'message.recorded', version: 1,
      data: { role: 'assistant', text: '' } }
    const store = sqliteStore(process.argv[1], { busyTimeout: 10 })
    const outcome = await store.append('s1', [event], { expectedSeq: 0 }).then(() => 'stored', (error) => error.code)
    process.stdout.write(outcome)
    await store.close()`
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  const child = spawnSync(process.execPath, ['--input-type=module', '--eval', source, path], {
    cwd,
    encoding: 'utf8',
  })
  return child.stdout
}

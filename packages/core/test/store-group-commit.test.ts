import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { LedgerError } from '../src/errors.js'
import { sqliteStore } from '../src/sqlite.js'
import type { EventStore } from '../src/store/event-store.js'
import { sampleEvent, sampleEvents } from '../src/testing/index.js'
import { appendAll, collect } from '../src/testing/store-contract/store-under-test.js'
import { watchedDatabase } from './watched-database.js'

const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-groups-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
function newPath(): string {
  files += 1
  return join(folder, `${files}.db`)
}

/** A store, and how many transactions it has committed. */
function countingStore(path = ':memory:'): { readonly store: EventStore; readonly commits: () => number } {
  let commits = 0
  const database = watchedDatabase(new Database(path), (sql, run) => {
    if (sql === 'COMMIT') commits += 1
    return run()
  })
  const store = sqliteStore({ database })
  const atOpen = commits
  return { store, commits: () => commits - atOpen }
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `session-${index}`)

const first = (store: EventStore, session: string) =>
  store.append(session, sampleEvents(1, 1, session), { expectedSeq: 0 })

describe('appends that are asked for together', () => {
  test('share one transaction', async () => {
    const { store, commits } = countingStore()
    await Promise.all(names(50).map((session) => first(store, session)))
    expect(commits()).toBe(1)
    expect(await store.sessions()).toEqual(names(50).map((session) => ({ session, lastSeq: 1 })))
    await first(store, 'alone')
    expect(commits()).toBe(2)
  })

  test('share one transaction when loops of many sessions each wait for their own', async () => {
    const { store, commits } = countingStore()
    const steps = 20
    await Promise.all(
      names(16).map(async (session, index) => {
        for (let seq = 1; seq <= steps; seq += 1) {
          // As hosts do: some have a little more to do between two appends than others.
          for (let step = 0; step < index; step += 1) await undefined
          await store.append(session, [sampleEvent(seq, { session })], { expectedSeq: seq - 1 })
        }
      }),
    )
    expect(commits()).toBe(steps)
  })

  test('are stored while the timers of a test are fake', async () => {
    const { store } = countingStore()
    vi.useFakeTimers()
    try {
      await first(store, 's1')
    } finally {
      vi.useRealTimers()
    }
  })

  test('are stored in the order in which they were asked for', async () => {
    const { store } = countingStore()
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        store.append('s1', [sampleEvent(index + 1)], { expectedSeq: index }),
      ),
    )
    expect((await collect(store.readAll())).map(({ event }) => event.seq)).toEqual(
      Array.from({ length: 30 }, (_, index) => index + 1),
    )
  })

  test('are too many for one transaction at some point, so that other things get their turn', async () => {
    const { store, commits } = countingStore()
    let turns = 0
    const counting = setInterval(() => {
      turns += 1
    }, 0)
    await Promise.all(names(1000).map((session) => first(store, session)))
    clearInterval(counting)
    expect(commits()).toBe(4)
    expect(turns).toBeGreaterThan(0)
    expect(await store.sessions()).toHaveLength(1000)
  })
})

describe('one of a group', () => {
  test('that is refused leaves the others as they are', async () => {
    const { store, commits } = countingStore()
    await appendAll(store, sampleEvents(1, 2))
    const outcomes = await Promise.allSettled([
      first(store, 'before'),
      store.append('s1', [sampleEvent(2, { input: 'other' })], { expectedSeq: 1 }),
      store.append('s1', [sampleEvent(2, { id: 'late' })], { expectedSeq: 1 }),
      store.append('s1', [sampleEvent(3), sampleEvent(4, { id: 's1/1', input: 'other' })], {
        expectedSeq: 2,
      }),
      store.append('s1', [sampleEvent(3, { id: 'won' })], { expectedSeq: 2 }),
      store.append('s1', [sampleEvent(3, { id: 'lost' })], { expectedSeq: 2 }),
      first(store, 'after'),
    ])
    expect(outcomes.map((outcome) => codeOf(outcome))).toEqual([
      'stored',
      'id-conflict',
      'concurrency',
      'id-conflict',
      'stored',
      'concurrency',
      'stored',
    ])
    expect(commits()).toBe(2)
    const stored = (await collect(store.readAll())).map(({ event }) => event.id)
    expect(stored).toEqual(['s1/1', 's1/2', 'before/1', 'won', 'after/1'])
  })

  test('whose second event does not fit takes its first one with it', async () => {
    let inserts = 0
    const database = watchedDatabase(new Database(':memory:'), (sql, run) => {
      if (sql === 'BEGIN IMMEDIATE') inserts = 0
      if (sql.startsWith('INSERT INTO events')) inserts += 1
      // Its rows beyond 16 stand in a second statement.
      if (inserts === 3 && sql.startsWith('INSERT INTO events')) {
        inserts = Number.NaN
        throw Object.assign(new Error('string or blob too big'), { code: 'SQLITE_TOOBIG', rawCode: 18 })
      }
      return run()
    })
    const store = sqliteStore({ database })
    const outcomes = await Promise.allSettled([
      first(store, 'before'),
      appendAll(store, sampleEvents(1, 17)),
      first(store, 'after'),
    ])
    expect(outcomes.map((outcome) => codeOf(outcome))).toEqual(['stored', 'too-large', 'stored'])
    expect((await collect(store.readAll())).map(({ event }) => event.id)).toEqual(['before/1', 'after/1'])
  })

  test('that takes the whole transaction with it, as a full disk does, leaves it to the others to begin anew', async () => {
    const given = new Database(':memory:')
    const attempts: string[] = []
    let failures = 1
    const database = watchedDatabase(given, (sql, run) => {
      if (sql.startsWith('BEGIN') || sql === 'COMMIT') attempts.push(sql)
      const result = run()
      if (failures > 0 && sql.startsWith('INSERT INTO events') && isLarge(given)) {
        failures -= 1
        given.exec('ROLLBACK')
        throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL', rawCode: 13 })
      }
      return result
    })
    const store = sqliteStore({ database })
    attempts.length = 0
    const outcomes = await Promise.allSettled([
      first(store, 'before'),
      appendAll(store, [sampleEvent(1, { input: 'large '.repeat(1000) })]),
      // Refused beside what was rolled back, so it is decided anew: alone, it may stay.
      store.append('s1', [sampleEvent(1, { id: 'other' })], { expectedSeq: 0 }),
      first(store, 'after'),
    ])
    expect(outcomes.map((outcome) => codeOf(outcome))).toEqual(['stored', 'disk-full', 'stored', 'stored'])
    expect(attempts).toEqual(['BEGIN IMMEDIATE', 'BEGIN IMMEDIATE', 'COMMIT'])
    expect((await collect(store.readAll())).map(({ event }) => event.id)).toEqual([
      'before/1',
      'other',
      'after/1',
    ])
  })
})

describe('a group', () => {
  test('is acknowledged after the commit, and seen by nobody before', async () => {
    const path = newPath()
    const acknowledged: string[] = []
    const seen: unknown[] = []
    const other = sqliteStore(path)
    const database = watchedDatabase(new Database(path), (sql, run) => {
      if (sql === 'COMMIT') seen.push(acknowledged.length, rowsOf(path))
      return run()
    })
    const store = sqliteStore({ database })
    seen.length = 0
    await Promise.all(
      names(3).map(async (session) => {
        await first(store, session)
        acknowledged.push(session)
      }),
    )
    expect(seen).toEqual([0, 0])
    expect(rowsOf(path)).toBe(3)
    await other.close()
  })

  test('whose commit fails is refused whole and leaves nothing; then the store goes on', async () => {
    const path = newPath()
    let fails = false
    const database = watchedDatabase(new Database(path), (sql, run) => {
      if (sql !== 'COMMIT' || !fails) return run()
      fails = false
      throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_FSYNC', rawCode: 1034 })
    })
    const store = sqliteStore({ database })
    await first(store, 'before')
    fails = true
    const group = () => [
      first(store, 'a'),
      store.append('a', [sampleEvent(1, { session: 'a', id: 'other' })], { expectedSeq: 0 }),
      first(store, 'b'),
    ]
    const failed = await Promise.allSettled(group())
    expect(failed.map((outcome) => codeOf(outcome))).toEqual(['disk-failed', 'disk-failed', 'disk-failed'])
    expect(rowsOf(path)).toBe(1)
    const again = await Promise.allSettled(group())
    expect(again.map((outcome) => codeOf(outcome))).toEqual(['stored', 'concurrency', 'stored'])
    expect(rowsOf(path)).toBe(3)
  })

  test('that was asked for before the store closes is stored', async () => {
    const path = newPath()
    const store = sqliteStore(path)
    const appends = names(5).map((session) => first(store, session))
    const closing = store.close()
    await expect(first(store, 'late')).rejects.toMatchObject({ code: 'closed' })
    await closing
    await Promise.all(appends)
    expect(rowsOf(path)).toBe(5)
  })

  test('does not touch a transaction that the host began on its own connection', async () => {
    const database = new Database(':memory:')
    const store = sqliteStore({ database })
    database.exec('CREATE TABLE own (text)')
    database.exec('BEGIN')
    database.exec("INSERT INTO own VALUES ('kept')")
    const refused: unknown = await first(store, 's1').catch((error: unknown) => error)
    expect(refused).toMatchObject({ name: 'StoreError', code: 'store-failed' })
    database.exec('COMMIT')
    expect(database.prepare('SELECT text FROM own').get()).toMatchObject({ text: 'kept' })
    await first(store, 's1')
  })
})

describe('another process that writes', () => {
  test('is waited for while this one goes on, and what comes meanwhile joins', async () => {
    const path = newPath()
    const { store, commits } = countingStore(path)
    const other = new Database(path)
    other.exec('BEGIN IMMEDIATE')
    const appends = [first(store, 'a')]
    // Were the event loop blocked, the other would never end, and the append would fail.
    let ticks = 0
    await new Promise<void>((resolve) => {
      const ticking = setInterval(() => {
        ticks += 1
        if (ticks === 5) appends.push(first(store, 'b'), first(store, 'c'))
        if (ticks < 10) return
        clearInterval(ticking)
        resolve()
      }, 1)
    })
    expect(rowsOf(path)).toBe(0)
    other.exec('ROLLBACK')
    await Promise.all(appends)
    expect(ticks).toBe(10)
    expect(commits()).toBe(1)
    expect(rowsOf(path)).toBe(3)
    other.close()
    await store.close()
  })
})

function codeOf(outcome: PromiseSettledResult<unknown>): string {
  if (outcome.status === 'fulfilled') return 'stored'
  const reason: LedgerError | undefined = outcome.reason
  return reason?.code ?? 'no error of ours'
}

/** How many events another connection sees in the file. */
function rowsOf(path: string): number {
  const database = new Database(path)
  const row: unknown = database.prepare('SELECT count(*) AS rows FROM events').get()
  database.close()
  return typeof row === 'object' && row !== null ? Number(Reflect.get(row, 'rows')) : Number.NaN
}

/** Whether the event stored last is a large one. */
function isLarge(database: Database.Database): boolean {
  const row: unknown = database.prepare('SELECT * FROM events ORDER BY position DESC LIMIT 1').get()
  return JSON.stringify(row).length > 5000
}

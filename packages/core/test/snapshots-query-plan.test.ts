import Database from 'libsql'
import { expect, it } from 'vitest'
import { readStateAt } from '../src/snapshots/read-state.js'
import { type SqliteDatabase, type SqliteValue, sqliteStore } from '../src/sqlite.js'
import { findEvent } from '../src/store/event-store.js'
import { subscribe } from '../src/store/subscriptions.js'
import { sampleEvents } from '../src/testing/stepping-clock.js'
import { collect, take } from '../src/testing/store-contract/store-under-test.js'

/** A database that keeps what it is asked, and the store in it. */
function watchedStore() {
  const database = new Database(':memory:')
  const asked = new Map<string, readonly SqliteValue[]>()
  const watched: SqliteDatabase = {
    prepare(sql) {
      const statement = database.prepare(sql)
      const note = (values: readonly SqliteValue[]) => asked.set(sql, values)
      return {
        run: (...values) => {
          note(values.flat())
          return statement.run(...values)
        },
        get: (...values) => {
          note(values.flat())
          return statement.get(...values)
        },
        all: (...values) => {
          note(values.flat())
          return statement.all(...values)
        },
      }
    },
    exec: (sql) => database.exec(sql),
    close: () => database.close(),
  }
  return { database, asked, store: sqliteStore({ database: watched }) }
}

/** How SQLite finds the rows of each statement: `SCAN` reads a whole table or index. */
function plansOf(
  database: InstanceType<typeof Database>,
  asked: ReadonlyMap<string, readonly SqliteValue[]>,
) {
  const tables = Array.from(asked).filter(([sql]) => /\b(FROM|INTO|UPDATE)\s+(events|side)\b/.test(sql))
  return tables.map(([sql, values]) => {
    const steps = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values)
    return { sql, plan: steps.map((step) => String(Reflect.get(Object(step), 'detail'))) }
  })
}

/**
 * What may go through an index: the sessions are as many as their first events, which have one of their own. The last
 * row of the table is the first that a scan from its end meets.
 */
const allowed =
  /^(SCAN first USING COVERING INDEX first_events|LIST SUBQUERY|SCAN json_each |(CORRELATED )?SCALAR SUBQUERY|SEARCH |CO-ROUTINE (one_row|\(subquery-\d+\))$|SCAN (one_row|\d+ CONSTANT ROWS?|CONSTANT ROW|\(subquery-\d+\))$)/
const lastRow = /FROM events ORDER BY position DESC LIMIT 1\b/

it('nothing that a host or a subscriber asks of SQLite goes through the whole log', async () => {
  const { database, asked, store } = watchedStore()
  await store.append('s1', sampleEvents(1, 200), { expectedSeq: 0 })
  await store.append('s2', sampleEvents(1, 200, 's2'), { expectedSeq: 0 })
  await store.append('s1', sampleEvents(1, 3), { expectedSeq: 0 })
  asked.clear()
  await store.append('s1', sampleEvents(201, 201), { expectedSeq: 200 })
  await collect(store.read('s1', { from: 190 }))
  await collect(store.readAll({ after: 390 }))
  const late = await take(subscribe(store, { after: 398, pollInterval: 1 }), 3)
  expect(late.map(({ position }) => position)).toEqual([399, 400, 401])
  await findEvent(store, 's1', 's1/150')
  await store.sessions()
  await readStateAt({ store, session: 's1' }, 'end').catch(() => undefined)
  const { side } = store
  await side?.put('s1', [{ kind: 'a', seq: 9, value: '{}' }], 201)
  await side?.newest('s1', 'a', 300)
  if (side !== undefined) await collect(side.entries('a'))
  await side?.remove('s1', 'a')
  const plans = plansOf(database, asked)
  expect(plans.length).toBeGreaterThan(11)
  for (const { sql, plan } of plans) {
    const scans = plan.filter((step) => step === 'SCAN events')
    expect(scans.length, sql).toBe(lastRow.test(sql) ? 1 : 0)
    for (const step of plan) if (step !== 'SCAN events') expect(step, sql).toMatch(allowed)
  }
  const position = plans.find(({ sql }) => sql.includes('position >= CAST'))
  expect(position?.plan).toEqual(['SEARCH events USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)'])
  await store.close()
})

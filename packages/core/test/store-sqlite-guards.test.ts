/** What keeps the events of a ledger in SQLite from being changed, and a ledger from being opened that is not as we make it. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, expect, test } from 'vitest'
import { sqliteIntegrity, sqliteStore } from '../src/sqlite.js'
import { verifyChain } from '../src/store/chain/verify-chain.js'
import type { EventStore } from '../src/store/event-store.js'
import { sampleEvents } from '../src/testing/index.js'
import { appendAll, collect } from '../src/testing/store-contract/store-under-test.js'
import { unguarded } from './without-guards.js'

const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-guards-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const changes = [
  `UPDATE events SET data = 'x'`,
  'UPDATE events SET position = position + 10',
  'UPDATE OR REPLACE events SET seq = 1',
  'DELETE FROM events',
  'DELETE FROM events WHERE position = 2',
]

test.each(['before', 'after', 'by another while'])(
  'what is stored is changed by nobody %s a redaction',
  async (when) => {
    const path = join(folder, `${when}.db`)
    const store = sqliteStore(path)
    await appendAll(store, sampleEvents(1, 3))
    const redaction = { id: 'r', at: new Date(0), reason: '', erase: true }
    const other = new Database(path)
    const refused = () => {
      for (const sql of changes) expect(() => other.exec(sql), sql).toThrow(/never changed or removed/)
    }
    if (when === 'after') await store.redact('s1', redaction, { expectedSeq: 3 })
    if (when === 'by another while') {
      // Of a transaction that is not committed nobody else sees anything, or can write.
      const host = new Database(path)
      host.exec('BEGIN IMMEDIATE; DROP TRIGGER events_kept; DROP TRIGGER events_unchanged')
      for (const sql of changes) expect(() => other.exec(sql), sql).toThrow(/locked/)
      host.exec('ROLLBACK')
      host.close()
    }
    refused()
    expect(await collect(store.read('s1'))).toHaveLength(when === 'after' ? 4 : 3)
    expect(sqliteIntegrity(path)).toEqual([])
    other.close()
    await store.close()
  },
)

const endless = `WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n)`
const hostile: readonly (readonly [name: string, sql: string])[] = [
  ['a guard that is gone', 'DROP TRIGGER events_kept'],
  [
    'a guard with another body',
    'DROP TRIGGER events_kept; CREATE TRIGGER events_kept BEFORE DELETE ON events BEGIN SELECT 1; END',
  ],
  ['a trigger more', 'CREATE TRIGGER more AFTER INSERT ON side BEGIN SELECT 1; END'],
  ['a schema that was set lower', 'PRAGMA user_version = 0'],
  [
    'an endless view in the place of the id',
    `DROP TABLE ledger; CREATE VIEW ledger AS ${endless} SELECT id FROM n`,
  ],
  [
    'an endless view in the place of the events',
    `DROP TABLE events; CREATE VIEW events AS ${endless} SELECT id AS position, 's' AS session, id AS seq FROM n`,
  ],
  ['an index more', 'CREATE INDEX more ON events (turn)'],
  ['a column more', 'ALTER TABLE events ADD COLUMN more TEXT'],
  [
    'another type of a column',
    `PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'seq INTEGER', 'seq TEXT') WHERE name = 'events'`,
  ],
]

test.each(hostile)('a ledger with %s is not opened, whoever asks', async (_name, sql) => {
  const path = join(folder, `hostile-${hostile.findIndex(([, each]) => each === sql)}.db`)
  const store = sqliteStore(path)
  await appendAll(store, sampleEvents(1, 3))
  await store.close()
  const other = new Database(path)
  other.exec(sql)
  other.close()
  for (const open of [
    () => sqliteStore(path),
    () => sqliteStore(path, { readOnly: true }),
    () => sqliteIntegrity(path),
  ]) {
    expect(open).toThrow(expect.objectContaining({ code: 'altered-schema' }))
  }
})

const ofSize = (bytes: number) => `CAST(zeroblob(${bytes}) AS TEXT)`
const [long, longer] = [ofSize(700_000), ofSize(80_000_000)]
const longValues: readonly (readonly [
  sql: string,
  ask: (store: EventStore) => Promise<unknown>,
  code: string,
])[] = [
  [
    `UPDATE events SET data = ${longer} WHERE position = 2`,
    (store) => collect(store.read('s1')),
    'bad-event',
  ],
  [`UPDATE events SET session = ${long} WHERE position = 1`, (store) => store.sessions(), 'damaged-file'],
  [`INSERT INTO side VALUES ('s1', 'meta', 1, ${longer})`, metaEntries, 'damaged-file'],
  [`INSERT INTO side VALUES (${long}, 'meta', 1, 'x')`, metaEntries, 'damaged-file'],
]

function metaEntries({ side }: EventStore): Promise<unknown> {
  return side === undefined ? Promise.resolve() : collect(side.entries('meta'))
}

test.each(longValues)('a value larger than todo-ledger writes is not read: %s', async (sql, ask, code) => {
  const path = join(folder, `large-${longValues.findIndex(([each]) => each === sql)}.db`)
  const store = sqliteStore(path)
  await appendAll(store, sampleEvents(1, 3))
  await store.close()
  const other = new Database(path)
  other.exec(unguarded(sql))
  other.close()
  const opened = sqliteStore(path, { readOnly: true })
  expect((await verifyChain(opened)).ok).toBe(sql.includes('side'))
  await expect(ask(opened)).rejects.toMatchObject({ code })
  await opened.close()
})

test('what may be stored can be read: the largest event, and no larger one', async () => {
  const path = join(folder, 'largest.db')
  const store = sqliteStore(path)
  const [event] = sampleEvents(1, 1)
  if (event?.type !== 'tool.called') throw new Error('It is no call.')
  const sized = (length: number) => ({
    ...event,
    data: { ...event.data, input: { text: '…'.repeat(length) } },
  })
  const third = Math.floor((64 * 1024 * 1024) / 3)
  await expect(appendAll(store, [sized(third)])).rejects.toMatchObject({ code: 'too-large' })
  await appendAll(store, [sized(third - 1000)])
  const [read] = await collect(store.read('s1'))
  expect(read?.data).toEqual(sized(third - 1000).data)
  await store.close()
  expect(sqliteIntegrity(path)).toEqual([])
})

test('an id that is too long to be read is not stored', async () => {
  const store = sqliteStore(':memory:')
  const events = sampleEvents(1, 1).map((event) => ({ ...event, id: 'x'.repeat(100_001) }))
  await expect(appendAll(store, events)).rejects.toMatchObject({ code: 'bad-append' })
  await store.close()
})

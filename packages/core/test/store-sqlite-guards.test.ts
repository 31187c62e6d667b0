/** What keeps the events of a ledger in SQLite from being changed, and a ledger from being opened that is not as we make it. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, expect, test } from 'vitest'
import { sqliteIntegrity, sqliteStore } from '../src/sqlite.js'
import { sampleEvents } from '../src/testing/index.js'
import { appendAll, collect } from '../src/testing/store-contract/store-under-test.js'

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
    const redaction = { id: 'r', at: new Date(0), reason: '', erase: [{ from: 2, to: 2 }] }
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

test('what ANALYZE leaves in a ledger keeps nobody from opening it', async () => {
  const path = join(folder, 'analyzed.db')
  const store = sqliteStore(path)
  await appendAll(store, sampleEvents(1, 3))
  await store.close()
  const other = new Database(path)
  other.exec('ANALYZE')
  other.close()
  expect(sqliteIntegrity(path)).toEqual([])
})

test('a value that is larger than an event can be is named, not read', async () => {
  const path = join(folder, 'large.db')
  const store = sqliteStore(path)
  await appendAll(store, sampleEvents(1, 3))
  await store.close()
  const other = new Database(path)
  const guards = other.prepare("SELECT sql FROM sqlite_schema WHERE type = 'trigger'").all()
  other.exec('DROP TRIGGER events_unchanged; DROP TRIGGER events_kept')
  other.exec('UPDATE events SET data = CAST(zeroblob(200000000) AS TEXT) WHERE position = 2')
  for (const trigger of guards) other.exec(String(Reflect.get(Object(trigger), 'sql')))
  other.close()
  const opened = sqliteStore(path, { readOnly: true })
  const entries = await collect(opened.readAll())
  expect(entries.map(({ record }) => 'unreadable' in record)).toEqual([false, true, false])
  expect(entries[1]?.record).toMatchObject({ unreadable: expect.stringContaining('too large') })
  await expect(collect(opened.read('s1'))).rejects.toMatchObject({ code: 'bad-event' })
  await opened.close()
})

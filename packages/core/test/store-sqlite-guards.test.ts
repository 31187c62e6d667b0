/** What keeps the events of a ledger in SQLite from being changed by mistake. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, expect, test } from 'vitest'
import { sqliteIntegrity, sqliteStore } from '../src/sqlite.js'
import { wronglyListed } from '../src/store/summaries/check-list.js'
import { sampleEvent, sampleEvents } from '../src/testing/index.js'
import { appendAll, collect } from '../src/testing/store-contract/store-under-test.js'
import { dropGuards } from './without-guards.js'

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
    expect(await store.warnings?.()).toEqual([])
    other.close()
    await store.close()
  },
)

test('a trigger that is gone is told, is no damage, and is made again by the next redaction', async () => {
  const path = join(folder, 'gone.db')
  const store = sqliteStore(path)
  await appendAll(store, sampleEvents(1, 3))
  const other = new Database(path)
  other.exec(dropGuards)
  other.exec('CREATE TRIGGER events_kept BEFORE DELETE ON events BEGIN SELECT 1; END')
  other.close()
  expect(await store.warnings?.()).toEqual([
    'triggers that keep events from being changed are not there: events_unchanged, events_kept; a redaction makes them anew',
  ])
  expect(sqliteIntegrity(path)).toEqual([])
  await store.append('s1', [sampleEvent(4)], { expectedSeq: 3 })
  await store.redact(
    's1',
    { id: 'r', at: new Date(0), reason: '', erase: [{ from: 2, to: 2 }] },
    { expectedSeq: 4 },
  )
  expect(await store.warnings?.()).toEqual([])
  await store.close()
})

test('a list of sessions that was changed is found by their events', async () => {
  const path = join(folder, 'list.db')
  const store = sqliteStore(path)
  for (const session of ['s1', 's2', 's3']) await appendAll(store, sampleEvents(1, 3, session))
  // So many that the list is written: until then it is made of the events.
  await appendAll(store, sampleEvents(1, 300, 's4'))
  expect(await wronglyListed(store)).toEqual([])
  const other = new Database(path)
  other.exec(
    "UPDATE sessions SET pending = 1 WHERE session = 's2'; DELETE FROM sessions WHERE session = 's3'",
  )
  other.close()
  expect(await wronglyListed(store)).toEqual(['s2', 's3'])
  await appendAll(store, sampleEvents(4, 4, 's3'))
  expect(await wronglyListed(store)).toEqual(['s2'])
  await store.close()
})

test('a list of sessions that holds what it can not keeps no event from being stored, and is made anew', async () => {
  const path = join(folder, 'bad-list.db')
  const store = sqliteStore(path)
  await appendAll(store, sampleEvents(1, 300, 's1'))
  const other = new Database(path)
  other.exec("UPDATE sessions SET title = '\"' WHERE session = 's1'")
  await appendAll(store, sampleEvents(301, 600, 's1'))
  expect(await wronglyListed(store)).toEqual([])
  other.close()
  await store.close()
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, expect, test } from 'vitest'
import { sqliteStore } from '../src/sqlite.js'
import { endProblem } from '../src/store/copy-ledger.js'
import { memoryStore } from '../src/store/memory/memory-store.js'
import { sampleEvents } from '../src/testing/index.js'
import { appendAll } from '../src/testing/store-contract/store-under-test.js'
import { dropGuards } from './without-guards.js'

const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-end-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const rows: readonly (readonly [sql: string, problem: string | null])[] = [
  ['SELECT 1', null],
  [
    `UPDATE events SET link = replace(link, substr(link, 1, 1), 'x') WHERE position = 40`,
    'the event at position 40 does not follow the one before it',
  ],
  ['DELETE FROM events WHERE position = 39', 'the sessions hold 40 events, and there is one at position 40'],
  [
    'UPDATE events SET position = 41 WHERE position = 40',
    'the sessions hold 40 events, and there is one at position 41',
  ],
  ['UPDATE events SET position = 0 WHERE position = 40', 'the event at position 40 is nowhere'],
  // That the end was cut off only an anchor shows.
  ['DELETE FROM events WHERE position > 30', null],
]

test.each(rows)('after %s', async (sql, problem) => {
  const path = join(folder, `${rows.findIndex(([each]) => each === sql)}.db`)
  const store = sqliteStore(path)
  await appendAll(store, sampleEvents(1, 40))
  new Database(path).exec(`${dropGuards} ${sql}`)
  expect(await endProblem(store)).toBe(problem)
  await store.close()
})

test('there is none without events', async () => {
  expect(await endProblem(memoryStore())).toBeNull()
})

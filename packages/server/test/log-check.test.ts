/** A log that was cut or rewritten since it verified here is said by the server itself, without an anchor that anybody kept. */

import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, sqliteStore } from '@todo-ledger/core/sqlite'
import { sampleEvents } from '@todo-ledger/core/testing'
import { afterAll, expect, test } from 'vitest'
import { logCheck } from '../src/service/upkeep.js'
import type { LogEntry } from '../src/telemetry/log.js'
import { testServer } from './http-client.js'

const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-log-check-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const env = { XDG_STATE_HOME: join(folder, 'state') }
const place = join(folder, 'todos.db')
const events = sampleEvents(1, 6)

async function append(from: number, to: number): Promise<void> {
  const store = sqliteStore(place)
  await store.append('s1', events.slice(from, to), { expectedSeq: from })
  await store.close()
}

/** What a server that begins now says. */
async function checked(): Promise<{ readonly standing: string; readonly log: readonly LogEntry[] }> {
  const store = sqliteStore(place)
  const log: LogEntry[] = []
  const { check, standing } = logCheck({ store, place, env, log: (entry) => log.push(entry) })
  await check()
  await store.close()
  return { standing: standing(), log }
}

test('a log that was cut is behind, one that was changed is damaged, one that grew verifies', async () => {
  await append(0, 3)
  expect((await checked()).standing).toBe('verified')
  copyFileSync(place, join(folder, 'older.db'))
  await append(3, 6)
  expect(await checked()).toEqual({
    standing: 'verified',
    log: [{ level: 'info', message: 'the log verified', events: 6 }],
  })
  copyFileSync(place, join(folder, 'whole.db'))
  copyFileSync(join(folder, 'older.db'), place)
  const said = {
    level: 'error',
    message: 'the log is behind: run todo-replay verify',
    events: 3,
    position: 4,
  }
  expect(await checked()).toEqual({ standing: 'behind', log: [said] })
  copyFileSync(join(folder, 'whole.db'), place)
  expect((await checked()).standing).toBe('verified')
  const database = openDatabase(place)
  const sql = "SELECT sql FROM sqlite_schema WHERE name = 'events_unchanged'"
  const [guard] = database.prepare(sql).all([])
  database.exec("DROP TRIGGER events_unchanged; UPDATE events SET type = 'turn.ended' WHERE position = 2")
  database.exec(String(Object.values(Object(guard))[0]))
  database.close()
  const { standing, log } = await checked()
  expect([standing, log[0]?.['position']]).toEqual(['damaged', 2])
})

test('/healthz says how the log stands, to anybody', async () => {
  const { app } = testServer(undefined, { standing: () => 'behind' })
  const answer = await app.request('/healthz')
  expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok', log: 'behind' }])
})

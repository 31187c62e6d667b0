/** Databases that are given as opencode's and were made by somebody else. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, expect, test } from 'vitest'
import { isOpencodeDatabase } from '../../src/agents/opencode/database.js'
import { openRecording } from '../../src/open-recording.js'

const folder = mkdtempSync(join(tmpdir(), 'opencode-hostile-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const tables = {
  session:
    'CREATE TABLE session(id TEXT, parent_id TEXT, directory TEXT, time_created INT, time_updated INT)',
  message: 'CREATE TABLE message(id TEXT, session_id TEXT, time_created INT, data TEXT)',
  part: 'CREATE TABLE part(id TEXT, message_id TEXT, data TEXT)',
}

function database(
  name: string,
  changed: { readonly [table in keyof typeof tables]?: string },
  rows = '',
): string {
  const file = join(folder, `${name}.db`)
  const made = new Database(file)
  made.exec(`${Object.values({ ...tables, ...changed }).join(';')};${rows}`)
  made.close()
  return file
}

const endless = (columns: string) =>
  `WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT ${columns} FROM t`

test.each([
  [
    'a view of sessions',
    {
      session: `CREATE VIEW session AS ${endless("'s' AS id, NULL AS parent_id, '/' AS directory, n AS time_created, n AS time_updated")}`,
    },
  ],
  [
    'a view of messages',
    {
      message: `CREATE VIEW message AS ${endless("n AS id, 's' AS session_id, n AS time_created, '{}' AS data")}`,
    },
  ],
  ['a view of parts', { part: `CREATE VIEW part AS ${endless("n AS id, '1' AS message_id, '{}' AS data")}` }],
  ['a virtual table', { part: 'CREATE VIRTUAL TABLE part USING fts5(id, message_id, data)' }],
  [
    'a generated column',
    { part: 'CREATE TABLE part(id TEXT, message_id TEXT, data TEXT AS (hex(zeroblob(100000000))))' },
  ],
])('%s is not read', async (name, changed) => {
  const file = database(name, changed)
  expect(await isOpencodeDatabase(file)).toBe(false)
  await expect(openRecording(file)).rejects.toMatchObject({ code: 'not-a-recording' })
})

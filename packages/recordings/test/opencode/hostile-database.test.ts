/** Databases that are given as opencode's and were made by somebody else. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, expect, test } from 'vitest'
import { isOpencodeDatabase } from '../../src/agents/opencode/database.js'
import { databaseSessions } from '../../src/agents/opencode/session-folders.js'
import { openRecording } from '../../src/open-recording.js'
import type { SkippedPiece } from '../../src/recording.js'
import { usualLimits } from '../../src/source-limits.js'

const folder = mkdtempSync(join(tmpdir(), 'opencode-hostile-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const tables = {
  session: 'CREATE TABLE session(id TEXT, parent_id TEXT, directory TEXT, time_created INT)',
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
      session: `CREATE VIEW session AS ${endless("'s' AS id, NULL AS parent_id, '/' AS directory, n AS time_created")}`,
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
  await expect(openRecording(file)).rejects.toMatchObject({ code: 'unknown-format' })
  if ('session' in changed) expect(await databaseSessions(file)).toEqual([])
})

test('the list of sessions is counted, too', async () => {
  const rows = Array.from(
    { length: 9 },
    (_, index) => `INSERT INTO session VALUES ('s${index}', NULL, '/', 1);`,
  )
  const skipped: SkippedPiece[] = []
  const steps = await stepsOf(database('sessions', {}, rows.join('')), {
    onSkipped: (piece) => skipped.push(piece),
    limits: { ...usualLimits, records: 5 },
  })
  expect(steps).toEqual([])
  expect(skipped).toMatchObject([{ line: 6, rest: true }])
})

test('without an index each table is read once, and the messages are the same', async () => {
  const rows = `
    INSERT INTO session VALUES ('s1', NULL, '/', 1), ('s2', NULL, '/', 2);
    INSERT INTO message SELECT 'm' || value, 's' || (1 + value % 2), value, '{"role":"user"}' FROM generate_series(1, 40);
    INSERT INTO part SELECT 'p' || value, 'm' || value, '{"type":"text","text":"Do ' || value || '"}' FROM generate_series(1, 40);`.replaceAll(
    'generate_series(1, 40)',
    '(WITH RECURSIVE t(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM t WHERE value < 40) SELECT value FROM t)',
  )
  const plain = database('plain', {}, rows)
  const indexed = database(
    'indexed',
    {},
    `${rows}; CREATE INDEX a ON message(session_id); CREATE INDEX b ON part(message_id);`,
  )
  const steps = await stepsOf(plain)
  expect(steps.filter(({ kind }) => kind === 'input')).toHaveLength(40)
  const saidBy = (all: typeof steps) => all.map(({ source, ...said }) => ({ ...said, line: source.line }))
  expect(saidBy(steps)).toEqual(saidBy(await stepsOf(indexed)))

  const skipped: SkippedPiece[] = []
  const few = await stepsOf(plain, {
    onSkipped: (piece) => skipped.push(piece),
    limits: { ...usualLimits, records: 20 },
  })
  expect(few.filter(({ kind }) => kind === 'input')).toHaveLength(9)
  expect(skipped).toEqual([
    { file: plain, line: 10, reason: 'there are more than 20 records; it is read no further', rest: true },
  ])
})

async function stepsOf(file: string, options: Parameters<typeof openRecording>[1] = {}) {
  const { steps } = await openRecording(file, options)
  const all = []
  for await (const step of steps) all.push(step)
  return all
}

import { execFileSync } from 'node:child_process'
import { copyFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import { beforeAll, expect, test } from 'vitest'
import { runInMemory } from './memory-host.js'
import { delegated, lines, untested } from './recordings.js'
import { Workplace } from './run-program.js'

const place = new Workplace()
place.write('recordings/a.jsonl', untested)
place.write('recordings/b.jsonl', delegated)
symlinkSync(fileURLToPath(new URL('../../../fixtures', import.meta.url)), join(place.folder, 'fixtures'))

let anchor = ''
beforeAll(async () => {
  await place.run('import recordings --ledger whole.db')
  anchor = JSON.parse((await place.run('verify whole.db --json')).stdout).head
})

/** A copy of the ledger with something done to it. */
function changed(name: string, sql: string): void {
  copyFileSync(join(place.folder, 'whole.db'), join(place.folder, name))
  const sqlite: unknown = createRequire(fileURLToPath(new URL('../../core/package.json', import.meta.url)))(
    'libsql',
  )
  if (typeof sqlite !== 'function') throw new Error('libsql is not there')
  const database = Reflect.construct(sqlite, [join(place.folder, name)])
  // The guards are made again: without them nothing is asked of a ledger.
  const made: { sql: string }[] = database
    .prepare("SELECT sql FROM sqlite_schema WHERE type = 'trigger'")
    .all()
  database.exec(`DROP TRIGGER events_unchanged; DROP TRIGGER events_kept; ${sql}`)
  for (const { sql: guard } of made) database.exec(guard)
  database.close()
}

/** What does not differ from run to run. */
async function screen(words: string): Promise<string> {
  const shown = (await place.screen(words)).replace(/(todo-ledger-anchor:2:)\S+/g, '$1ANCHOR')
  return shown.replace(/[0-9a-f]{64}/g, 'ROOT').replace(/[0-9a-f]{32}/g, 'LEDGER')
}

test('a whole ledger', async () => {
  expect(await screen('verify whole.db')).toMatchInlineSnapshot(`
    "whole.db
    48 events of 3 sessions

      file       whole, by SQLite’s own check
      hashes     every event is as it was written
      sequence   3 sessions replayed, every event can follow the one before
      rules      no rule in force disagrees with the log

    Nothing is wrong.
    Only an anchor shows later that the end was cut off or all of it rewritten. Keep
    this one elsewhere, and give it to --anchor then:
    todo-ledger-anchor:2:ANCHOR
    --- exit 0"
  `)
  expect(await screen(`verify whole.db --anchor ${anchor}`)).toMatchInlineSnapshot(`
    "whole.db
    48 events of 3 sessions

      file       whole, by SQLite’s own check
      hashes     every event is as it was written
      anchor     The first 48 events are those that were anchored.
      sequence   3 sessions replayed, every event can follow the one before
      rules      no rule in force disagrees with the log

    Nothing is wrong.
    --- exit 0"
  `)
})

test('an event that was changed', async () => {
  changed('altered.db', `UPDATE events SET data = replace(data, '"', '" ') WHERE position = 9`)
  expect(await screen('verify altered.db')).toMatchInlineSnapshot(`
    "altered.db
    48 events of 3 sessions

      file       whole, by SQLite’s own check
      hashes     altered at position 9, event 9 of session login-7
                 Its data is not what was stored, and no event of the session that
                 still verifies says that it was redacted.
      replay     left out: the log is damaged

    Not as it must be.
    The file was changed behind todo-ledger’s back, or its disk failed. What stands
    before position 9 is consistent.
    Keep this file as it is, and continue with a copy from before that verifies.
    --- exit 1"
  `)
  expect(await place.json('verify altered.db --json')).toMatchObject({
    ok: false,
    events: 48,
    firstBad: { session: 'login-7', seq: 9, position: 9, problem: 'altered', message: expect.any(String) },
  })
})

test.each([
  [
    'deleted',
    'DELETE FROM events WHERE position = 30',
    { position: 30, problem: 'missing', session: 'docs-1' },
  ],
  [
    'swapped',
    `UPDATE events SET position = -1 WHERE position = 5;
     UPDATE events SET position = 5 WHERE position = 6;
     UPDATE events SET position = 6 WHERE position = -1`,
    { position: 5, problem: 'missing', session: 'login-7', seq: 6 },
  ],
  [
    'duplicated',
    `INSERT INTO events SELECT 49, session, 26, 'copy', turn, at, type, version, source, data, salt, digest, hash, link,
     actor FROM events WHERE position = 25`,
    { position: 49, problem: 'foreign', session: 'login-7' },
  ],
  [
    'foreign',
    `INSERT INTO events SELECT 49, session, 26, 'forged', turn, at, type, version, source, data, '00', digest,
     replace(hash, 'a', 'b'), replace(link, 'a', 'b'), actor FROM events WHERE position = 25;
     UPDATE events SET digest = replace(digest, 'a', 'b') WHERE position = 49`,
    { position: 49, problem: 'foreign', session: 'login-7', seq: 26 },
  ],
  [
    'erased',
    'UPDATE events SET data = NULL, salt = NULL WHERE position = 7',
    { position: 7, problem: 'altered' },
  ],
])('an event %s behind its back', async (name, sql, firstBad) => {
  changed(`${name}.db`, sql)
  const { code, stdout } = await place.run(`verify ${name}.db --json`)
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, firstBad })
})

test('the end cut off is seen with an anchor alone', async () => {
  changed('cut.db', 'DELETE FROM events WHERE position > 40')
  expect((await place.run('verify cut.db')).code).toBe(0)
  expect(await screen(`verify cut.db --anchor ${anchor}`)).toMatchInlineSnapshot(`
    "cut.db
    40 events of 2 sessions

      file       whole, by SQLite’s own check
      hashes     the chains hold, as far as they go
      anchor     The anchor covers 48 events, and the ledger holds 40: its end was
                 cut off.
      replay     left out: the log is damaged

    Not as it must be.
    The ledger is consistent, and it is not the one that was anchored.
    Keep this file as it is, and continue with a copy from before that verifies.
    --- exit 1"
  `)
})

test('an anchor of another ledger', async () => {
  await place.run('import recordings --ledger other.db')
  const { code, stdout } = await place.run(`verify other.db --anchor ${anchor} --json`)
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({
    ok: false,
    anchors: [{ anchor, ok: false, problem: 'foreign' }],
    firstBad: { position: 1, problem: 'foreign' },
  })
})

test('a table of another make can hide nothing', async () => {
  changed(
    'hidden.db',
    `CREATE TABLE other AS SELECT * FROM events; DROP TABLE events; ALTER TABLE other RENAME TO events;
     INSERT INTO events SELECT NULL, session, 26, 'hidden', turn, at, type, version, source, actor, salt, digest, hash,
     link, data FROM events WHERE position = 25`,
  )
  const { code, stdout } = await place.run('verify hidden.db --json')
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({
    ok: false,
    file: [expect.stringContaining('is not as todo-ledger makes it')],
  })
})

test('what was rightly taken out is named, and nothing is wrong', async () => {
  copyFileSync(join(place.folder, 'whole.db'), join(place.folder, 'redacted.db'))
  const store = sqliteStore(join(place.folder, 'redacted.db'))
  const redaction = {
    id: 'r',
    at: new Date('2026-02-01T00:00:00Z'),
    reason: 'a test',
    erase: true,
  }
  await store.redact('login-7', redaction, { expectedSeq: 25 })
  await store.close()
  expect(await screen(`verify redacted.db --anchor ${anchor}`)).toMatchInlineSnapshot(`
    "redacted.db
    49 events of 3 sessions

      file       whole, by SQLite’s own check
      hashes     every event is as it was written
      anchor     The first 48 events are those that were anchored.
      redacted   login-7: contents of events 1–25 erased
      sequence   3 sessions replayed, every event can follow the one before
      rules      no rule in force disagrees with the log

    Nothing is wrong.
    --- exit 0"
  `)
})

test('the log is whole and a rule disagrees', async () => {
  const file = join(place.folder, 'rules.db')
  const opened = (await place.run('export whole.db --session login-7')).stdout.split('\n')[0] ?? ''
  const { data } = JSON.parse(opened.replaceAll('"flag"', '"reject"'))
  const store = sqliteStore(file)
  const at = new Date('2026-02-01T00:00:00Z')
  const envelope = { session: 's1', turn: 1, at, version: 1 }
  const added = (id: string, position: number): object => ({
    type: 'added',
    key: id,
    id,
    text: `Step ${id}`,
    status: 'in_progress',
    position,
  })
  const rules = [
    { id: 'single-in-progress', version: 1, mode: 'reject', options: {}, lowered: false },
    { id: 'our-own-rule', version: 1, mode: 'reject', options: {}, lowered: false },
  ] as const
  await store.append(
    's1',
    [
      {
        ...envelope,
        id: 'a',
        seq: 1,
        turn: 0,
        type: 'session.opened',
        data: { ...data, rules, source: null },
      },
      {
        ...envelope,
        id: 'b',
        seq: 2,
        type: 'run.started',
        data: { trigger: 'user', text: '', delivers: [] },
      },
      { ...envelope, id: 'c', seq: 3, type: 'turn.started', data: { delivers: [] } },
      {
        ...envelope,
        id: 'd',
        seq: 4,
        type: 'todos.updated',
        data: {
          call: 'c1',
          tool: 'todo',
          input: {},
          changes: [added('1', 0), added('2', 1)],
          numbered: false,
          query: false,
          flags: [],
          reply: '',
        },
      },
    ] as Parameters<typeof store.append>[1],
    { expectedSeq: 0 },
  )
  await store.close()
  expect(await screen('verify rules.db')).toMatchInlineSnapshot(`
    "rules.db
    4 events of 1 session

      file       whole, by SQLite’s own check
      hashes     every event is as it was written
      sequence   1 session replayed, every event can follow the one before
      rules      single-in-progress is broken by event 4 of session s1: Only one
                 task can be in_progress at a time
      unknown    our-own-rule of session s1 not known here, and not checked

    Not as it must be.
    The log is whole, but a rule in force would refuse an update: the rule has
    changed, or another program wrote it.
    --- exit 1"
  `)
  expect(await place.json('verify rules.db --json')).toMatchObject({
    ok: false,
    firstBad: { session: 's1', seq: 4, problem: 'rule-broken' },
    replay: {
      impossible: [],
      brokenRules: [{ rule: 'single-in-progress' }],
      unknownRules: [{ rules: ['our-own-rule'] }],
    },
  })
})

test('the log is whole and its events can not follow each other', async () => {
  const store = sqliteStore(join(place.folder, 'impossible.db'))
  const at = new Date('2026-02-01T00:00:00Z')
  const data = { role: 'user', text: 'hello' } as const
  const event = {
    id: 'a',
    session: 's1',
    seq: 1,
    turn: 1,
    at,
    type: 'message.recorded',
    version: 1,
    data,
  } as const
  await store.append('s1', [event], { expectedSeq: 0 })
  await store.close()
  expect(await screen('verify impossible.db')).toMatchInlineSnapshot(`
    "impossible.db
    1 event of 1 session

      file       whole, by SQLite’s own check
      hashes     every event is as it was written
      sequence   Session "s1", event 1: message.recorded stands at seq 1:
                 session.opened stands first and only there.
      rules      no rule in force disagrees with the log

    Not as it must be.
    The log is whole, but no session writes such events: another program did, or a
    fault of todo-ledger.
    --- exit 1"
  `)
})

test.each([
  ['verify', 'no-source'],
  ['verify whole.db --anchor x', 'bad-anchor'],
  ['verify recordings/a.jsonl', 'no-ledger'],
])('%s is a mistake in the call', async (words, code) => {
  const run = await place.run(`${words} --json`)
  expect(run.code).toBe(2)
  expect(JSON.parse(run.stdout)).toMatchObject({ error: { code } })
})

test('a pipe to which nobody writes is no ledger', async () => {
  execFileSync('mkfifo', [join(place.folder, 'pipe.db')])
  expect(await screen('verify pipe.db')).toContain('todo-replay: pipe.db is not a ledger.')
})

test('nothing of a hostile ledger reaches the terminal as it is', async () => {
  place.write(
    'hostile.jsonl',
    lines(
      { recording: 'todo-ledger/1', session: 'evil\u001b[2J\u202e', profile: 'todo-manager' },
      { input: 'x', trigger: 'user', at: '2026-01-05T10:00:00Z' },
    ),
  )
  await place.run('import hostile.jsonl --ledger hostile.db')
  const whole = join(place.folder, 'hostile.db')
  for (const words of [
    ['verify', whole],
    ['verify', whole, '--json'],
  ]) {
    const { stdout, stderr } = await runInMemory(words, { env: { NO_COLOR: '1' } })
    for (const character of ['\u001b', '\u202e']) expect(stdout + stderr).not.toContain(character)
  }
})

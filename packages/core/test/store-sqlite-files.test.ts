import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'libsql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sqliteIntegrity, sqliteStore } from '../src/sqlite.js'
import { subscribe } from '../src/store/subscriptions.js'
import { countingBytes, sampleEvent, sampleEvents } from '../src/testing/index.js'
import { appendAll, collect } from '../src/testing/store-contract/store-under-test.js'
import { unguarded } from './without-guards.js'

const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-files-'))
const inFolder = (name: string) => join(folder, name)

/** What opening throws, with the folder's name taken out. */
function failure(open: () => unknown): string {
  try {
    open()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return `${code} | ${String(error).replaceAll(folder, 'FOLDER')}`
  }
  return 'it opened'
}

const isOurs = (path: string) => !path.includes('foreign')

function change(path: string, sql: string): void {
  const database = new Database(path)
  database.exec(isOurs(path) ? unguarded(sql) : sql)
  database.close()
}

async function ledgerAt(path: string): Promise<void> {
  const store = sqliteStore(path)
  await appendAll(store, sampleEvents(1, 3))
  await store.close()
}

beforeAll(async () => {
  writeFileSync(inFolder('junk.db'), 'no database, but long enough to be taken for one. '.repeat(40))
  writeFileSync(inFolder('short.db'), 'hi')
  writeFileSync(inFolder('empty.db'), '')
  mkdirSync(inFolder('folder.db'))
  change(inFolder('foreign.db'), 'CREATE TABLE todos (text); INSERT INTO todos VALUES (1)')
  change(inFolder('foreign-id.db'), 'PRAGMA application_id = 7; PRAGMA user_version = 1')
  for (const name of ['ledger.db', 'newer.db', 'damaged.db', 'bytes.db', 'other-id.db', 'no-schema.db']) {
    await ledgerAt(inFolder(name))
  }
  change(inFolder('newer.db'), 'PRAGMA user_version = 2')
  change(inFolder('no-schema.db'), 'PRAGMA user_version = 0')
  change(inFolder('damaged.db'), `UPDATE events SET data = '{"data":' WHERE seq = 2`)
  change(inFolder('bytes.db'), `UPDATE events SET data = CAST(x'7bff' AS TEXT) WHERE seq = 2`)
  change(inFolder('other-id.db'), `UPDATE events SET id = 's1\\u002f2' WHERE seq = 2`)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('what cannot be opened', () => {
  test('says what is wrong and what to do', () => {
    const names = [
      'junk.db',
      'short.db',
      'folder.db',
      'foreign.db',
      'foreign-id.db',
      'newer.db',
      'no-schema.db',
    ]
    const paths = [
      ...names.map(inFolder),
      inFolder('nowhere/new.db'),
      inFolder('junk.db/new.db'),
      '',
      'a\0b.db',
    ]
    expect(paths.map((path) => failure(() => sqliteStore(path)))).toMatchInlineSnapshot(`
      [
        "not-a-database | StoreError: The ledger "FOLDER/junk.db" is not a SQLite database. Give the path of a ledger, or of a new file.",
        "not-a-database | StoreError: The ledger "FOLDER/short.db" is not a SQLite database. Give the path of a ledger, or of a new file.",
        "not-a-database | StoreError: The ledger "FOLDER/folder.db" is not a file. Give the path of a ledger, or of a new file.",
        "not-a-ledger | StoreError: The ledger "FOLDER/foreign.db" is not a ledger: it is empty or the database of another program. Give the path of a ledger, or of a new file.",
        "not-a-ledger | StoreError: The ledger "FOLDER/foreign-id.db" is not a ledger: it is empty or the database of another program. Give the path of a ledger, or of a new file.",
        "newer-schema | StoreError: The ledger "FOLDER/newer.db" was written by a newer todo-ledger (schema 2; this one knows 1). Update todo-ledger.",
        "altered-schema | StoreError: The ledger "FOLDER/no-schema.db" is not as todo-ledger makes it: it says schema 0. Somebody changed it; go on with a copy from before that verifies.",
        "cannot-open | StoreError: The ledger "FOLDER/nowhere/new.db" cannot be opened. Check that its folder exists and that you may read and write there.",
        "cannot-open | StoreError: The ledger "FOLDER/junk.db/new.db" cannot be opened. Check that its folder exists and that you may read and write there.",
        "bad-path | StoreError: "" is not a path of a file. Give one, such as todos.db.",
        "bad-path | StoreError: "a\\u0000b.db" is not a path of a file. Give one, such as todos.db.",
      ]
    `)
  })

  test('is left as it was', () => {
    for (const name of ['junk.db', 'short.db', 'foreign.db', 'foreign-id.db', 'newer.db']) {
      const before = readFileSync(inFolder(name))
      failure(() => sqliteStore(inFolder(name)))
      expect(readFileSync(inFolder(name)).equals(before)).toBe(true)
    }
  })

  test('an address of a server is a path like any other', async () => {
    expect(failure(() => sqliteStore('http://127.0.0.1:1/x.db'))).toContain('cannot-open | ')
    expect(failure(() => sqliteStore('file:x.db?mode=memory', { readOnly: true }))).toContain('no-file | ')
    const before = process.cwd()
    mkdirSync(inFolder('http:/127.0.0.1:1'), { recursive: true })
    process.chdir(folder)
    try {
      await ledgerAt('http://127.0.0.1:1/x.db')
      await ledgerAt('file:y.db?mode=memory')
    } finally {
      process.chdir(before)
    }
    expect(readdirSync(inFolder('http:/127.0.0.1:1'))).toContain('x.db')
    expect(readdirSync(folder)).toContain('file:y.db?mode=memory')
  })

  test('no name of a file says how SQLite is to open it', async () => {
    const names = [
      'a?vfs=memdb.db',
      'a&mode=memory#b.db',
      '100%41 %.db',
      "it's ü 日本 \u{1f4d3}.db",
      'two\nlines.db',
    ]
    const here = inFolder('names')
    mkdirSync(here)
    for (const name of process.platform === 'win32' ? names.slice(2, 4) : [...names, 'back\\slash.db']) {
      await ledgerAt(join(here, name))
      const store = sqliteStore(join(here, name), { readOnly: true })
      expect(await collect(store.readAll())).toHaveLength(3)
      await store.close()
      expect(readdirSync(here)).toContain(name)
    }
  })

  test.skipIf(process.platform === 'win32')('a link leads to the one ledger and its log', async () => {
    await ledgerAt(inFolder('linked.db'))
    mkdirSync(inFolder('links'))
    symlinkSync(inFolder('linked.db'), inFolder('links/link.db'))
    const [store, same] = [sqliteStore(inFolder('linked.db')), sqliteStore(inFolder('links/link.db'))]
    await appendAll(same, [sampleEvent(4)])
    expect(await collect(store.readAll())).toHaveLength(4)
    expect(readdirSync(inFolder('links'))).toEqual(['link.db'])
    await Promise.all([store.close(), same.close()])
  })
})

describe('what was changed by another program', () => {
  test.each(['damaged.db', 'bytes.db', 'other-id.db'])(
    '%s is read up to there, and the place is named',
    async (name) => {
      const store = sqliteStore(inFolder(name))
      const seqs: number[] = []
      const reading = (async () => {
        for await (const { event } of store.readAll()) seqs.push(event.seq)
      })()
      await expect(reading).rejects.toMatchObject({ name: 'StoreError', code: 'bad-event' })
      await expect(reading).rejects.toThrow(/Event 2|position 2/)
      await store.close()
    },
  )
})

describe('readOnly', () => {
  test('reads a ledger, and follows it, without writing', async () => {
    const path = inFolder('ledger.db')
    const writing = sqliteStore(path)
    const reading = sqliteStore(path, { readOnly: true })
    const following = subscribe(reading, { pollInterval: 1 })
    await appendAll(writing, sampleEvents(4, 4))
    expect(await following.next()).toMatchObject({ value: { event: { seq: 4 } } })
    expect(await collect(reading.read('s1'))).toHaveLength(4)
    const refused: unknown = await appendAll(reading, sampleEvents(5, 5)).catch((error: unknown) => error)
    expect(refused).toMatchObject({ name: 'StoreError', code: 'read-only' })
    await reading.close()
    await writing.close()
  })

  test('leaves the file as it is and nothing beside it', async () => {
    mkdirSync(inFolder('kept'))
    const path = inFolder('kept/ledger #1?.db')
    await ledgerAt(path)
    const bytes = readFileSync(path)
    const store = sqliteStore(path, { readOnly: true })
    expect(await collect(store.read('s1'))).toHaveLength(3)
    await store.close()
    expect(readFileSync(path).equals(bytes)).toBe(true)
  })

  test('creates nothing, and opens nothing but a ledger', () => {
    const before = readdirSync(folder).filter((name) => !/-(wal|shm)$/.test(name))
    const names = ['new.db', 'empty.db', 'foreign.db', 'junk.db', 'folder.db', 'nowhere/new.db', 'newer.db']
    const paths = [...names.map(inFolder), ':memory:']
    expect(paths.map((path) => failure(() => sqliteStore(path, { readOnly: true })))).toMatchInlineSnapshot(`
      [
        "no-file | StoreError: The ledger "FOLDER/new.db" does not exist. Give the path of a ledger.",
        "not-a-ledger | StoreError: The ledger "FOLDER/empty.db" is not a ledger: it is empty or the database of another program. Give the path of a ledger, or of a new file.",
        "not-a-ledger | StoreError: The ledger "FOLDER/foreign.db" is not a ledger: it is empty or the database of another program. Give the path of a ledger, or of a new file.",
        "not-a-database | StoreError: The ledger "FOLDER/junk.db" is not a SQLite database. Give the path of a ledger, or of a new file.",
        "not-a-database | StoreError: The ledger "FOLDER/folder.db" is not a file. Give the path of a ledger, or of a new file.",
        "no-file | StoreError: The ledger "FOLDER/nowhere/new.db" does not exist. Give the path of a ledger.",
        "newer-schema | StoreError: The ledger "FOLDER/newer.db" was written by a newer todo-ledger (schema 2; this one knows 1). Update todo-ledger.",
        "no-file | StoreError: The ledger ":memory:" does not exist. Give the path of a ledger.",
      ]
    `)
    expect(readdirSync(folder).filter((name) => !/-(wal|shm)$/.test(name))).toEqual(before)
  })
})

test('an empty file becomes a ledger', async () => {
  writeFileSync(inFolder('was-empty.db'), '')
  await ledgerAt(inFolder('was-empty.db'))
})

test('the file alone is whole once the store is closed', async () => {
  const path = inFolder('whole.db')
  await ledgerAt(path)
  writeFileSync(inFolder('copy.db'), readFileSync(path))
  const copy = sqliteStore(inFolder('copy.db'))
  expect(await collect(copy.read('s1'))).toHaveLength(3)
  await copy.close()
})

test('the columns say what a person looks for, and ids as JSON writes them', async () => {
  const path = inFolder('columns.db')
  const store = sqliteStore(path, { random: countingBytes() })
  const event = sampleEvent(1, { session: 'build-42', id: 'a\0"\ud800é' })
  await appendAll(store, [{ ...event, source: { line: 7, call: 'c' } }])
  await store.close()
  const database = new Database(path)
  const row: unknown = database.prepare('SELECT * FROM events').get()
  expect(row).toMatchInlineSnapshot(
    { _metadata: expect.anything() },
    `
    {
      "_metadata": Anything,
      "actor": null,
      "at": 1767607201000,
      "data": "{"data":{"call":"call-1","name":"bash","input":{"step":1}}}",
      "digest": "ec54f41e63816b72eb197eff3d5a29298d055d2733d492784f92daf86264b4e4",
      "hash": "4bea33b90023ca03e491395c3de119c31728393da29ea633e4b32ad15fc08894",
      "id": "a\\u0000\\"\\ud800é",
      "link": "533f8ce941634f33d9d1cc6d436a0c8abe4a0d94e279c8179477beb5dfbfabc3",
      "position": 1,
      "salt": "00000000000000000000000000000002",
      "seq": 1,
      "session": "build-42",
      "source": "{"line":7,"call":"c"}",
      "turn": 1,
      "type": "tool.called",
      "version": 1,
    }
  `,
  )
  database.close()
})

test('a file that a killed process left half-way says what it is, and is put in order by who may write', async () => {
  const path = inFolder('killed.db')
  const kill = `
    import Database from 'libsql'
    const database = new Database(process.argv[1])
    database.exec("PRAGMA cache_size = 1; BEGIN; CREATE TABLE events (data); INSERT INTO events SELECT randomblob(4000) FROM json_each('[" + Array(500).fill(1) + "]')")
    process.kill(process.pid, 'SIGKILL')`
  const args = ['--input-type=module', '--eval', kill, path]
  const { signal } = spawnSync(process.execPath, args, { cwd: fileURLToPath(new URL('..', import.meta.url)) })
  expect(signal).toBe('SIGKILL')
  expect(readdirSync(folder)).toContain('killed.db-journal')
  for (const open of [() => sqliteStore(path, { readOnly: true }), () => sqliteIntegrity(path)]) {
    expect(open).toThrow(expect.objectContaining({ code: 'read-only' }))
  }
  await ledgerAt(path)
  expect(sqliteIntegrity(path)).toEqual([])
})

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'libsql'
import { afterAll, describe, expect, test } from 'vitest'
import { eventVersions, type TodoEvent } from '../src/events.js'
import { type SqliteDatabase, sqliteIntegrity, sqliteStore } from '../src/sqlite.js'
import { parseAnchor } from '../src/store/chain/anchor.js'
import { checkInclusion, parseProof } from '../src/store/chain/inclusion-proof.js'
import { verifyChain } from '../src/store/chain/verify-chain.js'
import { decodeEvent, decodeStored, encodeEvent } from '../src/store/codec/codec.js'
import { decodeRecord } from '../src/store/codec/record-codec.js'
import { newestVersion, type Upcasters } from '../src/store/upcast.js'
import { countingBytes, sampleEvent } from '../src/testing/index.js'
import { collect, expectSameEvents } from '../src/testing/store-contract/store-under-test.js'

const fixture = (name: string) => fileURLToPath(new URL(`old-versions/${name}`, import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-old-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
/** A copy of the ledger that the program of a schema wrote. */
function oldLedger(schema: 1 | 2 = 1): string {
  files += 1
  const path = join(folder, `${files}.db`)
  copyFileSync(fixture(`schema-${schema}.db`), path)
  return path
}

const lines = readFileSync(fixture('events-version-1.jsonl'), 'utf8').trimEnd().split('\n')
const events = lines.map((line) => decodeEvent(line))
/** Those of types and versions that came later, as they are exported; `event.erased` is never stored. */
const laterLines = [
  'session-redacted-version-1.jsonl',
  'completion-read-version-1.jsonl',
  'conversation-changed-version-1.jsonl',
  'events-version-2.jsonl',
  'events-version-3.jsonl',
].flatMap((name) => readFileSync(fixture(name), 'utf8').trimEnd().split('\n'))

const noItems = { pending: 0, in_progress: 0, blocked: 0, completed: 0, cancelled: 0 }

/** The rows of a table as they are. */
function rows(path: string, sql: string): readonly object[] {
  const database = new Database(path)
  try {
    return database.prepare(sql).all() as object[] // of a driver without types
  } finally {
    database.close()
  }
}

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

describe('events of every version that ever was', () => {
  test('are read for ever', () => {
    expect(events).toHaveLength(63)
    for (const line of [...lines, ...laterLines]) {
      const { id, session, seq, turn, type } = decodeStored(line, 'A line')
      expect(decodeEvent(line)).toMatchObject({ id, session, seq, turn, type })
      // As long as no version is newer, nothing changes on the way through.
      if (decodeEvent(line).version === decodeStored(line, 'A line').version) {
        expect(encodeEvent(decodeEvent(line))).toBe(line)
      }
    }
  })

  test('have a fixture each', () => {
    const fixtures = new Set(
      [...lines, ...laterLines].map((line) => {
        const { type, version } = decodeStored(line, 'A line')
        return `${type} ${version}`
      }),
    )
    const everWas = Object.entries(eventVersions).flatMap(([type, newest]) =>
      Array.from({ length: newest }, (_, index) => `${type} ${index + 1}`),
    )
    expect([...fixtures].sort()).toEqual(everWas.sort())
  })

  test('have as many upcasters as lead to the version of today', () => {
    for (const [type, newest] of Object.entries(eventVersions)) expect(newestVersion(type)).toBe(newest)
  })
})

test('a session of loki from before todo__clear was asked for keeps the tool, and no other one gets it', () => {
  const openings = [...events, ...laterLines.map((line) => decodeEvent(line))].filter(
    (event) => event.type === 'session.opened',
  )
  const settings = openings.map(({ data }) => [data.profile, data.settings['todoClear'] ?? null] as const)
  expect(settings.filter(([profile]) => profile === 'loki')).toEqual([
    ['loki', true],
    ['loki', false],
  ])
  expect(settings.filter(([profile, clear]) => profile !== 'loki' && clear !== null)).toEqual([])
})

describe('an upcaster', () => {
  /** A made-up past: `tool.called` had its name as `tool` first, and its input as a text then. */
  const steps: Upcasters = new Map([
    [
      'tool.called',
      [
        ({ tool, ...rest }) => ({ ...rest, name: tool }),
        ({ inputText, ...rest }) => ({ ...rest, input: JSON.parse(String(inputText)) }),
      ],
    ],
  ])
  const past = [
    { version: 1, data: { call: 'c', tool: 'bash', inputText: '[1]' } },
    { version: 2, data: { call: 'c', name: 'bash', inputText: '[1]' } },
    { version: 3, data: { call: 'c', name: 'bash', input: [1] } },
  ]
  const { data: _data, version: _version, ...envelope } = sampleEvent(1)
  const today = { ...envelope, version: 3, data: { call: 'c', name: 'bash', input: [1] } }

  test.each(past)('takes version $version to the newest, one step at a time', ({ version, data }) => {
    const text = JSON.stringify({ ...envelope, version, data })
    expect(decodeEvent(text, 'Line 1', steps)).toEqual(today)
    const record = {
      ...envelope,
      at: envelope.at.getTime(),
      version,
      position: 1,
      source: null,
      actor: null,
      data: JSON.stringify({ data }),
      salt: '00',
      digest: '',
      hash: 'h',
      link: '',
    }
    expect(decodeRecord(record, 'The event', steps)).toEqual({ ...today, hash: 'h' })
  })

  test('does nothing for a version to come, which is refused', () => {
    const text = JSON.stringify({ ...envelope, version: 4, data: {} })
    expect(() => decodeEvent(text, 'Line 1', steps)).toThrow('knows it up to 3')
  })

  test('must lead to what the type is today', () => {
    const broken: Upcasters = new Map([['tool.called', [() => ({ call: 'c' })]]])
    const text = JSON.stringify({ ...envelope, version: 1, data: {} })
    expect(() => decodeEvent(text, 'Line 1', broken)).toThrow('data.name is not what it must be')
  })
})

describe('a ledger of schema 1', () => {
  test('is brought up to date when it is opened, and reads as it did', async () => {
    const path = oldLedger()
    const store = sqliteStore(path)
    const read: TodoEvent[] = (await collect(store.readAll())).map(({ event }) => event)
    expectSameEvents(read, events)
    expect(read.every(({ hash }) => hash !== undefined)).toBe(true)
    await store.close()
    expect(rows(path, "SELECT value FROM meta WHERE name = 'schema'")).toMatchObject([{ value: '5' }])
    const again = sqliteStore(path)
    expect((await collect(again.readAll())).map(({ event }) => event)).toEqual(read)
    const [last] = read.slice(-1)
    if (last === undefined) throw new Error('There is no last event.')
    const { lastSeq } = await again.append(last.session, [last], { expectedSeq: last.seq - 1 })
    expect(lastSeq).toBe(last.seq)
    await again.close()
    expect(readFileSync(path).includes('events_of_schema_1')).toBe(false)
  })

  test('has chains that anyone can compute', async () => {
    const path = oldLedger()
    await sqliteStore(path, { random: countingBytes() }).close()
    const [meta] = rows(path, "SELECT value FROM meta WHERE name = 'ledger'")
    const ledger = '00000000000000000000000000000001'
    expect(meta).toMatchObject({ value: ledger })
    const hashes = new Map<string, string>()
    let link = sha256(`todo-ledger/ledger/1\n${ledger}`)
    for (const [index, row] of rows(path, 'SELECT * FROM events ORDER BY position').entries()) {
      // Ids stand in their columns as JSON writes them.
      const value = (column: string): unknown => {
        const held: unknown = Reflect.get(row, column)
        return column === 'session' || column === 'id' ? JSON.parse(`"${held}"`) : held
      }
      const session = String(value('session'))
      const digest = sha256(`todo-ledger/data/1\n${value('salt')}\n${value('data')}`)
      const envelope = ['session', 'seq', 'id', 'type', 'version', 'turn', 'at', 'source'].map(value)
      const previous =
        hashes.get(session) ?? sha256(`todo-ledger/session/1\n${ledger}\n${JSON.stringify(session)}`)
      const hash = sha256(`todo-ledger/event/1\n${previous}\n${JSON.stringify(envelope)}\n${digest}`)
      link = sha256(`todo-ledger/link/1\n${link}\n${index + 1}\n${hash}`)
      expect(row).toMatchObject({ position: index + 1, digest, hash, link })
      hashes.set(session, hash)
    }
    expect(hashes.size).toBeGreaterThan(0)
  })

  test.each([
    'ALTER TABLE',
    'CREATE TABLE events',
    'INSERT INTO events',
    'DROP TABLE',
    'UPDATE meta',
    'COMMIT',
  ])('stays as it was when the program is killed at %s', async (statement) => {
    const path = oldLedger()
    const { signal } = spawnSync(
      process.execPath,
      ['--input-type=module', '--eval', killed, path, statement],
      {
        cwd: fileURLToPath(new URL('..', import.meta.url)),
      },
    )
    expect(signal).toBe('SIGKILL')
    expect(rows(path, 'SELECT id, body FROM events')).toHaveLength(63)
    const store = sqliteStore(path)
    expectSameEvents(
      (await collect(store.readAll())).map(({ event }) => event),
      events,
    )
    await store.close()
  })

  test('is brought up to date once when two open it at once', async () => {
    const path = oldLedger()
    const database = new Database(path)
    let ledger = ''
    const slower = before(database, 'BEGIN', () => {
      const faster = sqliteStore(path)
      ledger = faster.ledger()
      void faster.close()
    })
    const store = sqliteStore({ database: slower })
    expect(ledger).toMatch(/^[0-9a-f]{32}$/)
    expect(store.ledger()).toBe(ledger)
    expectSameEvents(
      (await collect(store.readAll())).map(({ event }) => event),
      events,
    )
  })

  test('that is only to be read is read as it is, without hashes', async () => {
    const path = oldLedger()
    const bytes = readFileSync(path)
    const store = sqliteStore(path, { readOnly: true })
    expect((await collect(store.readAll())).map(({ event }) => event)).toEqual(events)
    const [first] = events
    expect(await store.find(first?.session ?? '', first?.id ?? '')).toEqual(first)
    await expect(collect(store.records())).rejects.toMatchObject({ code: 'old-schema' })
    await store.close()
    expect(readFileSync(path).equals(bytes)).toBe(true)
  })

  test.each([
    { name: 'a text that is cut off', sql: `UPDATE events SET body = '{"id":' WHERE seq = 3` },
    { name: 'bytes that are no text', sql: `UPDATE events SET body = CAST(x'ff' AS TEXT) WHERE seq = 3` },
    { name: 'another seq in its row', sql: 'UPDATE events SET seq = 9999 WHERE seq = 3' },
  ])('with $name is not brought up to date, and stays as it was', ({ sql }) => {
    const path = oldLedger()
    const database = new Database(path)
    database.exec(sql)
    database.close()
    const before = readFileSync(path)
    for (const readOnly of [false, true]) {
      expect(() => sqliteStore(path, { readOnly })).toThrow(/changed|damaged/)
      expect(readFileSync(path).equals(before)).toBe(true)
    }
  })
})

describe('a ledger of schema 2', () => {
  const written =
    'SELECT position, session, seq, id, turn, at, type, version, source, salt, digest, hash, link, data FROM events ORDER BY position'
  const anchor = parseAnchor(readFileSync(fixture('schema-2-anchor.txt'), 'utf8').trim())
  const proof = parseProof(readFileSync(fixture('schema-2-proof.json'), 'utf8'))

  /** What the list of sessions must say, by a replay. */
  const listed = [
    {
      session: 'plain',
      lastSeq: 13,
      title: 'Add input validation',
      counts: { ...noItems, completed: 1, in_progress: 1 },
    },
    {
      session: 'long',
      lastSeq: 62,
      title: 'A long one',
      turns: 12,
      counts: { ...noItems, in_progress: 1, pending: 2 },
    },
    { session: 'forgotten', lastSeq: 8, profile: null, title: null, turns: 1, counts: noItems },
    {
      session: 'ünï \u0000 \ud800',
      lastSeq: 8,
      parent: 'plain',
      title: '[redacted:secret] stands here',
      counts: { ...noItems, completed: 1 },
    },
  ]

  test('keeps every byte of its records, and gets a list of its sessions', async () => {
    const path = oldLedger(2)
    const before = rows(path, written)
    const snapshots = rows(path, 'SELECT * FROM snapshots')
    const store = sqliteStore(path)
    expect((await store.listSessions()).sessions).toMatchObject(listed)
    const check = await verifyChain(store, [anchor])
    expect(check).toMatchObject({ ok: true, events: 91, head: anchor })
    await store.close()
    expect(rows(path, written)).toEqual(before)
    expect(rows(path, 'SELECT * FROM snapshots')).toEqual(snapshots)
    expect(snapshots.length).toBeGreaterThan(0)
    expect(rows(path, "SELECT value FROM meta WHERE name = 'schema'")).toMatchObject([{ value: '5' }])
    expect(sqliteIntegrity(path)).toEqual([])
    expect(() => rows(path, 'DELETE FROM events RETURNING 1')).toThrow(/never changed or removed/)
    expect(checkInclusion(proof, anchor)).toMatchObject({ ok: true })
  })

  test('that is only to be read is read, checked and listed as it is', async () => {
    const path = oldLedger(2)
    const bytes = readFileSync(path)
    expect(sqliteIntegrity(path)).toEqual([])
    const store = sqliteStore(path, { readOnly: true })
    expect((await store.listSessions()).sessions).toMatchObject(listed)
    expect((await store.listSessions({ open: true, limit: 1 })).sessions).toMatchObject([
      { session: 'plain' },
    ])
    expect(await verifyChain(store, [anchor])).toMatchObject({ ok: true, head: anchor })
    await store.close()
    expect(readFileSync(path).equals(bytes)).toBe(true)
  })

  test('in a database that a host gave is opened to be read as often as one likes, and then to be written', async () => {
    const database: SqliteDatabase = new Database(oldLedger(2))
    for (const readOnly of [true, true, false, true]) {
      const store = sqliteStore({ database }, { readOnly })
      expect(await verifyChain(store, [anchor])).toMatchObject({ ok: true })
      await store.close()
    }
    database.close()
  })

  test.each(['CREATE TABLE sessions', 'INSERT OR REPLACE INTO sessions', 'UPDATE meta', 'COMMIT'])(
    'stays as it was when the program is killed at %s',
    (statement) => {
      const path = oldLedger(2)
      const before = rows(path, written)
      const { signal } = spawnSync(
        process.execPath,
        ['--input-type=module', '--eval', killed, path, statement],
        { cwd: fileURLToPath(new URL('..', import.meta.url)) },
      )
      expect(signal).toBe('SIGKILL')
      expect(rows(path, written)).toEqual(before)
      expect(rows(path, "SELECT value FROM meta WHERE name = 'schema'")).toMatchObject([{ value: '2' }])
    },
  )

  test('with an event that can not be read is brought up to date without it: verify names it', async () => {
    const path = oldLedger(2)
    const database = new Database(path)
    database.exec(`UPDATE events SET data = '{"data":' WHERE session = 'long' AND type = 'run.started'`)
    database.close()
    const store = sqliteStore(path)
    const { sessions } = await store.listSessions()
    expect(sessions.find(({ session }) => session === 'long')).toMatchObject({ lastSeq: 62, title: 'A' })
    expect(await verifyChain(store)).toMatchObject({ ok: false, firstBad: { problem: 'altered' } })
    await store.close()
  })
})

/** A database that does something before the first statement that holds a text. */
function before(database: SqliteDatabase, text: string, happens: () => void): SqliteDatabase {
  let happened = false
  const reach = (sql: string): void => {
    if (happened || !sql.includes(text)) return
    happened = true
    happens()
  }
  return {
    prepare: (sql) => {
      reach(sql)
      return database.prepare(sql)
    },
    exec: (sql) => {
      reach(sql)
      return database.exec(sql)
    },
    close: () => database.close(),
  }
}

/** Opens a ledger, and is killed right before the first statement that holds a text. Runs on the built package. */
const killed = `
  import Database from 'libsql'
  import { sqliteStore } from './dist/sqlite.js'
  const [path, text] = process.argv.slice(1)
  const database = new Database(path)
  const reach = (sql) => { if (sql.includes(text)) process.kill(process.pid, 'SIGKILL') }
  sqliteStore({ database: {
    prepare: (sql) => { reach(sql); return database.prepare(sql) },
    exec: (sql) => { reach(sql); return database.exec(sql) },
    close: () => database.close(),
  } })
`

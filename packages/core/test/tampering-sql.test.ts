/** Ledgers in SQLite that are changed behind the store's back. */

import { createHash } from 'node:crypto'
import Database from 'libsql'
import { describe, expect, test } from 'vitest'
import { isLongRun } from '../../../test/random.js'
import { sqliteStore } from '../src/sqlite.js'
import { verifyChain } from '../src/store/chain/verify-chain.js'
import type { EventStore, StoredRecord } from '../src/store/event-store.js'
import { sampleEvent } from '../src/testing/stepping-clock.js'
import { ledgerId } from './record-ledger.js'
import { dropGuards } from './without-guards.js'

type Sqlite = InstanceType<typeof Database>

const columns = [
  'position',
  'session',
  'seq',
  'id',
  'turn',
  'at',
  'type',
  'version',
  'source',
  'actor',
  'salt',
  'digest',
  'hash',
  'link',
  'data',
] as const
const integers = new Set(['position', 'seq', 'turn', 'at', 'version'])

/** A ledger of three sessions, one of them with contents erased, one with texts replaced. */
async function newLedger(): Promise<{ readonly database: Sqlite; readonly store: EventStore }> {
  const database = new Database(':memory:')
  const store = sqliteStore({ database }, { random: randomFrom(ledgerId) })
  for (const [session, seq] of [
    ['s1', 1],
    ['s1', 2],
    ['s2', 1],
    ['s1', 3],
    ['s3', 1],
    ['s2', 2],
  ] as const) {
    const event = {
      ...sampleEvent(seq, { session, input: { text: `é ${session}`, secret: 'hunter2' } }),
      ...(seq === 2 ? { source: { line: 7, call: 'c7' } } : {}),
      ...(seq === 3 ? { actor: { kind: 'sub-agent', id: 'helper' } as const } : {}),
    }
    await store.append(session, [event], { expectedSeq: seq - 1 })
  }
  const at = new Date('2026-02-01T00:00:00Z')
  await store.redact('s3', { id: 'r1', at, reason: 'a test', erase: true }, { expectedSeq: 1 })
  await store.redact(
    's2',
    { id: 'r2', at, reason: 'a test', replace: (data) => ({ ...data, input: '[redacted:test]' }) },
    { expectedSeq: 2 },
  )
  await store.append('s1', [sampleEvent(4)], { expectedSeq: 3 })
  return { database, store }
}

/** Random bytes, the same in every run: first those of the ledger's id. */
function randomFrom(ledger: string): (size: number) => Uint8Array {
  let drawn = 0
  return (size) => {
    drawn += 1
    if (drawn === 1) return Buffer.from(ledger, 'hex')
    return createHash('sha256').update(`${ledger} ${drawn}`).digest().subarray(0, size)
  }
}

async function recordsIn(store: EventStore): Promise<StoredRecord[]> {
  const records: StoredRecord[] = []
  for await (const { record } of store.readAll()) {
    if ('unreadable' in record) throw new Error(record.unreadable)
    records.push(record)
  }
  return records
}

/** Puts a table without any constraint in the place of the table of events. */
function unbind(database: Sqlite): void {
  database.exec(`
    CREATE TABLE unbound AS SELECT * FROM events;
    DROP TABLE events;
    ALTER TABLE unbound RENAME TO events;
  `)
}

test('nothing changed, nothing found', async () => {
  const { store } = await newLedger()
  expect(await verifyChain(store)).toMatchObject({
    ok: true,
    events: 9,
    sessions: 3,
    redacted: [
      { session: 's2', erased: [], replaced: [{ from: 1, to: 2 }] },
      { session: 's3', erased: [{ from: 1, to: 1 }], replaced: [] },
    ],
  })
})

describe('values that the store did not write', () => {
  test.each([
    [`session = 's\\u0031' WHERE position = 4`, 4],
    [`session = CAST('s1' AS BLOB) WHERE position = 4`, 4],
    [`session = NULL WHERE position = 4`, 4],
    [`id = id || char(0) || 'x' WHERE position = 4`, 4],
    [`seq = 2.5 WHERE position = 4`, 4],
    [`at = 9223372036854775807 WHERE position = 4`, 4],
    [`turn = -9223372036854775808 WHERE position = 4`, 4],
    [`version = NULL WHERE position = 4`, 4],
    [`type = CAST(x'ff' AS TEXT) WHERE position = 4`, 4],
    [`source = '' WHERE position = 4`, 4],
    [`source = '{"line":1}' WHERE position = 4`, 4],
    [`actor = '{"kind":"person","id":"ann"}' WHERE position = 2`, 2],
    [`actor = NULL WHERE position = 4`, 4],
    [`source = CAST(source AS BLOB) WHERE position = 6`, 6],
    [`data = CAST(data AS BLOB) WHERE position = 4`, 4],
    [`data = data || char(0) WHERE position = 4`, 4],
    [`data = '' WHERE position = 4`, 4],
    [`salt = '' WHERE position = 5`, 5],
    [`data = '' WHERE position = 5`, 5],
    [`digest = upper(digest) WHERE position = 4`, 4],
    [`hash = '' WHERE position = 4`, 4],
    [`link = NULL WHERE position = 9`, 9],
  ])('%s', async (change, position) => {
    const { database, store } = await newLedger()
    unbind(database)
    database.exec(`UPDATE events SET ${change}`)
    const { ok, firstBad } = await verifyChain(store)
    expect(ok).toBe(false)
    expect(firstBad?.position).toBe(position)
  })
})

test('every byte of every column of every row, flipped one at a time, is found and placed', async () => {
  const { database, store } = await newLedger()
  database.exec(dropGuards)
  const original = (await recordsIn(store)).filter(
    ({ position }) => isLongRun || [2, 4, 5, 7].includes(position),
  )
  let flips = 0
  let refused = 0
  for (const record of original) {
    for (const column of columns) {
      const flipped = integers.has(column)
        ? flippedIntegers(database, record.position, column)
        : flippedTexts(database, record.position, column)
      for (const { value, sql } of flipped) {
        database.exec('SAVEPOINT flip')
        try {
          database
            .prepare(`UPDATE events SET ${column} = ${sql} WHERE position = ?`)
            .run(value, record.position)
        } catch {
          // The file's own constraints; flips of raw bytes are in test/tamper.
          refused += 1
          database.exec('ROLLBACK TO flip; RELEASE flip')
          continue
        }
        const { ok, firstBad } = await verifyChain(store)
        database.exec('ROLLBACK TO flip; RELEASE flip')
        const place = `${column} of ${record.position} as ${String(value)}`
        expect(ok, place).toBe(false)
        flips += 1
        if (column === 'position') expect(firstBad?.position, place).toBeLessThanOrEqual(record.position)
        // A damaged redaction leaves what it names unexplained.
        else if (record.type === 'session.redacted')
          expect([record.position, record.session === 's3' ? 5 : 3], place).toContain(firstBad?.position)
        else expect(firstBad?.position, place).toBe(record.position)
      }
    }
  }
  expect(await verifyChain(store)).toMatchObject({ ok: true })
  expect(flips).toBeGreaterThan(isLongRun ? 3000 : 900)
  expect(refused).toBeLessThan(200)
})

interface Flipped {
  readonly value: string | Uint8Array
  readonly sql: string
}

function flippedTexts(database: Sqlite, position: number, column: string): readonly Flipped[] {
  const row: unknown = database
    .prepare(`SELECT CAST(${column} AS BLOB) AS bytes FROM events WHERE position = ?`)
    .get(position)
  const bytes = Reflect.get(Object(row), 'bytes')
  if (!(bytes instanceof Uint8Array) && !(bytes instanceof ArrayBuffer)) return []
  const whole = new Uint8Array(bytes)
  return Array.from(whole, (byte, index) => {
    const changed = Buffer.from(whole)
    changed[index] = byte ^ (1 << (index % 8))
    return { value: changed, sql: 'CAST(? AS TEXT)' }
  })
}

function flippedIntegers(database: Sqlite, position: number, column: string): readonly Flipped[] {
  const row: unknown = database
    .prepare(`SELECT CAST(${column} AS TEXT) AS number FROM events WHERE position = ?`)
    .get(position)
  const number = BigInt(String(Reflect.get(Object(row), 'number')))
  // A number has eight bytes.
  return Array.from({ length: 8 }, (_, byte) => ({
    value: String(BigInt.asIntN(64, number ^ (1n << BigInt(byte * 8 + byte)))),
    sql: 'CAST(? AS INTEGER)',
  }))
}

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, describe, expect, test } from 'vitest'
import { sqliteStore } from '../src/sqlite.js'
import type { EventStore } from '../src/store/event-store.js'
import { sampleEvents } from '../src/testing/index.js'
import { appendAll, collect } from '../src/testing/store-contract/store-under-test.js'
import { dropGuards } from './without-guards.js'

const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-records-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
function newPath(): string {
  files += 1
  return join(folder, `${files}.db`)
}

describe('records of a file that was changed', () => {
  test.each([
    {
      name: 'bytes that are no text',
      sql: `UPDATE events SET data = CAST(x'7bff' AS TEXT) WHERE position = 70`,
    },
    {
      name: 'what parts the values in a link',
      sql: `UPDATE events SET link = link || char(31) || 'x' WHERE position = 70`,
      given: true,
    },
    { name: 'an id written in another way', sql: `UPDATE events SET id = 's1\\u002f70' WHERE position = 70` },
  ])('names the one with $name, or gives it as it is', async ({ sql, given = false }) => {
    const path = newPath()
    const store = sqliteStore(path)
    await appendAll(store, sampleEvents(1, 150))
    const before = await recordsIn(store)
    const database = new Database(path)
    database.exec(`${dropGuards} ${sql}`)
    const after = await recordsIn(store)
    expect(after.filter((_, index) => index !== 69)).toEqual(before.filter((_, index) => index !== 69))
    expect(after[69]).not.toEqual(before[69])
    expect(after[69]?.position).toBe(70)
    expect(Object.hasOwn(after[69] ?? {}, 'unreadable')).toBe(!given)
    await store.close()
  })

  test.each(['-9223372036854775808', '-1', '0', '9223372036854775807'])(
    'gives a row that was moved to position %s, and ends',
    async (position) => {
      const path = newPath()
      const store = sqliteStore(path)
      await appendAll(store, sampleEvents(1, 70))
      new Database(path).exec(`${dropGuards} UPDATE events SET position = ${position} WHERE position = 2`)
      const positions = (await recordsIn(store)).map((record) => record.position)
      const others = [1, ...Array.from({ length: 68 }, (_, index) => index + 3)]
      expect(positions.filter((found) => found !== Number(position))).toEqual(others)
      expect(positions).toHaveLength(70)
      await store.close()
    },
  )

  test('of which any page was overwritten are whole as far as they are given, and then it is said', async () => {
    const path = newPath()
    const store = sqliteStore(path)
    await appendAll(store, sampleEvents(1, 150))
    const before = await recordsIn(store)
    await store.close()
    const whole = readFileSync(path)
    const pageBytes = 4096
    let damaged = 0
    for (let page = 2; page <= whole.length / pageBytes; page += 1) {
      const copy = Buffer.from(whole)
      copy.fill(0xff, (page - 1) * pageBytes, page * pageBytes)
      writeFileSync(path, copy)
      try {
        const opened = sqliteStore(path, { readOnly: true })
        const found = await recordsIn(opened)
        await opened.close()
        const left = found.filter((record) => !('unreadable' in record))
        expect(left).toEqual(before.slice(0, left.length))
        if (left.length < before.length) damaged += 1
        expect(found).toHaveLength(Math.min(left.length + 1, before.length))
      } catch (error) {
        expect(error).toMatchObject({ name: 'StoreError', code: 'damaged-file' })
      }
    }
    expect(damaged).toBeGreaterThan(10)
  })
})

async function recordsIn(store: EventStore) {
  return (await collect(store.readAll())).map(({ record }) => record)
}

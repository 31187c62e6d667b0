import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, describe, expect, test } from 'vitest'
import { sqliteStore } from '../src/sqlite.js'
import type { EventStore, Redaction } from '../src/store/event-store.js'
import { sampleEvent, sampleEvents } from '../src/testing/index.js'
import { appendAll, collect } from '../src/testing/store-contract/store-under-test.js'

const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-redact-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
function newPath(): string {
  files += 1
  return join(folder, `${files}.db`)
}

const secret = 'hunter2-the-secret'

/** Which of the ledger's files hold the secret. */
function filesWithSecret(path: string): readonly string[] {
  return ['', '-wal', '-shm', '-journal'].filter(
    (ending) => existsSync(path + ending) && readFileSync(path + ending).includes(secret),
  )
}

/** Some large data with secrets, so that it fills pages of its own, and some small. */
async function appendSecrets(store: EventStore): Promise<void> {
  const inputs = [secret, 'x'.repeat(20_000) + secret, `${secret} `.repeat(2_000), 'nothing', secret]
  for (const [index, input] of inputs.entries()) await appendAll(store, [sampleEvent(index + 1, { input })])
}

const redactions: readonly { readonly name: string; readonly changes: Partial<Redaction> }[] = [
  {
    name: 'replaced',
    changes: { replace: (data) => ({ ...data, input: String(data['input']).replaceAll(secret, '*') }) },
  },
  { name: 'erased', changes: { erase: true } },
]

describe('what was taken out is in no file', () => {
  test.each(redactions)('when it was $name, while the store is open and after', async ({ changes }) => {
    const path = newPath()
    const store = sqliteStore(path)
    await appendSecrets(store)
    expect(filesWithSecret(path)).not.toEqual([])
    const redaction = { id: 'r1', at: new Date(0), reason: 'a password', ...changes }
    const { wiped } = await store.redact('s1', redaction, { expectedSeq: 5 })
    expect(wiped).toBe(true)
    expect(filesWithSecret(path)).toEqual([])
    await appendAll(store, sampleEvents(1, 20, 'other'))
    await store.close()
    expect(filesWithSecret(path)).toEqual([])
  })

  test.each(redactions)('also when it had been moved into the file, and was $name', async ({ changes }) => {
    const path = newPath()
    const first = sqliteStore(path)
    await appendSecrets(first)
    await first.close()
    expect(filesWithSecret(path)).toContain('')
    const store = sqliteStore(path)
    await store.redact('s1', { id: 'r1', at: new Date(0), reason: '', ...changes }, { expectedSeq: 5 })
    expect(filesWithSecret(path)).toEqual([])
    await store.close()
  })

  test('once no other reader holds it: until then it says so, and can be asked again', async () => {
    const path = newPath()
    const store = sqliteStore(path, { busyTimeout: 20 })
    await appendSecrets(store)
    const reader = new Database(path)
    reader.exec('BEGIN')
    reader.prepare('SELECT count(*) FROM events').get()
    const redaction = { id: 'r1', at: new Date(0), reason: '', erase: true }
    const first = await store.redact('s1', redaction, { expectedSeq: 5 })
    expect(first).toMatchObject({ lastSeq: 6, wiped: false })
    expect(filesWithSecret(path)).not.toEqual([])
    reader.exec('COMMIT')
    expect(await store.redact('s1', redaction, { expectedSeq: 5 })).toEqual({ ...first, wiped: true })
    expect(filesWithSecret(path)).toEqual([])
    reader.close()
    await store.close()
  })
})

test('a redaction that fails half-way changes nothing', async () => {
  const database = new Database(newPath())
  const store = sqliteStore({ database })
  await appendSecrets(store)
  const before = await recordsIn(store)
  database.exec(
    "CREATE TRIGGER broken BEFORE UPDATE ON events WHEN old.seq = 3 BEGIN SELECT RAISE(ABORT, 'no'); END",
  )
  const redaction = { id: 'r1', at: new Date(0), reason: '', erase: true }
  await expect(store.redact('s1', redaction, { expectedSeq: 5 })).rejects.toMatchObject({
    name: 'StoreError',
  })
  expect(await recordsIn(store)).toEqual(before)
})

async function recordsIn(store: EventStore) {
  return (await collect(store.readAll())).map(({ record }) => record)
}

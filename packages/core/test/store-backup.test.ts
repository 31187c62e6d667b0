import {
  chmodSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import Database from 'libsql'
import { afterAll, expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { LedgerError, openLedger, profiles } from '../src/index.js'
import { databaseAddress, sqliteIntegrity, sqliteStore } from '../src/sqlite.js'
import { verifyChain } from '../src/store/index.js'
import { sampleEvent, sampleEvents, steppingClock } from '../src/testing/index.js'
import { appendAll, collect } from '../src/testing/store-contract/store-under-test.js'

const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-backup-'))
const inFolder = (name: string) => join(folder, name)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Every row of every table, as text. */
function rowsOf(path: string): readonly unknown[] {
  const database = new Database(databaseAddress(path, { mode: 'ro' }))
  const tables = ['meta', 'events', 'snapshots']
  const rows = tables.map((table) => database.prepare(`SELECT rowid, * FROM ${table} ORDER BY 1, 2`).all())
  database.close()
  return rows
    .flat()
    .map((row) => JSON.stringify(row, (key, value) => (key === '_metadata' ? undefined : value)))
}

const secret = 'hunter2-the-secret'
let files = 0

test('a backup holds all that is stored at that moment, and nothing that was taken out', async () => {
  const step = fc.constantFrom('turn', 'batch', 'redact', 'forget', 'other')
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      files += 1
      const [path, copy] = [inFolder(`${files}.db`), inFolder(`${files}-copy.db`)]
      const store = sqliteStore(path)
      const other = sqliteStore(path)
      const ledger = openLedger({ store, clock: steppingClock(), snapshotInterval: 2 })
      const session = await ledger.session('s1', { profile: profiles.todoManager })
      await (await ledger.session('s2', { profile: profiles.todoManager })).startRun({
        text: secret,
        trigger: 'user',
      })
      await session.startRun({ trigger: 'user', text: `Take ${secret}` })
      let appended = 0
      for (const kind of steps) {
        if (kind === 'turn') await (await session.startTurn()).end()
        else if (kind === 'redact') await ledger.redact('s1', { secret })
        else if (kind === 'forget') await ledger.forget('s2')
        else {
          const to = kind === 'batch' ? other : store
          await to.append('long', sampleEvents(appended + 1, appended + 9, 'long'), { expectedSeq: appended })
          appended += 9
        }
      }
      await store.backup?.(copy)
      const { head } = await verifyChain(store)
      await appendAll(other, [sampleEvent(1, { session: 'later' })])
      const stored = rowsOf(path).filter((row) => !String(row).includes('later'))

      expect(rowsOf(copy)).toEqual(stored)
      expect(sqliteIntegrity(copy)).toEqual([])
      const copied = sqliteStore(copy)
      expect(await verifyChain(copied)).toMatchObject({ ok: true, head })
      await appendAll(copied, [sampleEvent(1, { session: 'of the copy' })])
      expect(await verifyChain(copied)).toMatchObject({ ok: true })
      await copied.close()
      if (steps.includes('redact') && steps.includes('forget')) {
        expect(readFileSync(copy).includes(secret)).toBe(false)
      }
      expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([])
      await Promise.all([other.close(), ledger.close()])
    }),
    { numRuns: runs(60) },
  )
})

test('what it cannot be written to is said, and left as it was', async () => {
  const store = sqliteStore(inFolder('source.db'))
  await appendAll(store, sampleEvents(1, 3))
  writeFileSync(inFolder('taken.db'), 'mine')
  symlinkSync(inFolder('nowhere'), inFolder('link.db'))
  const backups = ['taken.db', 'link.db', 'source.db', 'no/folder.db', 'taken.db/copy.db'].map(inFolder)
  const told = []
  for (const path of [...backups, '', 'a\0b']) {
    const error: unknown = await store.backup?.(path).catch((error: unknown) => error)
    told.push(
      error instanceof LedgerError ? `${error.code} | ${error.message}`.replaceAll(folder, 'FOLDER') : error,
    )
  }
  expect(told).toMatchInlineSnapshot(`
    [
      "file-exists | "FOLDER/taken.db" is there already. Give the name of a new file.",
      "file-exists | "FOLDER/link.db" is there already. Give the name of a new file.",
      "file-exists | "FOLDER/source.db" is there already. Give the name of a new file.",
      "no-folder | The backup "FOLDER/no/folder.db" cannot be written: its folder does not exist. Create it first.",
      "no-folder | The backup "FOLDER/taken.db/copy.db" cannot be written: its folder does not exist. Create it first.",
      "bad-path | "" is no path of a file. Give one, such as copy.db.",
      "bad-path | "a\\u0000b" is no path of a file. Give one, such as copy.db.",
    ]
  `)
  expect(readFileSync(inFolder('taken.db'), 'utf8')).toBe('mine')
  expect(readdirSync(folder).filter((name) => name.includes('partial') || name === 'nowhere')).toEqual([])
  await store.close()
})

test('a log that lost events to damage is not copied as if it were whole', async () => {
  const store = sqliteStore(inFolder('whole.db'))
  for (const seq of [1, 2, 3]) await appendAll(store, [sampleEvent(seq)])
  for (const end of ['', '-wal']) copyFileSync(inFolder(`whole.db${end}`), inFolder(`flipped.db${end}`))
  await store.close()
  const log = readFileSync(inFolder('flipped.db-wal'))
  log.writeUInt8(log.readUInt8(200) ^ 1, 200)
  writeFileSync(inFolder('flipped.db-wal'), log)
  const flipped = sqliteStore(inFolder('flipped.db'), { readOnly: true })
  await expect(flipped.backup?.(inFolder('incomplete.db'))).rejects.toMatchObject({
    code: 'damaged-file',
    message: expect.stringContaining('the copy would lack events'),
  })
  expect(readdirSync(folder)).not.toContain('incomplete.db')
  await flipped.close()
})

test.skipIf(process.platform === 'win32')('who may not read the ledger may not read its backup', async () => {
  const store = sqliteStore(inFolder('secret.db'))
  await appendAll(store, sampleEvents(1, 3))
  chmodSync(inFolder('secret.db'), 0o600)
  await store.backup?.(inFolder('secret-copy.db'))
  expect(statSync(inFolder('secret-copy.db')).mode & 0o777).toBe(0o600)
  await store.close()
})

test('a database in memory can be kept, and one that is only read copied', async () => {
  const memory = sqliteStore(':memory:')
  await appendAll(memory, sampleEvents(1, 3))
  await memory.backup?.(inFolder('kept.db'))
  await memory.close()
  const kept = sqliteStore(inFolder('kept.db'), { readOnly: true })
  await kept.backup?.(inFolder('again.db'))
  expect(await collect(kept.readAll())).toHaveLength(3)
  await kept.close()
  expect(rowsOf(inFolder('again.db'))).toEqual(rowsOf(inFolder('kept.db')))
})

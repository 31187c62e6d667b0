import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, describe, expect, test } from 'vitest'
import { LedgerError, StoreError } from '../src/errors.js'
import { type SqliteDatabase, sqliteStore } from '../src/sqlite.js'
import type { EventStore } from '../src/store/event-store.js'
import { sampleEvent, sampleEvents } from '../src/testing/index.js'
import { collect, expectSameEvents } from '../src/testing/store-contract/store-under-test.js'
import { watchedDatabase } from './watched-database.js'

const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-failures-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What a disk or another program may do to a statement. */
const faults = [
  { name: 'FULL', rawCode: 13, code: 'disk-full' },
  { name: 'IOERR', rawCode: 778, code: 'disk-failed' },
  { name: 'BUSY', rawCode: 5, code: 'busy' },
  { name: 'CORRUPT', rawCode: 11, code: 'damaged-file' },
  // Of a write: SQLITE_PROTOCOL, and a lock that the file system refused with EIO or ENOLCK.
  { name: 'PROTOCOL', rawCode: 15, code: 'locks-failed' },
  { name: 'IOERR_LOCK', rawCode: 3850, code: 'locks-failed' },
] as const

type Fault = (typeof faults)[number]

function thrown({ name, rawCode }: Fault): Error {
  return Object.assign(new Error(`injected ${name}`), { code: `SQLITE_${name}`, rawCode })
}

/** When a statement of the database fails. */
interface Failing {
  /** Which statement from now on, from 1. */
  readonly at: number
  /** `before` it ran, or `after`: it ran, and who asked is not told so. */
  readonly when: 'before' | 'after'
  /** `once`, or `on`: every one from there on. */
  readonly lasts: 'once' | 'on'
  readonly fault: Fault
}

/** A database whose statements fail as it is told. */
class FailingDatabase {
  readonly database: SqliteDatabase
  statements = 0
  failing: Failing | null = null

  constructor(path: string) {
    this.database = watchedDatabase(new Database(path), (_sql, run) => this.#step(run))
  }

  begin(failing: Failing | null): void {
    this.statements = 0
    this.failing = failing
  }

  #step(run: () => unknown): unknown {
    this.statements += 1
    const { failing, statements } = this
    const fails =
      failing !== null && (failing.lasts === 'once' ? statements === failing.at : statements >= failing.at)
    if (!fails) return run()
    if (failing.when === 'after') run()
    throw thrown(failing.fault)
  }
}

let files = 0

/** A store that holds two events of `s1`, over a database that will fail. */
async function failingStore(): Promise<{
  readonly store: EventStore
  readonly disk: FailingDatabase
  readonly beside: EventStore
}> {
  files += 1
  const path = join(folder, `${files}.db`)
  const disk = new FailingDatabase(path)
  const store = sqliteStore({ database: disk.database }, { busyTimeout: 10 })
  await store.append('s1', sampleEvents(1, 2), { expectedSeq: 0 })
  // Another process, which sees what is in the file and nothing else.
  const beside = sqliteStore(path)
  return { store, disk, beside }
}

/** Two appends that come together: three events of one session and one of another. */
const appendBoth = (store: EventStore) =>
  Promise.allSettled([
    store.append('s1', sampleEvents(3, 5), { expectedSeq: 2 }),
    store.append('s2', sampleEvents(1, 1, 's2'), { expectedSeq: 0 }),
  ])

async function statementsOfAppend(): Promise<number> {
  const { store, disk } = await failingStore()
  disk.begin(null)
  await appendBoth(store)
  return disk.statements
}

const statements = await statementsOfAppend()
const places = Array.from({ length: statements }, (_, index) => index + 1)

describe.each(faults)('$name at any statement of an append', (fault) => {
  describe.each(['before', 'after'] as const)('%s it ran', (when) => {
    test.each(['once', 'on'] as const)('%s', async (lasts) => {
      const codes = new Set<string>()
      for (const at of places) {
        const { store, disk, beside } = await failingStore()
        const place = `statement ${at} of ${statements}`
        disk.begin({ at, when, lasts, fault })
        const [three, one] = await appendBoth(store)
        disk.begin(null)

        for (const outcome of [three, one]) {
          if (outcome.status === 'fulfilled') continue
          codes.add(codeOf(outcome.reason))
          expect(outcome.reason, place).toBeInstanceOf(StoreError)
          // Every message says what to do.
          expect(String(outcome.reason), place).toMatch(/again|Restore/)
        }
        // All of an append is there or nothing; what was acknowledged is; what was refused is not, but for a commit
        // whose answer was lost.
        const seqs = (await collect(beside.read('s1'))).map(({ seq }) => seq)
        const ofOther = (await collect(beside.read('s2'))).map(({ seq }) => seq)
        expect([2, 5], place).toContain(seqs.length)
        if (three.status === 'fulfilled') expect(seqs, place).toHaveLength(5)
        if (one.status === 'fulfilled') expect(ofOther, place).toHaveLength(1)
        if (when === 'before') {
          expect(seqs.length === 5, place).toBe(three.status === 'fulfilled')
          expect(ofOther.length === 1, place).toBe(one.status === 'fulfilled')
        }

        // The store goes on, and a blind retry gives the same events once.
        const [again, otherAgain] = await appendBoth(store)
        expect(again, place).toMatchObject({ status: 'fulfilled', value: { lastSeq: 5 } })
        expect(otherAgain, place).toMatchObject({ status: 'fulfilled', value: { lastSeq: 1 } })
        await store.append('s1', [sampleEvent(6)], { expectedSeq: 5 })
        expectSameEvents(await collect(beside.read('s1')), sampleEvents(1, 6))
        expectSameEvents(await collect(beside.read('s2')), sampleEvents(1, 1, 's2'))
        await store.close()
        await beside.close()
      }
      const { code } = fault
      // Another process is waited for, as long as a write may wait, and a group in which something fails is written again.
      const isWaitedFor = fault.name === 'BUSY' && lasts === 'once'
      expect([code, ...codes].filter((each) => !isWaitedFor || each !== code)).toEqual(
        isWaitedFor ? [] : [code, code],
      )
    })
  })
})

function codeOf(error: unknown): string {
  return error instanceof LedgerError ? error.code : 'no error of ours'
}

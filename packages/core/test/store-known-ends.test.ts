import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import Database from 'libsql'
import { afterAll, expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { sqliteStore } from '../src/sqlite.js'
import { systemRandom } from '../src/store/chain/salts.js'
import { verifyChain } from '../src/store/chain/verify-chain.js'
import type { ChainedStore } from '../src/store/chained-store.js'
import { memoryStore } from '../src/store/memory/memory-store.js'
import { prepareAppend } from '../src/store/plan-append.js'
import { SqliteConnection } from '../src/store/sqlite/connection.js'
import { SqliteEvents } from '../src/store/sqlite/events.js'
import { ensureLedger, ledgerId } from '../src/store/sqlite/schema.js'
import { SqliteWriter } from '../src/store/sqlite/writer.js'
import { sampleEvents } from '../src/testing/index.js'
import { collect, expectSameEvents } from '../src/testing/store-contract/store-under-test.js'
import { watchedDatabase } from './watched-database.js'

const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-ends-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const append = fc.record({
  by: fc.nat({ max: 1 }),
  session: fc.constantFrom('a', 'b'),
  /** How far from the session's end, as it stood when the group was asked for. */
  from: fc.constantFrom(-2, -1, 0, 0, 0, 0, 1, 2),
  count: fc.constantFrom(1, 1, 1, 2),
  name: fc.constantFrom('', '', '', 'x', 'y'),
})
const redaction = fc.record({
  by: fc.nat({ max: 1 }),
  session: fc.constantFrom('a', 'b'),
  take: fc.nat({ max: 4 }),
})
type Append = typeof append extends fc.Arbitrary<infer Step> ? Step : never
type Step =
  | { readonly group: readonly Append[] }
  | (typeof redaction extends fc.Arbitrary<infer Each> ? Each : never)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ group: fc.array(append, { minLength: 1, maxLength: 4 }) }) },
  { weight: 1, arbitrary: redaction },
)

test('what a connection remembers of ends is what the file says, whoever else writes to it', async () => {
  let files = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 15, size: 'max' }), async (steps) => {
      files += 1
      const path = join(folder, `${files}.db`)
      const options = { durability: 'relaxed' } as const
      const [one, two, model] = [sqliteStore(path, options), sqliteStore(path, options), memoryStore()]
      for (const [number, each] of steps.entries()) {
        const ends = new Map((await model.sessions()).map(({ session, lastSeq }) => [session, lastSeq]))
        const store = (by: number) => (by === 0 ? one : two)
        if ('group' in each) {
          // Each connection's own are written together, and one connection after the other.
          for (const by of [0, 1]) {
            const group = each.group.filter((asked) => asked.by === by)
            const played = await Promise.all(group.map((asked) => outcomeOf(play(store(by), asked, ends))))
            for (const [index, asked] of group.entries())
              expect(played[index]).toEqual(await outcomeOf(play(model, asked, ends)))
          }
        } else {
          const lastSeq = ends.get(each.session) ?? 0
          const to = Math.min(each.take, lastSeq)
          const wanted = { id: `take ${number}`, at: new Date(0), reason: 'a test', erase: [{ from: 1, to }] }
          const redact = (of: ChainedStore) =>
            of.redact(each.session, wanted, { expectedSeq: lastSeq }).then(() => 'done')
          expect(await outcomeOf(redact(store(each.by)))).toEqual(await outcomeOf(redact(model)))
        }
      }
      const [stored, expected] = await Promise.all([one, model].map((of) => collect(of.readAll())))
      expectSameEvents(
        (stored ?? []).map(({ event }) => event).filter(({ type }) => type !== 'session.redacted'),
        (expected ?? []).map(({ event }) => event).filter(({ type }) => type !== 'session.redacted'),
      )
      expect((await verifyChain(two)).firstBad).toBeNull()
      await Promise.all([one.close(), two.close()])
    }),
    { numRuns: runs(250) },
  )
})

test('what is undone is not remembered', async () => {
  const given = new Database(':memory:')
  let fails = false
  const database = watchedDatabase(given, (sql, run) => {
    if (sql !== 'COMMIT' || !fails) return run()
    fails = false
    throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_FSYNC', rawCode: 1034 })
  })
  const connection = new SqliteConnection(database, 'The database')
  const random = systemRandom()
  ensureLedger(connection, random)
  const events = new SqliteEvents(connection, ledgerId(connection), false)
  const writer = new SqliteWriter(connection, { busyTimeout: 0, undone: () => events.undone() })
  const append = (session: string, seq: number) =>
    writer.write(() => {
      const prepared = prepareAppend(session, sampleEvents(seq, seq, session), { expectedSeq: seq - 1 })
      return (
        events.storeNext(prepared, random) ?? events.store(prepared.events, events.endOf(session), random)
      )
    })
  await append('a', 1)
  await append('b', 1)
  fails = true
  await expect(append('a', 2)).rejects.toMatchObject({ code: 'disk-failed' })
  await append('b', 2)
  await append('a', 2)
  const positions = events.pageOfLedger(0).map(({ position, event }) => [position, event.session, event.seq])
  expect(positions).toEqual([
    [1, 'a', 1],
    [2, 'b', 1],
    [3, 'b', 2],
    [4, 'a', 2],
  ])
})

async function play(store: ChainedStore, asked: Append, ends: ReadonlyMap<string, number>): Promise<number> {
  const { session, from, count, name } = asked
  const expectedSeq = Math.max(0, (ends.get(session) ?? 0) + from)
  const events = sampleEvents(expectedSeq + 1, expectedSeq + count, session)
  const [first, ...others] = events
  const named = first === undefined || name === '' ? events : [{ ...first, id: name }, ...others]
  return (await store.append(session, named, { expectedSeq })).lastSeq
}

async function outcomeOf(done: Promise<unknown>): Promise<unknown> {
  return await done.catch((error: unknown) => (error instanceof Error ? Reflect.get(error, 'code') : error))
}

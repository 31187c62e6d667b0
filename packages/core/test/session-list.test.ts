/** Lists of sessions: they say what a replay says, after every append and every redaction, whoever wrote. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { profileList } from '../src/profiles/builtin-profiles.js'
import { createReducer } from '../src/reducer.js'
import { sqliteStore } from '../src/sqlite.js'
import { initialState } from '../src/state.js'
import type { EventStore } from '../src/store/event-store.js'
import { memoryStore } from '../src/store/memory/memory-store.js'
import { listSessions, type SessionsQuery, wronglyListed } from '../src/store/session-list.js'
import { arbitraryLog, hostileTexts, sampleEvent, sampleEvents } from '../src/testing/index.js'
import { appendAll, collect } from '../src/testing/store-contract/store-under-test.js'

const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-list-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const session = fc.constantFrom('a', 'ab', 'b', 'c')
const writer = fc.nat({ max: 2 })
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ by: writer, session, count: fc.constantFrom(1, 3, 20) }) },
  { weight: 1, arbitrary: fc.record({ by: writer, session }) },
)
const queries: readonly SessionsQuery[] = [
  {},
  { limit: 1 },
  { open: true },
  { open: false, limit: 2 },
  { profile: 'p' },
  { prefix: 'a', limit: 1 },
  { text: 'B' },
  { updatedSince: new Date(Date.UTC(2026, 0, 5, 10, 0, 9)) },
]

test('says what the events say, whoever wrote, with rows beside them or without', async () => {
  let files = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10, size: 'max' }), async (steps) => {
      files += 1
      const path = join(folder, `${files}.db`)
      const open = () => sqliteStore(path, { durability: 'relaxed' })
      const writers = [open(), open(), open()]
      const model = memoryStore()
      for (const [number, each] of steps.entries()) {
        const [{ lastSeq } = { lastSeq: 0 }] = await model.sessions(each.session)
        for (const store of [writers[each.by] ?? model, model]) {
          if ('count' in each) {
            const events = sampleEvents(lastSeq + 1, lastSeq + each.count, each.session)
            await appendAll(store, events).catch(() => undefined)
          } else {
            const redaction = { id: `take ${number}`, at: new Date(0), reason: '', erase: true }
            await store.redact(each.session, redaction, { expectedSeq: lastSeq }).catch(() => undefined)
          }
        }
        if (number % 3 === 0) expect(await pages(writers[1] ?? model, {})).toEqual(await pages(model, {}))
      }
      const late = sqliteStore(path, { readOnly: true })
      for (const store of [...writers, late])
        for (const query of queries) expect(await pages(store, query)).toEqual(await pages(model, query))
      expect(await wronglyListed(late)).toEqual([])
      for (const store of [...writers, late]) await store.close()
    }),
    { numRuns: runs(40) },
  )
})

test('says of each session what a replay of it says', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...profileList).chain((profile) => arbitraryLog(profile)),
      async (driven) => {
        const store = sqliteStore(':memory:')
        const events = await driven
        const name = events[0]?.session ?? ''
        for (const event of events) await appendAll(store, [event])
        const state = events.reduce(createReducer().accept, initialState)
        const [summary] = (await listSessions(store)).sessions
        const count = (status: string) => state.items.filter((item) => item.status === status).length
        expect(summary).toMatchObject({
          session: name,
          lastSeq: state.seq,
          profile: state.profile,
          counts: {
            pending: count('pending'),
            in_progress: count('in_progress'),
            blocked: count('blocked'),
            completed: count('completed'),
            cancelled: count('cancelled'),
          },
        })
        await store.close()
      },
    ),
    { numRuns: runs(30) },
  )
})

describe('rows beside the events', () => {
  test('are put by who lists, and found by who opens the store later', async () => {
    const path = join(folder, 'rows.db')
    const store = sqliteStore(path)
    for (const text of hostileTexts) await appendAll(store, sampleEvents(1, 2, text))
    await listSessions(store)
    const rows = await collect(store.side?.entries('session-list/1') ?? empty())
    expect(rows.map((row) => row.session).sort()).toEqual([...hostileTexts].sort())
    await store.close()
  })

  test('that say something else than the events are found, and bad ones are made again', async () => {
    const path = join(folder, 'bad-rows.db')
    const before = sqliteStore(path)
    await appendAll(before, sampleEvents(1, 3, 's1'))
    await appendAll(before, sampleEvents(1, 3, 's2'))
    await listSessions(before)
    await before.close()
    const store = sqliteStore(path)
    const [row] = await collect(store.side?.entries('session-list/1') ?? empty())
    const value = (row?.value ?? '').replace('"pending":0', '"pending":1')
    await store.side?.put('s1', [{ kind: 'session-list/1', seq: 0, value }], 3)
    await store.side?.put('s2', [{ kind: 'session-list/1', seq: 0, value: '"' }], 3)
    expect(await wronglyListed(store)).toEqual(['s1', 's2'])
    await listSessions(store)
    expect(await wronglyListed(store)).toEqual(['s1'])
    await store.close()
  })
})

test.each([
  { limit: 0 },
  { limit: 1001 },
  { limit: 1.5 },
  { after: 'x' },
  { updatedSince: new Date(Number.NaN) },
])('refuses the query %j', async (query) => {
  await expect(listSessions(memoryStore(), query)).rejects.toMatchObject({ code: 'bad-query' })
})

test('what a list gave is the caller’s: the next one says the same whatever was done to it', async () => {
  const store = memoryStore()
  await appendAll(store, sampleEvents(1, 3))
  const [first] = (await listSessions(store)).sessions
  const before = structuredClone(first)
  Object.assign(first?.counts ?? {}, { pending: 99 })
  expect((await listSessions(store)).sessions).toEqual([before])
})

test('the title is the first request, or the first item, on one line and cut', async () => {
  const store = memoryStore()
  const run = (seq: number, text: string) => ({
    ...sampleEvent(seq),
    type: 'run.started' as const,
    data: { trigger: 'user' as const, text, delivers: [] },
  })
  await appendAll(store, [run(1, ' \n '), run(2, `Write\n\n${'x'.repeat(200)}`), run(3, 'No')])
  expect((await listSessions(store)).sessions[0]?.title).toBe(`Write ${'x'.repeat(114)}…`)
})

/** All pages of a query. */
async function pages(store: EventStore, query: SessionsQuery) {
  const found = []
  for (let after: string | undefined; ; ) {
    const page = await listSessions(store, after === undefined ? query : { ...query, after })
    found.push(...page.sessions)
    if (page.next === null) return found
    after = page.next
  }
}

async function* empty(): AsyncGenerator<never> {}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import Database from 'libsql'
import { afterAll, expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import type { StoreError } from '../src/errors.js'
import type { Change, TodoEvent } from '../src/events.js'
import { sqliteStore } from '../src/sqlite.js'
import type { ChainedStore } from '../src/store/chained-store.js'
import type { EventStore } from '../src/store/event-store.js'
import { memoryStore } from '../src/store/memory/memory-store.js'
import { SqliteConnection } from '../src/store/sqlite/connection.js'
import { SqliteEvents } from '../src/store/sqlite/events.js'
import { ledgerId } from '../src/store/sqlite/schema.js'
import { SqliteSessionIndex } from '../src/store/sqlite/session-index.js'
import { wronglyListed } from '../src/store/summaries/check-list.js'
import type { SessionSummary } from '../src/store/summaries/session-summary.js'
import type { SessionsQuery } from '../src/store/summaries/sessions-page.js'
import { sampleEvent } from '../src/testing/index.js'
import { type Watcher, watchedDatabase } from './watched-database.js'

const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-list-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const session = fc.constantFrom('a', 'ab', 'b', 'c')
const writer = fc.nat({ max: 1 })
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ by: writer, session, count: fc.constantFrom(1, 20, 260) }) },
  { weight: 1, arbitrary: fc.record({ by: writer, session, take: fc.nat({ max: 4 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ by: writer, session, count: fc.constantFrom(1, 90), isOlder: fc.constant(true) }),
  },
  { weight: 1, arbitrary: fc.record({ by: writer, opensAgain: fc.constant(true) }) },
)
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never

const a20 = { by: 0, session: 'a', count: 20 } as const
const b260 = { by: 0, session: 'b', count: 260 } as const
/** What one writer knows of the end is not all there is. */
const interleaved: readonly Step[][] = [
  [a20, { ...b260, by: 1 }],
  [a20, { ...a20, by: 1, session: 'b' }, { ...a20, count: 260 }],
  [a20, { ...a20, by: 1, session: 'b' }, { ...b260, session: 'c' }],
  [a20, { ...a20, count: 1, isOlder: true }, b260],
  [a20, { by: 0, session: 'a', take: 4 }, b260, { by: 1, session: 'b', take: 3 }, a20],
]

const queries: readonly SessionsQuery[] = [
  {},
  { limit: 1 },
  { open: true },
  { open: false, limit: 2 },
  { profile: 'p' },
  { prefix: 'a', limit: 1 },
  { updatedSince: new Date(Date.UTC(2026, 0, 5) + 150_000) },
]

test('a list of sessions says what the events say, wherever the table is and whoever wrote to it', async () => {
  let files = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10, size: 'max' }), async (steps) => {
      files += 1
      const path = join(folder, `${files}.db`)
      const open = () => sqliteStore(path, { durability: 'relaxed' })
      const stores = [open(), open()]
      const reader = sqliteStore(path, { readOnly: true })
      const model = memoryStore()
      for (const [number, each] of steps.entries()) {
        await play(stores, each, number, { model, path, open })
        expect(await listOf(reader, {})).toEqual(await listOf(model, {}))
      }
      for (const store of [...stores, reader])
        for (const query of queries) expect(await listOf(store, query)).toEqual(await listOf(model, query))
      await Promise.all([...stores, reader].map((store) => store.close()))
    }),
    { numRuns: runs(50), examples: interleaved.map((steps) => [steps]) },
  )
})

test('the table is written once in 256 events, not with each', async () => {
  const path = join(folder, 'seldom.db')
  const store = sqliteStore(path, { durability: 'relaxed' })
  const table = new Database(path)
  const written: unknown[] = []
  for (let seq = 1; seq <= 600; seq += 1) {
    await store.append('a', [eventOf('a', seq)], { expectedSeq: seq - 1 })
    const row: unknown = table.prepare('SELECT last_seq FROM sessions').get()
    const listed = typeof row === 'object' && row !== null ? Reflect.get(row, 'last_seq') : 0
    if (written.at(-1) !== listed) written.push(listed)
  }
  expect(written).toEqual([0, 256, 512])
  table.close()
  await store.close()
})

interface Played {
  readonly model: ChainedStore
  readonly path: string
  readonly open: () => ChainedStore
}

/** Does a step to the stores and to the model. */
async function play(stores: ChainedStore[], each: Step, number: number, { model, path, open }: Played) {
  const store = stores[each.by] ?? model
  if ('opensAgain' in each) {
    await store.close()
    stores[each.by] = open()
    return
  }
  const ends = new Map((await model.sessions()).map((known) => [known.session, known.lastSeq]))
  const lastSeq = ends.get(each.session) ?? 0
  if ('take' in each) {
    const wanted = {
      id: `take ${number}`,
      at: new Date(0),
      reason: 'a test',
      erase: [{ from: 1, to: Math.min(each.take, lastSeq) }],
    }
    const redact = (of: ChainedStore) => codeOf(of.redact(each.session, wanted, { expectedSeq: lastSeq }))
    expect(await redact(store)).toBe(await redact(model))
    return
  }
  const events = Array.from({ length: each.count }, (_, index) => eventOf(each.session, lastSeq + index + 1))
  const append = (of: ChainedStore) => codeOf(of.append(each.session, events, { expectedSeq: lastSeq }))
  const code = await append(store)
  expect(['done', 'forgotten']).toContain(code)
  expect(await append(model)).toBe(code)
  if ('isOlder' in each) listAsBefore(path, each.session)
}

/** `done`, or the code of the error. */
async function codeOf(work: Promise<unknown>): Promise<string> {
  return await work.then(
    () => 'done',
    (error: StoreError) => error.code,
  )
}

/** A program of the schema before had the file open: it writes the row of a session with its events. */
function listAsBefore(path: string, of: string): void {
  const database = new Database(path)
  const connection = new SqliteConnection(database, 'The ledger')
  const events = new SqliteEvents(connection, ledgerId(connection), true)
  const index = new SqliteSessionIndex(connection, (session) => events.records(session))
  connection.transaction(() => index.remake(of))
  connection.close()
}

async function listOf(store: EventStore, query: SessionsQuery): Promise<readonly SessionSummary[]> {
  const sessions: SessionSummary[] = []
  for (let after: string | undefined; ; ) {
    const page = await store.listSessions(after === undefined ? query : { ...query, after })
    sessions.push(...page.sessions)
    if (page.next === null) return sessions
    after = page.next
  }
}

/** An event of a session: it is opened, requests come, items are added and done, and most events say nothing of the list. */
function eventOf(of: string, seq: number): TodoEvent {
  const envelope = {
    id: `${of}/${seq}`,
    session: of,
    seq,
    turn: Math.floor(seq / 10),
    at: new Date(Date.UTC(2026, 0, 5) + seq * 1000),
  }
  if (seq === 1) {
    const data = {
      profile: of.length > 1 ? 'q' : 'p',
      settings: {},
      rules: [],
      goal: null,
      source: null,
      parent: null,
    }
    return { ...envelope, type: 'session.opened', version: 3, data }
  }
  if (seq % 50 === 2) {
    return {
      ...envelope,
      type: 'run.started',
      version: 1,
      data: { trigger: 'user', text: `Request ${seq}`, delivers: [] },
    }
  }
  const place = seq % 7
  if (place !== 3 && place !== 5) return sampleEvent(seq, { session: of })
  const item = `item ${seq - place}`
  const to = seq % 3 === 0 ? 'cancelled' : 'completed'
  const change: Change =
    place === 3
      ? { type: 'added', key: item, id: item, text: item, status: 'pending', position: 0 }
      : { type: 'status-set', key: item, from: 'pending', to, reason: null }
  const data = {
    call: `c${seq}`,
    tool: 't',
    input: {},
    changes: [change],
    numbered: false,
    query: false,
    flags: [],
    reply: '',
  }
  return { ...envelope, type: 'todos.updated', version: 2, data }
}

test('events that can not be read for the list keep no others from being stored', async () => {
  let isDamaged = false
  const watch: Watcher = (sql, run) => {
    if (isDamaged && sql.includes('CASE WHEN type IN'))
      throw Object.assign(new Error('malformed'), { rawCode: 11 })
    return run()
  }
  const database = watchedDatabase(new Database(':memory:'), watch)
  const append = async (store: ChainedStore, from: number, to: number) => {
    for (let seq = from; seq <= to; seq += 1)
      await store.append('a', [eventOf('a', seq)], { expectedSeq: seq - 1 })
  }
  await append(sqliteStore({ database }), 1, 300)
  // It has stored nothing of what stands behind the list, and must read it.
  const store = sqliteStore({ database })
  isDamaged = true
  await append(store, 301, 600)
  await expect(store.listSessions()).rejects.toMatchObject({ code: 'damaged-file' })
  isDamaged = false
  expect(await wronglyListed(store)).toEqual([])
  await append(store, 601, 1000)
  expect(await wronglyListed(store)).toEqual([])
})

/** A server that is killed and stopped under load: what it acknowledged is there, once; streams go on where they broke. */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import { type EventStore, verifyChain } from '@todo-ledger/core/store'
import { postgresStore } from '@todo-ledger/store-postgres'
import { EventSource } from 'eventsource'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PostgresServer, postgresPrograms } from '../../store-postgres/test/postgres-server.js'
import { ServerProcess } from './server-process.js'

let folder: string
let server: ServerProcess

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'todo-ledger-restarts-'))
  server = new ServerProcess(folder)
})
afterEach(async () => {
  await server.end('SIGKILL')
  rmSync(folder, { recursive: true })
})

const sessions = ['load.a', 'load.b', 'load.c', 'load.d']
/** Two write to the first session. */
const writers = [...sessions, 'load.a'].map((session, number) => ({ session, number }))

/** Makes a request until it is answered. */
async function answered(server: ServerProcess, path: string, body: object): Promise<Record<string, unknown>> {
  for (;;) {
    try {
      const answer = await fetch(`${server.origin}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect(answer.ok).toBe(true)
      return Object(await answer.json())
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      await wait(20)
    }
  }
}

const update = (call: string) => {
  return { call, name: 'write_todos', input: { todos: [{ content: call, status: 'in_progress' }] } }
}

/** Follows a session, and comes back where it lost the stream. */
function follow(server: ServerProcess, session: string) {
  const seqs: number[] = []
  const source = new EventSource(`${server.origin}/v1/sessions/${session}/events`, {
    fetch: (url, options) =>
      fetch(url, { ...options, headers: { ...options.headers, authorization: `Bearer ${server.token}` } }),
  })
  source.addEventListener('message', ({ data }) => seqs.push(JSON.parse(data).seq))
  return { seqs, close: () => source.close() }
}

/** What stands in the ledger: each acknowledged call once with its answer, and no gap. Gives the last seqs. */
async function check(store: EventStore, replies: ReadonlyMap<string, unknown>): Promise<readonly number[]> {
  const lasts: number[] = []
  const stored = new Map<string, string>()
  for (const session of sessions) {
    let last = 0
    for await (const event of store.read(session)) {
      expect(event.seq).toBe(last + 1)
      last = event.seq
      if (event.type !== 'todos.updated') continue
      expect(stored.has(event.data.call), event.data.call).toBe(false)
      stored.set(event.data.call, event.data.reply)
    }
    lasts.push(last)
  }
  for (const [call, text] of replies) expect(stored.get(call)).toBe(text)
  expect((await verifyChain(store)).ok).toBe(true)
  await store.close()
  return lasts
}

/** Two servers, or one twice, under load; the first is ended again and again. Then what they told is held against the ledger. */
async function play(
  ended: ServerProcess,
  other: ServerProcess,
  { signal, times }: { readonly signal: 'SIGKILL' | 'SIGTERM'; readonly times: number },
  open: () => EventStore | Promise<EventStore>,
): Promise<void> {
  for (const each of new Set([ended, other])) await each.start()
  for (const id of sessions) await answered(other, '/v1/sessions', { id, profile: 'todo-list-middleware' })
  const servers = [ended, other] as const
  const at = (place: number) => (place % 2 === 0 ? servers[0] : servers[1])
  // What one writes the other tells. Both write to the first session.
  const followers = sessions.map((session, place) => follow(at(place), session))
  let isOver = false
  const replies = new Map<string, unknown>()
  const writing = Promise.all(
    writers.map(async ({ session, number }) => {
      for (let made = 0; !isOver; made += 1) {
        const call = `w${number}-${made}`
        const { text, ok } = await answered(at(number + 1), `/v1/sessions/${session}/calls`, update(call))
        expect(ok).toBe(true)
        replies.set(call, text)
      }
    }),
  )
  for (let time = 0; time < times; time += 1) {
    const before = replies.size
    await wait(400 + 150 * time)
    // A slow machine takes longer to do as much.
    while (replies.size < before + 20) await wait(20)
    expect(await ended.end(signal)).toBe(signal === 'SIGTERM' ? 0 : null)
    await ended.start()
  }
  isOver = true
  await writing
  for (const [place, last] of (await check(await open(), replies)).entries()) {
    const { seqs = [], close = () => {} } = followers[place] ?? {}
    // The followers come back by themselves, and get the rest.
    while (seqs.length < last) await wait(50)
    expect(seqs).toEqual(Array.from({ length: last }, (_, index) => index + 1))
    close()
  }
}

test.each([
  { signal: 'SIGKILL' as const, times: 6 },
  { signal: 'SIGTERM' as const, times: 4 },
])('$signal under load: nothing that was acknowledged is lost, and nothing is there twice', (given) =>
  play(server, server, given, () => sqliteStore(server.store)),
)

test('told to stop, the server answers what it has begun and ends streams with a hint to come back', async () => {
  await server.start()
  await answered(server, '/v1/sessions', { id: 'load.a', profile: 'todo-list-middleware' })
  const headers = { authorization: `Bearer ${server.token}`, accept: 'text/event-stream' }
  const stream = await fetch(`${server.origin}/v1/sessions/load.a/events`, { headers })
  const text = stream.text()
  const calls = Array.from({ length: 20 }, (_, number) =>
    fetch(`${server.origin}/v1/sessions/load.a/calls`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(update(`c${number}`)),
    }).then(
      (answer) => answer.status,
      () => 'refused',
    ),
  )
  await Promise.race(calls)
  expect(await server.end('SIGTERM')).toBe(0)
  const answers = await Promise.all(calls)
  expect(answers.filter((answer) => answer !== 'refused' && answer !== 200)).toEqual([])
  const told = await text
  expect(told.startsWith('retry: 1000\n\n')).toBe(true)
  expect(told.endsWith('\n\nretry: 1000\n\n')).toBe(true)
  const store = sqliteStore(server.store)
  let updates = 0
  for await (const { type } of store.read('load.a')) if (type === 'todos.updated') updates += 1
  expect(updates).toBe(answers.filter((answer) => answer === 200).length)
  await store.close()
})

const programs = postgresPrograms()

test.skipIf(programs === null)(
  'two servers over one database, one of them killed again and again',
  async () => {
    const database = await PostgresServer.start(programs ?? '')
    const pair = ['a', 'b'].map((name) => {
      const own = join(folder, name)
      mkdirSync(own)
      return new ServerProcess(own, 'load', database.address)
    })
    const [killed, other] = pair
    try {
      if (killed === undefined || other === undefined) throw new Error('There are two.')
      await play(killed, other, { signal: 'SIGKILL', times: 3 }, () => postgresStore(database.address))
    } finally {
      for (const each of pair) await each.end('SIGKILL')
      await database[Symbol.asyncDispose]()
    }
  },
)

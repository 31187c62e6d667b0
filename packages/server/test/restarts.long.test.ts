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
async function answered(
  server: ServerProcess,
  path: string,
  body: object,
): Promise<{ readonly status: number; readonly body: unknown }> {
  for (;;) {
    try {
      const answer = await fetch(`${server.origin}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return { status: answer.status, body: await answer.json() }
    } catch {
      await wait(20)
    }
  }
}

/** The answers to the calls of a writer, by the calls' ids. */
async function write(
  server: ServerProcess,
  { session, number }: (typeof writers)[number],
  isOver: () => boolean,
  replies = new Map<string, string>(),
): Promise<ReadonlyMap<string, string>> {
  for (let made = 0; !isOver(); made += 1) {
    const call = `w${number}-${made}`
    const input = { todos: [{ content: `Step ${made} of ${number}`, status: 'in_progress' }] }
    const { status, body } = await answered(server, `/v1/sessions/${session}/calls`, {
      call,
      name: 'write_todos',
      input,
    })
    expect(status, JSON.stringify(body)).toBe(200)
    const { text, ok } = body as { readonly text: string; readonly ok: boolean }
    expect(ok).toBe(true)
    replies.set(call, text)
  }
  return replies
}

/** Follows a session, and comes back where it lost the stream. */
function follow(server: ServerProcess, session: string) {
  const seqs: number[] = []
  const source = new EventSource(`${server.origin}/v1/sessions/${session}/events`, {
    fetch: (url, options) =>
      fetch(url, { ...options, headers: { ...options.headers, authorization: `Bearer ${server.token}` } }),
  })
  let connections = 0
  source.addEventListener('open', () => {
    connections += 1
  })
  source.addEventListener('message', ({ data }) => seqs.push(JSON.parse(data).seq))
  return { seqs, close: () => source.close(), connections: () => connections }
}

/** What stands in the ledger: each acknowledged call once with its answer, and no gap. Gives the last seqs. */
async function check(
  store: EventStore,
  replies: readonly ReadonlyMap<string, string>[],
): Promise<readonly number[]> {
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
  for (const [call, text] of replies.flatMap((each) => [...each])) expect(stored.get(call)).toBe(text)
  expect((await verifyChain(store)).ok).toBe(true)
  await store.close()
  return lasts
}

test.each([
  { signal: 'SIGKILL' as const, times: 6 },
  { signal: 'SIGTERM' as const, times: 4 },
])(
  '$signal under load: nothing that was acknowledged is lost, and nothing is there twice',
  async ({ signal, times }) => {
    await server.start()
    for (const id of sessions) await answered(server, '/v1/sessions', { id, profile: 'todo-list-middleware' })
    const followers = sessions.map((session) => follow(server, session))
    let isOver = false
    const replies = writers.map(() => new Map<string, string>())
    const acknowledged = (): number => replies.reduce((sum, { size }) => sum + size, 0)
    const writing = Promise.all(
      writers.map((writer, place) => write(server, writer, () => isOver, replies[place])),
    )
    for (let time = 0; time < times; time += 1) {
      const before = acknowledged()
      await wait(400 + 150 * time)
      // A slow machine takes longer to do as much.
      while (acknowledged() < before + 20) await wait(20)
      const code = await server.end(signal)
      if (signal === 'SIGTERM') expect(code).toBe(0)
      await server.start()
    }
    isOver = true
    await writing
    for (const [place, last] of (await check(sqliteStore(server.store), replies)).entries()) {
      const follower = followers[place]
      // The followers come back by themselves, and get the rest.
      while (follower !== undefined && follower.seqs.length < last) await wait(50)
      expect(follower?.seqs).toEqual(Array.from({ length: last }, (_, index) => index + 1))
      expect(follower?.connections()).toBeGreaterThan(1)
    }
    for (const { close } of followers) close()
  },
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
      body: JSON.stringify({
        call: `c${number}`,
        name: 'write_todos',
        input: { todos: [{ content: `Step ${number}`, status: 'in_progress' }] },
      }),
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
    try {
      for (const each of pair) await each.start()
      const [killed, other] = pair
      if (killed === undefined || other === undefined) throw new Error('There are two.')
      for (const id of sessions)
        await answered(other, '/v1/sessions', { id, profile: 'todo-list-middleware' })
      // What one writes the other tells. Both write to the first session.
      const followers = sessions.map((session, place) => follow(place % 2 === 0 ? killed : other, session))
      let isOver = false
      const writing = Promise.all(
        writers.map((writer, place) => write(place % 2 === 0 ? other : killed, writer, () => isOver)),
      )
      for (let time = 0; time < 3; time += 1) {
        await wait(700)
        await killed.end('SIGKILL')
        await killed.start()
      }
      isOver = true
      const replies = await writing
      for (const [place, last] of (await check(await postgresStore(database.address), replies)).entries()) {
        const follower = followers[place]
        while (follower !== undefined && follower.seqs.length < last) await wait(50)
        expect(follower?.seqs).toEqual(Array.from({ length: last }, (_, index) => index + 1))
      }
      for (const { close } of followers) close()
    } finally {
      for (const each of pair) await each.end('SIGKILL')
      await database[Symbol.asyncDispose]()
    }
  },
)

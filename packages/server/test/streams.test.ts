/** Streams of events: from the first to the last, across servers, and one subscription for all of them. */

import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type EventStore, memoryStore } from '@todo-ledger/core'
import { EventSource } from 'eventsource'
import { expect, test, vi } from 'vitest'
import { usualLimits } from '../src/access/limits.js'
import { addToken, person, revokeToken, Tokens } from '../src/access/tokens.js'
import { listen } from '../src/http/listen.js'
import { eventFeed } from '../src/service/event-feed.js'
import { Metrics } from '../src/telemetry/metrics.js'
import { ada, testServer } from './http-client.js'
import { ownFolder } from './own-folder.js'

const profile = 'todo-list-middleware'
const at = '/v1/sessions/ada.plan'

/** A store that stays open when a server closes it, and counts its subscriptions. */
function lasting(store: EventStore): EventStore & { readonly counts: { subscriptions: number } } {
  const counts = { subscriptions: 0 }
  return {
    counts,
    append: (session, events, options) => store.append(session, events, options),
    read: (session, range) => store.read(session, range),
    readAll: (range) => store.readAll(range),
    ledger: () => store.ledger(),
    // The first thing that a subscription asks.
    lastPosition: () => {
      counts.subscriptions += 1
      return store.lastPosition()
    },
    sessions: (only) => store.sessions(only),
    redact: (session, redaction, options) => store.redact(session, redaction, options),
    onAppend: (listener) => store.onAppend?.(listener) ?? (() => {}),
    close: async () => {},
  }
}

test('a client that comes back after a restart has each event once', async () => {
  const store = lasting(memoryStore())
  let server = testServer(store)
  let ask = server.as(ada)
  let token = server.tokens.issue(ada)
  let { port, stop } = await listen({ ...server, address: '127.0.0.1', port: 0 })
  await ask('POST', '/v1/sessions', { id: 'ada.plan', profile })
  const call = async (number: number) =>
    await ask('POST', `${at}/calls`, {
      call: `c${number}`,
      name: 'write_todos',
      input: { todos: [{ content: `Step ${number}`, status: 'in_progress' }] },
    })
  const seqs: number[] = []
  const source = new EventSource(`http://127.0.0.1:${port}${at}/events`, {
    fetch: (url, options) =>
      fetch(url, { ...options, headers: { ...options.headers, authorization: `Bearer ${token}` } }),
  })
  const seen = async (last: number) => {
    while ((seqs.at(-1) ?? 0) < last)
      await new Promise((resolve) => source.addEventListener('message', resolve, { once: true }))
  }
  source.addEventListener('message', ({ data, lastEventId }) => {
    seqs.push(JSON.parse(data).seq)
    expect(lastEventId).toBe(String(seqs.at(-1)))
  })
  for (let number = 1; number <= 3; number += 1) await call(number)
  await seen((await ask('GET', `${at}/state`)).body.seq)
  await stop()
  // While no server is there, somebody else writes.
  const metrics = new Metrics()
  server = testServer(store, { metrics })
  ask = server.as(ada)
  token = server.tokens.issue(ada)
  for (let number = 4; number <= 6; number += 1) await call(number)
  ;({ port, stop } = await listen({ ...server, address: '127.0.0.1', port }))
  await call(7)
  const { seq } = (await ask('GET', `${at}/state`)).body
  await seen(seq)
  expect(await openStreams(metrics)).toContain('todo_ledger_open_streams 1')
  expect(seqs).toEqual(Array.from({ length: seq }, (_, index) => index + 1))
  source.close()
  // Who goes away without a word is let go of.
  while (!(await openStreams(metrics)).includes('todo_ledger_open_streams 0')) await wait(5)
  await stop()
})

async function openStreams(metrics: Metrics): Promise<string> {
  return await metrics.registry.getSingleMetricAsString('todo_ledger_open_streams')
}

test('a stream holds few events where they are long, and gives each once', async () => {
  const store = memoryStore()
  const { ask } = { ask: testServer(store).as(ada) }
  await ask('POST', '/v1/sessions', { id: 'ada.plan', profile })
  const lengths = [...Array.from({ length: 9 }, () => 10), ...Array.from({ length: 5 }, () => 300_000)]
  for (const length of lengths) await ask('POST', `${at}/messages`, { text: 'a b'.padEnd(length, ' x') })
  const asked: number[] = []
  const feed = eventFeed({
    ...lasting(store),
    read: (session, { from = 1, to = Infinity } = {}) => {
      asked.push(to - from + 1)
      return store.read(session, { from, to })
    },
  })
  const ended = new AbortController()
  const seqs: number[] = []
  for await (const { seq } of feed.follow('ada.plan', 0, ended.signal)) {
    seqs.push(seq)
    if (seq === lengths.length + 1) ended.abort()
  }
  expect(seqs).toEqual(Array.from({ length: lengths.length + 1 }, (_, index) => index + 1))
  expect(asked).toEqual([1, 2, 4, 8, 1])
  feed.close()
})

test('a connection over which nothing was asked keeps no server from stopping', async () => {
  const { port, stop } = await listen({ ...testServer(), address: '127.0.0.1', port: 0, patience: 1e9 })
  const idle = connect(port, '127.0.0.1')
  await once(idle, 'connect')
  const closed = once(idle, 'close')
  await stop()
  await closed
})

test('connections on which nothing moves are closed: one that asks nothing, and one that does not read', async () => {
  const metrics = new Metrics()
  const server = testServer(undefined, { metrics })
  const ask = server.as(ada)
  await ask('POST', '/v1/sessions', { id: 'ada.plan', profile })
  // More than the system keeps for a connection.
  for (let number = 0; number < 25; number += 1)
    await ask('POST', `${at}/messages`, { text: `${number}`.padEnd(1_000_000, ' x') })
  const { port, stop } = await listen({ ...server, address: '127.0.0.1', port: 0, idleTimeout: 300 })
  const idle = connect(port, '127.0.0.1')
  await once(idle.resume(), 'close')
  const deaf = connect(port, '127.0.0.1').on('error', () => {})
  const head = `Host: 127.0.0.1:${port}\r\nAuthorization: Bearer ${server.tokens.issue(ada)}`
  deaf.write(`GET ${at}/events HTTP/1.1\r\n${head}\r\nAccept: text/event-stream\r\n\r\n`)
  await once(deaf, 'readable')
  expect(await openStreams(metrics)).toContain('todo_ledger_open_streams 1')
  while (!(await openStreams(metrics)).includes('todo_ledger_open_streams 0')) await wait(10)
  deaf.destroy()
  await stop()
})

test('no more connections than allowed are taken', async () => {
  const { port, stop } = await listen({ ...testServer(), address: '127.0.0.1', port: 0, maxConnections: 1 })
  const first = connect(port, '127.0.0.1')
  await once(first, 'connect')
  const second = connect(port, '127.0.0.1').on('error', () => {})
  await once(second.resume(), 'close')
  expect(first.destroyed).toBe(false)
  first.destroy()
  await stop()
})

test('a page of events ends where it is large, and says that there are more', async () => {
  const { as, service } = testServer()
  const ask = as(ada)
  await ask('POST', '/v1/sessions', { id: 'ada.plan', profile })
  for (let number = 0; number < 7; number += 1)
    await ask('POST', `${at}/messages`, { text: `${number}`.padEnd(1_000_000, ' x') })
  const seqs: number[][] = []
  for (let after = 0, more = true; more; ) {
    const { body } = await ask('GET', `${at}/events?limit=10000&after=${after}`)
    seqs.push(body.events.map(({ seq }: { seq: number }) => seq))
    ;({ last: after, more } = body)
  }
  expect(seqs).toEqual([
    [1, 2, 3, 4, 5, 6],
    [7, 8],
  ])
  await service.close()
})

test('where a stream begins', async () => {
  const { app, as, tokens, service } = testServer()
  const ask = as(ada)
  await ask('POST', '/v1/sessions', { id: 'ada.plan', profile })
  for (const text of ['one', 'two', 'three']) await ask('POST', `${at}/messages`, { text })
  const first = async (query: string, lastId?: string) => {
    const headers = { authorization: `Bearer ${tokens.issue(ada)}`, accept: 'text/event-stream' }
    const answer = await app.request(`${at}/events${query}`, {
      headers: lastId === undefined ? headers : { ...headers, 'last-event-id': lastId },
    })
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toBe('retry: 1000\n\n')
    const told = (await reader?.read())?.value ?? ''
    await reader?.cancel()
    return told.split('\n')[0]
  }
  expect(await first('')).toBe('id: 1')
  expect(await first('?after=2')).toBe('id: 3')
  // Where the client had come to is later than where it began.
  expect(await first('?after=1', '3')).toBe('id: 4')
  expect(await first('', 'none')).toBe('id: 1')
  await service.close()
})

test('many streams are one subscription, which ends with the last of them', async () => {
  const store = lasting(memoryStore())
  const { as, service } = testServer(store)
  const ask = as(ada)
  await ask('POST', '/v1/sessions', { id: 'ada.plan', profile })
  await ask('POST', '/v1/sessions', { id: 'ada.other', profile })
  const streams = await Promise.all(
    Array.from({ length: 50 }, (_, number) =>
      service.follow(ada, number % 2 === 0 ? 'ada.plan' : 'ada.other', 1, new AbortController().signal),
    ),
  )
  const firsts = streams.map(async (stream) => {
    for await (const event of stream) return `${event.session} ${event.seq}`
    return null
  })
  await ask('POST', `${at}/messages`, { text: 'one' })
  await ask('POST', '/v1/sessions/ada.other/messages', { text: 'two' })
  expect(new Set(await Promise.all(firsts))).toEqual(new Set(['ada.plan 2', 'ada.other 2']))
  expect(store.counts.subscriptions).toBe(1)
  // All have left: who comes now is a new one.
  const gone = new AbortController()
  const changes = service.changes(ada, gone.signal)[Symbol.asyncIterator]()
  const changed = changes.next()
  await ask('POST', `${at}/messages`, { text: 'three' })
  expect(await changed).toEqual({ done: false, value: 'ada.plan' })
  expect(store.counts.subscriptions).toBe(2)
  gone.abort()
  expect((await changes.next()).done).toBe(true)
  await service.close()
})

test('a stream that is one too many follows nothing', async () => {
  const store = lasting(memoryStore())
  const { service } = testServer(store, { limits: { ...usualLimits, streams: 0 } })
  expect(() => service.changes(ada, new AbortController().signal)).toThrow('Too many streams are open')
  expect(store.counts.subscriptions).toBe(0)
  await service.close()
})

test('a token that is taken out or expires ends its streams, and nothing further is delivered', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const file = join(ownFolder(), 'tokens.json')
    let now = new Date('2026-01-01T00:00:00Z')
    const tokens = new Tokens(file, () => now)
    const metrics = new Metrics()
    const { app, service } = testServer(memoryStore(), { tokens, metrics })
    const session = () => service.session(ada, 'ada.plan')
    await service.createSession(ada, { id: 'ada.plan', profile: 'recommended' })
    for (const end of ['revoked', 'expired', 'silent'] as const) {
      const expires = '2026-02-01T00:00:00.000Z'
      const token = addToken(file, { name: 'ada', all: false, ...(end === 'expired' ? { expires } : {}) })
      const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
      const headers = { authorization: `Bearer ${token}`, ...json }
      const begun = await app.request('/mcp', { method: 'POST', headers, body: initialize })
      await begun.text()
      const ofMcp = { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' }
      const streams = await Promise.all([
        app.request(`${at}/events?after=${(await session()).state.seq}`, {
          headers: { ...headers, accept: 'text/event-stream' },
        }),
        app.request('/v1/live/changes', { headers }),
        app.request('/mcp', { headers: { ...headers, ...ofMcp } }),
      ])
      expect(streams.map(({ status }) => status)).toEqual([200, 200, 200])
      const texts = streams.map((stream) => stream.text())
      await expect.poll(() => openStreams(metrics)).toContain('todo_ledger_open_streams 3')
      if (end === 'expired') now = new Date(expires)
      else revokeToken(file, 'ada')
      if (end === 'silent') await vi.advanceTimersByTimeAsync(1_000)
      else
        await (await session()).edit({ add: [{ text: 'A secret' }] }, { actor: { kind: 'person', id: 'p' } })
      if (end !== 'silent') await vi.advanceTimersByTimeAsync(1_000)
      expect((await Promise.all(texts)).join('')).not.toMatch(/secret|ada\.plan|lists/)
      await expect.poll(() => openStreams(metrics)).toContain('todo_ledger_open_streams 0')
    }
    await service.close()
  } finally {
    vi.useRealTimers()
  }
})

const initialize = JSON.stringify({
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
})

test('a session that is in memory is not read again from its first event', async () => {
  const store = memoryStore()
  let events = 0
  const read: EventStore['read'] = async function* (session, range) {
    for await (const event of store.read(session, range)) {
      events += 1
      yield event
    }
  }
  const { ask, service } = testServer({ ...lasting(store), read })
  await ask('POST', '/v1/sessions', { id: 'long', profile: 'wake-loop' })
  for (let number = 0; number < 50; number += 1)
    await ask('POST', '/v1/sessions/long/edits', { add: [{ text: `Item ${number}` }] })
  events = 0
  const answer = await ask('GET', '/v1/sessions/long')
  expect(answer.body.state.items.length).toBe(50)
  expect(events).toBeLessThan(5)
  // What another server writes is read, and what it takes out.
  const other = testServer(store)
  await other.ask('POST', '/v1/sessions/long/edits', { add: [{ text: 'One more' }] })
  expect((await ask('GET', '/v1/sessions/long/state')).body.items.length).toBe(51)
  await other.ask('DELETE', '/v1/sessions/long')
  expect((await ask('GET', '/v1/sessions/long/state')).body.items).toEqual([])
  expect((await other.ask('GET', '/v1/sessions/long/state')).body.items).toEqual([])
  await service.close()
})

test('what is new is looked for nowhere, and what one server answered another answers again', async () => {
  const store = memoryStore()
  let reads = 0
  const read: EventStore['read'] = (session, range) => {
    reads += 1
    return store.read(session, range)
  }
  const one = testServer({ ...lasting(store), read })
  await one.ask('POST', '/v1/sessions', { id: 'plan', profile })
  const input = { todos: [{ content: 'Write the form', status: 'in_progress' }] }
  const requests = [
    ['runs', { text: 'Go on' }],
    ['turns', {}],
    ['calls', { call: 'c1', turn: 1, name: 'write_todos', input }],
    ['calls', { call: 'c2', turn: 1, name: 'write_file', input: {} }],
    ['turns/1/end', {}],
  ] as const
  // From here on these know less than is stored.
  const others = requests.map(() => testServer(lasting(store)))
  for (const { ask } of others) await ask('GET', '/v1/sessions/plan')
  const answerOf = async ({ ask }: typeof one, place: number) => {
    const [path, sent] = requests[place] ?? ['', {}]
    const key = { 'idempotency-key': `k${place}` }
    const { status, body } = await ask('POST', `/v1/sessions/plan/${path}`, sent, key)
    return { status, body }
  }
  reads = 0
  const answers: unknown[] = []
  for (const place of requests.keys()) answers.push(await answerOf(one, place))
  // Whether another server began the turn.
  expect(reads).toBe(1)
  const again = await Promise.all(others.map(answerOf))
  expect(again).toEqual(answers)
  expect((await one.ask('GET', '/v1/sessions/plan/state')).body.seq).toBe(6)
  await Promise.all([one, ...others].map(({ service }) => service.close()))
})

test('others have their turn while a session is read that is not in memory', async () => {
  const store = memoryStore()
  const before = testServer(store)
  await before.ask('POST', '/v1/sessions', { id: 'long', profile: 'wake-loop' })
  const long = await before.service.session(person, 'long')
  const actor = { kind: 'person', id: 'ada' } as const
  for (let number = 0; number < 200; number += 1)
    await long.edit({ add: [{ text: `Item ${number}` }] }, { actor })
  const { service } = testServer(store)
  let turns = 0
  const look = () => {
    turns += 1
    next = setImmediate(look)
  }
  let next = setImmediate(look)
  const { state } = await service.read(person, 'long')
  clearImmediate(next)
  expect(state.items.length).toBe(200)
  expect(turns).toBeGreaterThan(4)
  await Promise.all([service.close(), before.service.close()])
})

test('a store that can not be followed any more ends the streams; who comes back begins anew', async () => {
  const store = memoryStore()
  const feed = eventFeed({
    ...lasting(store),
    lastPosition: () => Promise.reject(new Error('The connection is gone.')),
  })
  const { signal } = new AbortController()
  for (let time = 0; time < 2; time += 1) {
    for await (const event of feed.follow('plan', 0, signal)) expect(event).toBeUndefined()
  }
  feed.close()
})

test('the stream of an MCP conversation ends with it, and a HEAD opens none', async () => {
  const metrics = new Metrics()
  const { app, tokens, service } = testServer(memoryStore(), { metrics })
  const headers = {
    authorization: `Bearer ${tokens.issue(ada)}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  }
  const begun = await app.request('/mcp', { method: 'POST', headers, body: initialize })
  await begun.text()
  const ofIt = { ...headers, 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' }
  expect((await app.request('/mcp', { headers: ofIt })).status).toBe(200)
  expect(await openStreams(metrics)).toContain('todo_ledger_open_streams 1')
  await app.request('/mcp', { method: 'DELETE', headers: ofIt })
  for (const path of ['/v1/live/changes', '/v1/sessions/ada.plan/events'])
    expect((await app.request(path, { method: 'HEAD', headers })).status).toBe(200)
  while (!(await openStreams(metrics)).includes('todo_ledger_open_streams 0')) await wait(5)
  await service.close()
})

/** What the server tells of itself: metrics and a log, in which no text of a session stands. */

import { type EventStore, memoryStore, StoreError } from '@todo-ledger/core'
import { expect, test } from 'vitest'
import { usualLimits } from '../src/access/limits.js'
import { jsonLog } from '../src/telemetry/log.js'
import { Metrics } from '../src/telemetry/metrics.js'
import { ada, testServer } from './http-client.js'

const profile = 'todo-list-middleware'

/** A word that is said in every place where a client says something. */
const secret = 'Zwetschgenknödel'

async function play(store: EventStore) {
  const lines: string[] = []
  const metrics = new Metrics()
  const log = jsonLog({ write: (line: string) => lines.push(line) })
  const { ask, as, service, app, tokens } = testServer(store, { metrics, log })
  const at = '/v1/sessions/ada.plan'
  const asAda = as(ada)
  await asAda('POST', '/v1/sessions', { id: 'ada.plan', profile, goal: secret })
  await asAda('POST', `${at}/runs`, { text: secret })
  const todos = (status: string) => ({ todos: [{ content: `Write ${secret}`, status }] })
  const input = todos('in_progress')
  await asAda('POST', `${at}/calls`, { call: 'c1', name: 'write_todos', input })
  // Refused: two are in progress.
  const two = { todos: [...input.todos, { content: `Bake ${secret}`, status: 'in_progress' }] }
  await asAda('POST', `${at}/calls`, { call: 'c2', name: 'write_todos', input: two })
  await asAda('POST', `${at}/calls`, { call: 'c3', name: 'write_todos', input: todos('completed') })
  // The same id with another body: what is told of it shows both, to the client alone.
  await asAda('POST', `${at}/calls`, { call: 'c3', name: 'write_todos', input })
  await asAda('POST', `/v1/sessions/${encodeURIComponent(secret)}/runs`, { text: secret })
  await asAda('GET', `/v1/sessions?profile=${encodeURIComponent(secret)}`)
  await asAda('POST', '/v1/sessions', { profile: secret })
  await app.request(`/${encodeURIComponent(secret)}`, { method: 'BREW' })
  const authorization = `Bearer ${tokens.issue({ name: 'grafana', prefix: '' })}`
  const told = await app.request('/metrics', { headers: { authorization } })
  const refused = await asAda('GET', '/metrics')
  expect(refused.body.code).toBe('not-yours')
  await ask('GET', `${at}/audit`)
  await service.close()
  return { lines, metrics: await told.text() }
}

test('neither the log nor the metrics hold what a session holds', async () => {
  const { lines, metrics } = await play(memoryStore())
  expect(metrics).toContain(
    'todo_ledger_todo_calls_total{profile="todo-list-middleware",outcome="refused"} 1',
  )
  expect(metrics).toContain('todo_ledger_open_streams 0')
  expect(metrics).toContain('method="other",route="none",status="404"')
  const requests = lines.map((line) => JSON.parse(line))
  expect(requests.every(({ time, level, message }) => time && level && message === 'request')).toBe(true)
  expect(
    requests.map(({ method, route, status, token = '-', problem = '' }) =>
      `${method} ${route} ${status} ${token} ${problem}`.trim(),
    ),
  ).toMatchInlineSnapshot(`
    [
      "POST /v1/sessions 201 ada",
      "GET /openapi.json 200 -",
      "POST /v1/sessions/:id/runs 200 ada",
      "POST /v1/sessions/:id/calls 200 ada",
      "POST /v1/sessions/:id/calls 200 ada",
      "POST /v1/sessions/:id/calls 200 ada",
      "POST /v1/sessions/:id/calls 422 ada id-conflict",
      "POST /v1/sessions/:id/runs 404 ada unknown-session",
      "GET /v1/sessions 200 ada",
      "POST /v1/sessions 422 ada unknown-profile",
      "other none 404 -",
      "GET /metrics 200 grafana",
      "GET /metrics 403 ada not-yours",
      "GET /v1/sessions/:id/audit 200 person",
      "GET /openapi.json 200 -",
    ]
  `)
  for (const text of [metrics, ...lines]) {
    expect(text).not.toContain(secret)
    expect(text).not.toContain(encodeURIComponent(secret))
    expect(text).not.toContain('ada.plan')
    expect(text).not.toMatch(/tl_/)
  }
})

test('a fault is logged by its place, not by its words', async () => {
  const store = memoryStore()
  let isBroken = false
  const broken: EventStore = {
    append: () => Promise.reject(new StoreError('disk-full', `There is no room for ${secret}.`)),
    read: (session, range) => store.read(session, range),
    readAll: (range) => store.readAll(range),
    ledger: () => store.ledger(),
    lastPosition: () => store.lastPosition(),
    sessions: (only) =>
      isBroken ? Promise.reject(new TypeError(`${secret} is not a function`)) : store.sessions(only),
    redact: (session, redaction, options) => store.redact(session, redaction, options),
    close: () => store.close(),
  }
  const lines: string[] = []
  const { ask } = testServer(broken, {
    log: jsonLog({ write: (line: string) => lines.push(line) }),
    limits: usualLimits,
  })
  const full = await ask('POST', '/v1/sessions', { profile, goal: secret })
  expect([full.status, full.body.code, full.headers.get('retry-after')]).toEqual([503, 'disk-full', '1'])
  isBroken = true
  const fault = await ask('GET', '/v1/sessions')
  expect([fault.status, fault.body.detail]).toEqual([500, "An internal error. The server's log says more."])
  const [first, second] = lines.map((line) => JSON.parse(line)).filter(({ status }) => status >= 500)
  expect(first).toMatchObject({ level: 'error', status: 503, error: 'StoreError', code: 'disk-full' })
  expect(second).toMatchObject({ level: 'error', status: 500, error: 'TypeError' })
  expect(second.at).toContain('telemetry.test.ts')
  expect(lines.join('')).not.toContain(secret)
  expect((await ask('GET', '/readyz')).status).toBe(500)
})

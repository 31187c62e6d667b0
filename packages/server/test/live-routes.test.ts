/** What the page is served with, and who is shown what. */

import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { evidence } from '@todo-ledger/audit'
import { memoryStore } from '@todo-ledger/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allowedAddresses } from '../src/access/allowed-addresses.js'
import { type Caller, person, Tokens } from '../src/access/tokens.js'
import { createApp } from '../src/http/app.js'
import { type Listening, listen } from '../src/http/listen.js'
import { LedgerService } from '../src/service/ledger-service.js'

const ada: Caller = { name: 'ada', prefix: 'ada.' }
const home = mkdtempSync(join(tmpdir(), 'todo-ledger-live-'))
const tokens = new Tokens()
const owner = tokens.issue(person)
const other = tokens.issue(ada)
/** Sees all sessions, and is no person at this machine. */
const everywhere = tokens.issue({ name: 'backup', prefix: '' })
let server: Listening
let service: LedgerService
/** What is done stands in the order of its times: a minute lies between two steps. */
let now = Date.now() - 3_600_000

beforeAll(async () => {
  const env = { HOME: home, XDG_CACHE_HOME: join(home, '.cache') }
  const clock = () => new Date(now)
  service = new LedgerService({
    store: memoryStore(),
    evidence: evidence(),
    user: { home, env, cwd: home },
    clock,
  })
  const allowed = allowedAddresses(['todos.example'])
  const app = createApp({ service, tokens, allowed })
  server = await listen({ app, service, address: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await server.stop()
  rmSync(home, { recursive: true, force: true })
})

interface Answer {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly text: string
}

/** Asks as whoever has the token, with further header lines. */
function ask(
  path: string,
  token: string | null,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request({
      host: '127.0.0.1',
      port: server.port,
      path,
      headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
    })
    asked.on('error', reject)
    asked.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part) => {
        text += part
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    asked.end()
  })
}

test('the page needs no token, holds nothing of a session, and runs its own script alone', async () => {
  const page = await ask('/', null)
  expect(page.status).toBe(200)
  expect(page.headers['content-security-policy']).toMatchInlineSnapshot(
    `"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"`,
  )
  expect(page.headers).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cache-control': 'no-cache',
  })
  expect([...page.text.matchAll(/<script[^>]*>([^<]*)/g)].map(([, inside]) => inside)).toEqual([''])
  expect(page.text).not.toMatch(/ style=| on\w+=|https?:\/\/(?!www\.w3\.org)/)
  for (const [path, type] of [
    ['/live.js', 'text/javascript; charset=utf-8'],
    ['/live.css', 'text/css; charset=utf-8'],
  ] as const) {
    const file = await ask(path, null)
    expect({ path, status: file.status, type: file.headers['content-type'] }).toEqual({
      path,
      status: 200,
      type,
    })
    expect(file.text).not.toContain('sourceMappingURL')
  }
})

test('the list of an MCP client is judged with what it recorded, for the owner at this machine alone', async () => {
  const folder = '/work/app'
  const path = join(home, '.claude/projects/-work-app/one.jsonl')
  mkdirSync(dirname(path), { recursive: true })
  let calls = 0
  const record = (name: string, input: unknown, output: string) => {
    calls += 1
    now += 60_000
    const line = (type: string, content: object, message = {}) =>
      `${JSON.stringify({ type, sessionId: 'one', uuid: `${calls}-${type}`, cwd: folder, timestamp: new Date(now - 60_000).toISOString(), message: { ...message, role: type, content: [content] } })}\n`
    const id = `toolu_${calls}`
    const asked = line('assistant', { type: 'tool_use', id, name, input }, { id: `m${calls}` })
    appendFileSync(path, asked + line('user', { type: 'tool_result', tool_use_id: id, content: output }))
  }
  await service.createSession(person, { id: 'mcp', profile: 'recommended', todoCallsOnly: { folder } })
  const todo = async (name: string, input: object) => {
    const reply = await service.callTodoTool(person, 'mcp', { call: `c${calls}`, name, input })
    record(`mcp__todo-ledger__${name}`, { session: 'app', ...input }, reply.text)
  }
  const list = ['Mend the sum', 'Run the tests'].map((text) => ({ text, status: 'in_progress' }))
  await todo('write_todos', {
    items: list.map((item, at) => (at === 0 ? item : { ...item, status: 'pending' })),
  })
  record(
    'Edit',
    { file_path: '/work/app/sum.mjs', old_string: 'a - b', new_string: 'a + b' },
    'The file /work/app/sum.mjs has been updated.',
  )
  await todo('update_todo', { id: '1', status: 'completed' })
  await todo('update_todo', { id: '2', status: 'completed' })
  const shown = async (token: string, headers = {}) => {
    const read = JSON.parse((await ask('/v1/live/sessions/mcp', token, headers)).text)
    const listed = JSON.parse((await ask('/v1/live/entries?session=mcp', token, headers)).text)
    expect(listed.entries).toEqual([read.entry])
    const { seq, progress, verdicts } = read.entry
    const audit = JSON.parse((await ask('/v1/sessions/mcp/audit', token, headers)).text)
    expect(audit.summary.verdicts).toEqual(verdicts)
    return { seq, progress, verdicts }
  }
  const known = { progress: { completed: 2, total: 2 }, seq: expect.any(Number) }
  const unseen = { supported: 0, weak: 0, unsupported: 0, undecided: 0, unknown: 2 }
  const judged = { supported: 0, weak: 0, unsupported: 1, undecided: 1, unknown: 0 }
  expect(await shown(everywhere)).toEqual({ ...known, verdicts: unseen })
  expect(await shown(owner)).toEqual({ ...known, verdicts: judged })
  for (const elsewhere of [
    { 'x-forwarded-for': '203.0.113.7' },
    { forwarded: 'for=203.0.113.7' },
    { host: 'todos.example' },
  ])
    expect(await shown(owner, elsewhere)).toEqual({ ...known, verdicts: unseen })
})

test('a session is shown to those whose it is, and its texts are fit for a page', async () => {
  const id = 'ada.<script>'
  await service.createSession(ada, { id, profile: 'claude-code' })
  const session = await service.session(ada, id)
  await session.startRun({ trigger: 'user', text: 'Mend </script><script>alert(1)</script>\u202e!' })
  await service.callTodoTool(ada, id, {
    call: 'c1',
    name: 'TodoWrite',
    input: { todos: [{ content: 'A', status: 'completed', activeForm: 'A' }] },
  })
  await service.createSession(person, { id: 'own', profile: 'claude-code' })
  const address = `/v1/live/sessions/${encodeURIComponent(id)}`
  const read = await ask(address, other)
  expect(JSON.parse(read.text)).toMatchObject({
    entry: { session: id, seq: 5, isWorking: false, progress: { completed: 1, total: 1 }, turns: 1 },
  })
  expect(read.text).not.toMatch(/<|\u202e/)
  expect(read.headers['cache-control']).toBe('no-store')
  for (const path of ['', '/state']) {
    expect((await ask(`/v1/live/sessions/own${path}`, other)).status).toBe(404)
    expect((await ask(`/v1/live/sessions/own${path}`, owner)).status).toBe(200)
    expect((await ask(`${address}${path}`, null)).status).toBe(401)
  }
  const entries = async (token: string) =>
    JSON.parse(
      (await ask(`/v1/live/entries?session=own&session=${encodeURIComponent(id)}&session=none`, token)).text,
    ).entries.map(({ key }: { readonly key: string }) => key)
  expect(await entries(other)).toEqual([id])
  expect(await entries(owner)).toEqual(['own', id])
})

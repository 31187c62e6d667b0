/** Who is let in: every Host, with every Origin, every token and every method, against a server that listens. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { memoryStore, StoreError } from '@todo-ledger/core'
import { expect, test, vi } from 'vitest'
import { allowedAddresses } from '../src/access/allowed-addresses.js'
import { usualLimits } from '../src/access/limits.js'
import { addToken, type Caller, person, revokeToken, Tokens } from '../src/access/tokens.js'
import { listen } from '../src/http/listen.js'
import { main } from '../src/main.js'
import { forgetOld } from '../src/service/upkeep.js'
import type { LogEntry } from '../src/telemetry/log.js'
import { ada, bob, codeOf, testServer } from './http-client.js'
import { ownFolder } from './own-folder.js'

const agent = new Agent({ keepAlive: true })

/** An answer's status and the code of its problem. Only here is the Host written by hand: `fetch` writes its own. */
function told(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
): Promise<{ readonly status: number; readonly code: string | null }> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { agent, host: '127.0.0.1', port, method, path, headers, setHost: false },
      async (answer) => {
        const parts: Buffer[] = []
        for await (const part of answer) parts.push(part)
        const text = Buffer.concat(parts).toString()
        const code = text.startsWith('{') ? (JSON.parse(text).code ?? null) : null
        resolve({ status: answer.statusCode ?? 0, code })
      },
    )
    asked.on('error', reject)
    asked.end()
  })
}

test('Host × Origin × token × method', async () => {
  const allowed = allowedAddresses(['todos.example'])
  const { app, service, tokens } = testServer(memoryStore(), {
    allowed,
    limits: { ...usualLimits, rate: 1e6, strangers: 1e6 },
  })
  await service.createSession(ada, { id: 'ada.plan', profile: 'todo-list-middleware' })
  const { port, stop } = await listen({ app, service, address: '127.0.0.1', port: 0 })

  const hosts: [string, boolean][] = [
    [`127.0.0.1:${port}`, true],
    ['localhost', true],
    ['LocalHost:1', true],
    ['[::1]:81', true],
    ['todos.example', true],
    ['todos.example.evil.example', false],
    ['localhost.', false],
    ['evil.example', false],
    [`127.0.0.1.nip.io:${port}`, false],
    ['169.254.169.254', false],
    ['localhost@evil.example', false],
  ]
  const origins: [string | null, 'none' | 'own' | 'foreign'][] = [
    [null, 'none'],
    ['own', 'own'],
    ['https://pages.example:8443', 'foreign'],
    ['https://evil.example', 'foreign'],
    ['http://localhost:5173', 'foreign'],
    ['null', 'foreign'],
  ]
  const holders: [string | null, 'own' | 'other' | 'none'][] = [
    [`Bearer ${tokens.issue(ada)}`, 'own'],
    [`bearer ${tokens.issue(person)}`, 'own'],
    [`Bearer ${tokens.issue(bob)}`, 'other'],
    ['Bearer tl_guess', 'none'],
    ['Basic YWRhOmFkYQ==', 'none'],
    [null, 'none'],
  ]
  const methods = ['GET', 'POST']
  const rows = hosts.flatMap((host) =>
    origins.flatMap((origin) =>
      holders.flatMap((holder) => methods.map((method) => [host, origin, holder, method] as const)),
    ),
  )
  const row = async ([
    [host, isKnown],
    [origin, from],
    [authorization, who],
    method,
  ]: (typeof rows)[number]) => {
    const headers: Record<string, string> = { host }
    if (origin !== null) headers['origin'] = origin === 'own' ? `http://${host}`.toLowerCase() : origin
    if (authorization !== null) headers['authorization'] = authorization
    const answer = await told(port, method, '/v1/sessions/ada.plan', headers)
    const expected = () => {
      if (!isKnown) return host.includes('@') ? 400 : 421
      if (from === 'foreign') return 403
      if (who === 'none') return 401
      if (method === 'POST') return 405
      return who === 'other' ? 404 : 200
    }
    expect(answer.status, JSON.stringify({ method, ...headers, answer })).toBe(expected())
  }
  expect(rows.length).toBe(11 * 6 * 6 * 2)
  for (let first = 0; first < rows.length; first += 50) {
    await Promise.all(rows.slice(first, first + 50).map(row))
  }

  // Whether it is there, those may ask who only know its number; everything else is behind its name.
  const open = await Promise.all(
    ['/healthz', '/readyz', '/openapi.json', '/', '/metrics', '/mcp', '/v1/live/changes'].map(
      async (path) => {
        const [named, unnamed] = await Promise.all([
          told(port, 'GET', path, { host: 'localhost' }),
          told(port, 'GET', path, { host: '10.0.0.7' }),
        ])
        return [path, named.status, unnamed.status]
      },
    ),
  )
  expect(open).toEqual([
    ['/healthz', 200, 200],
    ['/readyz', 200, 200],
    ['/openapi.json', 200, 421],
    ['/', 200, 421],
    ['/metrics', 401, 421],
    ['/mcp', 401, 421],
    ['/v1/live/changes', 401, 421],
  ])
  await stop()
})

test('the limits', async () => {
  const limits = { ...usualLimits, body: 200, rate: 30, sessions: 3, streams: 2 }
  const { app, as, tokens, service } = testServer(memoryStore(), { limits })
  const profile = 'todo-list-middleware'
  const asAda = as(ada)
  // What comes to nothing takes no room.
  for (let time = 0; time < 3; time += 1)
    expect((await asAda('POST', '/v1/sessions', { profile: 'none' })).status).toBe(422)
  // The limit counts what was there before the server, too.
  for (const status of [201, 201, 201, 429]) {
    const { body, ...answer } = await asAda('POST', '/v1/sessions', { profile })
    expect([answer.status, body.code]).toEqual([status, status === 429 ? 'too-many-sessions' : undefined])
  }
  expect((await as(bob)('POST', '/v1/sessions', { id: 'bob.1', profile })).status).toBe(201)
  // One that is there already may be asked for again.
  expect((await as(bob)('POST', '/v1/sessions', { id: 'bob.1', profile })).status).toBe(200)

  const large = await asAda('POST', '/v1/sessions', { profile, goal: 'x'.repeat(300) })
  // The rest of it is not read: the connection ends, or the next request on it would be lost.
  expect([large.status, large.body.code, large.headers.get('connection')]).toEqual([
    413,
    'too-large',
    'close',
  ])

  const headers = { authorization: `Bearer ${tokens.issue(bob)}`, accept: 'text/event-stream' }
  const streams = [0, 1].map(() => app.request('/v1/sessions/bob.1/events', { headers }))
  const [one, two] = await Promise.all(streams)
  const three = await app.request('/v1/sessions/bob.1/events', { headers })
  expect([one?.status, two?.status, three.status, await codeOf(three)]).toEqual([
    200,
    200,
    429,
    'too-many-streams',
  ])
  await one?.body?.cancel()
  expect((await app.request('/v1/sessions/bob.1/events', { headers })).status).toBe(200)

  const many = await Promise.all(
    Array.from({ length: 40 }, () => app.request('/v1/sessions', { headers: { ...headers, accept: '*/*' } })),
  )
  const refused = many.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]?.headers.get('retry-after')).toBe('1')
  // Another token's requests are its own.
  expect((await as(person)('GET', '/v1/sessions')).status).toBe(200)
  await service.close()
})

test('the limit of sessions holds for many that are begun at once, and is asked for again where it could not be counted', async () => {
  const limits = { ...usualLimits, sessions: 3 }
  const store = memoryStore()
  const sessions = store.sessions.bind(store)
  store.sessions = () => Promise.reject(new StoreError('unavailable', 'The connection is gone.'))
  const { as, service } = testServer(store, { limits })
  const begun = () => as(ada)('POST', '/v1/sessions', { profile: 'todo-list-middleware' })
  expect((await begun()).status).toBe(503)
  store.sessions = sessions
  const answers = await Promise.all(Array.from({ length: 10 }, begun))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, ...Array(7).fill(429)])
  await service.close()
})

test('a quota is a token’s own, and a session that was deleted takes no room', async () => {
  const limits = { ...usualLimits, sessions: 2 }
  const store = memoryStore()
  const profile = 'todo-list-middleware'
  const server = testServer(store, { limits })
  const begin = async (caller: Caller, id?: string) =>
    (await server.as(caller)('POST', '/v1/sessions', { profile, ...(id === undefined ? {} : { id }) })).status
  expect([await begin(ada, 'ada.1'), await begin(ada, 'ada.2'), await begin(ada)]).toEqual([201, 201, 429])
  expect([await begin(bob), await begin(person), await begin(person), await begin(person)]).toEqual([
    201, 201, 201, 429,
  ])
  expect((await server.as(bob)('DELETE', '/v1/sessions/ada.1')).status).toBe(404)
  expect((await server.as(ada)('DELETE', '/v1/sessions/ada.1')).body).toEqual({ id: 'ada.1', erased: 1 })
  expect((await server.as(ada)('DELETE', '/v1/sessions/ada.1')).body).toEqual({ id: 'ada.1', erased: 0 })
  // Another server over the same store counts the same.
  const other = testServer(store, { limits })
  const beginThere = async () => (await other.as(ada)('POST', '/v1/sessions', { profile })).status
  expect([await beginThere(), await beginThere()]).toEqual([201, 429])
  await other.service.close()
})

test('sessions in which nothing happened for long are forgotten', async () => {
  let now = new Date('2026-01-01T00:00:00Z')
  const { service, ask } = testServer(memoryStore(), { clock: () => now })
  const profile = 'todo-list-middleware'
  await ask('POST', '/v1/sessions', { id: 'old', profile })
  await ask('POST', '/v1/sessions', { id: 'busy', profile })
  now = new Date('2026-04-01T00:00:00Z')
  await ask('POST', '/v1/sessions/busy/messages', { text: 'Go on.' })
  const logged: LogEntry[] = []
  await forgetOld(service, 60, now, (entry) => logged.push(entry))
  expect(logged).toEqual([{ level: 'info', message: 'old sessions were forgotten', sessions: 1 }])
  const profiles = (await ask('GET', '/v1/sessions')).body.sessions.map(
    (listed: { id: string; profile: string | null }) => [listed.id, listed.profile],
  )
  expect(Object.fromEntries(profiles)).toEqual({ busy: profile, old: null })
  await service.close()
})

test.each([
  ['--port', '65536'],
  ['--keep', '90'],
  ['--allow-host', 'todos.example:443'],
  ['--allow-host', 'https://todos.example'],
])('serve %s %s is refused', async (...words) => {
  expect(await main(['serve', '--store', ':memory:', '--port', '0', ...words])).toBe(2)
})

test('a server sees at once that a token was made, replaced or taken out', async () => {
  const folder = ownFolder()
  const file = join(folder, 'tokens.json')
  const tokens = new Tokens(file)
  const { app, service } = testServer(undefined, { tokens })
  const statusWith = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    return (await app.fetch(new Request('http://localhost/v1/sessions', { headers }))).status
  }
  const printed = tokens.issue(person)
  const first = addToken(file, { name: 'ada', all: false })
  expect(await statusWith(first)).toBe(200)
  const second = addToken(file, { name: 'ada', all: false })
  expect([await statusWith(first), await statusWith(second)]).toEqual([401, 200])
  writeFileSync(file, '{')
  expect([await statusWith(second), await statusWith(second)]).toEqual([503, 503])
  expect(await statusWith(printed)).toBe(200)
  rmSync(file)
  expect([await statusWith(second), await statusWith(printed)]).toEqual([401, 200])
  await service.close()
})

test('a token can be read-only, and expire', async () => {
  const folder = ownFolder()
  const file = join(folder, 'tokens.json')
  let now = new Date('2026-01-01T00:00:00Z')
  const tokens = new Tokens(file, () => now)
  const { app, service } = testServer(undefined, { tokens })
  const expires = '2026-01-31T00:00:00.000Z'
  const token = addToken(file, { name: 'ada', all: false, readOnly: true, expires })
  const asked = async (method: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await app.request('/v1/sessions', { method, headers })
    return answer.ok ? answer.status : [answer.status, await codeOf(answer)]
  }
  expect([await asked('GET'), await asked('POST')]).toEqual([200, [403, 'read-only']])
  now = new Date(expires)
  expect(await asked('GET')).toEqual([401, 'token-required'])
  await service.close()
})

test('tokens are made, listed and revoked by the command', async () => {
  const folder = ownFolder()
  const told = async (...words: string[]) => {
    let text = ''
    const spies = [process.stdout, process.stderr].map((stream) =>
      vi.spyOn(stream, 'write').mockImplementation((piece) => {
        text += piece
        return true
      }),
    )
    const code = await main(['token', '--tokens', join(folder, 'tokens.json'), ...words])
    for (const spy of spies) spy.mockRestore()
    return `${text}exit ${code}`.replace(/\d{4}-\d\d-\d\d/, 'DATE')
  }
  expect(await told('ada', '--read-only', '--expires', '30d')).toMatch(/^tl_[\w-]{43}\nexit 0$/)
  expect(await told('grafana', '--all')).toMatch(/^tl_/)
  expect([await told('--list'), await told('ada', '--revoke'), await told('--list'), await told()]).toEqual([
    'ada, its own sessions, read-only, expires DATE\ngrafana, all sessions\nexit 0',
    'ada is revoked.\nexit 0',
    'grafana, all sessions\nexit 0',
    'todo-ledger: Give the name of a token: `todo-ledger token builder`.\nexit 2',
  ])
})

test('what anybody may ask is counted, too', async () => {
  const { app, service } = testServer(memoryStore(), { limits: { ...usualLimits, strangers: 5 } })
  for (const path of ['/readyz', '/openapi.json']) {
    const answers = await Promise.all(Array.from({ length: 10 }, () => app.request(path)))
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
  }
  await service.close()
})

test('a server goes on when nobody reads its log any more', async () => {
  const folder = ownFolder()
  const program = fileURLToPath(new URL('../bin/todo-ledger.js', import.meta.url))
  const words = ['serve', '--store', join(folder, 'todos.db'), '--port', '0']
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...process.env, XDG_CONFIG_HOME: folder, XDG_STATE_HOME: folder },
  })
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  const { origin } = new URL(line)
  child.stdout.destroy()
  child.stderr.destroy()
  // Each is logged.
  for (let time = 0; time < 5; time += 1) expect((await fetch(`${origin}/v1/sessions`)).status).toBe(401)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

test('of a token only its hash is kept, in a file of its owner', () => {
  const folder = ownFolder()
  const file = join(folder, 'deep', 'tokens.json')
  const first = addToken(file, { name: 'ada', all: false })
  const all = addToken(file, { name: 'grafana', all: true })
  const second = addToken(file, { name: 'ada', all: false })
  const text = readFileSync(file, 'utf8')
  for (const token of [first, second, all]) expect(text).not.toContain(token.slice(3))
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const tokens = new Tokens(file)
  expect(tokens.callerOf(second)).toEqual({ name: 'ada', prefix: 'ada.' })
  expect(tokens.callerOf(all)).toEqual({ name: 'grafana', prefix: '' })
  // One of the same name is replaced.
  expect(tokens.callerOf(first)).toBeNull()
  expect(() => addToken(file, { name: 'Ada.', all: false })).toThrow('small letters')
  revokeToken(file, 'ada')
  expect(new Tokens(file).callerOf(second)).toBeNull()
  expect(() => revokeToken(file, 'ada')).toThrow('has no token of the name "ada"')
  for (const damaged of ['', '{', '{"tokens":[{"name":"ada"}]}']) {
    writeFileSync(file, damaged)
    expect(() => new Tokens(file)).toThrow('is not a file of tokens')
  }
  expect(new Tokens(join(folder, 'none')).callerOf(all)).toBeNull()
  for (const unreadable of [folder, join(folder, 'a'.repeat(400))])
    expect(() => new Tokens(unreadable)).toThrow(`The tokens in ${unreadable} can't be read.`)
})

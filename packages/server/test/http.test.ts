import { memoryStore } from '@todo-ledger/core'
import { expect, test } from 'vitest'
import { ada, bob, codeOf, testServer } from './http-client.js'

const profile = 'todo-list-middleware'
const todos = (...list: [string, string][]) => ({
  todos: list.map(([content, status]) => ({ content, status })),
})

test('a run as a host plays it', async () => {
  const { ask, service } = testServer()
  expect(await ask('POST', '/v1/sessions', { id: 'plan', profile, goal: 'Ship it' })).toMatchObject({
    status: 201,
    body: { id: 'plan', created: true },
  })
  const at = '/v1/sessions/plan'
  const session = await ask('GET', at)
  expect(session.body.tools.map(({ name }: { name: string }) => name)).toEqual(['write_todos'])
  expect(session.body.instructions).toContain('Checklist')

  const posts: [string, object, object][] = [
    [`${at}/runs`, { text: 'Add a login page' }, { started: true }],
    [`${at}/turns`, {}, { turn: 1, reminders: [] }],
    [
      `${at}/calls`,
      { call: 'c1', turn: 1, name: 'write_todos', input: todos(['Write the form', 'in_progress']) },
      { kind: 'todo', call: 'c1', ok: true, violations: [], reminders: [] },
    ],
    [
      `${at}/calls`,
      { call: 'c2', turn: 1, name: 'write_file', input: { path: 'form.html' } },
      { kind: 'recorded', call: 'c2' },
    ],
    [`${at}/results`, { call: 'c2', ok: true, output: 'written' }, { recorded: true }],
    [`${at}/messages`, { text: 'The form is there.' }, { recorded: true }],
    [`${at}/turns/1/end`, {}, { reminders: [], watcher: [] }],
    [`${at}/turns`, {}, { turn: 2 }],
    [
      `${at}/calls`,
      { call: 'c3', turn: 2, name: 'write_todos', input: todos(['Write the form', 'completed']) },
      { kind: 'todo', ok: true },
    ],
    [`${at}/turns/2/end`, {}, { reminders: [] }],
    [`${at}/runs/end`, { text: 'Done.' }, { action: 'stop', yieldTo: 'dormant', reason: 'no open todos' }],
  ]
  for (const [path, given, expected] of posts) {
    expect(await ask('POST', path, given), path).toMatchObject({ status: 200, body: expected })
  }

  // Whoever lost an answer asks again, also when the turn is over.
  const calls = posts.filter(([path]) => path.endsWith('/calls') || path.endsWith('/results'))
  for (const [path, given, expected] of calls) {
    expect(await ask('POST', path, given), path).toMatchObject({ status: 200, body: expected })
  }

  const then = await ask('GET', `${at}/state?turn=1`)
  expect(then.body.items.map(({ status }: { status: string }) => status)).toEqual(['in_progress'])
  const now = await ask('GET', `${at}/state`)
  expect(now.body).toMatchObject({
    phase: 'reviewing',
    items: [{ text: 'Write the form', status: 'completed' }],
  })
  const first = await ask('GET', `${at}/events?limit=3`)
  expect(first.body).toMatchObject({ last: 3, more: true })
  const rest = await ask('GET', `${at}/events?after=3`)
  expect(rest.body).toMatchObject({ last: now.body.seq, more: false })
  const types = [...first.body.events, ...rest.body.events].map(({ type }) => type)
  expect(types).toMatchInlineSnapshot(`
    [
      "session.opened",
      "run.started",
      "turn.started",
      "todos.updated",
      "tool.called",
      "tool.returned",
      "message.recorded",
      "turn.ended",
      "turn.started",
      "todos.updated",
      "turn.ended",
      "message.recorded",
      "session.yielded",
    ]
  `)
  const audit = await ask('GET', `${at}/audit`)
  expect(audit.body.completions).toMatchObject([{ text: 'Write the form', verdict: 'undecided' }])
  expect((await ask('GET', '/v1/sessions?open=false')).body.sessions).toMatchObject([
    { id: 'plan', profile, title: 'Add a login page', counts: { completed: 1 }, turns: 2 },
  ])
  expect((await ask('GET', '/v1/sessions?open=true')).body).toEqual({ sessions: [], next: null })
  await service.close()
})

test('the end of a turn that is asked for again gets the same answer, reminders too', async () => {
  const { ask, service } = testServer()
  await ask('POST', '/v1/sessions', { id: 'plan', profile: 'todo-manager' })
  const at = '/v1/sessions/plan'
  await ask('POST', `${at}/runs`, { text: 'Add a login page' })
  const ended: unknown[] = []
  for (let turn = 1; turn <= 6; turn += 1) {
    await ask('POST', `${at}/turns`, {})
    const call = `c${turn}`
    await ask('POST', `${at}/calls`, { call, turn, name: 'read_file', input: {} })
    await ask('POST', `${at}/results`, { call, ok: true })
    const once = await ask('POST', `${at}/turns/${turn}/end`, {}, { 'idempotency-key': `end-${turn}` })
    const again = await ask('POST', `${at}/turns/${turn}/end`, {}, { 'idempotency-key': `end-${turn}` })
    expect(again).toMatchObject({ status: 200, body: once.body })
    ended.push(...once.body.reminders)
  }
  expect(ended).not.toEqual([])
  expect(await ask('POST', `${at}/turns/1/end`, {}, { 'idempotency-key': 'another' })).toMatchObject({
    status: 409,
    body: { code: 'turn-over' },
  })
  // The key is another request's.
  const cut = await ask('POST', `${at}/turns/1/end`, { interrupted: true }, { 'idempotency-key': 'end-1' })
  expect(cut).toMatchObject({ status: 422 })
  // The key is another turn's.
  expect(await ask('POST', `${at}/turns/2/end`, {}, { 'idempotency-key': 'end-1' })).toMatchObject({
    status: 422,
  })
  await service.close()
})

test('what cannot be done is a problem that says so', async () => {
  const { ask, as, service } = testServer()
  await ask('POST', '/v1/sessions', { id: 'plan', profile })
  await ask('POST', '/v1/sessions', { id: 'ada.plan', profile })
  const at = '/v1/sessions/plan'
  const rows: [string, string, object | undefined, number, string][] = [
    ['POST', '/v1/sessions', { profile: 'none' }, 422, 'unknown-profile'],
    ['POST', '/v1/sessions', {}, 422, 'bad-request'],
    ['POST', '/v1/sessions', { id: 'a b', profile }, 422, 'bad-request'],
    ['POST', '/v1/sessions', { id: 'plan', profile: 'todo-manager' }, 409, 'profile-mismatch'],
    ['POST', '/v1/sessions', { profile, extra: 1 }, 422, 'bad-request'],
    ['POST', '/v1/sessions/none/runs', { text: '' }, 404, 'unknown-session'],
    ['POST', `${at}/turns`, {}, 409, 'no-run'],
    ['POST', `${at}/turns/1/end`, {}, 409, 'turn-over'],
    ['POST', `${at}/turns/x/end`, {}, 409, 'turn-over'],
    ['POST', `${at}/runs/end`, {}, 409, 'no-run'],
    ['POST', `${at}/calls`, { name: 'write_file', input: {} }, 422, 'turn-required'],
    ['POST', `${at}/calls`, { name: 'write_todos' }, 422, 'bad-request'],
    ['GET', '/v1/sessions?limit=0', undefined, 422, 'bad-request'],
    ['GET', '/v1/sessions?limit=many', undefined, 422, 'bad-request'],
    ['GET', '/v1/sessions?after=x', undefined, 422, 'bad-query'],
    ['GET', '/v1/sessions?colour=red', undefined, 422, 'bad-request'],
    ['GET', `${at}/state?turn=7`, undefined, 404, 'no-such-moment'],
    ['GET', `${at}/state?turn=1&seq=1`, undefined, 422, 'bad-request'],
    ['GET', `${at}/events?after=-1`, undefined, 422, 'bad-request'],
    ['GET', '/v1/sessions/%E0%A4%A/state', undefined, 404, 'unknown-session'],
    ['PUT', at, {}, 405, 'method-not-allowed'],
    ['DELETE', `${at}/events`, undefined, 405, 'method-not-allowed'],
    ['GET', '/v2/sessions', undefined, 404, 'unknown-address'],
  ]
  for (const [method, path, given, status, code] of rows) {
    const { body, ...answer } = await ask(method, path, given)
    expect({ status: answer.status, code: body.code }, `${method} ${path}`).toEqual({ status, code })
  }
  // A session that is another's is told as one that is not there.
  for (const path of ['', '/state', '/events', '/audit']) {
    expect((await as(bob)('GET', `/v1/sessions/ada.plan${path}`)).body.code, path).toBe('unknown-session')
    expect((await as(ada)('GET', `/v1/sessions/ada.plan${path}`)).status, path).toBe(200)
  }
  expect((await as(bob)('POST', '/v1/sessions/ada.plan/runs', { text: '' })).status).toBe(404)
  expect((await as(bob)('POST', '/v1/sessions', { id: 'ada.more', profile })).body.code).toBe('not-yours')
  expect((await as(bob)('GET', '/v1/sessions')).body.sessions).toEqual([])
  await service.close()
})

test('two clients at once: each call is stored once, and what one did the other builds on', async () => {
  const { as, service } = testServer()
  const at = '/v1/sessions/ada.plan'
  await as(ada)('POST', '/v1/sessions', { id: 'ada.plan', profile: 'todo-manager' })
  const clients = ['a', 'b'].map((name) => ({ name, ask: as(ada) }))
  const replies = await Promise.all(
    clients.flatMap(({ name, ask }) =>
      Array.from({ length: 10 }, (_, number) =>
        ask(
          'POST',
          `${at}/edits`,
          { add: [{ text: `${name}${number}` }] },
          { 'idempotency-key': `${name}${number}` },
        ),
      ),
    ),
  )
  expect(new Set(replies.map(({ body }) => JSON.stringify(body.added))).size).toBe(20)
  const { body } = await as(ada)('GET', `${at}/state`)
  expect(new Set(body.items.map(({ text }: { text: string }) => text)).size).toBe(20)
  expect(body.seq).toBe(21)
  expect(replies[0]?.headers.get('cache-control')).toBe('no-store')
  await service.close()
})

test('two agents share a list, each in a turn of its own, by two servers over one store', async () => {
  const store = memoryStore()
  const [one, two] = [testServer(store), testServer(store)]
  const [a, b] = [one.as(ada), two.as(ada)]
  const at = '/v1/sessions/ada.plan'
  await a('POST', '/v1/sessions', { id: 'ada.plan', profile: 'todo-manager' })
  const boss = { kind: 'agent', id: 'boss' }
  const tester = { kind: 'sub-agent', id: 'tester' }
  await a('POST', `${at}/runs`, { text: 'Go', agent: boss })
  expect((await a('POST', `${at}/turns`, { actor: boss })).body).toMatchObject({ turn: 1 })
  // Another turn of the same is not begun; one of the other's is, by the other server.
  expect((await b('POST', `${at}/turns`, { actor: boss })).body.code).toBe('turn-open')
  expect((await b('POST', `${at}/turns`, { actor: tester })).body).toMatchObject({ turn: 2 })
  const state = await a('GET', `${at}/state`)
  expect(state.body).toMatchObject({
    actor: tester,
    turn: { number: 2, open: true },
    otherActors: [{ actor: boss, turn: { number: 1, open: true } }],
  })
  // A turn that one server began goes on and ends by the other.
  const call = { call: 't1', name: 'run_tests', input: {}, turn: 2 }
  expect((await a('POST', `${at}/calls`, call)).body).toMatchObject({ kind: 'recorded' })
  expect((await b('POST', `${at}/turns/1/end`, {})).body).toMatchObject({ reminders: [] })
  expect((await a('POST', `${at}/turns/2/end`, {})).body).toMatchObject({ reminders: [] })
  const { events } = (await a('GET', `${at}/events?after=4`)).body
  expect(
    events.map(({ type, turn, actor }: { type: string; turn: number; actor: { id: string } }) => [
      type,
      turn,
      actor.id,
    ]),
  ).toEqual([
    ['tool.called', 2, 'tester'],
    ['turn.ended', 1, 'boss'],
    ['turn.ended', 2, 'tester'],
  ])
  await one.service.close()
})

test('agents of two servers share a list: each claims its own item, and none undoes unread what another did', async () => {
  const store = memoryStore()
  const [one, two] = [testServer(store), testServer(store)]
  const at = '/v1/sessions/ada.plan'
  const agents = [one.as(ada), two.as(ada)].map((ask, number) => {
    const actor = { kind: 'agent', id: `agent ${number + 1}` }
    return (path: string, given: object) => ask('POST', `${at}/${path}`, { ...given, actor })
  })
  const [a, b] = agents
  if (a === undefined || b === undefined) throw new Error('Two agents')
  await one.as(ada)('POST', '/v1/sessions', { id: 'ada.plan', profile: 'recommended' })
  const items = [
    { text: 'Later' },
    { text: 'Soon', due: '2026-12-01' },
    { text: 'Then', dependencies: ['1'] },
  ]
  await a('calls', { name: 'add_todos', input: { items } })
  const ready = await one.as(ada)('GET', `${at}/ready`)
  expect(ready.body.items.map(({ text }: { text: string }) => text)).toEqual(['Soon', 'Later'])
  // Both want the same at the same time.
  const claims = await Promise.all(agents.map((ask) => ask('claims', { item: '2' })))
  expect(claims.map(({ body }) => body.ok).sort()).toEqual([false, true])
  const [winner, loser] = claims[0]?.body.ok === true ? [a, b] : [b, a]
  expect(claims.map(({ body }) => body.text).join()).toMatch(/Item 2 belongs to agent [12]/)
  expect((await winner('claims', { item: '9' })).body.violations).toMatchObject([{ rule: 'id-known' }])
  // A list that knows nothing of the claim is refused once.
  const mine = { name: 'write_todos', input: { items: [{ text: 'Something else' }] } }
  await loser('calls', { name: 'list_todos', input: {} })
  await winner('calls', { name: 'update_todo', input: { id: '2', notes: 'half done' } })
  const refused = await loser('calls', mine)
  expect(refused.body).toMatchObject({ ok: false, violations: [{ rule: 'unseen-change' }] })
  expect(refused.body.text).toMatch(/item "2", "Soon", has another notes \(by an agent, "agent [12]"\)/)
  expect((await loser('calls', mine)).body.ok).toBe(true)
  // The winner's item is gone: it is told so when it goes on.
  expect(
    (await winner('calls', { name: 'update_todo', input: { id: '2', status: 'completed' } })).body.ok,
  ).toBe(false)
  await one.as(ada)('POST', '/v1/sessions', { id: 'ada.other', profile: 'todo-write' })
  const none = await one.as(ada)('POST', '/v1/sessions/ada.other/claims', { item: '1' })
  expect([none.status, none.body.code]).toEqual([422, 'no-claims'])
  await one.service.close()
})

test('a person edits the list beside the agent, which reads of it with its next turn', async () => {
  const { as, ask, service } = testServer()
  const agent = as(ada)
  const at = '/v1/sessions/ada.plan'
  await agent('POST', '/v1/sessions', { id: 'ada.plan', profile })
  const input = todos(['Write the form', 'in_progress'])
  await agent('POST', `${at}/calls`, { call: 'c1', name: 'write_todos', input })
  const added = await ask('POST', `${at}/edits`, { add: [{ text: 'Ask for the colours' }], goal: 'Ship it' })
  expect(added.body).toEqual({ ok: true, added: ['k2'], waived: [], flags: [] })
  const last = (await ask('GET', `${at}/events?after=5`)).body.events
  expect(last).toMatchObject([{ type: 'todos.updated', actor: { kind: 'person', id: 'person' } }])
  // A rule holds for everybody, unless it is let pass by its name.
  const both = { edit: [{ key: 'k2', status: 'in_progress' }] }
  const refused = await ask('POST', `${at}/edits`, both)
  expect(refused.body).toMatchObject({ ok: false, violations: [{ rule: 'exactly-one-in-progress' }] })
  const waivedRules = ['exactly-one-in-progress']
  const ada1 = { kind: 'person', id: 'ada' }
  const passed = await ask('POST', `${at}/edits`, { ...both, waivedRules, actor: ada1 })
  expect(passed.body).toMatchObject({ ok: true, waived: [{ rule: 'exactly-one-in-progress' }] })
  const gone = await ask('POST', `${at}/edits`, { remove: ['k9'] })
  expect(gone.body).toMatchObject({ ok: false, violations: [{ rule: 'id-known' }] })
  const notAgents = await ask('POST', `${at}/edits`, { goal: null, actor: { kind: 'agent', id: 'a' } })
  expect([notAgents.status, notAgents.body.code]).toEqual([422, 'no-outsider'])
  const { body } = await agent('POST', `${at}/turns`, {})
  expect(body.reminders).toHaveLength(2)
  expect(body.reminders[0]).toContain('"Ask for the colours"')
  expect(body.reminders[1]).toContain('a person, "ada"')
  // A program that has a token and names nobody is that program.
  await agent('POST', `${at}/edits`, { order: ['k2', 'k1'] })
  const { events } = (await ask('GET', `${at}/events?after=${(await ask('GET', at)).body.state.seq - 1}`))
    .body
  expect(events).toMatchObject([{ actor: { kind: 'program', id: 'ada' } }])
  await service.close()
})

test('a conversation that begins anew reads what is open; one that reports todo calls alone is not judged', async () => {
  const { service, ask } = testServer()
  await ask('POST', '/v1/sessions', { id: 'plan', profile, todoCallsOnly: true })
  expect((await ask('GET', '/v1/sessions/plan')).body.openList).toBeNull()
  const call = (status: string) =>
    ask('POST', '/v1/sessions/plan/calls', { name: 'write_todos', input: todos(['Run the tests', status]) })
  await call('pending')
  await call('in_progress')
  expect((await ask('GET', '/v1/sessions/plan')).body.openList).toMatch(
    /as it was left before this conversation:\n.*Run the tests/s,
  )
  await call('completed')
  expect((await ask('GET', '/v1/sessions/plan')).body.openList).toBeNull()
  expect((await ask('GET', '/v1/sessions/plan/audit')).body.completions[0]).toMatchObject({
    verdict: 'unknown',
    why: { sentence: expect.stringContaining('only todo calls') },
  })
  await service.close()
})

test('after a restart the first turn, or the first call alone, reads what is open, once, and again if it is asked for again', async () => {
  const store = memoryStore()
  const before = testServer(store)
  const input = { name: 'write_todos', input: todos(['Run the tests', 'in_progress']) }
  for (const id of ['turns', 'calls']) {
    await before.ask('POST', '/v1/sessions', { id, profile })
    expect(
      (await before.ask('POST', `/v1/sessions/${id}/calls`, { ...input, call: 'c1' })).body.reminders,
    ).toEqual([])
  }
  const { service, ask } = testServer(store)
  const open = [expect.stringMatching(/as it was left before this conversation:\n.*Run the tests/s)]
  await ask('POST', '/v1/sessions/turns/runs', { text: 'Go on' })
  const turn = () => ask('POST', '/v1/sessions/turns/turns', {}, { 'idempotency-key': 't1' })
  expect([(await turn()).body.reminders, (await turn()).body.reminders]).toEqual([open, open])
  await ask('POST', '/v1/sessions/turns/turns/2/end', {})
  expect((await ask('POST', '/v1/sessions/turns/turns', {})).body.reminders).toEqual([])
  const call = (call: string) => ask('POST', '/v1/sessions/calls/calls', { ...input, call })
  const told = []
  for (const each of ['c1', 'c2', 'c2', 'c3']) told.push((await call(each)).body.reminders)
  expect(told).toEqual([[], open, open, []])
  // A conversation that begins anew on the same server asks for its session.
  await ask('POST', '/v1/sessions', { id: 'calls', profile })
  expect((await call('c4')).body.reminders).toEqual(open)
  await service.close()
  await before.service.close()
})

test('sessions are found by their id and their title', async () => {
  const { service, ask } = testServer()
  for (const [id, text] of [
    ['plan', 'Mend the login page'],
    ['Login-2', 'Tidy up'],
    ['other', 'Write <Button>'],
  ] as const) {
    await ask('POST', '/v1/sessions', { id, profile: 'todo-list-middleware' })
    await ask('POST', `/v1/sessions/${id}/runs`, { trigger: 'user', text })
  }
  const found = async (q: string) =>
    (await ask('GET', `/v1/sessions?q=${encodeURIComponent(q)}`)).body.sessions
      .map(({ id }: { id: string }) => id)
      .sort()
  expect(await found('LOGIN')).toEqual(['Login-2', 'plan'])
  expect(await found('<button>')).toEqual(['other'])
  expect(await found('nothing')).toEqual([])
  await service.close()
})

test('a page of sessions goes on after what the document calls a text, one of events after a number', async () => {
  const { ask, service } = testServer()
  const { paths } = (await ask('GET', '/openapi.json')).body
  const types = (path: string) =>
    Object.fromEntries(
      paths[path].get.parameters.map(
        ({ name, schema }: { readonly name: string; readonly schema: { readonly type: string } }) => [
          name,
          schema.type,
        ],
      ),
    )
  expect(types('/v1/sessions')).toEqual({
    ...{ q: 'string', profile: 'string', updatedSince: 'string', open: 'string' },
    ...{ limit: 'integer', after: 'string' },
  })
  expect(types('/v1/sessions/{id}/events')).toEqual({
    ...{ id: 'string', after: 'integer', limit: 'integer', 'Last-Event-ID': 'string' },
  })
  await service.close()
})

test('what is no request is told field by field', async () => {
  const { app, ask, tokens, service } = testServer()
  const { body } = await ask('POST', '/v1/sessions', { id: 7, profile: 'x', goal: {}, other: true })
  expect(body).toMatchInlineSnapshot(`
    {
      "code": "bad-request",
      "detail": "/id: Invalid type: Expected string but received 7",
      "errors": [
        {
          "detail": "Invalid type: Expected string but received 7",
          "pointer": "/id",
        },
        {
          "detail": "Invalid type: Expected string but received Object",
          "pointer": "/goal",
        },
        {
          "detail": "Invalid key: Expected never but received "other"",
          "pointer": "/other",
        },
      ],
      "status": 422,
      "title": "Unprocessable Entity",
      "type": "urn:todo-ledger:problem:bad-request",
    }
  `)
  const authorization = `Bearer ${tokens.issue(ada)}`
  const sent = async (type: string, text: string) => {
    const headers = { authorization, 'content-type': type }
    const answer = await app.request('/v1/sessions', { method: 'POST', headers, body: text })
    return [answer.status, await codeOf(answer)]
  }
  expect(await sent('application/json', '{')).toEqual([400, 'bad-json'])
  expect(await sent('text/plain', '{}')).toEqual([415, 'unsupported-media-type'])
  expect(await sent('application/jsonp', '{}')).toEqual([415, 'unsupported-media-type'])
  expect(await sent('application/json; charset=utf-8', 'null')).toEqual([422, 'bad-request'])
  await service.close()
})

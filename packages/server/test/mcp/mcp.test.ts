import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { evidence } from '@todo-ledger/audit'
import { memoryStore, openLedger, type Profile, profiles } from '@todo-ledger/core'
import { arbitraryTodoCall } from '@todo-ledger/core/testing'
import { profileNamed } from '@todo-ledger/recordings'
import { agents } from '@todo-ledger/recordings/agents'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { runs } from '../../../../test/random.js'
import { type Caller, person, Tokens } from '../../src/access/tokens.js'
import { createApp } from '../../src/http/app.js'
import { LedgerService } from '../../src/service/ledger-service.js'
import { type Age, ages, connected, connectedOverHttp, said, textOf, toldChanges } from './connect.js'

const everyAge = Object.keys(ages) as Age[]
const everyProfile = [...Object.values(profiles), ...agents.flatMap(({ profile }) => profile ?? [])]

function newService(): LedgerService {
  return new LedgerService({ store: memoryStore(), evidence: evidence() })
}

function named(name: string): Profile {
  const profile = profileNamed(name)
  if (profile === undefined) throw new Error(name)
  return profile
}

/** What is held against what happened at another time. */
function timeless(value: unknown): string {
  return JSON.stringify(value, (name, each) => (name === 'at' || name === 'actor' ? 0 : each))
}

/** A server over HTTP, and tokens for it. */
function newServer() {
  const service = newService()
  const tokens = new Tokens()
  const app = createApp({ service, tokens })
  const answer = (request: Request) => app.fetch(request)
  const client = (age: Age, caller: Caller, path?: string) =>
    connectedOverHttp(age, answer, { token: tokens.issue(caller), ...(path === undefined ? {} : { path }) })
  return { service, tokens, answer, client }
}

const ada: Caller = { name: 'ada', prefix: 'ada.' }
const bob: Caller = { name: 'bob', prefix: 'bob.' }
const item = (text: string, status: string) => ({ text, status })

describe.each(everyAge)('MCP %s', (age) => {
  it.each(everyProfile)('offers the tools of $name, each with the name of a list', async (profile) => {
    const client = await connected(age, { service: newService(), caller: person, profile, usualList: 'own' })
    const { tools } = await client.listTools()
    expect(tools.map(({ name, description }) => ({ name, description }))).toEqual(
      profile.tools.map(({ name, description }) => ({ name, description })),
    )
    for (const { inputSchema } of tools) expect(inputSchema.properties).toHaveProperty('session')
    expect(client.getInstructions()).toContain(profile.instructions.trim())
    await client.close()
  })

  it('answers a call as an embedded session does, whatever the model gives', async () => {
    const session = fc
      .constantFrom(...everyProfile)
      .chain((profile) =>
        fc.tuple(fc.constant(profile.name), fc.array(arbitraryTodoCall(profile), { maxLength: 8 })),
      )
    await fc.assert(
      fc.asyncProperty(session, async ([name, calls]) => {
        const profile = named(name)
        const service = newService()
        const client = await connected(age, { service, caller: person, profile, usualList: 'own' })
        const ledger = openLedger({ store: memoryStore(), evidence: evidence(), profileNamed })
        const embedded = await ledger.session('own', { profile, todoCallsOnly: { folder: null } })
        await embedded.startRun({ trigger: 'unknown', text: '' })
        let made = 0
        for (const { tool, input } of calls) {
          // The protocol lets only objects through, and the SDK takes this key out of them.
          if (typeof input !== 'object' || input === null || Array.isArray(input)) continue
          if (Object.hasOwn(input, '__proto__') || 'session' in input) continue
          made += 1
          const turn = await embedded.startTurn()
          const reply = await turn.callTodoTool(tool, input)
          const { reminders } = await turn.end()
          expect(await said(client, tool, { ...input })).toEqual({
            texts: [...reminders, reply.text],
            ok: reply.ok,
          })
        }
        if (made > 0) {
          const { state } = await service.read(person, 'own')
          for (const part of ['items', 'goal', 'rejections', 'phase', 'nags'] as const)
            expect(timeless(state[part])).toBe(timeless(embedded.state[part]))
        }
        await client.close()
        await service.close()
      }),
      { numRuns: runs(150) },
    )
  })

  it('gives the checklist, the log and the audit of a list', async () => {
    const { client: connect } = newServer()
    const client = await connect(age, ada)
    const list = {
      session: 'plan',
      items: [item('Add the cache', 'in_progress'), item('Test it', 'pending')],
    }
    await said(client, 'write_todos', list)
    await said(client, 'update_todo', { session: 'plan', id: '1', status: 'completed' })
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual(
      ['checklist', 'log', 'audit'].map((part) => `todo-ledger://lists/plan/${part}`),
    )
    const [checklist = '', log = '', audit = ''] = await Promise.all(
      resources.map(({ uri }) => textOf(client, uri)),
    )
    expect(checklist).toBe('[x] #1: Add the cache\n[ ] #2: Test it\n\n(1/2 completed)')
    expect(log.split('\n').map((line) => JSON.parse(line).type)).toEqual([
      'session.opened',
      'run.started',
      'turn.started',
      'todos.updated',
      'turn.ended',
      'turn.started',
      'todos.updated',
      'turn.ended',
    ])
    const { completions, findings } = JSON.parse(audit)
    expect(completions.map(({ verdict, why }: never) => ({ verdict, why }))).toMatchObject([
      {
        verdict: 'unknown',
        why: {
          sentence:
            'The log has a gap where item 1 may have been done: only todo calls come to this session.',
        },
      },
    ])
    expect(findings.map(({ rule }: { rule: string }) => rule)).toEqual(['ended-with-open-items'])
  })

  it('tells the agent with its next call what a person changed, and who was who', async () => {
    const service = newService()
    const profile = profiles.recommended
    const client = await connected(age, { service, caller: person, profile, usualList: 'own' })
    await said(client, 'add_todos', { items: [{ text: 'Add the cache' }] })
    const own = await service.session(person, 'own')
    await own.edit({ add: [{ text: 'Tell the users' }] }, { actor: { kind: 'person', id: 'person' } })
    const { texts } = await said(client, 'list_todos', {})
    expect(texts).toMatchInlineSnapshot(`
      [
        "The todo list was changed by a person, "person", not by you:
      - new: item "2", "Tell the users", pending
      Go on with the list as it is now:
      [ ] #1: Add the cache
      [ ] #2: Tell the users

      (0/2 completed)",
        "[ ] #1: Add the cache
      [ ] #2: Tell the users

      (0/2 completed)",
      ]
    `)
    const { state } = await service.read(person, 'own')
    expect(state.items.map(({ text }) => text)).toEqual(['Add the cache', 'Tell the users'])
    const actors: unknown[] = []
    for await (const { type, actor } of await service.events(person, 'own', 0))
      if (type === 'todos.updated') actors.push(actor)
    const agent = { kind: 'agent', id: 'test' }
    expect(actors).toEqual([agent, { kind: 'person', id: 'person' }, agent])
    await client.close()
  })

  it('lets two agents share a list: what is claimed is told, and nothing is undone unread', async () => {
    const service = newService()
    const profile = profiles.recommended
    const [one, two] = [
      await connected(age, { service, caller: person, profile, usualList: 'own' }),
      await connected(age, { service, caller: person, profile, usualList: 'own' }, 'another'),
    ]
    await said(one, 'add_todos', { items: [{ text: 'Add the cache' }, { text: 'Test it' }] })
    expect((await said(two, 'ready_todos', {})).texts.at(-1)).toContain('#1: Add the cache')
    expect((await said(one, 'claim_todo', { id: '1' })).ok).toBe(true)
    expect((await said(two, 'claim_todo', { id: '1' })).texts).toMatchObject([
      expect.stringContaining('Item 1 belongs to test'),
    ])
    const mine = { items: [{ id: '2', text: 'Test it', status: 'in_progress' }] }
    const refused = await said(two, 'write_todos', mine)
    expect(refused.ok).toBe(false)
    expect(refused.texts.at(-1)).toContain('[>] #1: Add the cache (test)')
    expect((await said(two, 'write_todos', mine)).ok).toBe(true)
    for (const client of [one, two]) await client.close()
  })

  it("judges a list by its client's recording, where there is one", async () => {
    const home = mkdtempSync(join(tmpdir(), 'mcp-home-'))
    const service = new LedgerService({
      store: memoryStore(),
      evidence: evidence(),
      user: { home, env: {}, cwd: home },
    })
    const profile = profiles.recommended
    const folder = '/work/app'
    const client = await connected(age, { service, caller: person, profile, usualList: 'own', folder })
    const given = { items: [item('Run the tests', 'in_progress')] }
    const done = { id: '1', status: 'completed' }
    const timestamp = new Date().toISOString()
    await said(client, 'write_todos', given)
    await said(client, 'update_todo', done)
    const verdicts = async () => {
      const audit = JSON.parse(await textOf(client, 'todo-ledger://lists/own/audit'))
      return audit.completions.map(({ verdict }: { verdict: string }) => verdict)
    }
    expect(await verdicts()).toEqual(['unknown'])
    const content = [
      { type: 'tool_use', id: 't1', name: 'mcp__todo-ledger__write_todos', input: given },
      { type: 'tool_use', id: 't2', name: 'mcp__todo-ledger__update_todo', input: done },
    ]
    const line = {
      ...{ type: 'assistant', uuid: 'u1', sessionId: 's1', cwd: folder, timestamp },
      message: { id: 'm1', role: 'assistant', content },
    }
    const recordings = join(home, '.claude/projects/-work-app')
    mkdirSync(recordings, { recursive: true })
    writeFileSync(join(recordings, 's1.jsonl'), `${JSON.stringify(line)}\n`)
    expect(await verdicts()).toEqual(['unsupported'])
    // Recordings are shown to the owner alone.
    const { completions } = await service.audit({ name: 'boss', prefix: '' }, 'own')
    expect(completions.map(({ verdict }) => verdict)).toEqual(['unknown'])
    rmSync(home, { recursive: true })
    await client.close()
    await service.close()
  })

  it('keeps every token to its own lists, whatever they are named', async () => {
    const { client: connect, service } = newServer()
    const [a, b] = [await connect(age, ada), await connect(age, bob)]
    await said(a, 'write_todos', { session: 'plan', items: [item("Ada's", 'pending')] })
    for (const name of ['plan', 'ada.plan', 'ada..plan', 'ada.plan.']) {
      const { texts } = await said(b, 'list_todos', { session: name })
      expect(texts.join()).not.toContain("Ada's")
      const uri = `todo-ledger://lists/${encodeURIComponent(name)}/checklist`
      expect(await textOf(b, uri).catch(() => '')).not.toContain("Ada's")
    }
    expect((await b.listResources()).resources.filter(({ uri }) => uri.includes('/plan/'))).toHaveLength(3)
    expect((await service.read(ada, 'ada.plan')).state.items.map(({ text }) => text)).toEqual(["Ada's"])
    const ids = (await service.sessions(person)).sessions.map(({ session }) => session)
    expect(ids.filter((id) => !id.startsWith('bob.'))).toEqual(['ada.plan'])
  })

  const badNames = [
    '',
    '.',
    '..',
    '../x',
    'a/b',
    'a\\b',
    'a:b',
    'mcp:x',
    '-x',
    'ä',
    'a b',
    'a\u0000',
    'x'.repeat(81),
  ]
  it.each([...badNames, 4, null, {}, ['a'], undefined])('takes %j for no name of a list', async (name) => {
    const { client: connect, service } = newServer()
    const client = await connect(age, ada)
    const { texts, ok } = await said(client, 'list_todos', name === undefined ? {} : { session: name })
    expect(ok).toBe(false)
    expect(texts.join()).toMatch(/name/)
    expect((await service.sessions(person)).sessions).toEqual([])
  })

  it('says so where a list is kept under another profile', async () => {
    const { client: connect } = newServer()
    await said(await connect(age, ada), 'write_todos', { session: 'plan', items: [] })
    const other = await connect(age, ada, '/mcp/todo-write')
    const { texts, ok } = await said(other, 'todo', { session: 'plan', items: [] })
    expect({ texts, ok }).toEqual({
      ok: false,
      texts: [
        'Session "ada.plan" runs under profile recommended, not todo-write. Open it with recommended or name a new session.',
      ],
    })
  })

  const ways = ['a connection', 'HTTP'] as const
  /** Connects clients of one service, over a connection of its own each or over HTTP. */
  function connector(way: (typeof ways)[number]) {
    const server = newServer()
    const { service, client } = server
    const connect = (caller: Caller) =>
      way === 'HTTP'
        ? client(age, caller)
        : connected(age, { service, caller, profile: profiles.recommended })
    return { service, connect }
  }

  it.each(ways)('tells over %s of what anybody changes, in the lists of its token', async (way) => {
    const { service, connect } = connector(way)
    const opened = vi.spyOn(service, 'changes')
    const client = await connect(ada)
    const own = 'todo-ledger://lists/plan/checklist'
    const told = await toldChanges(client, age, [own, 'todo-ledger://lists/secret/log'])
    // It opens its stream when it likes.
    await expect.poll(() => opened.mock.calls.length).toBe(1)
    const other = await connect(bob)
    await said(other, 'add_todos', { session: 'secret', items: [{ text: 'A' }] })
    await said(await connect(ada), 'add_todos', { session: 'else', items: [{ text: 'A' }] })
    await expect.poll(() => [...told]).toEqual(['list'])
    await service.createSession(ada, { id: 'ada.plan', profile: 'recommended' })
    await expect.poll(() => [...told]).toEqual(['list', own])
  })

  it.each(ways)('tells a new conversation over %s with its first reply what is open', async (way) => {
    const { connect } = connector(way)
    const replies = async (...rest: readonly string[]) => {
      const client = await connect(ada)
      const all: (readonly string[])[] = []
      for (const text of rest)
        all.push((await said(client, 'add_todos', { session: 'plan', items: [{ text }] })).texts)
      await client.close()
      return all.map((texts) => texts.filter((text) => text.includes('before this conversation')))
    }
    expect(await replies('A', 'B')).toEqual([[], []])
    expect(await replies('C', 'D')).toEqual([
      [
        'The todo list of this session, as it was left before this conversation:\n[ ] #1: A\n[ ] #2: B\n\n(0/2 completed)',
      ],
      [],
    ])
  })

  it('takes calls that come at once, one after the other', async () => {
    const { client: connect } = newServer()
    const client = await connect(age, ada)
    const texts = Array.from({ length: 12 }, (_, at) => `Item ${at}`)
    const replies = await Promise.all(
      texts.map((text) => said(client, 'add_todos', { session: 'plan', items: [{ text }] })),
    )
    expect(replies.every(({ ok }) => ok)).toBe(true)
    const list = await textOf(client, 'todo-ledger://lists/plan/checklist')
    for (const text of texts) expect(list).toContain(text)
  })
})

describe('MCP over HTTP', () => {
  it('ends the streams when the server stops, and goes on with a conversation that another server began', async () => {
    const { service, client } = newServer()
    const listening = await client('2026-07-28', ada)
    const { closed } = await listening.listen({ resourcesListChanged: true })
    const { answer, tokens } = newServer()
    const authorization = `Bearer ${tokens.issue(ada)}`
    const call = { name: 'add_todos', arguments: { session: 'plan', items: [{ text: 'A' }] } }
    const request = new Request('http://127.0.0.1/mcp', {
      method: 'POST',
      headers: {
        authorization,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-session-id': randomUUID(),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }),
    })
    expect(await (await answer(request)).text()).toContain('#1: A')
    service.stop()
    expect(await closed).toBe('graceful')
  })

  it('forgets the oldest of many conversations, and answers it all the same', async () => {
    const { service, client } = newServer()
    const oldest = await client('2025-11-25', ada)
    for (let at = 0; at < 100; at += 1) await client('2025-11-25', ada)
    expect((await said(oldest, 'add_todos', { session: 'plan', items: [{ text: 'A' }] })).ok).toBe(true)
    await service.close()
  })

  it('asks for a token, and knows no profile that there is not', async () => {
    const { answer, tokens } = newServer()
    const ask = async (path: string, headers: Record<string, string>) => {
      const request = new Request(`http://127.0.0.1${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
      })
      return (await answer(request)).status
    }
    const authorization = `Bearer ${tokens.issue(ada)}`
    expect(await ask('/mcp', {})).toBe(401)
    expect(await ask('/mcp', { authorization: 'Bearer tl_wrong' })).toBe(401)
    expect(await ask('/mcp/no-such', { authorization })).toBe(404)
    expect(await ask('/mcp', { authorization })).toBe(200)
  })
})

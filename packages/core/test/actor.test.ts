import { describe, expect, it, test } from 'vitest'
import { type Actor, actorOf, openLedger, profiles } from '../src/index.js'
import { decodeEvent } from '../src/store/codec/codec.js'
import { memoryStore } from '../src/store/memory/memory-store.js'
import { sampleEvent } from '../src/testing/index.js'
import { collect } from '../src/testing/store-contract/store-under-test.js'
import { secretMakers } from './made-up-secrets.js'

const coder: Actor = { kind: 'agent', id: 'coder' }
const tester: Actor = { kind: 'sub-agent', id: 'tester' }
const ann: Actor = { kind: 'person', id: 'ann' }

describe('an event says who did it', () => {
  it('the ledger’s own where nobody else is named; what is said to the agent is nobody’s unless it says whose', async () => {
    const ledger = openLedger({ store: memoryStore(), actor: coder, redaction: false })
    const session = await ledger.session('s1', { profile: profiles.todoWrite })
    await session.startRun({ trigger: 'user', text: 'Begin' })
    const turn = await session.startTurn()
    await turn.recordTool({ call: 'c1', name: 'bash', input: {}, ok: true })
    await turn.recordMessage({ text: 'Well' })
    await session.recordMessage({ role: 'user', text: 'Go on', actor: ann })
    await turn.end()
    await session.endRun({ text: 'Done' })
    const said = (await collect(ledger.events('s1'))).map((event) => {
      const { kind, id } = actorOf(event)
      return `${event.type}: ${event.actor === undefined ? '' : 'named '}${kind} ${id}`
    })
    expect(said).toEqual([
      'session.opened: named agent coder',
      'run.started: person user',
      'turn.started: named agent coder',
      'tool.called: named agent coder',
      'tool.returned: named agent coder',
      'message.recorded: named agent coder',
      'message.recorded: named person ann',
      'turn.ended: named agent coder',
      'message.recorded: named agent coder',
      'session.yielded: named agent coder',
    ])
  })

  it('in a turn its own', async () => {
    const ledger = openLedger({ store: memoryStore(), actor: coder })
    const session = await ledger.session('s1', { profile: profiles.todoWrite })
    await session.startRun({ trigger: 'user', text: 'Begin', actor: ann })
    const turn = await session.startTurn({ actor: tester })
    expect(turn.actor).toEqual(tester)
    await turn.recordCall({ call: 'c1', name: 'bash', input: {} })
    await turn.recordResult({ call: 'c1', ok: true })
    await turn.end()
    const actors = (await collect(ledger.events('s1'))).map(({ actor }) => actor?.id)
    expect(actors).toEqual(['coder', 'ann', 'tester', 'tester', 'tester', 'tester'])
  })

  it('without secrets, and with nothing beside kind and id', async () => {
    const ledger = openLedger({ store: memoryStore() })
    const session = await ledger.session('s1', { profile: profiles.todoWrite })
    const key = secretMakers['github-token']?.[0]?.(1) ?? ''
    expect(key).not.toBe('')
    const given = { kind: 'person', id: `ann ${key}`, mail: 'ann@example.org' } as const
    await session.startRun({ trigger: 'user', text: 'Begin', actor: given })
    const { actor } = (await collect(ledger.events('s1'))).at(-1) ?? {}
    expect(Object.keys(actor ?? {})).toEqual(['kind', 'id'])
    expect(actor?.id).not.toContain(key)
  })
})

test.each(['run.started', 'message.recorded', 'todos.updated', 'todos.rejected'] as const)(
  'who a %s of before was by is its actor',
  (type) => {
    const data = {
      'run.started': { trigger: 'unknown', text: 'T', delivers: [] },
      'message.recorded': { role: 'user', text: 'T' },
      'todos.updated': {
        call: 'c',
        tool: 't',
        input: {},
        changes: [],
        numbered: false,
        query: false,
        flags: [],
        reply: '',
      },
      'todos.rejected': { call: 'c', tool: 't', input: {}, violations: [], reply: '' },
    }[type]
    const { data: _data, type: _type, version: _version, ...envelope } = sampleEvent(1)
    const then = { ...envelope, type, version: type.startsWith('todos') ? 2 : 1 }
    const read = (held: object) => decodeEvent(JSON.stringify({ ...then, data: held }))
    expect(read({ ...data, by: 'github:acme/shop' })).toMatchObject({
      data,
      actor: { kind: 'program', id: 'github:acme/shop' },
    })
    expect(read({ ...data, by: 'github:acme/shop' }).data).not.toHaveProperty('by')
    expect(read(data)).not.toHaveProperty('actor')
  },
)

test('what of before says by whom is stored again as the same event, by whoever has it in the form of today', async () => {
  const store = memoryStore()
  const { data: _data, type: _type, version: _version, ...envelope } = sampleEvent(1)
  const then = {
    ...envelope,
    type: 'message.recorded',
    version: 1,
    data: { role: 'user', text: 'T', by: 'bd' },
  }
  const event = decodeEvent(JSON.stringify(then))
  await store.append(event.session, [event], { expectedSeq: 0 })
  expect((await store.append(event.session, [event], { expectedSeq: 0 })).lastSeq).toBe(1)
  const { actor: _actor, ...nobody } = event
  await expect(store.append(event.session, [nobody], { expectedSeq: 0 })).rejects.toMatchObject({
    code: 'id-conflict',
  })
})

import { describe, expect, it } from 'vitest'
import { type Actor, actorOf, openLedger, profiles } from '../src/index.js'
import { memoryStore } from '../src/store/memory/memory-store.js'
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

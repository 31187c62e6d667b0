/** A session that several processes drive: a process for each call, as hooks of an agent do. */

import { describe, expect, test } from 'vitest'
import { openLedger } from '../src/ledger.js'
import { profiles } from '../src/profiles/builtin-profiles.js'
import { memoryStore } from '../src/store/memory/memory-store.js'
import { readAll } from './open-session.js'

describe('a shared session', () => {
  test('keeps the turn that another process has under way, and goes on with it', async () => {
    const store = memoryStore()
    const profile = profiles.todoManager
    const first = await openLedger({ store }).session('s1', { profile, openTurn: 'join' })
    await first.startRun({ trigger: 'user', text: 'Begin.' })
    const turn = await first.startTurn()
    await turn.recordCall({ call: 'c1', name: 'Read', input: {} })

    const second = await openLedger({ store }).session('s1', { profile, openTurn: 'join' })
    expect(second.turn()?.number).toBe(1)
    await second.recordResult({ call: 'c1', ok: true, output: 'text' })
    await second.turn()?.end()

    const types = (await readAll(store.read('s1'))).map(({ type }) => type)
    expect(types).toEqual([
      'session.opened',
      'run.started',
      'turn.started',
      'tool.called',
      'tool.returned',
      'turn.ended',
    ])
  })

  test("is no shared one unless it is said: a turn that is nobody's ends, interrupted", async () => {
    const store = memoryStore()
    const ledger = openLedger({ store, turnLeases: false })
    const first = await ledger.session('s1', { profile: profiles.todoManager, openTurn: 'join' })
    await first.startRun({ trigger: 'user', text: 'Begin.' })
    await first.startTurn()
    const second = await openLedger({ store }).session('s1')
    expect(second.turn()).toBeNull()
    expect((await readAll(store.read('s1'))).at(-1)).toMatchObject({
      type: 'turn.ended',
      data: { interrupted: true },
    })
  })

  test('that two processes begin at the same time is begun once, and both go on with it', async () => {
    const store = memoryStore()
    const open = () => openLedger({ store }).session('s1', { profile: 'todo-manager', openTurn: 'join' })
    const [first, second] = await Promise.all([open(), open()])
    await first.startRun({ trigger: 'user', text: 'Begin.' })
    expect((await readAll(store.read('s1'))).map(({ type }) => type)).toEqual([
      'session.opened',
      'run.started',
    ])
    await second.refresh()
    expect(second.state).toEqual(first.state)
  })

  test('that two processes begin under different profiles is that of the first', async () => {
    const store = memoryStore()
    const open = (profile: string) => openLedger({ store }).session('s1', { profile, openTurn: 'join' })
    const [first, second] = await Promise.allSettled([open('todo-manager'), open('loki')])
    expect(first).toMatchObject({ status: 'fulfilled', value: { profile: { name: 'todo-manager' } } })
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'profile-mismatch' } })
  })
})

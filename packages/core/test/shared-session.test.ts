/** A session that several processes drive: a process for each call, as hooks of an agent do. */

import { describe, expect, test } from 'vitest'
import { openLedger } from '../src/ledger.js'
import { memoryStore } from '../src/store/memory/memory-store.js'
import { readAll } from './open-session.js'

describe('a shared session', () => {
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

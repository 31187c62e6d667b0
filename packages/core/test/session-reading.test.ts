/** A session that is read while another drives it: nothing is written. */

import { describe, expect, test } from 'vitest'
import { openLedger } from '../src/ledger.js'
import { profiles } from '../src/profiles/builtin-profiles.js'
import { memoryStore } from '../src/store/memory/memory-store.js'
import { readAll } from './open-session.js'
import { snapshotsOf } from './stored-snapshots.js'

const profile = profiles.todoManager
const list = (status: string) => ({ items: [{ text: 'Read the specification', status }] })

async function withOpenTurn(store = memoryStore()) {
  const session = await openLedger({ store, snapshotInterval: 2 }).session('s1', { profile })
  await session.startRun({ trigger: 'user', text: 'Begin.' })
  const turn = await session.startTurn()
  await turn.callTodoTool('todo', list('pending'), { call: 'c1' })
  return { store, session, turn }
}

describe('reading', () => {
  test('gives state, history, list and moments, and appends nothing while a turn is open', async () => {
    const { store, session, turn } = await withOpenTurn()
    const before = await readAll(store.read('s1'))
    const snapshots = () => snapshotsOf(store, 's1')
    const kept = await snapshots()
    const reader = openLedger({ store, snapshotInterval: 1 })
    const reading = await reader.read('s1')
    expect(reading.id).toBe('s1')
    expect(reading.state).toEqual(session.state)
    expect(Object.isFrozen(reading.state)).toBe(true)
    expect(reading.profile?.name).toBe('todo-manager')
    expect(reading.rendered()).toBe(session.rendered())
    expect(await readAll(reading.events())).toEqual(before)
    expect(await reading.stateAt({ seq: 2 })).toMatchObject({ seq: 2, items: [] })
    expect(await reading.stateAt({ turn: 7 })).toBeNull()
    expect(await readAll(store.read('s1'))).toEqual(before)
    expect(await snapshots()).toEqual(kept)
    await turn.end()
    // It is what it was when it was read.
    expect(await readAll(reading.events())).toEqual(before)
  })

  test('of a session that is not there is said; of an unknown profile all but the list is shown', async () => {
    const { store } = await withOpenTurn()
    const ledger = openLedger({ store, profileNamed: () => undefined })
    expect([await ledger.has('s1'), await ledger.has('s2')]).toEqual([true, false])
    await expect(ledger.read('s2')).rejects.toMatchObject({ code: 'unknown-session' })
    const reading = await ledger.read('s1')
    expect(reading.profile).toBeNull()
    expect(() => reading.rendered()).toThrowError(expect.objectContaining({ code: 'unknown-profile' }))
  })
})

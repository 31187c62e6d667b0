import { describe, expect, it } from 'vitest'
import { type Point, stateAt } from '../src/history.js'
import { openLedger } from '../src/ledger.js'
import { profiles } from '../src/profiles/builtin-profiles.js'
import { memoryStore } from '../src/store/memory/memory-store.js'
import { steppingClock } from './open-session.js'

/** Three turns: a list, work, the list done; then the end of the run. One second an event from 10:00:01 on. */
async function ledgerOfThreeTurns() {
  const ledger = openLedger({ store: memoryStore(), clock: steppingClock() })
  const session = await ledger.session('s1', { profile: profiles.todoManager })
  await session.startRun({ trigger: 'user', text: 'Begin.' })
  for (const status of ['pending', null, 'completed']) {
    const turn = await session.startTurn()
    if (status === null) await turn.recordTool({ call: 'w', name: 'Bash', input: {}, ok: true })
    else await turn.callTodoTool('todo', { items: [{ text: 'a', status }] })
    await turn.end()
  }
  await session.endRun({})
  return ledger
}

describe('the state', () => {
  const points: readonly (readonly [
    string,
    Point,
    readonly [turn: number, seq: number, status: string] | null,
  ])[] = [
    ['at the end of a turn', { turn: 1 }, [1, 5, 'pending']],
    ['at the end of the last turn', { turn: 3 }, [3, 12, 'completed']],
    ['before the first turn', { turn: 0 }, [0, 2, 'none']],
    ['at a turn that never came', { turn: 4 }, null],
    ['after an event', { seq: 4 }, [1, 4, 'pending']],
    ['after an event that never came', { seq: 99 }, null],
    ['at a time', { at: new Date('2026-01-05T10:00:05.500Z') }, [1, 5, 'pending']],
    ['at a time still to come', { at: new Date('2030-01-01T00:00:00Z') }, [3, 13, 'completed']],
    ['at a time before the first event', { at: new Date(0) }, null],
    ['at the end', 'end', [3, 13, 'completed']],
  ]
  it.each(points)('%s', async (_what, point, expected) => {
    const ledger = await ledgerOfThreeTurns()
    const state = await stateAt(ledger.events('s1'), point)
    expect(state === null ? null : [state.turn.number, state.seq, state.items[0]?.status ?? 'none']).toEqual(
      expected,
    )
  })

  it('of a session that does not exist is null', async () => {
    const ledger = await ledgerOfThreeTurns()
    expect(await stateAt(ledger.events('other'), 'end')).toBeNull()
  })
})

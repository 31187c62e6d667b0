import { expect, it } from 'vitest'
import { stateAt } from '../src/history.js'
import { openLedger } from '../src/ledger.js'
import { profiles } from '../src/profiles/builtin-profiles.js'
import { memoryStore } from '../src/store/memory/memory-store.js'
import { countingStore } from './counting-store.js'
import { collect, steppingClock } from './open-session.js'
import { checkSnapshots } from './stored-snapshots.js'

it('a call whose answer was lost is told with the time that it was stored with', async () => {
  const inner = memoryStore()
  const store = countingStore(inner)
  let loses = false
  let isAway = false
  const losing = {
    ...store,
    append: async (...[session, events, options]: Parameters<typeof store.append>) => {
      const result = await inner.append(session, events, options)
      isAway = loses
      if (loses) throw new Error('The answer was lost.')
      return result
    },
    // Nor can it be asked what became of it.
    async *read(...[session, range]: Parameters<typeof store.read>) {
      if (isAway) throw new Error('There is no answer.')
      yield* inner.read(session, range)
    },
  }
  const ledger = openLedger({ store: losing, clock: steppingClock(), snapshotInterval: 1 })
  const session = await ledger.session('s1', { profile: profiles.todoManager })
  await session.startRun({ trigger: 'user', text: 'Begin.' })
  const turn = await session.startTurn()
  const call = () =>
    turn.callTodoTool('todo', { items: [{ text: 'a', status: 'in_progress' }] }, { call: 'c1' })
  loses = true
  await expect(call()).rejects.toThrow('lost')
  loses = false
  isAway = false
  const told = collect(session)
  const reply = await call()
  expect(reply.ok).toBe(true)
  const replayed = await stateAt(inner.read('s1'), 'end')
  expect(session.state).toEqual(replayed)
  expect(told.map(({ type, at }) => [type, at.getTime()])).toEqual([['todos.updated', replayed?.at]])
  expect((await checkSnapshots(inner, 's1')).bad).toEqual([])
})

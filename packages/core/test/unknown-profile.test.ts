/** A log of a profile that core does not know is opened, verified and replayed by the rules that stand in it. */

import { codex } from '@todo-ledger/recordings/agents'
import { expect, test } from 'vitest'
import { stateAt } from '../src/history.js'
import { openLedger } from '../src/ledger.js'
import { profileNamed } from '../src/profiles/builtin-profiles.js'
import { createReducer } from '../src/reducer.js'
import { readStateAt } from '../src/snapshots/read-state.js'
import { verifyChain } from '../src/store/chain/verify-chain.js'
import { memoryStore } from '../src/store/memory/memory-store.js'
import { readAll } from './open-session.js'

test('core alone verifies and replays it; only to drive it on, the profile is asked for', async () => {
  const store = memoryStore()
  const session = await openLedger({ store, turnLeases: false }).session('s1', { profile: codex.profile })
  await session.startRun({ trigger: 'user', text: 'Begin.' })
  const turn = await session.startTurn()
  const plan = ['a', 'b'].map((step) => ({ step, status: 'in_progress' }))
  await turn.callTodoTool('update_plan', { plan })
  await turn.end()

  expect(profileNamed('codex')).toBeUndefined()
  const ledger = openLedger({ store, turnLeases: false })
  const events = await readAll(ledger.events('s1'))
  const [opened] = events
  expect(opened?.type === 'session.opened' && opened.data.rules.map(({ id }) => id)).toEqual(
    codex.profile.rules.map(({ id }) => id),
  )
  expect(await verifyChain(store)).toMatchObject({ ok: true, events: events.length })
  const then = await stateAt(ledger.events('s1'), 'end')
  expect(then).toEqual(session.state)
  // The rules of the log judge again, and say what they said.
  expect(then?.disagreements).toEqual([])
  expect(
    events.flatMap((event) =>
      event.type === 'todos.updated' ? event.data.flags.map(({ rule }) => rule) : [],
    ),
  ).toContain('single-in-progress')
  expect((await readStateAt({ store, reducer: createReducer(), session: 's1' }, 'end'))?.state).toEqual(then)

  await expect(ledger.session('s1')).rejects.toMatchObject({
    code: 'unknown-profile',
    message: expect.stringContaining('Pass it as profile'),
  })
  const again = await openLedger({ store, turnLeases: false }).session('s1', { profile: codex.profile })
  expect(again.state).toEqual(then)
})

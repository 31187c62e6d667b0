import { join } from 'node:path'
import { type Actor, openLedger, profiles } from '@todo-ledger/core'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import { beforeAll, expect, it } from 'vitest'
import { MemoryPlace } from './memory-place.js'

const place = new MemoryPlace()
const lead: Actor = { kind: 'agent', id: 'lead' }
const helper: Actor = { kind: 'sub-agent', id: 'helper\u001b[31m' }

beforeAll(async () => {
  let time = 0
  const store = sqliteStore(join(place.folder, 'todos.db'))
  const clock = () => {
    time += 1000
    return new Date(time)
  }
  const ledger = openLedger({ store, clock, owners: false })
  const session = await ledger.session('shared', { profile: profiles.recommended })
  await session.startRun({
    trigger: 'user',
    text: 'Begin',
    agent: lead,
    actor: { kind: 'person', id: 'ann' },
  })
  const first = await session.startTurn({ actor: lead })
  const second = await session.startTurn({ actor: helper })
  const items = ['Write it', 'Test it'].map((text) => ({ text, status: 'pending' }))
  await first.callTodoTool('write_todos', { items }, { call: 'c1' })
  await second.callTodoTool('update_todo', { id: '2', status: 'completed' }, { call: 'c2' })
  await second.end()
  await first.end()
  await session.edit(
    { edit: [{ key: 'k1', status: 'blocked', reason: 'No key' }] },
    { actor: { kind: 'person', id: 'ann' } },
  )
  await ledger.close()
})

it('blame says who did what, and the log', async () => {
  const { stdout } = await place.run('blame todos.db')
  expect(stdout).toMatchInlineSnapshot(`
    "shared
    as of turn 2, event 9: 2 items

    [!] #1: Write it (blocked: No key)
        blocked since turn 2 (event 9) by ann after no call; listed in turn 1 (event
        5) by lead
    [x] #2: Test it
        completed since turn 2 (event 6) by helper\\u001b[31m after no call; listed
        in turn 1 (event 5) by lead
    "
  `)
  expect((await place.run('log todos.db')).stdout).toMatchInlineSnapshot(`
    "shared
        1    t0         session.opened      recommended, live
        2    t0         run.started         ann: Begin
        3    t1         turn.started        [lead]
        4    t2         turn.started        [helper\\u001b[31m]
        5    t1         todos.updated       [lead] write_todos: + #1 Write it; + #2 Test it
        6    t2         todos.updated       [helper\\u001b[31m] update_todo: #2 pending → completed; flagged skipped-in-progress
        7    t2         turn.ended          [helper\\u001b[31m]
        8    t1         turn.ended          [lead]
        9    t2         todos.updated       ann: #1 pending → blocked (No key)
    "
  `)
  const { items } = JSON.parse((await place.run('blame todos.db --json')).stdout)
  expect(JSON.stringify(items)).toContain('"actor":{"kind":"person","id":"ann"}')
})

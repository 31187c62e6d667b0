import { join } from 'node:path'
import { type Actor, openLedger, profiles } from '@todo-ledger/core'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import { beforeAll, expect, it } from 'vitest'
import { readReplays } from '../src/replay/read-replays.js'
import { SessionView } from '../src/session-view/session-view.js'
import { listOf } from '../src/sources/read-options.js'
import { ReadReport } from '../src/sources/read-report.js'
import { begun, screenText } from './debugged.js'
import { quietOutput } from './memory-host.js'
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
  const ledger = openLedger({ store, clock, turnLeases: false })
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

it('show says who has what, and whose turns are under way', async () => {
  expect((await place.run('show todos.db')).stdout).toMatchInlineSnapshot(`
    "shared
    turn 1 by lead, event 9, recommended, executing

    [!] #1: Write it (blocked: No key) [ann]
    [x] #2: Test it [helper\\u001b[31m]

    (1/2 completed)
    "
  `)
  expect((await place.run('show todos.db --at seq:6')).stdout).toMatchInlineSnapshot(`
    "shared
    turn 2 by helper\\u001b[31m (under way, too: turn 1 by lead), event 6,
    recommended, executing

    [ ] #1: Write it
    [x] #2: Test it [helper\\u001b[31m]

    (1/2 completed)
    "
  `)
  expect(JSON.parse((await place.run('show todos.db --json')).stdout)).toMatchObject({
    items: [{ actor: { kind: 'person', id: 'ann' } }, { actor: helper }],
  })
})

it('the debugger gives each turn to its agent, with what that one did alone', async () => {
  const source = { kind: 'ledger', file: join(place.folder, 'todos.db') } as const
  const report = new ReadReport(quietOutput())
  const replays = await listOf(readReplays(source, { report }, {}))
  const debugged = replays.map((each) => new SessionView(each))
  expect(screenText(begun(debugged, [100, 24], 1), debugged)).toContain('by lead, events 3–8')
  expect(screenText(begun(debugged, [100, 24], 2), debugged)).toMatchInlineSnapshot(`
    "
     turn 2 of 2  00:00:04  1/2 done  shared  recommended
       » ann: Begin                      │ [!] #1: Write it (blocked: No key) [ann]
     1 ●   [lead] 2 added                │     was pending
    ▸2 ● i [helper\\u001b[31m] #2 done ·… │ [x] #2: Test it [helper\\u001b[31m]
                                         │     was pending, ? unknown
                                         │
                                         │ ? UNKNOWN #2 Test it
                                         │   why       The log has a gap where item 2 may have been
                                         │             done: only todo calls come to this session.
                                         │   info      Item 2 was completed without having been in
                                         │             progress. [skipped-in-progress]
                                         │   timeline  listed in turn 1, completed in turn 2; no tool
                                         │             states anything of it
                                         │
                                         │ info #1 The session ends with item 1 open.
                                         │      [ended-with-open-items]
                                         │ by helper\\u001b[31m, events 4–9, 1970-01-01 00:00:04
                                         │ ● update_todo changes the list (event 6)
                                         │     #2 Test it pending → completed
                                         │     flagged: Item 2 was completed without having been
                                         │     in_progress [skipped-in-progress]
                                         │ ● ann changes the list (event 9)
                                         │     #1 Write it pending → blocked (No key)
     1 completion, 1 to look at (f goes to the next). ? is help.
    "
  `)
})

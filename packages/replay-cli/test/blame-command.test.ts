import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { stormy } from './item-recordings.js'
import { MemoryPlace } from './memory-place.js'
import { delegated, lines } from './recordings.js'

const place = new MemoryPlace()
place.write('stormy.jsonl', stormy)
place.write('delegated.jsonl', delegated)

test('who ticked an item, and after what', async () => {
  expect(await place.screen('blame stormy.jsonl 1')).toMatchInlineSnapshot(`
    "c0ffee
    stormy.jsonl
    as of turn 5, event 23: 1 item

    [x] #1: Fix the winter dates
      status    in progress → completed
                stormy.jsonl:11, turn 5, TodoWrite t4
      after     no call since the update before, turn 4 (:9)
      life      turn 1 (:2)  listed as pending: Fix the winter dates
                turn 3 (:6)  pending → in progress
                turn 4 (:9)  number 2 → 1
                turn 5 (:11)  in progress → completed
    --- exit 0"
  `)
})

test('an item by a part of its text, with its whole life', async () => {
  expect(await place.screen('blame stormy.jsonl harbour')).toMatchInlineSnapshot(`
    "c0ffee
    stormy.jsonl
    as of turn 5, event 23: 2 items, 1 of them gone

    [ ] #4: tell the harbour office!
      status    listed as pending
                stormy.jsonl:11, turn 5, TodoWrite t4
      after     no call since the update before, turn 4 (:9)
      life      turn 5 (:11)  listed as pending: tell the harbour office!

    [ ] #4: Tell the harbour office
      status    listed as pending
                stormy.jsonl:2, turn 1, TodoWrite t1
      after     no call since the session began
      life      turn 1 (:2)  listed as pending: Tell the harbour office
                turn 4 (:9)  left while pending
      left      while it was open, and nothing says why
    --- exit 0"
  `)
})

test('all items', async () => {
  expect(await place.screen('blame stormy.jsonl')).toMatchInlineSnapshot(`
    "c0ffee
    stormy.jsonl
    as of turn 5, event 23: 5 items, 1 of them gone

    [x] #1: Fix the winter dates
        completed since turn 5 (:11) after no call; listed in turn 1 (:2)
    [>] #2: Add a test for the winter dates
        in progress since turn 5 (:11) after no call; listed in turn 1 (:2);
        reworded in turn 4 (:9)
    [x] #3: Read the timetable
        completed since turn 3 (:6) after 2 calls; listed in turn 1 (:2)
    [ ] #4: tell the harbour office!
        listed as pending in turn 5 (:11)
    [ ] #4: Tell the harbour office
        listed as pending in turn 1 (:2); left silently in turn 4 (:9)
    --- exit 0"
  `)
})

test('--json', async () => {
  const set = (turn: number, call: string, from: string, to: string) =>
    expect.objectContaining({ turn, call, from, to, tool: 'TodoWrite' })
  expect(await place.json('blame stormy.jsonl 2 --json')).toEqual({
    session: 'c0ffee',
    file: 'stormy.jsonl',
    turn: 5,
    seq: 23,
    items: [
      {
        ...{ id: '2', text: 'Add a test for the winter dates', status: 'in_progress', reason: null },
        added: {
          ...{ turn: 1, seq: 4, at: '2026-01-07T08:00:02.000Z', tool: 'TodoWrite', call: 't1' },
          source: { call: 't1', line: 2 },
        },
        left: null,
        life: expect.arrayContaining([expect.objectContaining({ what: 'added' })]),
        fields: {
          activeForm: set(4, 't3', 'Add a test', 'Add a test for the winter dates'),
          id: set(4, 't3', '3', '2'),
          status: expect.objectContaining({
            ...{ turn: 5, from: 'pending', to: 'in_progress' },
            after: {
              ...{ calls: 0, last: [] },
              since: { seq: 18, turn: 4, source: { call: 't3', line: 9 } },
            },
          }),
          text: set(4, 't3', 'Add a test', 'Add a test for the winter dates'),
        },
      },
    ],
  })
})

test('what came right before a tick is told in its order: calls, and what was said', async () => {
  const todo = (id: string, status: string) => ({
    ...{ id, name: 'todo', ok: true, output: 'done' },
    input: { items: [{ id: '1', text: 'Sort the seeds', status }] },
  })
  const work = (id: string, ok?: boolean) => ({
    id,
    name: 'Bash',
    input: { command: `make ${id}` },
    ok,
    output: '',
  })
  place.write(
    'nagged.jsonl',
    lines(
      { recording: 'todo-ledger/1', session: 'seeds-1', profile: 'todo-manager' },
      { input: 'Sort the seeds', trigger: 'user', at: '2026-01-05T10:00:00Z' },
      { turn: 1, calls: [todo('c1', 'in_progress')] },
      { turn: 2, calls: [1, 2, 3, 4, 5, 6].map((number) => work(`w${number}`, number !== 6)) },
      { compacted: true },
      { turn: 3, calls: [work('w7')] },
      { nag: '<reminder>Update your todos.</reminder>' },
      { turn: 4, calls: [todo('c2', 'completed')] },
      { end: true },
    ),
  )
  expect(await place.screen('blame nagged.jsonl 1')).toMatchInlineSnapshot(`
    "seeds-1
    nagged.jsonl
    as of turn 4, event 29: 1 item

    [x] #1: Sort the seeds
      status    in progress → completed
                nagged.jsonl:8, turn 4, todo c2
      after     7 calls since the update before, turn 1 (:3); the last
                turn 2 (:4) Bash: ok, make w2
                turn 2 (:4) Bash: ok, make w3
                turn 2 (:4) Bash: ok, make w4
                turn 2 (:4) Bash: ok, make w5
                turn 2 (:4) Bash: failed, make w6
                turn 3 (:6) Bash: outcome unknown, make w7
      life      turn 1 (:3)  listed as in progress: Sort the seeds
                turn 4 (:8)  in progress → completed
    --- exit 0"
  `)
})

test('updates that one response makes in a row come after the same work', async () => {
  const todo = (id: string, ...statuses: readonly string[]) => ({
    ...{ id, name: 'todo', ok: true, output: 'done' },
    input: {
      items: statuses.map((status, index) => ({ id: `${index + 1}`, text: `Seed ${index + 1}`, status })),
    },
  })
  place.write(
    'row.jsonl',
    lines(
      { recording: 'todo-ledger/1', session: 'seeds-2', profile: 'todo-manager' },
      { turn: 1, calls: [todo('c1', 'in_progress', 'pending')] },
      { turn: 2, calls: [{ id: 'w1', name: 'Bash', input: {}, ok: true, output: '' }] },
      { turn: 3, calls: [todo('c2', 'completed', 'pending'), todo('c3', 'completed', 'completed')] },
      { turn: 4, calls: [todo('c4', 'completed', 'pending')] },
      { end: true },
    ),
  )
  const calls = async (words: string) => JSON.stringify(await place.json(`blame row.jsonl ${words} --json`))
  expect(await calls('2 --at 3')).toContain('"calls":1')
  expect(await calls('1')).toContain('"calls":1')
  expect(await calls('2')).toContain('"calls":0')
})

describe('mistakes are told', () => {
  test.each([
    ['blame stormy.jsonl timtable', 'Did you mean timetable?'],
    [
      'blame stormy.jsonl 17',
      'There is no item "17": no id is that, and no text holds it. There are #1, #2, #3, #4.',
    ],
    ['blame stormy.jsonl 1 --at 9', 'Session "c0ffee" has no turn 9: its last is turn 5.'],
    ['blame stormi.jsonl', 'stormi.jsonl: there is no such file or folder.'],
  ])('%s', async (words, message) => {
    const { code, stdout, stderr } = await place.run(words)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(message)
  })
})

test('an item that was in the list before the log begins', async () => {
  const fixture = new URL('../../../fixtures/resumed-without-history/session.jsonl', import.meta.url)
  place.write('resumed.jsonl', readFileSync(fixture, 'utf8'))
  const stdout = await place.screen('blame resumed.jsonl 4')
  expect(stdout.slice(stdout.indexOf('[x]'))).toMatchInlineSnapshot(`
    "[x] #4: Add a test for the frost dates
      status    in progress → completed
                resumed.jsonl:8, turn 4, TodoWrite toolu_01FMA5yEpdndDhgoXaWPQbSy
      after     2 calls since the update before, turn 1 (:2)
                turn 2 (:4) Read: ok, /home/ines/seedbed/test/frost.test.ts
                turn 3 (:6) Edit: ok, /home/ines/seedbed/test/frost.test.ts
      life      turn 1 (:2)  listed as in progress: Add a test for the frost dates;
                in the list before this log began, pending
                turn 4 (:8)  in progress → completed
    --- exit 0"
  `)
  const { stdout: json } = await place.run('blame resumed.jsonl --json')
  const items: readonly { readonly before?: unknown }[] = JSON.parse(json).items
  expect(items.map(({ before = 'new' }) => before)).toEqual([
    'completed',
    'in_progress',
    'new',
    'pending',
    'pending',
  ])
})

import { expect, test } from 'vitest'
import { MemoryPlace } from './memory-place.js'
import { claudeCode, delegated, result, todoWrite, untested } from './recordings.js'

const place = new MemoryPlace()
place.write('untested.jsonl', untested)
place.write('delegated.jsonl', delegated)
place.write(
  'claude.jsonl',
  claudeCode([
    { user: 'Move the periods into a file' },
    {
      id: 'm1',
      model: [
        todoWrite(
          't1',
          ['把期限移到 config/loans.yaml', 'in_progress'],
          ['Write\na changelog entry', 'pending'],
        ),
      ],
    },
    { user: [result('t1', 'Todos have been modified successfully')] },
    { id: 'm2', model: [{ type: 'text', text: 'That is all for today.' }] },
  ]),
)

test('the list at the end', async () => {
  expect(await place.screen('show untested.jsonl')).toMatchInlineSnapshot(`
    "login-7
    turn 6, event 25, todo-manager, reviewing

    [x] #1: Fix the redirect in login.ts
    [x] #2: Run the tests

    (2/2 completed)
    --- exit 0"
  `)
})

test('the list at a turn', async () => {
  expect(await place.screen('show untested.jsonl --at 3')).toMatchInlineSnapshot(`
    "login-7
    turn 3, event 15, todo-manager, executing

    [>] #1: Fix the redirect in login.ts
    [ ] #2: Run the tests

    (0/2 completed)
    --- exit 0"
  `)
})

test('several sessions; those without a list are only named', async () => {
  expect(await place.screen('show delegated.jsonl')).toMatchInlineSnapshot(`
    "docs-1
    turn 3, event 16, todo-manager, reviewing

    [x] #1: Write BUILD.md

    (1/1 completed)

    1 session without a list: docs-1/reader
    --- exit 0"
  `)
})

test('--json of one session', async () => {
  expect(await place.json('show untested.jsonl --at 4 --json')).toEqual({
    ...{ session: 'login-7', turn: 4, seq: 18, goal: null, phase: 'executing', signs: [] },
    items: [
      { id: '1', status: 'completed', text: 'Fix the redirect in login.ts' },
      { id: '2', status: 'in_progress', text: 'Run the tests' },
    ],
    progress: { completed: 1, total: 2 },
    rendered: '[x] #1: Fix the redirect in login.ts\n[>] #2: Run the tests\n\n(1/2 completed)',
  })
})

test.each([
  ['--at 1', { turn: 1, progress: { completed: 0, total: 2 } }],
  ['--at 0', { turn: 0, phase: 'empty' }],
  ['--at seq:1', { turn: 0, seq: 1 }],
  ['--at 2026-01-05T10:00:20Z', { turn: 4, progress: { completed: 1, total: 2 } }],
  ['--at 2026-01-05T11:00:20+01:00', { turn: 4 }],
  ['--at 2026-01-05T10:00:21', { turn: 4 }],
  ['--at 2026-01-06', { turn: 6, progress: { completed: 2, total: 2 } }],
])('%s', async (moment, expected) => {
  expect(await place.json(`show untested.jsonl ${moment} --json`)).toMatchObject(expected)
})

test.each([
  ['99', 'Session "login-7" has no turn 99: its last is turn 6.'],
  ['seq:0', 'Session "login-7" has no event 0: its events are 1 to 25.'],
  ['seq:9999', 'Session "login-7" has no event 9999: its events are 1 to 25.'],
  ['2025-12-31', 'Session "login-7" had not begun at that time: it began at 2026-01-05T10:00:00.000Z.'],
  ...['yesterday', '2026-02-31', '-1', '1.5', 'lunch'].map((word) => [
    word,
    `There is no moment "${word}". Give a turn (12), an event (seq:40), a time (2026-01-05T10:00:00Z), start or end.`,
  ]),
])('a moment that is none is a mistake: %s', async (moment, message) => {
  const { code, stdout, stderr } = await place.run(`show untested.jsonl --at ${moment}`)
  expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: `todo-replay: ${message}\n` })
})

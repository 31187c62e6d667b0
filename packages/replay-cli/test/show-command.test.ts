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

test('a recording of Claude Code; a line break stays in its line', async () => {
  expect(await place.screen('show claude.jsonl')).toMatchInlineSnapshot(`
    "c0ffee
    turn 2, event 9, claude-code, executing

    [>] #1: 把期限移到 config/loans.yaml
    [ ] #2: Write ⏎ a changelog entry

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
  expect(await place.json('show untested.jsonl --at 4 --json')).toMatchInlineSnapshot(`
    {
      "goal": null,
      "items": [
        {
          "id": "1",
          "status": "completed",
          "text": "Fix the redirect in login.ts",
        },
        {
          "id": "2",
          "status": "in_progress",
          "text": "Run the tests",
        },
      ],
      "phase": "executing",
      "progress": {
        "completed": 1,
        "total": 2,
      },
      "rendered": "[x] #1: Fix the redirect in login.ts
    [>] #2: Run the tests

    (1/2 completed)",
      "seq": 18,
      "session": "login-7",
      "signs": [],
      "turn": 4,
    }
  `)
})

test('--json of several sessions', async () => {
  expect(await place.json('show delegated.jsonl --json')).toMatchObject({
    sessions: [
      { session: 'docs-1', progress: { completed: 1, total: 1 } },
      { session: 'docs-1/reader', items: [], phase: 'empty', progress: { completed: 0, total: 0 } },
    ],
  })
})

test('--session makes one of several', async () => {
  expect(await place.json('show delegated.jsonl --session docs-1 --json')).toMatchObject({
    session: 'docs-1',
  })
})

test.each([
  ['--at 1', { turn: 1, progress: { completed: 0, total: 2 } }],
  ['--at 0', { turn: 0, phase: 'empty' }],
  ['--at seq:1', { turn: 0, seq: 1 }],
  ['--at 2026-01-05T10:00:20Z', { turn: 4, progress: { completed: 1, total: 2 } }],
  ['--at 2026-01-05T11:00:20+01:00', { turn: 4 }],
  ['--at 2026-01-05T10:00:21', { turn: 4 }],
  ['--at update:2', { turn: 4, progress: { completed: 0, total: 2 } }],
  ['--at rejection', { turn: 3 }],
  ['--at 2026-01-06', { turn: 6, progress: { completed: 2, total: 2 } }],
])('%s', async (moment, expected) => {
  expect(await place.json(`show untested.jsonl ${moment} --json`)).toMatchObject(expected)
})

test('a moment that is none is a mistake', async () => {
  const moments = [
    '--at 99',
    '--at seq:0',
    '--at seq:9999',
    '--at 2025-12-31',
    '--at yesterday',
    '--at 2026-02-31',
    '--at -1',
    '--at 1.5',
    '--at compaction',
    '--at update:9',
    '--at lunch',
  ]
  const told: string[] = []
  for (const moment of moments) {
    const { code, stdout, stderr } = await place.run(`show untested.jsonl ${moment}`)
    expect({ moment, code, stdout }).toEqual({ moment, code: 2, stdout: '' })
    told.push(`${moment}: ${stderr}`)
  }
  expect(told.join('')).toMatchInlineSnapshot(`
    "--at 99: todo-replay: Session "login-7" has no turn 99: its last is turn 6.
    --at seq:0: todo-replay: Session "login-7" has no event 0: its events are 1 to 25.
    --at seq:9999: todo-replay: Session "login-7" has no event 9999: its events are 1 to 25.
    --at 2025-12-31: todo-replay: Session "login-7" had not begun at that time: it began at 2026-01-05T10:00:00.000Z.
    --at yesterday: todo-replay: There is no moment "yesterday". Give a turn (12), an event (seq:40), a time (2026-01-05T10:00:00Z), start, end, or compaction, nag, continuation, rejection, roll-back, update, run; compaction:2 is the second.
    --at 2026-02-31: todo-replay: There is no moment "2026-02-31". Give a turn (12), an event (seq:40), a time (2026-01-05T10:00:00Z), start, end, or compaction, nag, continuation, rejection, roll-back, update, run; compaction:2 is the second.
    --at -1: todo-replay: There is no moment "-1". Give a turn (12), an event (seq:40), a time (2026-01-05T10:00:00Z), start, end, or compaction, nag, continuation, rejection, roll-back, update, run; compaction:2 is the second.
    --at 1.5: todo-replay: There is no moment "1.5". Give a turn (12), an event (seq:40), a time (2026-01-05T10:00:00Z), start, end, or compaction, nag, continuation, rejection, roll-back, update, run; compaction:2 is the second.
    --at compaction: todo-replay: Session "login-7" never came to compaction: there is no compaction in it.
    --at update:9: todo-replay: Session "login-7" never came to update 9: it has 3 updates.
    --at lunch: todo-replay: There is no moment "lunch". Give a turn (12), an event (seq:40), a time (2026-01-05T10:00:00Z), start, end, or compaction, nag, continuation, rejection, roll-back, update, run; compaction:2 is the second.
    "
  `)
})

test('a moment before one of several says which', async () => {
  const { stdout, stderr } = await place.run('show untested.jsonl --at update')
  expect(stdout).toContain('No todos.')
  expect(stderr).toBe('note: this is before update 1 of 3; --at update:N is another\n')
})

/** What lies beyond a limit is left out, and nobody can miss that. */

import { expect, it } from 'vitest'
import { Workplace } from './run-program.js'

const place = new Workplace()
const lines = [
  { recording: 'todo-ledger/1', session: 's', profile: 'claude-code' },
  { at: '2026-01-01T00:00:00Z', input: 'Work.' },
  ...['pending', 'completed'].map((status, turn) => ({
    turn: turn + 1,
    calls: [
      {
        id: `c${turn}`,
        name: 'TodoWrite',
        input: {
          todos: [
            { content: 'Run the tests', activeForm: 'x', status },
            { content: 'Fix it', activeForm: 'x', status: 'pending' },
          ],
        },
        ok: true,
        output: 'ok',
      },
    ],
  })),
  { turn: 3, calls: [{ id: 'c2', name: 'Bash', input: { command: 'ls' }, ok: true, output: 'a' }] },
  { turn: 4, text: 'All is done.', calls: [] },
]
place.write('session.jsonl', lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
/** Four records. */
const env = { TODO_REPLAY_LIMITS: '0.0000004' }

it("is named, and its doubt is nobody else's: no completion is unsupported, no item left open", async () => {
  expect(await place.screen('audit session.jsonl', { env })).toMatchInlineSnapshot(`
    "s
    session.jsonl
    claude-code, 2 turns, 1 completion

      ? UNKNOWN #1 Run the tests
        why       The log has a gap where item 1 may have been done: the rest of the
                  recording was not read.
        where     session.jsonl:4, turn 2, call c1
        timeline  listed in turn 1, completed in turn 2; no tool states anything of
                  it

      info     skipped-in-progress: #1 at turn 2

    1 completion: 0 supported, 0 weak, 0 unsupported, 0 undecided, 1 unknown · 0 errors, 0 warnings, 1 info
    --- stderr
    warning: session.jsonl:5: there are more than 4 records; it is read no further (TODO_REPLAY_LIMITS=off reads on)
    --- exit 2"
  `)
})

it('stands in the JSON', async () => {
  const { stdout } = await place.run('audit --json session.jsonl', { env })
  expect(JSON.parse(stdout)).toMatchObject({
    unread: [{ file: 'session.jsonl', line: 5, reason: expect.stringContaining('more than 4 records') }],
  })
})

it('is read where the person says so, and the setting is checked', async () => {
  const whole = await place.run('audit --json session.jsonl')
  expect(JSON.parse(whole.stdout)).not.toHaveProperty('unread')
  const off = await place.run('audit --json session.jsonl', {
    env: { TODO_REPLAY_LIMITS: 'off' },
  })
  expect(off).toEqual(whole)
  const { code, stderr } = await place.run('audit session.jsonl', { env: { TODO_REPLAY_LIMITS: '-1' } })
  expect([code, stderr]).toMatchInlineSnapshot(`
    [
      2,
      "todo-replay: TODO_REPLAY_LIMITS is "-1"; give a factor, such as 10, or off.
    ",
    ]
  `)
})

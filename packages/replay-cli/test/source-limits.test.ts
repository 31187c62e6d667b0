/** What lies beyond a limit is left out, and nobody can miss that. */

import { expect, it } from 'vitest'
import { Workplace } from './run-program.js'

const place = new Workplace()
const todo = (content: string, status = 'pending') => ({ content, activeForm: 'x', status })
const list = (status: string) => [todo('Run the tests', status), todo('Fix it')]
const tooMany = Array.from({ length: 50_001 }, () => todo('Again'))
const lines = [
  { recording: 'todo-ledger/1', session: 's', profile: 'claude-code' },
  { at: '2026-01-01T00:00:00Z', input: 'Work.' },
  ...[list('pending'), list('completed'), tooMany].map((todos, turn) => ({
    turn: turn + 1,
    calls: [{ id: `c${turn}`, name: 'TodoWrite', input: { todos }, ok: true, output: 'ok' }],
  })),
  { turn: 4, text: 'All is done.', calls: [] },
]
place.write('session.jsonl', lines.map((line) => `${JSON.stringify(line)}\n`).join(''))

it('is named, and what was read of the file is audited', async () => {
  expect(await place.screen('audit session.jsonl')).toMatchInlineSnapshot(`
    "s
    session.jsonl
    claude-code, 3 turns, 1 completion

      ✗ UNSUPPORTED #1 Run the tests
        why       Item 1 asks for "Run the tests", but nothing of the kind was run
                  before the mark. [error never-ran]
        where     session.jsonl:4, turn 2, call c1
        timeline  listed in turn 1, completed in turn 2

      info     skipped-in-progress: #1 at turn 2
      info     ended-with-open-items: #2 at turn 3

    1 completion: 0 supported, 0 weak, 1 unsupported, 0 undecided, 0 unknown · 1 error, 0 warnings, 2 info
    --- stderr
    warning: session.jsonl:5: a call lists more than 50,000 things; it is read no further
    --- exit 1"
  `)
})

it('stands in the JSON', async () => {
  const { stdout } = await place.run('audit --json session.jsonl')
  expect(JSON.parse(stdout)).toMatchObject({
    unread: [{ file: 'session.jsonl', line: 5, reason: expect.stringContaining('more than 50,000 things') }],
  })
})

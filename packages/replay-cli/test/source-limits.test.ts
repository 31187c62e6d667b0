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

it('stands in the JSON', async () => {
  const { stdout } = await place.run('audit --json session.jsonl')
  expect(JSON.parse(stdout)).toMatchObject({
    unread: [{ file: 'session.jsonl', line: 5, reason: expect.stringContaining('more than 50,000 things') }],
  })
})

import { expect, test } from 'vitest'
import { itemNumbers } from '../src/audit/formats/text.js'
import { MemoryPlace } from './memory-place.js'
import { lines } from './recordings.js'

test('item numbers that were used twice are told apart by the turn', () => {
  const completion = (item: string, key: string, turn: number) => ({ item, key, turn, seq: turn })
  const completions = [
    completion('1', 'a', 1),
    completion('2', 'b', 2),
    completion('2', 'b', 3), // reopened, and done again: the same item
    completion('2', 'c', 4),
    completion('3', 'f', 7),
  ]
  expect(completions.map(itemNumbers(completions))).toEqual(['#1', '#2', '#2', '#2 (turn 4)', '#3'])
})

test('an audit tells the second item of a number from the first', async () => {
  const place = new MemoryPlace()
  const todo = (turn: number, ...rows: readonly (readonly [string, string])[]) => {
    const items = rows.map(([text, status]) => ({ text, status }))
    return { turn, calls: [{ id: `t${turn}`, name: 'todo', input: { items }, ok: true, output: 'ok' }] }
  }
  const read = (turn: number, path: string) => {
    return { turn, calls: [{ id: `r${turn}`, name: 'read_file', input: { path }, ok: true, output: 'text' }] }
  }
  place.write(
    'two-lists.jsonl',
    lines(
      { recording: 'todo-ledger/1', session: 's1', profile: 'todo-manager' },
      todo(1, ['Read parser.ts', 'in_progress']),
      read(2, 'parser.ts'),
      todo(3, ['Read parser.ts', 'completed']),
      todo(4, ['Run the tests', 'in_progress']),
      read(5, 'invoices.csv'),
      todo(6, ['Run the tests', 'completed']),
    ),
  )
  expect((await place.run('audit two-lists.jsonl')).stdout).toContain('#1 (turn 6) Run the tests\n')
})

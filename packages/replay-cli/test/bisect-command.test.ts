import { describe, expect, test } from 'vitest'
import { stormy } from './item-recordings.js'
import { MemoryPlace } from './memory-place.js'
import { delegated, untested } from './recordings.js'

const place = new MemoryPlace()
place.write('stormy.jsonl', stormy)
place.write('delegated.jsonl', delegated)
place.write('untested.jsonl', untested)
test('which turn first had two items in progress', async () => {
  expect(await place.screen('bisect stormy.jsonl --rule single-in-progress')).toMatchInlineSnapshot(`
    "c0ffee
    stormy.jsonl
    single-in-progress: broken 1 time, first in turn 3; 1 turn of 5 ended with it
    broken

      broke   stormy.jsonl:6, turn 3, TodoWrite t2
              TodoWrite: #1 in_progress → completed; #2 pending → in_progress; #3
              pending → in_progress; flagged single-in-progress
      why     Only one task can be in_progress at a time (#3)
      mended  stormy.jsonl:9, turn 4, TodoWrite t3 (after 1 turn)
    --- exit 1"
  `)
})

test('a rule of what an update does, which held', async () => {
  expect(await place.screen('bisect untested.jsonl --rule skipped-in-progress')).toContain('holds throughout')
})

test('--json', async () => {
  expect(await place.json('bisect stormy.jsonl --rule single-in-progress --json')).toEqual({
    session: 'c0ffee',
    file: 'stormy.jsonl',
    rule: 'single-in-progress',
    options: {},
    turns: 5,
    broken: true,
    intervals: [
      {
        from: {
          ...{ turn: 3, seq: 13, at: '2026-01-07T08:00:06.000Z', tool: 'TodoWrite', call: 't2' },
          source: { call: 't2', line: 6 },
        },
        to: expect.objectContaining({ turn: 4, seq: 18 }),
        turns: 1,
        summary: expect.stringContaining('flagged single-in-progress'),
        violations: [expect.objectContaining({ rule: 'single-in-progress', item: '3', received: 2 })],
      },
    ],
    refused: [],
    judged: 4,
  })
})

describe('mistakes are told', () => {
  test.each([
    ['', "Required option '--rule <rule>' not specified"],
    ['--rule max-item', 'Did you mean max-items?'],
    ['--rule never-ran', 'never-ran is a rule of the audit, not of the list'],
  ])('bisect %s', async (words, message) => {
    const { code, stdout, stderr } = await place.run(`bisect stormy.jsonl ${words}`)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(message)
  })
})

import { describe, expect, test } from 'vitest'
import { stormy } from './item-recordings.js'
import { MemoryPlace } from './memory-place.js'
import { delegated, untested } from './recordings.js'

const place = new MemoryPlace()
place.write('stormy.jsonl', stormy)
place.write('delegated.jsonl', delegated)
place.write('untested.jsonl', untested)
place.write(
  'short-texts.mjs',
  `export default {
  id: 'short-texts', summary: 'Texts are short.', defaults: { max: 10 },
  check: (next, { options }) => next.items.filter((item) => item.text.length > options.max)
    .map((item) => ({ message: 'too long', item: item.id, fix: '' })),
}\n`,
)
place.write('throws.mjs', `export default { id: 'throws', check() { throw new Error('no') } }\n`)
place.write('odd.mjs', `export default { id: 'odd', check: () => [{}] }\n`)
place.write('no-rule.mjs', `export default { id: 'no-rule' }\n`)

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

test('a rule of what an update does, and one with an option', async () => {
  expect(await place.screen('bisect stormy.jsonl --rule max-items --option max=3')).toMatchInlineSnapshot(`
    "c0ffee
    stormy.jsonl
    max-items (max 3): broken 2 times, first in turn 1; 4 turns of 5 ended with it
    broken

      broke   stormy.jsonl:2, turn 1, TodoWrite t1
              TodoWrite: + #1 Read the timetable (in_progress); + #2 Fix the winter
              dates; + #3 Add a test; + #4 Tell the harbour office
      why     Max 3 todos allowed
      mended  stormy.jsonl:9, turn 4, TodoWrite t3 (after 3 turns)

      broke   stormy.jsonl:11, turn 5, TodoWrite t4
              TodoWrite: #1 in_progress → completed; #2 pending → in_progress; + #4
              tell the harbour office!
      why     Max 3 todos allowed
      until   the end of the session (1 turn)
    --- exit 1"
  `)
  expect(await place.screen('bisect untested.jsonl --rule skipped-in-progress')).toContain('holds throughout')
})

test('a rule of the person', async () => {
  const { code, stdout } = await place.run(
    'bisect stormy.jsonl --rules short-texts.mjs --rule short-texts --option max=30',
  )
  expect(code).toBe(1)
  expect(stdout).toContain('short-texts (max 30): broken 1 time, first in turn 4')
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
    ['', 'Say what should hold'],
    ['--rule max-item', 'Did you mean max-items?'],
    ['--rule never-ran', 'never-ran is a rule of the audit, not of the list'],
    ['--rule max-items --option mx=3', 'Did you mean max?'],
    ['--rule max-items --option max', 'give it as name=value'],
    ['--rule max-items --option max=few', '"few" is not a value for this option'],
    ['--rule throws --rules throws.mjs', 'throws.mjs: the rule throws failed: Error: no'],
    ['--rule no-rule --rules no-rule.mjs', 'no-rule.mjs: rule 1: check: '],
    ['--rule odd --rules odd.mjs', 'odd.mjs: the rule odd must answer with a list of { message, item, fix }'],
    ['--rule x --rules missing.mjs', 'missing.mjs: there is no such file or folder.'],
  ])('bisect %s', async (words, message) => {
    const { code, stdout, stderr } = await place.run(`bisect stormy.jsonl ${words}`)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(message)
  })
})

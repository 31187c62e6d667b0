import { describe, expect, test } from 'vitest'
import { looksLikeRange, rangeOf } from '../src/commands/diff.js'
import { stormy } from './item-recordings.js'
import { MemoryPlace } from './memory-place.js'
import { delegated, untested } from './recordings.js'

const place = new MemoryPlace()
place.write('stormy.jsonl', stormy)
place.write('untested.jsonl', untested)
place.write('delegated.jsonl', delegated)

test('the whole session', async () => {
  expect(await place.screen('diff stormy.jsonl')).toMatchInlineSnapshot(`
    "c0ffee
    stormy.jsonl
    the start → turn 5 (event 23): 4 added, 1 came and went, 1 dropped silently

      + [x] #1: Fix the winter dates
            added in turn 1 (:2), completed in turn 5 (:11)
      + [>] #2: Add a test for the winter dates
            added in turn 1 (:2), in progress in turn 5 (:11)
      + [x] #3: Read the timetable
            added in turn 1 (:2), completed in turn 3 (:6)
      + [ ] #4: tell the harbour office!
            added in turn 5 (:11)

    In between
      ± [ ] #4: Tell the harbour office
            added in turn 1 (:2), removed in turn 4 (:9)
            dropped silently while pending; listed again as #4 in turn 5
    --- exit 0"
  `)
})

test('--json', async () => {
  const at = { seq: 18, turn: 4, at: '2026-01-07T08:00:09.000Z', tool: 'TodoWrite', call: 't3' }
  const placed = { ...at, source: { call: 't3', line: 9 } }
  expect(await place.json('diff stormy.jsonl 3..4 --json')).toEqual({
    session: 'c0ffee',
    file: 'stormy.jsonl',
    from: { turn: 3, seq: 14 },
    to: { turn: 4, seq: 19 },
    counts: { added: 0, changed: 3, dropped: 1, passing: 0, removed: 1, same: 0 },
    goal: null,
    items: [
      {
        ...{ id: '4', text: 'Tell the harbour office', kind: 'removed', droppedSilently: true },
        was: { id: '4', position: 3, status: 'pending', text: 'Tell the harbour office' },
        now: null,
        changes: [],
        added: null,
        statusSet: expect.objectContaining({ turn: 1, call: 't1' }),
        left: { ...placed, status: 'pending' },
        again: null,
      },
      expect.objectContaining({ id: '1', changes: [{ ...placed, field: 'id', from: '2', to: '1' }] }),
      expect.objectContaining({
        ...{ id: '2', kind: 'changed', droppedSilently: false, left: null },
        was: { id: '3', position: 2, status: 'in_progress', text: 'Add a test' },
        now: { id: '2', position: 1, status: 'pending', text: 'Add a test for the winter dates' },
        statusSet: placed,
        changes: ['id', 'text', 'status', 'activeForm'].map((field) => expect.objectContaining({ field })),
      }),
      expect.objectContaining({
        id: '3',
        changes: [expect.objectContaining({ field: 'id' }), { ...placed, field: 'position', from: 0, to: 2 }],
      }),
    ],
    passing: [],
  })
})

describe('mistakes are told', () => {
  test.each([
    ['4..3', 'In session "c0ffee" turn 4 comes after turn 3: give the earlier moment first.'],
    ['end..1', 'In session "c0ffee" the end comes after turn 1: give the earlier moment first.'],
    ['seq:19..1', 'In session "c0ffee" event 19 comes after turn 1: give the earlier moment first.'],
    ['1..9', 'Session "c0ffee" has no turn 9: its last is turn 5.'],
    ['seq:999..', 'Session "c0ffee" has no event 999: its events are 1 to 23.'],
    ['compaction..', '"compaction.." is not a range.'],
    ['1-2', '"1-2" is not a range.'],
    ['2026-13-01..', '"2026-13-01.." is not a range.'],
    ['0', '"0" is not a range.'],
  ])('diff %s', async (range, message) => {
    const { code, stdout, stderr } = await place.run(`diff stormy.jsonl ${range}`)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(message)
  })
})

test('a range is told from a file', () => {
  for (const range of ['3..9', '..9', '3..', '9', '..', 'seq:4..seq:9', 'start..2026-01-05T10:00'])
    expect([range, looksLikeRange(range)]).toEqual([range, true])
  for (const file of ['../shared/x.jsonl', 'a..b', 's.jsonl', '-', './9', 'endless', 'a/../b'])
    expect([file, looksLikeRange(file)]).toEqual([file, false])
})

test('every way to write a moment', () => {
  expect(['3..9', '..', 'seq:4..end', 'start..2026-01-05T10:00', '7'].map(rangeOf)).toEqual([
    { from: { turn: 3 }, to: { turn: 9 } },
    { from: { turn: 0 }, to: 'end' },
    { from: { seq: 4 }, to: 'end' },
    { from: { turn: 0 }, to: { at: new Date('2026-01-05T10:00:00Z') } },
    { from: { turn: 6 }, to: { turn: 7 } },
  ])
})

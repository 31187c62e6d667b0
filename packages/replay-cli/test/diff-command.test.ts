import { describe, expect, test } from 'vitest'
import { looksLikeRange, rangeOf } from '../src/diff/range.js'
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

test('two turns', async () => {
  expect(await place.screen('diff stormy.jsonl 2..4')).toMatchInlineSnapshot(`
    "c0ffee
    stormy.jsonl
    turn 2 (event 11) → turn 4 (event 19): 1 removed, 3 changed, 1 dropped silently

      - [ ] #4: Tell the harbour office
            removed in turn 4 (:9)
            dropped silently while pending
      ~ [>] #1: Fix the winter dates
            status    pending → in progress, turn 3 (:6)
      ~ [ ] #2: Add a test for the winter dates
            text      Add a test → Add a test for the winter dates, turn 4 (:9)
      ~ [x] #3: Read the timetable
            status    in progress → completed, turn 3 (:6)
            moved     from place 1 to 3, turn 4 (:9)
    --- exit 0"
  `)
})

test('what changed in one turn', async () => {
  expect(await place.screen('diff stormy.jsonl 2')).toMatchInlineSnapshot(`
    "c0ffee
    stormy.jsonl
    turn 1 (event 5) → turn 2 (event 11): no change, 4 items
    --- exit 0"
  `)
})

test('what was dropped silently', async () => {
  expect(await place.screen('diff stormy.jsonl --dropped')).toMatchInlineSnapshot(`
    "c0ffee
    stormy.jsonl
    the start → turn 5 (event 23): 1 item left the list while open, and nothing
    carries it on

      update  stormy.jsonl:9, turn 4, TodoWrite t3
      after   input, turn 3 (:8): The office knows already
        [ ] #4: Tell the harbour office
            listed in turn 1 (:2); listed again as #4 in turn 5 (:11)
    --- exit 0"
  `)
  expect(await place.screen('diff untested.jsonl --dropped')).toMatchInlineSnapshot(`
    "login-7
    untested.jsonl
    the start → turn 6 (event 25): no item was dropped silently
    --- exit 0"
  `)
})

test('--json', async () => {
  expect(await place.json('diff stormy.jsonl 3..4 --json')).toMatchInlineSnapshot(`
    {
      "counts": {
        "added": 0,
        "changed": 3,
        "dropped": 1,
        "passing": 0,
        "removed": 1,
        "same": 0,
      },
      "file": "stormy.jsonl",
      "from": {
        "seq": 14,
        "turn": 3,
      },
      "goal": null,
      "items": [
        {
          "added": null,
          "changes": [],
          "droppedSilently": true,
          "id": "4",
          "kind": "removed",
          "left": {
            "again": null,
            "at": "2026-01-07T08:00:09.000Z",
            "call": "t3",
            "happened": [
              {
                "kind": "input",
                "seq": 16,
                "source": {
                  "line": 8,
                },
                "text": "The office knows already",
                "turn": 3,
              },
            ],
            "seq": 18,
            "source": {
              "call": "t3",
              "line": 9,
            },
            "status": "pending",
            "tool": "TodoWrite",
            "turn": 4,
          },
          "now": null,
          "statusSet": {
            "at": "2026-01-07T08:00:02.000Z",
            "call": "t1",
            "seq": 4,
            "source": {
              "call": "t1",
              "line": 2,
            },
            "tool": "TodoWrite",
            "turn": 1,
          },
          "text": "Tell the harbour office",
          "was": {
            "id": "4",
            "position": 3,
            "status": "pending",
            "text": "Tell the harbour office",
          },
        },
        {
          "added": null,
          "changes": [
            {
              "at": "2026-01-07T08:00:09.000Z",
              "call": "t3",
              "field": "id",
              "from": "2",
              "seq": 18,
              "source": {
                "call": "t3",
                "line": 9,
              },
              "to": "1",
              "tool": "TodoWrite",
              "turn": 4,
            },
          ],
          "droppedSilently": false,
          "id": "1",
          "kind": "changed",
          "left": null,
          "now": {
            "id": "1",
            "position": 0,
            "status": "in_progress",
            "text": "Fix the winter dates",
          },
          "statusSet": {
            "at": "2026-01-07T08:00:06.000Z",
            "call": "t2",
            "seq": 13,
            "source": {
              "call": "t2",
              "line": 6,
            },
            "tool": "TodoWrite",
            "turn": 3,
          },
          "text": "Fix the winter dates",
          "was": {
            "id": "2",
            "position": 1,
            "status": "in_progress",
            "text": "Fix the winter dates",
          },
        },
        {
          "added": null,
          "changes": [
            {
              "at": "2026-01-07T08:00:09.000Z",
              "call": "t3",
              "field": "id",
              "from": "3",
              "seq": 18,
              "source": {
                "call": "t3",
                "line": 9,
              },
              "to": "2",
              "tool": "TodoWrite",
              "turn": 4,
            },
            {
              "at": "2026-01-07T08:00:09.000Z",
              "call": "t3",
              "field": "text",
              "from": "Add a test",
              "seq": 18,
              "source": {
                "call": "t3",
                "line": 9,
              },
              "to": "Add a test for the winter dates",
              "tool": "TodoWrite",
              "turn": 4,
            },
            {
              "at": "2026-01-07T08:00:09.000Z",
              "call": "t3",
              "field": "status",
              "from": "in_progress",
              "seq": 18,
              "source": {
                "call": "t3",
                "line": 9,
              },
              "to": "pending",
              "tool": "TodoWrite",
              "turn": 4,
            },
            {
              "at": "2026-01-07T08:00:09.000Z",
              "call": "t3",
              "field": "activeForm",
              "from": "Add a test",
              "seq": 18,
              "source": {
                "call": "t3",
                "line": 9,
              },
              "to": "Add a test for the winter dates",
              "tool": "TodoWrite",
              "turn": 4,
            },
          ],
          "droppedSilently": false,
          "id": "2",
          "kind": "changed",
          "left": null,
          "now": {
            "id": "2",
            "position": 1,
            "status": "pending",
            "text": "Add a test for the winter dates",
          },
          "statusSet": {
            "at": "2026-01-07T08:00:09.000Z",
            "call": "t3",
            "seq": 18,
            "source": {
              "call": "t3",
              "line": 9,
            },
            "tool": "TodoWrite",
            "turn": 4,
          },
          "text": "Add a test for the winter dates",
          "was": {
            "id": "3",
            "position": 2,
            "status": "in_progress",
            "text": "Add a test",
          },
        },
        {
          "added": null,
          "changes": [
            {
              "at": "2026-01-07T08:00:09.000Z",
              "call": "t3",
              "field": "id",
              "from": "1",
              "seq": 18,
              "source": {
                "call": "t3",
                "line": 9,
              },
              "to": "3",
              "tool": "TodoWrite",
              "turn": 4,
            },
            {
              "at": "2026-01-07T08:00:09.000Z",
              "call": "t3",
              "field": "position",
              "from": 0,
              "seq": 18,
              "source": {
                "call": "t3",
                "line": 9,
              },
              "to": 2,
              "tool": "TodoWrite",
              "turn": 4,
            },
          ],
          "droppedSilently": false,
          "id": "3",
          "kind": "changed",
          "left": null,
          "now": {
            "id": "3",
            "position": 2,
            "status": "completed",
            "text": "Read the timetable",
          },
          "statusSet": {
            "at": "2026-01-07T08:00:06.000Z",
            "call": "t2",
            "seq": 13,
            "source": {
              "call": "t2",
              "line": 6,
            },
            "tool": "TodoWrite",
            "turn": 3,
          },
          "text": "Read the timetable",
          "was": {
            "id": "1",
            "position": 0,
            "status": "completed",
            "text": "Read the timetable",
          },
        },
      ],
      "passing": [],
      "session": "c0ffee",
      "to": {
        "seq": 19,
        "turn": 4,
      },
    }
  `)
})

test('--json of what was dropped counts the others all the same', async () => {
  expect(await place.json('diff stormy.jsonl --dropped --json')).toMatchObject({
    counts: { added: 4, passing: 1, dropped: 1 },
    items: [],
    passing: [
      { text: 'Tell the harbour office', droppedSilently: true, left: { again: { id: '4', turn: 5 } } },
    ],
  })
})

test('several sessions', async () => {
  expect(await place.screen('diff delegated.jsonl')).toMatchInlineSnapshot(`
    "docs-1
    delegated.jsonl
    the start → turn 3 (event 16): 1 added

      + [x] #1: Write BUILD.md
            added in turn 1 (:3), completed in turn 2 (:5)

    1 session with no change: docs-1/reader
    --- exit 0"
  `)
  expect(await place.json('diff delegated.jsonl --json')).toMatchObject({
    sessions: [{ session: 'docs-1' }, { session: 'docs-1/reader', items: [] }],
  })
})

test('a ledger', async () => {
  await place.run('import stormy.jsonl --ledger stormy.db')
  const [fromLedger, fromFile] = await Promise.all(
    ['stormy.db', 'stormy.jsonl'].map((source) => place.json(`diff ${source} 1..update:3 --json`)),
  )
  expect(fromLedger).toEqual(fromFile)
})

describe('mistakes are told', () => {
  test.each([
    ['9..3', 'The range "9..3" runs backwards: give the earlier moment first.'],
    ['update:3..1', 'In session "c0ffee" update 3 comes after turn 1: give the earlier moment first.'],
    ['1..9', 'Session "c0ffee" has no turn 9: its last is turn 5.'],
    ['seq:999..', 'Session "c0ffee" has no event 999: its events are 1 to 23.'],
    ['compaction..', 'Session "c0ffee" never came to compaction: there is no compaction in it.'],
    ['..nag:2', 'Session "c0ffee" never came to nag 2: there is no nag in it.'],
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
  for (const range of [
    '3..9',
    '..9',
    '3..',
    '9',
    '..',
    'compaction..',
    'nag:2..end',
    'seq:4..seq:9',
    'start..2026-01-05T10:00',
  ])
    expect([range, looksLikeRange(range)]).toEqual([range, true])
  for (const file of ['../shared/x.jsonl', 'a..b', 's.jsonl', '-', '..', './9', 'endless', 'a/../b'])
    if (file !== '..') expect([file, looksLikeRange(file)]).toEqual([file, false])
})

test('every way to write a moment', () => {
  const written = ['3..9', '..', 'seq:4..end', 'start..compaction', 'nag:2..2026-01-05T10:00', '7'].map(
    rangeOf,
  )
  expect(written).toEqual([
    { from: { turn: 3 }, to: { turn: 9 } },
    { from: { turn: 0 }, to: 'end' },
    { from: { seq: 4 }, to: 'end' },
    { from: { turn: 0 }, to: { before: 'context.compacted', nth: 1 } },
    { from: { before: 'nag.issued', nth: 2 }, to: { at: new Date('2026-01-05T10:00:00Z') } },
    { from: { turn: 6 }, to: { turn: 7 } },
  ])
})

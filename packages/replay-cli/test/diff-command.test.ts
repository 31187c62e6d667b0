import { describe, expect, test } from 'vitest'
import { looksLikeRange, rangeOf } from '../src/diff/range.js'
import { stormy } from './item-recordings.js'
import { delegated, untested } from './recordings.js'
import { Workplace } from './run-program.js'

const place = new Workplace()
place.write('stormy.jsonl', stormy)
place.write('untested.jsonl', untested)
place.write('delegated.jsonl', delegated)

test('the whole session', async () => {
  expect(await place.screen('diff stormy.jsonl')).toMatchInlineSnapshot()
})

test('two turns', async () => {
  expect(await place.screen('diff stormy.jsonl 2..4')).toMatchInlineSnapshot()
})

test('what changed in one turn', async () => {
  expect(await place.screen('diff stormy.jsonl 2')).toMatchInlineSnapshot()
})

test('what was dropped silently', async () => {
  expect(await place.screen('diff stormy.jsonl --dropped')).toMatchInlineSnapshot()
  expect(await place.screen('diff untested.jsonl --dropped')).toMatchInlineSnapshot()
})

test('--json', async () => {
  expect(await place.json('diff stormy.jsonl 3..4 --json')).toMatchInlineSnapshot()
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
  expect(await place.screen('diff delegated.jsonl')).toMatchInlineSnapshot()
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
    ['seq:999..', 'Session "c0ffee" has no event 999: its events are 1 to 29.'],
    ['compaction..', 'Session "c0ffee" never came to compaction: there is no compaction in it.'],
    ['..nag:2', 'Session "c0ffee" never came to nag 2: there is no nag in it.'],
    ['1-2', '"1-2" is no range.'],
    ['2026-13-01..', '"2026-13-01.." is no range.'],
    ['0', '"0" is no range.'],
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

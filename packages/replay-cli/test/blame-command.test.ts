import { describe, expect, test } from 'vitest'
import { stormy } from './item-recordings.js'
import { delegated, lines } from './recordings.js'
import { Workplace } from './run-program.js'

const place = new Workplace()
place.write('stormy.jsonl', stormy)
place.write('delegated.jsonl', delegated)

test('who ticked an item, and after what', async () => {
  expect(await place.screen('blame stormy.jsonl 1')).toMatchInlineSnapshot()
})

test('an item by a part of its text, with its whole life', async () => {
  expect(await place.screen('blame stormy.jsonl harbour --all')).toMatchInlineSnapshot()
})

test('all items', async () => {
  expect(await place.screen('blame stormy.jsonl')).toMatchInlineSnapshot()
})

test('an id stands for the item that had it at the moment', async () => {
  const texts = async (words: string) => {
    const { items } = (await place.json(`blame stormy.jsonl ${words} --json`)) as {
      items: { text: string }[]
    }
    return items.map(({ text }) => text)
  }
  expect(await texts('1')).toEqual(['Fix the winter dates'])
  expect(await texts('#1 --turn 2')).toEqual(['Read the timetable'])
  expect(await texts('4 --before update:3')).toEqual(['Tell the harbour office'])
  expect(await texts('4')).toEqual(['tell the harbour office!'])
  expect(await texts('--item dates')).toEqual(['Fix the winter dates', 'Add a test for the winter dates'])
})

test('--json', async () => {
  expect(await place.json('blame stormy.jsonl 2 --json')).toMatchInlineSnapshot()
})

test('--json --all', async () => {
  expect(await place.json('blame stormy.jsonl 2 --all --json')).toMatchObject({
    items: [
      {
        fields: {
          text: { turn: 4, call: 't3' },
          status: { turn: 5, call: 't4' },
          id: { from: '3', to: '2' },
        },
        life: [
          { what: 'added', turn: 1 },
          { what: 'status', to: 'in_progress', turn: 3 },
          { what: 'id', from: '3', to: '2' },
          { what: 'text', turn: 4 },
          { what: 'status', to: 'pending', turn: 4 },
          { what: 'activeForm', turn: 4 },
          { what: 'status', to: 'in_progress', turn: 5, after: { calls: 0 } },
        ],
      },
    ],
  })
})

test('several sessions', async () => {
  expect(await place.screen('blame delegated.jsonl 1')).toMatchInlineSnapshot()
})

test('what came right before a tick is told in its order: calls, and what was said', async () => {
  const todo = (id: string, status: string) => ({
    ...{ id, name: 'todo', ok: true, output: 'done' },
    input: { items: [{ id: '1', text: 'Sort the seeds', status }] },
  })
  const work = (id: string, ok?: boolean) => ({
    id,
    name: 'Bash',
    input: { command: `make ${id}` },
    ok,
    output: '',
  })
  place.write(
    'nagged.jsonl',
    lines(
      { recording: 'todo-ledger/1', session: 'seeds-1', profile: 'todo-manager' },
      { input: 'Sort the seeds', trigger: 'user', at: '2026-01-05T10:00:00Z' },
      { turn: 1, calls: [todo('c1', 'in_progress')] },
      { turn: 2, calls: [1, 2, 3, 4, 5, 6].map((number) => work(`w${number}`, number !== 6)) },
      { compacted: true },
      { turn: 3, calls: [work('w7')] },
      { nag: '<reminder>Update your todos.</reminder>' },
      { turn: 4, calls: [todo('c2', 'completed')] },
      { end: true },
    ),
  )
  expect(await place.screen('blame nagged.jsonl 1')).toMatchInlineSnapshot()
})

describe('mistakes are told', () => {
  test.each([
    ['blame stormy.jsonl timtable', 'Did you mean timetable?'],
    [
      'blame stormy.jsonl 17',
      'There is no item "17": no id is that, and no text holds it. There are #1, #2, #3, #4.',
    ],
    ['blame stormy.jsonl 1 --item 2', 'The item was given twice'],
    ['blame stormy.jsonl 1 --turn 9', 'Session "c0ffee" has no turn 9: its last is turn 5.'],
    ['blame stormi.jsonl', 'stormi.jsonl: there is no such file or folder.'],
    ['blame stormy.jsonl 1 --turn 1 --seq 2', 'each names a moment'],
    ['show stormy.jsonl --before lunch', 'There is nothing called "lunch" that a moment could stand before.'],
    ['show stormy.jsonl --before updat', 'Did you mean update?'],
  ])('%s', async (words, message) => {
    const { code, stdout, stderr } = await place.run(words)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(message)
  })
})

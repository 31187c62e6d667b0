import { expect, test } from 'vitest'
import { MemoryPlace } from './memory-place.js'
import { lines, untested } from './recordings.js'

const place = new MemoryPlace()

/** A turn of a minute with calls of the tools of `recommended`. */
function turn(number: number, ...calls: readonly (readonly [name: string, input: object])[]): object {
  return {
    turn: number,
    at: new Date(Date.UTC(2026, 0, 5, 10, number)).toISOString(),
    calls: calls.map(([name, input], index) => ({
      id: `c${number}-${index}`,
      name,
      input,
      ok: true,
      output: 'ok',
    })),
  }
}

const begin = (session: string) => [
  { recording: 'todo-ledger/1', session, profile: 'recommended' },
  { at: '2026-01-05T10:00:00Z', input: 'Bring the tide tables online', trigger: 'user' },
]
const set = (id: string, status: string, more: object = {}) =>
  ['update_todo', { id, status, ...more }] as const
const work = ['bash', { command: 'make' }] as const

const tides = (session: string, ...plan: readonly object[]) =>
  lines(
    ...begin(session),
    turn(1, ['write_todos', { items: plan }]),
    turn(2, set('2', 'in_progress'), work),
    turn(5, set('2', 'completed'), set('3', 'in_progress')),
    turn(6, work, work),
    turn(9, set('3', 'completed')),
    turn(10, set('5', 'blocked', { reason: 'no key for the harbour server' })),
  )

const plan = [
  { text: 'Read the tables' },
  { text: 'Read the old format', parent: '1', estimate: '3m' },
  { text: 'Read the new format', parent: '1', estimate: '10m' },
  { text: 'Draw the curve\u001B[31m', dependencies: ['1'], estimate: '1h' },
  { text: 'Publish it', dependencies: ['4', '9'] },
  { text: 'Tell the harbour office', estimate: '5m' },
]
place.write('tides.jsonl', tides('tides-1', ...plan))
place.write('all/tides.jsonl', tides('tides-1', ...plan))
place.write('all/others.jsonl', tides('tides-2', ...plan))
place.write('untested.jsonl', untested)
place.write(
  'circle.jsonl',
  lines(
    ...begin('circle'),
    turn(1, [
      'write_todos',
      {
        items: [{ text: 'egg', dependencies: ['2'] }, { text: 'hen', dependencies: ['1'] }, { text: 'nest' }],
      },
    ]),
  ),
)

test('progress rolled up, what waits for what, the critical path, estimates and a forecast', async () => {
  expect(await place.screen('plan tides.jsonl')).toMatchInlineSnapshot(`
    "tides-1
    tides.jsonl
    recommended, as of turn 6, event 27: 2 of 5 done (40 %)

    [ ] #1: Read the tables (2/2; 13 min; critical)
      [x] #2: Read the old format (3 min)
      [x] #3: Read the new format (10 min)
    [ ] #4: Draw the curve\\u001b[31m (60 min; after #1; critical)
    [!] #5: Publish it (after #4; names #9, not on the list; blocked: no key for the
            harbour server; critical)
    [ ] #6: Tell the harbour office (5 min; slack 60 min)

      can be done    #1, #6
      critical path  #4 -> #5: 65 min of the 70 min that are left (1 item without an
                     estimate: as the median of the others)
      velocity       2 items closed, 5 per ten turns, 15 per hour of work
      estimates      #2 3 min, took 3 min (1×); #3 10 min, took 4 min (0.4×); median
                     0.4
      forecast       until all that is open is closed: the median (and 80 % of
                     outcomes)
        own pace     9 turns (4 to 20), 20 min of work (5 min to 72 min)
      that is        2026-01-05 10:29 UTC (10:15 to 11:21), were work to go on
                     without pause
    --- exit 0"
  `)
})

test('as it stood at a turn, by the pace of other sessions', async () => {
  expect(await place.screen('plan tides.jsonl --at 2 --project all')).toMatchInlineSnapshot(`
    "tides-1
    tides.jsonl
    recommended, as of turn 2, event 10: 0 of 5 done (0 %)

    [ ] #1: Read the tables (0/2; 13 min; critical)
      [>] #2: Read the old format (3 min; slack 7 min)
      [ ] #3: Read the new format (10 min; critical)
    [ ] #4: Draw the curve\\u001b[31m (60 min; after #1; critical)
    [ ] #5: Publish it (after #4; names #9, not on the list; critical)
    [ ] #6: Tell the harbour office (5 min; slack 70 min)

      can be done    #2, #3, #6
      critical path  #3 -> #4 -> #5: 75 min of the 83 min that are left (1 item
                     without an estimate: as the median of the others)
      estimates      #2 3 min, took 0 s so far
      forecast       until all that is open is closed: the median (and 80 % of
                     outcomes)
        project      11 turns (5 to 25), 23 min of work (6 min to 88 min), by 1
                     other session
      that is        2026-01-05 10:25 UTC (10:08 to 11:30), were work to go on
                     without pause
    --- exit 0"
  `)
})

test('a circle is refused, and said', async () => {
  expect(await place.screen('plan circle.jsonl')).toMatchInlineSnapshot(`
    "circle
    circle.jsonl
    recommended, as of turn 1, event 6: 0 of 3 done (0 %)

    [ ] #1: egg (after #2)
    [ ] #2: hen (after #1)
    [ ] #3: nest

      circle         #1 -> #2 -> #1: each waits for the next, so that none can ever
                     begin, and there is no critical path
      can be done    #3
      forecast       nothing was closed yet; --project goes by the pace of other
                     sessions
    --- exit 0"
  `)
})

test('of several sessions each goes by the others too, and those with nothing open are named', async () => {
  place.write('all/done.jsonl', untested)
  expect(await place.screen('plan all')).toMatchInlineSnapshot(`
    "tides-2
    all/others.jsonl
    recommended, as of turn 6, event 27: 2 of 5 done (40 %)

    [ ] #1: Read the tables (2/2; 13 min; critical)
      [x] #2: Read the old format (3 min)
      [x] #3: Read the new format (10 min)
    [ ] #4: Draw the curve\\u001b[31m (60 min; after #1; critical)
    [!] #5: Publish it (after #4; names #9, not on the list; blocked: no key for the
            harbour server; critical)
    [ ] #6: Tell the harbour office (5 min; slack 60 min)

      can be done    #1, #6
      critical path  #4 -> #5: 65 min of the 70 min that are left (1 item without an
                     estimate: as the median of the others)
      velocity       2 items closed, 5 per ten turns, 15 per hour of work
      estimates      #2 3 min, took 3 min (1×); #3 10 min, took 4 min (0.4×); median
                     0.4
      forecast       until all that is open is closed: the median (and 80 % of
                     outcomes)
        own pace     9 turns (4 to 20), 20 min of work (5 min to 72 min)
        project      7 turns (3 to 16), 3 min of work (7 s to 36 min), by 2 other
                     sessions
        both         8 turns (2 to 19), 17 min of work (2 min to 65 min)
      that is        2026-01-05 10:27 UTC (10:11 to 11:14), were work to go on
                     without pause

    tides-1
    all/tides.jsonl
    recommended, as of turn 6, event 27: 2 of 5 done (40 %)

    [ ] #1: Read the tables (2/2; 13 min; critical)
      [x] #2: Read the old format (3 min)
      [x] #3: Read the new format (10 min)
    [ ] #4: Draw the curve\\u001b[31m (60 min; after #1; critical)
    [!] #5: Publish it (after #4; names #9, not on the list; blocked: no key for the
            harbour server; critical)
    [ ] #6: Tell the harbour office (5 min; slack 60 min)

      can be done    #1, #6
      critical path  #4 -> #5: 65 min of the 70 min that are left (1 item without an
                     estimate: as the median of the others)
      velocity       2 items closed, 5 per ten turns, 15 per hour of work
      estimates      #2 3 min, took 3 min (1×); #3 10 min, took 4 min (0.4×); median
                     0.4
      forecast       until all that is open is closed: the median (and 80 % of
                     outcomes)
        own pace     9 turns (4 to 20), 20 min of work (5 min to 72 min)
        project      7 turns (3 to 16), 3 min of work (7 s to 36 min), by 2 other
                     sessions
        both         8 turns (2 to 19), 17 min of work (2 min to 65 min)
      that is        2026-01-05 10:27 UTC (10:11 to 11:14), were work to go on
                     without pause

    1 session with nothing open: login-7
    --- exit 0"
  `)
})

test('of one session that is asked for, the others of its source count all the same', async () => {
  const { forecasts } = JSON.parse((await place.run('plan all --session tides-1 --json')).stdout)
  expect(forecasts.project).toMatchObject({ sessions: 2 })
})

test('as JSON, the same for the same seed', async () => {
  const json = async (more: string) => JSON.parse((await place.run(`plan tides.jsonl --json ${more}`)).stdout)
  const first = await json('')
  expect(await json('--seed 1')).toEqual(first)
  expect((await json('--seed 2')).forecasts).not.toEqual(first.forecasts)
  expect(first).toMatchObject({
    session: 'tides-1',
    file: 'tides.jsonl',
    profile: 'recommended',
    at: '2026-01-05T10:10:00.000Z',
    unit: 'minutes',
  })
})

test.each([
  ['plan tides.jsonl --at 99'],
  ['plan tides.jsonl --project nowhere'],
  ['plan tides.jsonl --seed x'],
])('%s', async (words) => {
  expect(await place.screen(words)).toMatchSnapshot()
})

test('a forecast that no date is late enough for leaves the others their plans', async () => {
  const items = Array.from({ length: 400 }, (_, index) => ({ text: `Item ${index + 1}` }))
  place.write('odd/tides.jsonl', tides('tides-3', ...plan))
  place.write(
    'odd/late.jsonl',
    lines(
      { recording: 'todo-ledger/1', session: 'late', profile: 'recommended' },
      { at: '1975-01-05T10:00:00Z', input: 'Begin', trigger: 'user' },
      { ...turn(1, ['write_todos', { items }]), at: '1975-01-05T10:00:00Z' },
      { ...turn(2, set('1', 'completed')), at: '9999-01-05T10:00:00Z' },
    ),
  )
  const { code, stdout, stderr } = await place.run('plan odd --json')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const { sessions } = JSON.parse(stdout)
  const told = sessions.map(({ session, completion }: { session: string; completion: unknown }) => [
    session,
    completion !== null,
  ])
  expect(told.sort()).toEqual([
    ['late', false],
    ['tides-3', true],
  ])
  expect((await place.run('plan odd')).code).toBe(0)
})

test('a session that the source and --project both hold counts once', async () => {
  place.write('both/a.jsonl', tides('both-1', ...plan))
  place.write('both/b.jsonl', tides('both-2', ...plan.slice(0, 5)))
  const alone = await place.run('plan both --json')
  for (const project of ['both', './both', 'both/b.jsonl'])
    expect((await place.run(`plan both --json --project ${project}`)).stdout).toBe(alone.stdout)
})

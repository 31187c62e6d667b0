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

    [ ] #1: Read the tables (2/2; estimated 13 min)
      [x] #2: Read the old format (estimated 3 min, took 3 min)
      [x] #3: Read the new format (estimated 10 min, took 4 min)
    [ ] #4: Draw the curve\\u001b[31m (estimated 60 min; after #1)
    [!] #5: Publish it (after #4; blocked: no key for the harbour server)
    [ ] #6: Tell the harbour office (estimated 5 min)

      can be done    #1, #6
      critical path  #4 -> #5: 65 min of the 70 min that are left
      velocity       2 items closed, 5 per ten turns, 15 per hour of work
      forecast       11 turns (5 to 22), 22 min of work (6 min to 73 min) until all
                     is closed
      that is        2026-01-05 10:31 UTC (2026-01-05 10:15 to 2026-01-05 11:22), if
                     work goes on without pause; 80 % of outcomes
    --- exit 0"
  `)
})

test('a circle is said', async () => {
  expect(await place.screen('plan circle.jsonl')).toMatchInlineSnapshot(`
    "circle
    circle.jsonl
    recommended, as of turn 1, event 6: 0 of 3 done (0 %)

    [ ] #1: egg (after #2)
    [ ] #2: hen (after #1)
    [ ] #3: nest

      can be done    #3
      critical path  none: items wait for each other in a circle
    --- exit 0"
  `)
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
  const { code, stdout } = await place.run('plan odd')
  expect(code).toBe(0)
  expect(stdout.match(/that is/gu)).toHaveLength(2)
})

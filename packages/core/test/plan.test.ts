import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { runs } from '../../../test/random.js'
import type { JsonValue, TodoStatus } from '../src/events.js'
import { memoryStore, openLedger, profiles, type Session } from '../src/index.js'
import { type PlannedItem, planOf, readEstimate } from '../src/plan/index.js'
import type { TodoItem } from '../src/state.js'

type Given = Partial<Pick<TodoItem, 'text' | 'status' | 'parent' | 'dependencies' | 'estimate' | 'reason'>>

/** A list of items by their ids. */
function listOf(items: { readonly [id: string]: Given }): readonly TodoItem[] {
  const moment = { turn: 1, seq: 1, at: 0 }
  return Object.entries(items).map(([id, given], index) => ({
    key: `k${index + 1}`,
    id,
    text: id,
    status: 'pending',
    reason: null,
    parent: null,
    dependencies: [],
    activeForm: null,
    priority: null,
    owner: null,
    notes: null,
    estimate: null,
    metadata: null,
    added: moment,
    started: null,
    closed: null,
    blocked: null,
    actor: null,
    ...given,
  }))
}

const plan = (items: { readonly [id: string]: Given }) => planOf({ goal: null, items: listOf(items) })

describe('a plan', () => {
  it('rolls progress and estimates up, and finds the critical path', () => {
    const { items, ...rest } = plan({
      api: { status: 'in_progress' },
      routes: { parent: 'api', status: 'completed', estimate: '2h' },
      handlers: { parent: 'api', dependencies: ['routes'], estimate: '3h' },
      errors: { parent: 'api', estimate: '1h' },
      skipped: { parent: 'api', status: 'cancelled' },
      docs: { dependencies: ['api', 'gone'], estimate: '30m' },
      logo: {},
      ship: { dependencies: ['docs', 'logo'], estimate: '10m' },
    })
    expect(rest).toMatchInlineSnapshot(`
      {
        "criticalPath": [
          "handlers",
          "docs",
          "ship",
        ],
        "effort": 340,
        "goal": null,
        "length": 220,
        "progress": {
          "completed": 1,
          "total": 6,
        },
        "unit": "minutes",
      }
    `)
    expect(items.map(lineOf)).toMatchInlineSnapshot(`
      [
        "api; 1/3; estimate 360",
        "  routes; estimate 120",
        "  handlers; ready; estimate 180",
        "  errors; ready; estimate 60",
        "  skipped",
        "docs; after api; estimate 30",
        "logo; ready",
        "ship; after docs, logo; estimate 10",
      ]
    `)
  })

  it('has nothing wait for what has closed', () => {
    const { items } = plan({
      a: { status: 'completed' },
      b: { status: 'blocked', reason: 'waits for a', dependencies: ['a'] },
      c: { status: 'blocked', reason: 'no key' },
      d: { dependencies: ['a'] },
      e: { dependencies: ['a', 'b', 'gone'] },
      f: { parent: 'e' },
    })
    expect(items.map(lineOf)).toEqual(['a', 'b', 'c', 'd; ready', 'e; 0/1; after b', '  f'])
  })

  const circles: readonly (readonly [what: string, items: { readonly [id: string]: Given }])[] = [
    ['of dependencies', { a: { dependencies: ['b'] }, b: { dependencies: ['a'] }, c: {} }],
    ['of one', { a: { dependencies: ['a'] } }],
    ['of parents', { a: { parent: 'b' }, b: { parent: 'a' } }],
    ['of a part that waits for its whole', { a: {}, b: { parent: 'a', dependencies: ['a'] } }],
    [
      'of wholes over their parts',
      { a: { dependencies: ['b'] }, b: {}, c: { parent: 'b', dependencies: ['d'] }, d: { parent: 'a' } },
    ],
  ]
  it.each(circles)('has no critical path where there is a circle %s', (_what, items) => {
    expect(plan(items)).toMatchObject({ length: null, criticalPath: null })
  })

  it('has one where what goes round has closed, or waits for its own part', () => {
    expect(
      plan({ a: { dependencies: ['b'] }, b: { dependencies: ['a'], status: 'completed' } }).criticalPath,
    ).toEqual(['a'])
    expect(plan({ a: { dependencies: ['b'] }, b: { parent: 'a' } }).criticalPath).toEqual(['b'])
  })

  it('agrees with a search of all orders of work', () => {
    const statuses: readonly TodoStatus[] = ['pending', 'in_progress', 'completed']
    const id = fc.integer({ min: 0, max: 5 }).map(String)
    const item = fc.record({
      status: fc.constantFrom(...statuses),
      dependencies: fc.uniqueArray(id, { maxLength: 3 }),
      estimate: fc.option(fc.integer({ min: 1, max: 9 })),
    })
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 6 }), (all) => {
        const items = Object.fromEntries(all.map((each, index) => [`${index}`, each]))
        const found = plan(items)
        const longest = longestChain(items, found.items)
        expect(found.length).toBe(longest)
        expect(found.criticalPath === null).toBe(longest === null)
      }),
      { numRuns: runs(300) },
    )
  })

  it('of a list that somebody made to be slow is done in no time: all wait for all of one id', () => {
    const same = listOf(Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`i${i}`, {}])))
    const items = same.map((item, i) => ({
      ...item,
      id: i % 2 === 0 ? 'x' : item.id,
      dependencies: i % 2 === 0 ? [] : ['x'],
    }))
    expect(planOf({ goal: null, items }).length).toBe(2)
    const chain = same.map((item, i) => ({
      ...item,
      parent: i === 0 ? null : `i${i - 1}`,
      dependencies: [`i${i + 1}`],
    }))
    expect(planOf({ goal: null, items: chain }).length).toBe(1)
  })
})

/** An item of a plan in a line. */
function lineOf({ id, depth, progress, waitsFor, ready, estimate }: PlannedItem): string {
  return [
    `${'  '.repeat(depth)}${id}`,
    ...(progress === null ? [] : [`${progress.completed}/${progress.total}`]),
    ...(waitsFor.length === 0 ? [] : [`after ${waitsFor.join(', ')}`]),
    ...(ready ? ['ready'] : []),
    ...(estimate === null ? [] : [`estimate ${estimate}`]),
  ].join('; ')
}

/** The longest chain of open items that wait for each other, by trying all; null where one never ends. */
function longestChain(
  items: { readonly [id: string]: Given },
  planned: readonly PlannedItem[],
): number | null {
  const effort = new Map(planned.map((each) => [each.id, each.estimate]))
  const known = [...effort.values()].filter((each) => each !== null).toSorted((a, b) => a - b)
  const usual = known[Math.floor((known.length - 1) / 2)] ?? 1
  const from = (id: string, path: readonly string[]): number => {
    const item = items[id]
    if (item === undefined || item.status === 'completed') return 0
    if (path.includes(id)) return Number.POSITIVE_INFINITY
    const before = (item.dependencies ?? []).map((each) => from(each, [...path, id]))
    return Math.max(0, ...before) + (effort.get(id) ?? usual)
  }
  const longest = Math.max(...Object.keys(items).map((id) => from(id, [])))
  return Number.isFinite(longest) ? longest : null
}

describe('an estimate', () => {
  const rows: readonly (readonly [given: JsonValue, amount: number | null, unit?: string])[] = [
    ['30m', 30, 'minutes'],
    ['1h 30m', 90, 'minutes'],
    ['1h30', null],
    ['PT1H30M', 90, 'minutes'],
    ['P1DT2H', 600, 'minutes'],
    ['P1M', null],
    ['~2 hours', 120, 'minutes'],
    ['about 1–2 h', 90, 'minutes'],
    ['1.5 days', 720, 'minutes'],
    ['90 s', 1.5, 'minutes'],
    ['1 week', 2400, 'minutes'],
    ['1 hour and 5 minutes', 65, 'minutes'],
    ['3 points', 3, 'points'],
    ['5', 5, 'points'],
    [8, 8, 'points'],
    [0, null],
    [-1, null],
    ['soon', null],
    ['', null],
    ['2 apples', null],
    [['1h'], null],
    [`${'1h '.repeat(50)}`, null],
  ]
  it.each(rows)('%j', (given, amount, unit) => {
    expect(readEstimate(given ?? null)).toEqual(amount === null ? null : { amount, unit })
  })
})

let minutes = 0
const clock = () => new Date(Date.UTC(2026, 0, 5) + minutes * 60_000)
const ledger = openLedger({ store: memoryStore(), clock })

/** Plays turns of a minute: `1>` sets an item's status, `list` writes a list of as many items as there are estimates. */
async function play(session: Session, turns: readonly string[], ...estimates: string[]): Promise<void> {
  const statuses = { '>': 'in_progress', x: 'completed', _: 'pending' }
  await session.startRun({ trigger: 'user', text: 'go' })
  for (const words of turns) {
    minutes += 1
    const turn = await session.startTurn()
    for (const word of words.split(' ')) {
      if (word === 'list')
        await turn.callTodoTool('write_todos', {
          items: estimates.map((estimate, index) => ({ text: `${index}`, estimate })),
        })
      const [, id, mark] = /^(\d)([>x_])$/u.exec(word) ?? []
      const status = Object.entries(statuses).find(([sign]) => sign === mark)?.[1]
      if (id !== undefined) await turn.callTodoTool('update_todo', { id, status })
    }
    await turn.end()
  }
  await session.endRun({ text: '' })
}

const begun = (id: string) => ledger.session(id, { profile: profiles.recommended })

test('velocity and what items took are told in time of work, and the forecast goes by closings', async () => {
  const session = await begun('s')
  await play(session, ['', 'list', '1>', '', '1_ 2>', '2x', '1>', '1x'], '2m', '1m', '3h')
  minutes += 600
  await play(session, ['3>', ''])
  const plan = await ledger.plan('s')
  expect(plan?.items.map(({ id, estimate, worked }) => [id, estimate, worked])).toEqual([
    ['1', 2, 180],
    ['2', 1, 60],
    ['3', 180, 60],
  ])
  expect(plan?.velocity).toEqual({ closed: 2, inTenTurns: 3.33, inHourOfWork: 20 })
  expect(plan).toMatchObject({ session: 's', turn: 10, at: clock(), criticalPath: ['3'] })
  const { turns, seconds } = plan?.forecast ?? {}
  for (const interval of [turns, seconds]) expect(interval?.low).toBeLessThan(interval?.median ?? 0)
  expect(turns?.median).toBeLessThan(turns?.high ?? 0)
  expect(await ledger.plan('s')).toEqual(plan)
})

test('of more open items the forecast is later, of nothing closed or nothing open there is none', async () => {
  const session = await begun('many')
  await play(session, ['list', '1x'], ...Array.from({ length: 20 }, () => '1'))
  const medianOf = async () => (await ledger.plan('many'))?.forecast?.turns.median ?? 0
  expect(await medianOf()).toBeGreaterThan(15)
  expect((await ledger.plan('many', { turn: 1 }))?.forecast).toBeNull()
  const short = await begun('short')
  await play(short, ['list', '1x', '2x'], '1', '1')
  expect((await ledger.plan('short'))?.forecast).toBeNull()
  expect((await ledger.plan('short', { turn: 2 }))?.forecast?.turns.median).toBeLessThan(5)
})

test('there is no plan of a moment that never came', async () => {
  expect((await ledger.plan('s', { turn: 2 }))?.progress).toEqual({ completed: 0, total: 3 })
  expect(await ledger.plan('s', { turn: 99 })).toBeNull()
  expect(await ledger.plan('nobody')).toBeNull()
})

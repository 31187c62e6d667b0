import { claudeCode } from '@todo-ledger/recordings/agents'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, seed } from '../../../test/random.js'
import type { TodoEvent } from '../src/events.js'
import { type ItemThen, isDropped, type ListDiff, ListDiffer } from '../src/history/list-diff.js'
import { type ItemDifference, listDifferences } from '../src/history/list-differences.js'
import type { Point } from '../src/history.js'
import { profiles } from '../src/profiles/builtin-profiles.js'
import type { TodoItem } from '../src/state.js'
import { driven, written } from './driven-lists.js'
import { observeEvents } from './observe-events.js'
import { anyLog, statesOf } from './random-logs.js'

const listDiff = async (events: Iterable<TodoEvent>, from: Point, to: Point) =>
  (await observeEvents(events, new ListDiffer(from, to))).finish()

/** The parts of an item that a diff tells of. */
function comparable({ added, started, closed, blocked, ...item }: TodoItem): object {
  return item
}

/** A list with differences applied to it, by key. */
function applied(before: readonly TodoItem[], differences: readonly ItemDifference[]): readonly object[] {
  const byKey = new Map(differences.map((difference) => [difference.key, difference]))
  const move = (key: string) => byKey.get(key)?.fields.find(({ field }) => field === 'position')
  const changed = (item: TodoItem) => ({
    ...comparable(item),
    ...Object.fromEntries(
      (byKey.get(item.key)?.fields ?? []).flatMap(({ field, to }) =>
        field === 'position' ? [] : [[field, to]],
      ),
    ),
  })
  const stays = ({ key }: TodoItem) => byKey.get(key)?.now !== null && move(key) === undefined
  const list: object[] = before.filter(stays).map(changed)
  const coming = differences.flatMap(({ key, was, now, position }) => {
    if (was !== null)
      return now === null || move(key) === undefined ? [] : [{ to: Number(move(key)?.to), item: was }]
    return now === null ? [] : [{ to: position ?? -1, item: now }]
  })
  for (const { to, item } of coming.sort((one, other) => one.to - other.to)) list.splice(to, 0, changed(item))
  return list
}

/** The differences that a diff of two moments tells. */
function differencesOf({ items }: ListDiff): readonly ItemDifference[] {
  const bare = (item: ItemThen | null): TodoItem | null => {
    if (item === null) return null
    const { position, ...rest } = item
    return rest
  }
  return items.map(({ key, was, now, fields }) => ({
    ...{ key, fields, position: now?.position ?? null },
    ...{ was: bare(was), now: bare(now) },
  }))
}

it('in random sessions the diff of two moments, applied to the first list, gives the second', async () => {
  await fc.assert(
    fc.asyncProperty(anyLog(), fc.nat(), fc.nat(), async (log, one, other) => {
      const events = await log
      const states = statesOf(events)
      const [from = 0, to = 0] = [(one % events.length) + 1, (other % events.length) + 1].sort(
        (a, b) => a - b,
      )
      const diff = await listDiff(events, { seq: from }, { seq: to })
      const [before, after] = [states[from], states[to]]
      if (diff === null || before === undefined || after === undefined) throw new Error('no diff')
      expect(applied(before.items, differencesOf(diff))).toEqual(after.items.map(comparable))
      expect([diff.from.seq, diff.to.seq, diff.to.turn]).toEqual([from, to, events[to - 1]?.turn])
      expect(diff.goal).toEqual(before.goal === after.goal ? null : { from: before.goal, to: after.goal })
      // Each change is told with an event in the range, and each item once.
      const places = diff.items.flatMap(({ fields, added, left }) =>
        [...fields, added ?? [], left ?? []].flat(),
      )
      expect(places.every(({ seq }) => seq > from && seq <= to)).toBe(true)
      const keys = [...diff.items, ...diff.passing].map(({ key }) => key)
      expect(new Set(keys).size).toBe(keys.length)
      const unchanged = after.items.filter(({ key }) => !keys.includes(key))
      expect(diff.same).toBe(unchanged.length)
    }),
    { numRuns: runs(60), seed },
  )
})

it('of random lists the differences, applied to the first, give the second, and are none where they are the same', () => {
  const item = (key: string, text: string): TodoItem => ({
    ...{ key, id: key, text, status: 'pending', reason: null, parent: null, dependencies: [] },
    ...{ activeForm: null, priority: null, owner: null, notes: null, estimate: null, metadata: null },
    ...{ added: { turn: 1, seq: 1, at: 0 }, started: null, closed: null, blocked: null, actor: null },
  })
  const list = fc
    .uniqueArray(fc.integer({ min: 0, max: 7 }), { maxLength: 8 })
    .chain((keys) =>
      fc.tuple(...keys.map((key) => fc.constantFrom('a', 'b').map((text) => item(`k${key}`, text)))),
    )
  fc.assert(
    fc.property(list, list, (before, after) => {
      const differences = listDifferences(before, after)
      expect(applied(before, differences)).toEqual(after.map(comparable))
      expect(differences.length === 0).toBe(JSON.stringify(before) === JSON.stringify(after))
      const stayed = after.filter(({ key }) => before.some((item) => item.key === key)).length
      const moved = differences.filter(({ fields }) => fields.some(({ field }) => field === 'position'))
      expect(moved.length).toBeLessThan(Math.max(1, stayed))
    }),
    { seed },
  )
})

describe('a diff', () => {
  const session = () =>
    written(
      claudeCode.profile,
      ['> Add the cache', '  Translate the labels', '  Ship'],
      ['x Add the cache', '  Translate the labels', '> Measure it', '  Ship'],
      ['  Ship', 'x Add the cache', '  Write a changelog for the release'],
      ['  translate the labels!', '> Ship', 'x Add the cache'],
    )

  /** A diff in lines, as a test reads it. */
  async function lines(from: Point, to: Point): Promise<readonly string[] | null> {
    const diff = await listDiff(await session(), from, to)
    if (diff === null) return null
    return [...diff.items, ...diff.passing].map(({ id, text, was, now, fields, added, left, again }) => {
      const what =
        was === null
          ? `added in turn ${added?.turn}`
          : fields.map(({ field, from, to, turn }) => `${field} ${from} → ${to} in turn ${turn}`).join(', ')
      const gone =
        now === null ? ` ${left?.silently === true ? 'dropped' : 'left'} in turn ${left?.turn}` : ''
      return `#${id} ${text}: ${what}${gone}${again === null ? '' : `, again as #${again.id} in turn ${again.added.turn}`}`
    })
  }

  it('of two turns, item by item', async () => {
    expect(await lines({ turn: 1 }, { turn: 3 })).toMatchInlineSnapshot(`
      [
        "#2 Translate the labels:  dropped in turn 3",
        "#1 Ship: id 3 → 1 in turn 3, position 2 → 0 in turn 3",
        "#2 Add the cache: id 1 → 2 in turn 3, status in_progress → completed in turn 2",
        "#3 Write a changelog for the release: added in turn 3",
        "#3 Measure it: added in turn 2 dropped in turn 3",
      ]
    `)
  })

  it('of the whole session tells what came and went in between', async () => {
    expect(await lines({ turn: 0 }, 'end')).toMatchInlineSnapshot(`
      [
        "#1 translate the labels!: added in turn 4",
        "#2 Ship: added in turn 1",
        "#3 Add the cache: added in turn 1",
        "#2 Translate the labels: added in turn 1 dropped in turn 3, again as #1 in turn 4",
        "#3 Measure it: added in turn 2 dropped in turn 3",
        "#3 Write a changelog for the release: added in turn 3 dropped in turn 4",
      ]
    `)
  })

  it('of a moment and itself is empty', async () => {
    expect(await lines({ turn: 2 }, { turn: 2 })).toEqual([])
    expect(await lines('end', 'end')).toEqual([])
  })

  it('is none where the session never came to a moment, or the moments stand the wrong way round', async () => {
    expect(await lines({ turn: 1 }, { turn: 9 })).toBeNull()
    expect(await lines({ seq: 99 }, 'end')).toBeNull()
    expect(await lines({ turn: 3 }, { turn: 1 })).toBeNull()
  })

  it('with a roll-back in between tells nothing of what it took away', async () => {
    const middleware = profiles.todoListMiddleware
    const events = await driven(middleware, [[['> A', '  B']], [['x A', '> New'], ['x A']]])
    const diff = await listDiff(events, { turn: 1 }, 'end')
    expect([diff?.items, diff?.passing, diff?.same]).toEqual([[], [], 2])
  })

  it('that begins between an update and its roll-back tells when the items came back', async () => {
    const middleware = profiles.todoListMiddleware
    const events = await driven(middleware, [[['> A', '  B']], [['x A', '> New'], ['x A']]])
    const voided = events.findLast(({ type }) => type === 'todos.updated')?.seq ?? 0
    const rolledBack = events.find(({ type }) => type === 'todos.rolled-back')?.seq
    const diff = await listDiff(events, { seq: voided }, 'end')
    expect(diff?.items.map(({ text, added, left }) => [text, added?.seq ?? null, left?.seq ?? null])).toEqual(
      [
        ['New', null, rolledBack],
        ['A', null, null],
        ['B', rolledBack, null],
      ],
    )
  })

  it('tells what was dropped', async () => {
    const diff = await listDiff(await session(), { turn: 0 }, 'end')
    const dropped = [...(diff?.items ?? []), ...(diff?.passing ?? [])].filter(isDropped)
    expect(dropped.map(({ text, again }) => [text, again?.id ?? null])).toEqual([
      ['Translate the labels', '1'],
      ['Measure it', null],
      ['Write a changelog for the release', null],
    ])
  })
})

async function* _asyncOf<T>(values: readonly T[]): AsyncGenerator<T, void, undefined> {
  yield* values
}

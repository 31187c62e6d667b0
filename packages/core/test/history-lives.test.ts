import { claudeCode } from '@todo-ledger/recordings/agents'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, seed } from '../../../test/random.js'
import type { TodoEvent } from '../src/events.js'
import { type ItemLife, ItemLives } from '../src/history/item-lives.js'
import { profiles } from '../src/profiles/builtin-profiles.js'
import type { SessionState, TodoItem } from '../src/state.js'
import { driven, written } from './driven-lists.js'
import { observeEvents } from './observe-events.js'
import { anyLog, statesOf } from './random-logs.js'

const itemLives = async (events: Iterable<TodoEvent>) => (await observeEvents(events, new ItemLives())).lives

describe('in random sessions', () => {
  it('lives agree with the replayed states', async () => {
    await fc.assert(
      fc.asyncProperty(anyLog(), async (log) => {
        const events = await log
        const states = statesOf(events)
        const lives = await itemLives(events)
        const byKey = new Map(lives.map((life) => [life.key, life]))
        const everSeen = new Set(states.flatMap(({ items }) => items.map(({ key }) => key)))
        expect(new Set(byKey.keys())).toEqual(everSeen)
        for (const life of lives) checkLife(life, states)
        expect(
          lives
            .filter(({ left }) => left === null)
            .map(({ key }) => key)
            .toSorted(),
        ).toEqual((states.at(-1)?.items ?? []).map(({ key }) => key).toSorted())
      }),
      { numRuns: runs(60), seed },
    )
  })

  it('following live gives the same as following a replay', async () => {
    await fc.assert(
      fc.asyncProperty(anyLog(), async (log) => {
        const events = await log
        const live = new ItemLives()
        const states = statesOf(events)
        for (const [index, event] of events.entries()) {
          const state = states[index + 1]
          if (state !== undefined) live.observe(event, state)
        }
        expect(live.lives).toEqual(await itemLives(events))
      }),
      { numRuns: runs(60), seed },
    )
  })
})

/** Held against every state: what the life says of the item at each seq is what stands there. */
function checkLife(life: ItemLife, states: readonly SessionState[]): void {
  const item = (seq: number): TodoItem | undefined => states[seq]?.items.find(({ key }) => key === life.key)
  const at = (seq: number) => `${life.key} at ${seq}`
  expect(item(life.added.seq), at(life.added.seq)).toBeDefined()
  expect(item(life.added.seq - 1), at(life.added.seq)).toBeUndefined()
  for (const { what, from, to, seq, status } of life.changes) {
    const [was, now] = [item(seq - 1), item(seq)]
    if (what === 'added') expect([was, now?.text, now?.status], at(seq)).toEqual([undefined, to, status])
    else if (what === 'removed')
      expect([was?.text, was?.status, now], at(seq)).toEqual([from, status, undefined])
    else if (what === 'position') {
      const index = (place: number) => states[place]?.items.findIndex(({ key }) => key === life.key)
      expect([index(seq - 1), index(seq)], at(seq)).toEqual([from, to])
    } else {
      // Of an item that a roll-back put back, what was last seen before it went is what is told.
      if (was !== undefined) expect(was[what], at(seq)).toEqual(from)
      expect(now?.[what], at(seq)).toEqual(to)
    }
  }
  // From each part's origin on it has that value; before its last change it had another.
  const last = states.length - 1
  const end = life.left === null ? last : life.left.seq - 1
  for (const [field, origin] of Object.entries(life.fields)) {
    if (field === 'position') continue
    for (let seq = origin.seq; seq <= end; seq += 1) {
      const stood = item(seq)
      if (stood !== undefined) expect(Reflect.get(stood, field), at(seq)).toEqual(origin.to)
    }
    const before = item(origin.seq - 1)
    if (before !== undefined) expect(Reflect.get(before, field), at(origin.seq)).not.toEqual(origin.to)
  }
  const final = item(end)
  expect([final?.id, final?.text, final?.status, final?.reason]).toEqual([
    life.id,
    life.text,
    life.status,
    life.reason,
  ])
  if (life.left !== null) {
    expect(item(life.left.seq)).toBeUndefined()
    expect(life.left.status).toBe(final?.status)
    const isClosed = life.left.status === 'completed' || life.left.status === 'cancelled'
    if (isClosed || life.left.call === null) expect(life.left.silently).toBe(false)
  }
}

describe('a life tells', () => {
  it('what came, what changed and what went, and by which call', async () => {
    const lives = await itemLives(
      await written(claudeCode.profile, ['> Read', '  Write'], ['x Read', '> Write it'], ['x Write it']),
    )
    expect(told(lives)).toMatchInlineSnapshot(`
      [
        "k1 t1 c1: added null → "Read"",
        "k1 t2 c2: status "in_progress" → "completed"",
        "k1 t3 c3: removed "Read" → null",
        "k2 t1 c1: added null → "Write"",
        "k2 t2 c2: text "Write" → "Write it"",
        "k2 t2 c2: status "pending" → "in_progress"",
        "k2 t2 c2: activeForm "Write" → "Write it"",
        "k2 t3 c3: id "2" → "1"",
        "k2 t3 c3: status "in_progress" → "completed"",
      ]
    `)
  })

  it('of positional ids each as it was at the time', async () => {
    const lives = await itemLives(
      await written(claudeCode.profile, ['x A', '  B', '  C'], ['> B', '  C'], ['x B', '> C']),
    )
    expect(told(lives).filter((line) => line.includes(' id '))).toMatchInlineSnapshot(`
      [
        "k2 t2 c2: id "2" → "1"",
        "k3 t2 c2: id "3" → "2"",
      ]
    `)
  })

  it('that a roll-back put an item back, and that what it took away never went silently', async () => {
    const middleware = profiles.todoListMiddleware
    const events = await driven(middleware, [[['> A', '  B']], [['x A', '> New'], ['x A']]])
    const lives = await itemLives(events)
    expect(told(lives)).toMatchInlineSnapshot(`
      [
        "k1 t1 c1: added null → "A"",
        "k1 t2 c2: status "in_progress" → "completed"",
        "k1 t2 a roll-back: status "completed" → "in_progress"",
        "k2 t1 c1: added null → "B"",
        "k2 t2 c2: removed "B" → null",
        "k2 t2 a roll-back: added null → "B"",
        "k3 t2 c2: added null → "New"",
        "k3 t2 a roll-back: removed "New" → null",
      ]
    `)
    expect(lives.map(({ text, left }) => [text, left?.silently ?? 'there'])).toEqual([
      ['A', 'there'],
      ['B', 'there'],
      ['New', false],
    ])
  })
})

function told(lives: readonly ItemLife[]): readonly string[] {
  return lives.flatMap(({ key, changes }) =>
    changes.map(({ what, from, to, turn, call }) => {
      const who = call ?? 'a roll-back'
      return `${key} t${turn} ${who}: ${what} ${JSON.stringify(from)} → ${JSON.stringify(to)}`
    }),
  )
}

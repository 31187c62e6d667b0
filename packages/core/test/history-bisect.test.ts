import { claudeCode } from '@todo-ledger/recordings/agents'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, seed } from '../../../test/random.js'
import type { TodoEvent } from '../src/events.js'
import { Bisect, type BisectPredicate } from '../src/history/bisect.js'
import { profiles } from '../src/profiles/builtin-profiles.js'
import { builtinRules } from '../src/rules/builtin-rules.js'
import { maxItems, noReopen, oneUpdatePerTurn, singleInProgress } from '../src/rules/list-rules.js'
import { checkRule } from '../src/rules/rule.js'
import { driven, written } from './driven-lists.js'
import { observeEvents } from './observe-events.js'
import { anyLog, statesOf } from './random-logs.js'

const bisect = async (events: Iterable<TodoEvent>, predicate: BisectPredicate) =>
  (await observeEvents(events, new Bisect(predicate))).result

/** The seqs at which a predicate is broken by what `bisect` says: from each interval's first event to before its last. */
async function brokenSeqs(
  events: readonly TodoEvent[],
  predicate: BisectPredicate,
): Promise<readonly number[]> {
  const { intervals } = await bisect(events, predicate)
  return events.flatMap(({ seq }) =>
    intervals.some(({ from, to }) => seq >= from.seq && (to === null || seq < to.seq)) ? [seq] : [],
  )
}

describe('in random sessions', () => {
  it('a function is broken in the intervals and nowhere else', async () => {
    const questions: readonly BisectPredicate[] = [
      (state) => state.items.length < 3,
      (state) => state.turnsSinceUpdate < 2,
      (state) => state.phase !== 'executing',
      (state) => state.items.every(({ status }) => status !== 'completed'),
      () => true,
      () => false,
    ]
    await fc.assert(
      fc.asyncProperty(anyLog(), fc.constantFrom(...questions), async (log, question) => {
        const events = await log
        if (typeof question !== 'function') return
        const naive = statesOf(events)
          .slice(1)
          .flatMap((state) => (question(state) ? [] : [state.seq]))
        expect(await brokenSeqs(events, question)).toEqual(naive)
      }),
      { numRuns: runs(50), seed },
    )
  })

  it('a rule of the list is broken where its check says so of the list as it stands', async () => {
    const questions = [
      { rule: singleInProgress },
      { rule: maxItems, options: { max: 2 } },
      ...builtinRules
        .filter(({ id }) => ['exactly-one-in-progress', 'ids-unique', 'text-required'].includes(id))
        .map((rule) => ({ rule })),
    ]
    await fc.assert(
      fc.asyncProperty(anyLog(), fc.constantFrom(...questions), async (log, question) => {
        const events = await log
        const states = statesOf(events)
        const { rule, options = {} } = { options: {}, ...question }
        // Nothing is asked of a list before the first update.
        const first = events.find((event) => event.type === 'todos.updated' && !event.data.query)?.seq
        const nothing = { options, changes: [], tool: '', query: false, contradictions: {} }
        const naive = states
          .slice(1)
          .flatMap((state) =>
            first !== undefined && state.seq >= first && checkRule(rule, state, nothing).length > 0
              ? [state.seq]
              : [],
          )
        expect(await brokenSeqs(events, question)).toEqual(naive)
      }),
      { numRuns: runs(50), seed },
    )
  })

  it('a rule of what updates do is broken at those updates, and over with them', async () => {
    await fc.assert(
      fc.asyncProperty(anyLog(), fc.constantFrom(noReopen, oneUpdatePerTurn), async (log, rule) => {
        const events = await log
        const states = statesOf(events)
        const naive = events.flatMap((event) => {
          const state = states[event.seq]
          if (event.type !== 'todos.updated' || state === undefined) return []
          const { changes, tool, query } = event.data
          const context = { options: {}, changes, tool, query, contradictions: {} }
          return checkRule(rule, state, context).length > 0 ? [[event.seq, event.seq, 0]] : []
        })
        const { intervals } = await bisect(events, { rule })
        expect(intervals.map(({ from, to, turns }) => [from.seq, to?.seq, turns])).toEqual(naive)
      }),
      { numRuns: runs(50), seed },
    )
  })

  it('intervals are in order, do not touch, and count the turns that ended in them', async () => {
    await fc.assert(
      fc.asyncProperty(anyLog(), async (log) => {
        const events = await log
        const { intervals, turns } = await bisect(events, (state) => state.items.length !== 1)
        let last = 0
        for (const { from, to, turns: count } of intervals) {
          expect(from.seq).toBeGreaterThan(last)
          const end = to?.seq ?? Number.POSITIVE_INFINITY
          expect(end).toBeGreaterThan(from.seq)
          last = end
          const ended = events.filter(
            ({ type, seq }) => type === 'turn.ended' && seq >= from.seq && seq < end,
          )
          expect(count).toBe(ended.length)
        }
        expect(turns).toBe(Math.max(...events.map(({ turn }) => turn)))
      }),
      { numRuns: runs(30), seed },
    )
  })
})

describe('bisect', () => {
  it('tells who broke a rule, who mended it, and again', async () => {
    const events = await written(
      claudeCode.profile,
      ['> A', '  B'],
      ['> A', '> B'],
      ['> A', '> B', '  C'],
      ['x A', '> B'],
      ['x A', '> B', '> D'],
    )
    const { intervals, judged, turns } = await bisect(events, { rule: singleInProgress })
    expect([judged, turns]).toEqual([5, 5])
    expect(
      intervals.map(({ from, to, turns, violations }) => [
        from.call,
        to?.call ?? null,
        turns,
        violations[0]?.item,
      ]),
    ).toEqual([
      ['c2', 'c4', 2, '2'],
      ['c5', null, 1, '3'],
    ])
  })

  it('takes options, and defaults where none are given', async () => {
    const events = await written(claudeCode.profile, ['  A', '  B'], ['  A'])
    expect((await bisect(events, { rule: maxItems })).intervals).toEqual([])
    expect((await bisect(events, { rule: maxItems, options: { max: 1 } })).intervals).toMatchObject([
      {
        from: { call: 'c1', turn: 1 },
        to: { call: 'c2', turn: 2 },
        turns: 1,
        violations: [{ rule: 'max-items' }],
      },
    ])
  })

  it('knows what a roll-back mended', async () => {
    const middleware = profiles.todoListMiddleware
    const events = await driven(middleware, [
      [['> A', '  B']],
      [
        ['x A', '> B', '  C'],
        ['x A', '> B'],
      ],
    ])
    const { intervals } = await bisect(events, { rule: maxItems, options: { max: 2 } })
    expect(intervals.map(({ from, to, turns }) => [from.call, to?.call, to?.turn, turns])).toEqual([
      ['c2', null, 2, 0],
    ])
  })

  it('tells which updates were refused for the rule', async () => {
    const events = await written(profiles.todoManager, ['> A', '  B'], ['> A', '> B'])
    const { intervals, refused } = await bisect(events, { rule: singleInProgress })
    expect([intervals, refused.map(({ turn, call }) => [turn, call])]).toEqual([[], [[2, 'c2']]])
  })

  it('asks of no session without events', async () => {
    expect(await bisect([], () => false)).toEqual({
      ...{ session: '', intervals: [], refused: [] },
      ...{ judged: 0, turns: 0 },
    })
  })
})

import type { Change, TodoEvent } from '@todo-ledger/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../test/random.js'
import { SessionTrail } from '../src/session-summary.js'
import { ask, audited, bash, edit, list, type Step, say } from './audited-session.js'

const summaryOf = async (...steps: readonly Step[]) => (await audited(steps)).summary

describe('progress', () => {
  it('counts what is claimed and what of it is supported, turn by turn', async () => {
    const summary = await summaryOf(
      list('in_progress Fix the parser in parser.ts', 'pending Run the tests'),
      edit('src/parser.ts'),
      list('completed Fix the parser in parser.ts', 'in_progress Run the tests'),
      list('completed Fix the parser in parser.ts', 'completed Run the tests'),
      say('Done.'),
    )
    expect(summary.progress).toEqual([
      { turn: 1, items: 2, claimed: 0, supported: 0 },
      { turn: 3, items: 2, claimed: 1, supported: 0 },
      { turn: 4, items: 2, claimed: 2, supported: 0 },
    ])
    expect(summary.verdicts).toEqual({ supported: 0, weak: 0, unsupported: 1, undecided: 1, unknown: 0 })
  })

  it('takes back what is opened again', async () => {
    const both = (status: string): Step => list(`${status} Run the tests`, 'pending Write the report')
    const { progress } = await summaryOf(
      both('in_progress'),
      bash('npm test', '12 passed'),
      both('completed'),
      both('in_progress'),
      both('completed'),
    )
    expect(progress.map(({ claimed }) => claimed)).toEqual([0, 1, 0, 1])
  })

  it('keeps what left the list completed, and counts an item once', async () => {
    const { progress } = await summaryOf(
      list('in_progress Fix the parser in parser.ts'),
      edit('src/parser.ts'),
      list('completed Fix the parser in parser.ts'),
      ask('And the lexer.'),
      list('pending Fix the lexer in lexer.ts'),
    )
    expect(progress.at(-1)).toEqual({ turn: 4, items: 2, claimed: 1, supported: 0 })
  })
})

describe('what follows a nag', () => {
  const open = list('in_progress Run the tests')
  const done = list('completed Run the tests')
  const nag: Step = { nag: 'Update your todos.' }
  it.each<[string, readonly Step[], object]>([
    [
      'work',
      [bash('npm test', '12 passed'), say('They pass.'), done],
      { response: 'work', calls: 1, turnsToUpdate: 3 },
    ],
    ['completion', [done], { response: 'completion', calls: 0, turnsToUpdate: 1 }],
    ['completion after words', [say('So be it.'), done], { response: 'completion', turnsToUpdate: 2 }],
    [
      'update',
      [list('in_progress Run the tests', 'pending Fix them')],
      { response: 'update', turnsToUpdate: 1 },
    ],
    ['text', [say('I have seen it.')], { response: 'text', turnsToUpdate: null }],
    ['nothing', [], { response: 'nothing', calls: 0, turnsToUpdate: null, completions: [] }],
    ['nothing before the next request', [ask('Stop.'), done], { response: 'nothing', completions: [] }],
  ])('%s', async (_, steps, expected) => {
    const { nags } = await summaryOf(open, nag, ...steps)
    expect(nags).toMatchObject([{ kind: 'nag', turn: 1, ...expected }])
  })

  it('ends at the next nag', async () => {
    const { nags } = await summaryOf(open, nag, say('Soon.'), nag, done)
    expect(nags.map(({ response, completions }) => [response, completions.length])).toEqual([
      ['text', 0],
      ['completion', 1],
    ])
    expect(nags[1]?.completions).toMatchObject([{ item: '1', verdict: 'unsupported' }])
  })
})

describe('times', () => {
  const added = (key: string): Change => ({
    type: 'added',
    key,
    id: key,
    text: key,
    status: 'in_progress',
    position: 0,
  })
  const closed = (key: string): Change => ({
    type: 'status-set',
    key,
    from: 'in_progress',
    to: 'completed',
    reason: null,
  })
  const update = (seq: number, seconds: number, ...changes: readonly Change[]): TodoEvent => ({
    id: `e${seq}`,
    session: 's',
    seq,
    turn: seq,
    at: new Date(seconds * 1000),
    version: 1,
    type: 'todos.updated',
    data: {
      call: `c${seq}`,
      tool: 'todo',
      input: {},
      changes,
      numbered: false,
      query: false,
      flags: [],
      reply: '',
    },
  })
  const completion = (key: string, from: number | null, to: number) => ({
    item: key,
    key,
    text: key,
    turn: to,
    seq: to,
    added: { turn: 1, seq: 1 },
    started: from === null ? null : { turn: from, seq: from },
    call: `c${to}`,
    verdict: 'supported' as const,
    rules: 'supported' as const,
    facts: [],
    needs: [],
    readable: 1,
  })

  it('are those from start to completion', () => {
    const trail = new SessionTrail()
    for (const event of [
      update(1, 100, added('a'), added('b'), added('c'), added('d')),
      update(2, 130, closed('a')),
      update(9, 400, closed('b'), closed('c'), closed('d')),
    ])
      trail.observe(event)
    const completions = [
      completion('a', 1, 2),
      completion('b', 1, 9),
      completion('c', 2, 9),
      completion('d', null, 9),
    ]
    expect(trail.summary(completions).times).toEqual({
      spans: [
        { item: 'a', seq: 2, turns: 1, seconds: 30 },
        { item: 'b', seq: 9, turns: 8, seconds: 300 },
        { item: 'c', seq: 9, turns: 7, seconds: 270 },
      ],
      medianTurns: 7,
      medianSeconds: 270,
      sessionSeconds: 300,
    })
  })

  it('are not known where the recording does not say', () => {
    const trail = new SessionTrail()
    trail.observe(update(1, 0, added('a')))
    trail.observe(update(2, 0, closed('a')))
    expect(trail.summary([completion('a', 1, 2)]).times).toEqual({
      spans: [{ item: 'a', seq: 2, turns: 1, seconds: null }],
      medianTurns: 1,
      medianSeconds: null,
      sessionSeconds: null,
    })
  })

  it('leaves out what was rolled back', () => {
    const trail = new SessionTrail()
    trail.observe(update(1, 5, added('a')))
    const second = update(2, 6, closed('a'))
    trail.observe(second)
    trail.observe({
      ...second,
      id: 'back',
      seq: 3,
      type: 'todos.rolled-back',
      data: { update: 'e2', changes: [], numbered: false },
    })
    expect(trail.summary([]).progress).toEqual([{ turn: 1, items: 1, claimed: 0, supported: 0 }])
  })
})

it('never supports more than is claimed, nor claims more than was listed', async () => {
  const texts = ['Fix the parser in parser.ts', 'Run the tests', 'Write the report']
  const statuses = fc.constantFrom('pending', 'in_progress', 'completed')
  const listing = fc
    .array(fc.tuple(statuses, fc.constantFrom(...texts)), { minLength: 1, maxLength: 3 })
    .map((items) => list(...items.map(([status, text]) => `${status} ${text}`)))
  const step = fc.oneof(
    listing,
    listing,
    fc.constantFrom(edit('src/parser.ts'), bash('npm test', '3 passed'), say('Ok.')),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { summary, completions } = await audited(steps)
      let turn = -1
      for (const point of summary.progress) {
        expect(point.supported).toBeLessThanOrEqual(point.claimed)
        expect(point.claimed).toBeLessThanOrEqual(point.items)
        expect(point.turn).toBeGreaterThan(turn)
        turn = point.turn
      }
      const { supported, weak, unsupported, undecided, unknown } = summary.verdicts
      expect(supported + weak + unsupported + undecided + unknown).toBe(completions.length)
    }),
    { numRuns: runs(100) },
  )
})

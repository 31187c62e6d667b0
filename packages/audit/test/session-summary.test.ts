import type { Change, TodoEvent } from '@todo-ledger/core'
import { describe, expect, it } from 'vitest'
import { SessionTimes } from '../src/session-summary.js'

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
    const times = new SessionTimes()
    for (const event of [
      update(1, 100, added('a'), added('b'), added('c'), added('d')),
      update(2, 130, closed('a')),
      update(9, 400, closed('b'), closed('c'), closed('d')),
    ])
      times.observe(event)
    const completions = [
      completion('a', 1, 2),
      completion('b', 1, 9),
      completion('c', 2, 9),
      completion('d', null, 9),
    ]
    expect(times.of(completions)).toEqual({
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
    const times = new SessionTimes()
    times.observe(update(1, 0, added('a')))
    times.observe(update(2, 0, closed('a')))
    expect(times.of([completion('a', 1, 2)])).toEqual({
      spans: [{ item: 'a', seq: 2, turns: 1, seconds: null }],
      medianTurns: 1,
      medianSeconds: null,
      sessionSeconds: null,
    })
  })
})

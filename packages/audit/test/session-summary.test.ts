import type { TodoEvent } from '@todo-ledger/core'
import { expect, it } from 'vitest'
import { SessionTimes } from '../src/session-summary.js'

function timesOf(...updates: readonly (readonly [seq: number, seconds: number])[]): SessionTimes {
  const times = new SessionTimes()
  const data = {
    call: 'c',
    tool: 'todo',
    input: {},
    changes: [],
    numbered: false,
    query: false,
    flags: [],
    reply: '',
  }
  for (const [seq, seconds] of updates) {
    const at = new Date(seconds * 1000)
    const event: TodoEvent = {
      id: `e${seq}`,
      session: 's',
      seq,
      turn: seq,
      at,
      version: 1,
      type: 'todos.updated',
      data,
    }
    times.observe(event)
  }
  return times
}

function completion(item: string, from: number | null, to: number) {
  const at = { turn: to, seq: to, added: { turn: 1, seq: 1 } }
  const started = from === null ? null : { turn: from, seq: from }
  const what = { item, key: item, text: item, call: `c${to}`, facts: [], needs: [], readable: 1 }
  return { ...what, ...at, started, verdict: 'supported' as const, rules: 'supported' as const }
}

it('the times of completions are those from start to completion', () => {
  const completions = [
    completion('a', 1, 2),
    completion('b', 1, 9),
    completion('c', 2, 9),
    completion('d', null, 9),
  ]
  expect(timesOf([1, 100], [2, 130], [9, 400]).of(completions)).toEqual({
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

it('the times of completions are not known where the recording does not say', () => {
  const spans = [{ item: 'a', seq: 2, turns: 1, seconds: null }]
  const unknown = { medianTurns: 1, medianSeconds: null, sessionSeconds: null }
  expect(timesOf([1, 0], [2, 0]).of([completion('a', 1, 2)])).toEqual({ spans, ...unknown })
})

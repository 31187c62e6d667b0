import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { TodoEvent } from '../src/events.js'
import { createReducer } from '../src/reducer.js'
import { defineRule } from '../src/rules/rule.js'
import { initialState, type SessionState } from '../src/state.js'
import { decodeEvent } from '../src/store/codec/codec.js'

/**
 * Snapshots hold what the reducer made, so its fingerprint must change whenever what it makes does. Every fingerprint
 * that there ever was stands here with the digest of the states that it led to; add one, never change one. A new one
 * comes of raising `reducerVersion`, or the version of a rule.
 */
const everyFingerprint: readonly { readonly fingerprint: string; readonly states: string }[] = [
  {
    fingerprint: '1-a6cae4f515ae8bcb6147c3c16186a025',
    states: '7e9c2393cee182d318dbe28702c56ce98d3f426ab11c5ebb7a0baa162c4eda58',
  },
  {
    fingerprint: '1-5eb1f2f96a7b1fa89583a4e8b4cc4315',
    states: 'df57393cbc72f9b1d6df30ce89656c025da5a59972f45f899dca4d4f5dd677d6',
  },
  {
    fingerprint: '1-063196b8aa80cd6e953a07f9e53b6c41',
    states: 'df57393cbc72f9b1d6df30ce89656c025da5a59972f45f899dca4d4f5dd677d6',
  },
  {
    fingerprint: '4-063196b8aa80cd6e953a07f9e53b6c41',
    states: 'fa847b90760ab947fcd2bb1d6ee8d0de53a5fbfe5b38350d466aebe703e67a49',
  },
  {
    fingerprint: '3-063196b8aa80cd6e953a07f9e53b6c41',
    states: '48eb760b710f47125a3f530c3a454cec9ba35851dac62961c156047d1c7fa3eb',
  },
  {
    fingerprint: '5-063196b8aa80cd6e953a07f9e53b6c41',
    states: 'e779c9c5f93e1d0be43c2550d502636045287a6747b0e41cbf81936e18f23185',
  },
  {
    fingerprint: '2-063196b8aa80cd6e953a07f9e53b6c41',
    states: '4aa57deee50753fb003f07a7fbf2d3360a75943f5fa85127f184354c917aede2',
  },
  {
    fingerprint: '6-063196b8aa80cd6e953a07f9e53b6c41',
    states: 'e779c9c5f93e1d0be43c2550d502636045287a6747b0e41cbf81936e18f23185',
  },
  {
    fingerprint: '7-063196b8aa80cd6e953a07f9e53b6c41',
    states: 'e779c9c5f93e1d0be43c2550d502636045287a6747b0e41cbf81936e18f23185',
  },
]

function eventsOf(file: string): readonly TodoEvent[] {
  const lines = readFileSync(new URL(file, import.meta.url), 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => decodeEvent(line))
}

/** Events of all types, of all profiles, and with rules that the log breaks. */
function everySession(): readonly (readonly TodoEvent[])[] {
  const events = [
    ...eventsOf('old-versions/events-version-1.jsonl'),
    ...eventsOf('reducer-golden/events.jsonl'),
  ]
  const names = new Set(events.map(({ session }) => session))
  const sessions = [...names].map((name) => events.filter(({ session }) => session === name))
  return [...sessions, ...sessions.map((session) => session.map(withStricterRules))]
}

function withStricterRules(event: TodoEvent): TodoEvent {
  if (event.type !== 'session.opened') return event
  const limits = ['single-in-progress', 'max-items', 'no-reopen', 'skipped-in-progress', 'unheard-of']
  const rules = limits.map((id) => ({
    id,
    version: 1,
    mode: 'reject' as const,
    options: { max: 2 },
    lowered: false,
  }))
  return { ...event, data: { ...event.data, rules } }
}

/** What states had before several could work on one list. */
function withoutActors<Known extends Pick<SessionState, 'turn' | 'nags' | 'items'>>(state: Known): Known {
  const { own, ...turn } = state.turn
  expect(own).toBe(turn.number)
  const { updatedTurn: _1, ...nags } = state.nags
  const items = state.items.map(({ actor: _2, ...item }) => item)
  const before =
    turn.before === null
      ? null
      : { ...turn.before, items: turn.before.items.map(({ actor: _3, ...item }) => item) }
  return { ...state, turn: { ...turn, before }, nags, items }
}

/** A value as text, whatever the order of its keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, held: unknown) =>
    typeof held === 'object' && held !== null && !Array.isArray(held)
      ? Object.fromEntries(Object.entries(held).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : held,
  )
}

it('the reducer gives the states that its fingerprint stands for', () => {
  const reducer = createReducer()
  const digest = createHash('sha256')
  let disagreements = 0
  for (const events of everySession()) {
    let state = initialState
    for (const event of events) {
      state = reducer.accept(state, event)
      digest.update(`${canonical(state)}\n`)
    }
    disagreements += state.disagreements.length
  }
  expect(disagreements).toBeGreaterThan(10)
  const now = { fingerprint: reducer.fingerprint, states: digest.digest('hex') }
  const known = everyFingerprint.find(({ fingerprint }) => fingerprint === now.fingerprint)
  const remedy =
    known === undefined
      ? 'The fingerprint is new: add it here.'
      : 'The same events lead to other states: raise reducerVersion in reducer.ts, then add the new fingerprint here.'
  expect(now, remedy).toEqual(known)
  expect(new Set(everyFingerprint.map(({ fingerprint }) => fingerprint)).size).toBe(everyFingerprint.length)
})

it('events of before version 2 lead to the states of then: what came since stands beside them', () => {
  const reducer = createReducer()
  const digest = createHash('sha256')
  for (const events of everySession()) {
    let state = initialState
    for (const event of events) {
      state = reducer.accept(state, event)
      const { phases: _1, turnsSinceCall: _2, closings: _3, guard: _4, unlisted: _5, ...same } = state
      const { actor: _6, others, runs: _7, turns: _8, ...known } = same
      const { continuations, ...before } = withoutActors(known)
      // Nobody is named in these events.
      expect(others).toEqual([])
      const { used, lastAnswer, lastCause } = continuations
      digest.update(`${canonical({ ...before, continuations: { used, lastAnswer, lastCause } })}\n`)
    }
  }
  expect(digest.digest('hex')).toBe('df57393cbc72f9b1d6df30ce89656c025da5a59972f45f899dca4d4f5dd677d6')
})

it('the fingerprint tells rules and their versions apart, in whatever order they come', () => {
  const rule = (id: string, version: number) => defineRule({ id, version, check: () => [] })
  const of = (...rules: readonly ReturnType<typeof rule>[]) => createReducer(rules).fingerprint
  expect(of()).toBe(of())
  expect(of(rule('a', 1), rule('b', 2))).toBe(of(rule('b', 2), rule('a', 1)))
  const prints = [of(), of(rule('a', 1)), of(rule('a', 2)), of(rule('b', 1)), of(rule('max-items', 2))]
  expect(new Set(prints).size).toBe(prints.length)
})

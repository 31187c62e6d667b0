import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { TodoEvent } from '../src/events.js'
import { createReducer } from '../src/reducer.js'
import { defineRule } from '../src/rules/rule.js'
import { initialState } from '../src/state.js'
import { decodeEvent } from '../src/store/codec.js'

/**
 * Snapshots hold what the reducer made, so its fingerprint must change whenever what it makes does: it comes of
 * `reducerVersion` and of the versions of the rules. Where one of these was raised, put what is found here.
 */
const known = {
  fingerprint: '3-4cbad35a029b9d00cdb5b73361c48a4a',
  states: '1eb6d41f3d5bd9173425bc2b2891a4d4c43470ca83fcdb398032c6ade6913841',
}

function eventsOf(file: string): readonly TodoEvent[] {
  const lines = readFileSync(new URL(file, import.meta.url), 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => decodeEvent(line))
}

/** Events of all types, of all profiles, and with rules that the log breaks. */
function everySession(): readonly (readonly TodoEvent[])[] {
  const events = eventsOf('reducer-golden/events.jsonl')
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
  const remedy =
    known.fingerprint === now.fingerprint
      ? 'The same events lead to other states: raise reducerVersion in reducer.ts, then put the new fingerprint here.'
      : 'The fingerprint is new: put it here.'
  expect(now, remedy).toEqual(known)
})

it('the fingerprint tells rules and their versions apart, in whatever order they come', () => {
  const rule = (id: string, version: number) => defineRule({ id, version, check: () => [] })
  const of = (...rules: readonly ReturnType<typeof rule>[]) => createReducer(rules).fingerprint
  expect(of()).toBe(of())
  expect(of(rule('a', 1), rule('b', 2))).toBe(of(rule('b', 2), rule('a', 1)))
  const prints = [of(), of(rule('a', 1)), of(rule('a', 2)), of(rule('b', 1)), of(rule('max-items', 2))]
  expect(new Set(prints).size).toBe(prints.length)
})

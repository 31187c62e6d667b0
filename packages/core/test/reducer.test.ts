import { describe, expect, it } from 'vitest'
import { DamagedLogError, RuleViolationError } from '../src/errors.js'
import type { Change, TodoEvent } from '../src/events.js'
import { createReducer, reduce } from '../src/reducer.js'
import { initialState, type SessionState } from '../src/state.js'

const at = new Date(0)
function opened(mode: 'reject' | 'flag', rule = 'single-in-progress', version = 1): TodoEvent {
  const rules = [{ id: rule, version, mode, options: {}, lowered: false }]
  const data = { profile: 'p', settings: {}, rules, goal: null, source: null, parent: null }
  return { id: 'e1', session: 's', seq: 1, turn: 0, at, type: 'session.opened', version: 1, data }
}
function adding(seq: number, ...keys: readonly string[]): TodoEvent {
  const changes = keys.map((key, position) => ({
    type: 'added' as const,
    key,
    id: key,
    text: key,
    status: 'in_progress' as const,
    position,
  }))
  const data = {
    call: `c${seq}`,
    tool: 't',
    input: null,
    changes,
    numbered: false,
    query: false,
    flags: [],
    reply: '',
  }
  return { id: `e${seq}`, session: 's', seq, turn: 0, at, type: 'todos.updated', version: 1, data }
}

describe('an event that breaks a rule', () => {
  const state = reduce(initialState, opened('reject'))

  it('leaves the very same state object', () => {
    const before: SessionState = state
    expect(() => reduce(state, adding(2, 'k1', 'k2'))).toThrow(RuleViolationError)
    expect(state).toBe(before)
    expect(state.items).toEqual([])
    expect(Object.isFrozen(state)).toBe(true)
  })

  it('is a fact where it stands in a log: the state carries what the rules say', () => {
    const reducer = createReducer()
    const accepted = reducer.accept(state, adding(2, 'k1', 'k2'))
    expect(accepted.items).toHaveLength(2)
    expect(accepted.disagreements.map(({ seq, violations }) => [seq, violations.map((v) => v.rule)])).toEqual(
      [[2, ['single-in-progress']]],
    )
    const replay = reducer.replay(state)
    replay.apply(adding(2, 'k1', 'k2'))
    expect(replay.finish()).toEqual(accepted)
    expect(reducer.acceptWithPatches(state, adding(2, 'k1', 'k2'))[0]).toEqual(accepted)
  })

  it('passes where the rule only flags', () => {
    expect(reduce(reduce(initialState, opened('flag')), adding(2, 'k1', 'k2')).items).toHaveLength(2)
  })

  it('names a rule that is not known, or known in another version, and skips it', () => {
    expect(reduce(initialState, opened('reject', 'my-rule')).skippedRules).toEqual(['my-rule'])
    const old = reduce(initialState, opened('reject', 'single-in-progress', 99))
    expect(old.skippedRules).toEqual(['single-in-progress'])
    expect(reduce(old, adding(2, 'k1', 'k2')).items).toHaveLength(2)
  })
})

describe('a log that cannot be', () => {
  const state = reduce(initialState, opened('flag'))
  const broken: readonly (readonly [string, SessionState, TodoEvent])[] = [
    ['a gap', state, adding(3, 'k1')],
    ['a repeat', state, opened('flag')],
    ['no beginning', initialState, adding(1, 'k1')],
    ['another session', state, { ...adding(2, 'k1'), session: 'other' }],
    ['a key that is added twice', state, adding(2, 'k1', 'k1')],
  ]
  it.each(broken)('is damaged: %s', (_what, before, event) => {
    expect(() => reduce(before, event)).toThrow(DamagedLogError)
    expect(() => createReducer().replay(before).apply(event)).toThrow(DamagedLogError)
  })

  it('says in which event, and what is wrong', () => {
    const removal = adding(2)
    const changes = [{ type: 'removed' as const, key: 'k9', id: '9', text: '', status: 'pending' as const }]
    const event =
      removal.type === 'todos.updated' ? { ...removal, data: { ...removal.data, changes } } : removal
    expect(() => reduce(state, event)).toThrowErrorMatchingInlineSnapshot(
      `[DamagedLogError: Session "s", event 2: removed names the unknown item key k9.]`,
    )
  })
})

it('a roll-back restores the list from before the turn exactly, times and all', () => {
  const event = (seq: number, rest: Pick<TodoEvent, 'type' | 'data'>): TodoEvent =>
    ({ id: `e${seq}`, session: 's', seq, turn: 1, at: new Date(seq), version: 1, ...rest }) as TodoEvent
  const log = [
    opened('flag'),
    adding(2, 'k1', 'k2'),
    event(3, { type: 'turn.started', data: { delivers: [] } }),
    event(4, {
      type: 'todos.updated',
      data: {
        call: 'c',
        tool: 't',
        input: null,
        changes: [
          { type: 'removed', key: 'k1', id: 'k1', text: 'k1', status: 'in_progress' },
          { type: 'status-set', key: 'k2', from: 'in_progress', to: 'completed', reason: null },
          { type: 'goal-set', from: null, to: 'g' },
        ],
        numbered: false,
        query: false,
        flags: [],
        reply: '',
      },
    }),
    event(5, { type: 'todos.rolled-back', data: { update: 'e4', changes: [], numbered: false } }),
  ]
  const before = log.slice(0, 2).reduce(reduce, initialState)
  const changed = log.slice(0, 4).reduce(reduce, initialState)
  expect([changed.items.length, changed.goal, changed.phase]).toEqual([1, 'g', 'reviewing'])
  const after = log.reduce(reduce, initialState)
  expect(after.items).toEqual(before.items)
  expect([after.goal, after.phase]).toEqual([null, 'executing'])
  const replay = createReducer().replay()
  for (const each of log) replay.apply(each)
  expect(replay.finish()).toEqual(after)
  const again = log[4]
  if (again !== undefined) expect(() => reduce(after, { ...again, seq: 6 })).toThrow(DamagedLogError)
})

it('a list that grows long in a replay is frozen with the items that it had while it was short', () => {
  const few = adding(2, 'k1', 'k2', 'k3')
  const many = adding(3, ...Array.from({ length: 60 }, (_, index) => `m${index}`))
  if (many.type !== 'todos.updated') throw new Error('It adds.')
  const changes = many.data.changes.map((change) =>
    change.type === 'added' ? { ...change, position: change.position + 3 } : change,
  )
  const replay = createReducer().replay()
  for (const event of [opened('flag'), few, { ...many, data: { ...many.data, changes } }]) replay.apply(event)
  const { items } = replay.finish()
  expect(items).toHaveLength(63)
  expect(items.filter((item) => !Object.isFrozen(item)).map(({ key }) => key)).toEqual([])
})

describe('the numbers of ids', () => {
  const changed = (seq: number, change: Change): TodoEvent => {
    const event = adding(seq)
    if (event.type !== 'todos.updated') throw new Error('adding made another event')
    return { ...event, data: { ...event.data, changes: [change] } }
  }
  it.each<[string, readonly TodoEvent[], number]>([
    ['that items came with are used', [adding(2, '7')], 7],
    [
      'that an item was given later are used, also once the item is gone',
      [
        adding(2, '1'),
        changed(3, { type: 'field-set', key: '1', field: 'id', from: '1', to: '9' }),
        changed(4, { type: 'removed', key: '1', id: '9', text: '1', status: 'in_progress' }),
      ],
      9,
    ],
    [
      'are not what stands in other fields',
      [adding(2, '1'), changed(3, { type: 'field-set', key: '1', field: 'priority', from: null, to: '9' })],
      1,
    ],
  ])('%s', (_, events, used) => {
    const state = events.reduce(reduce, reduce(initialState, opened('flag')))
    expect(state.idsUsed).toBe(used)
  })
})

import { describe, expect, it } from 'vitest'
import type { Intent, ItemEdit, WantedItem } from '../src/decide/intent.js'
import { decide } from '../src/decide.js'
import type { JsonValue, RuleMode, TodoEvent, TodoStatus } from '../src/events.js'
import { createReducer } from '../src/reducer.js'
import { builtinRules } from '../src/rules/builtin-rules.js'
import { initialState, type SessionState } from '../src/state.js'

const reducer = createReducer()
const at = new Date(0)

function event(seq: number, rest: Pick<TodoEvent, 'type' | 'data'>): TodoEvent {
  return { id: `e${seq}`, session: 's', seq, turn: 1, at, version: 1, ...rest } as TodoEvent
}

/** A session in which one rule alone is in force, with a list, in an open turn. */
function underRule(
  id: string,
  list: readonly WantedItem[],
  options: { readonly [key: string]: JsonValue } = {},
): SessionState {
  const mode: RuleMode = 'reject'
  const rules = [{ id, version: 1, mode, options, lowered: false }]
  const opened = { profile: 'p', settings: {}, rules, goal: null, source: null, parent: null }
  let state = reducer.accept(initialState, event(1, { type: 'session.opened', data: opened }))
  state = reducer.accept(state, update(state, { kind: 'replace', items: list, numbered: false }))
  return reducer.accept(state, event(3, { type: 'turn.started', data: { delivers: [] } }))
}

function update(
  state: SessionState,
  intent: Intent,
  support?: { readonly [key: string]: number },
): TodoEvent {
  const decision = decide(state, intent)
  const data = {
    call: 'c',
    tool: 't',
    input: null,
    flags: [],
    reply: '',
    ...decision,
    ...(support === undefined ? {} : { support }),
  }
  return event(state.seq + 1, { type: 'todos.updated', data })
}

/** An item `text:status`, its text as its id; what depends on what in `more`. */
function item(id: string, status: TodoStatus = 'pending', more: Partial<WantedItem> = {}): WantedItem {
  return { id, ownId: true, text: id, status, ...more }
}

const edit = (...edits: readonly ItemEdit[]): Intent => ({ kind: 'edit', edit: edits })
const replace = (...items: readonly WantedItem[]): Intent => ({ kind: 'replace', items, numbered: false })

type Row = readonly [
  rule: string,
  list: readonly WantedItem[],
  intent: Intent,
  message: string | null,
  options?: { readonly [key: string]: JsonValue },
]

const before = [item('a'), item('b', 'completed'), item('c', 'in_progress')]
const rows: readonly Row[] = [
  ['max-items', [], replace(item('a'), item('b')), 'Max 1 todos allowed', { max: 1 }],
  ['max-items', [], replace(item('a')), null, { max: 1 }],
  ['text-required', [], replace(item('a', 'pending', { text: ' \t' })), 'Item a: text required'],
  ['text-required', [], replace(item('a')), null],
  [
    'ids-unique',
    [],
    replace(item('a'), item('a', 'pending', { text: 'x' })),
    'Item a: the id is used more than once',
  ],
  ['ids-unique', [], replace(item('a'), item('b')), null],
  [
    'single-in-progress',
    before,
    edit({ key: 'k1', status: 'in_progress' }),
    'Only one task can be in_progress at a time',
  ],
  ['single-in-progress', before, edit({ key: 'k3', status: 'completed' }), null],
  [
    'exactly-one-in-progress',
    before,
    edit({ key: 'k3', status: 'pending' }),
    'Exactly one todo must be in_progress unless all are completed, found 0',
  ],
  [
    'exactly-one-in-progress',
    before,
    edit({ key: 'k1', status: 'in_progress' }),
    'Exactly one todo must be in_progress unless all are completed, found 2',
  ],
  ['exactly-one-in-progress', before, edit({ key: 'k1', status: 'completed' }), null],
  ['exactly-one-in-progress', before, replace(item('a', 'completed'), item('b', 'completed')), null],
  [
    'empty-list-only-when-done',
    before,
    replace(),
    'The todo list can be emptied only when all items are completed',
  ],
  ['empty-list-only-when-done', [item('b', 'completed')], replace(), null],
  [
    'reason-required-when-blocked',
    before,
    edit({ key: 'k1', status: 'blocked' }),
    'Item a: a blocked item needs a reason',
  ],
  [
    'reason-required-when-blocked',
    before,
    edit({ key: 'k1', status: 'blocked', reason: 'waits for b' }),
    null,
  ],
  [
    'no-reopen',
    before,
    edit({ key: 'k2', status: 'pending' }),
    'Item b was completed and cannot be pending again',
  ],
  ['no-reopen', before, edit({ key: 'k2', status: 'cancelled' }), null],
  [
    'skipped-in-progress',
    before,
    edit({ key: 'k1', status: 'completed' }),
    'Item a was completed without having been in_progress',
  ],
  ['skipped-in-progress', before, edit({ key: 'k3', status: 'completed' }), null],
  [
    'dependencies-closed-first',
    [item('a'), item('b', 'pending', { fields: { dependencies: ['a'] } })],
    edit({ key: 'k2', status: 'completed' }),
    'Item b depends on open items: a',
  ],
  [
    'dependencies-closed-first',
    [item('a', 'cancelled'), item('b', 'pending', { fields: { dependencies: ['a'] } })],
    edit({ key: 'k2', status: 'completed' }),
    null,
  ],
  [
    'no-parent-cycle',
    [item('a', 'pending', { fields: { parent: 'b' } }), item('b')],
    edit({ key: 'k2', fields: { parent: 'a' } }),
    'Items are parts of each other in a circle: b -> a -> b',
  ],
  [
    'no-parent-cycle',
    [item('a')],
    edit({ key: 'k1', fields: { parent: 'a' } }),
    'Items are parts of each other in a circle: a -> a',
  ],
  [
    'no-parent-cycle',
    [item('a', 'pending', { fields: { parent: 'b' } }), item('b')],
    edit({ key: 'k2', fields: { parent: 'gone' } }),
    null,
  ],
  [
    'children-closed-first',
    [item('a'), item('b', 'pending', { fields: { parent: 'a' } })],
    edit({ key: 'k1', status: 'completed' }),
    'Item a has open subtasks: b',
  ],
  [
    'children-closed-first',
    [item('a'), item('b', 'completed', { fields: { parent: 'a' } })],
    edit({ key: 'k1', status: 'completed' }),
    null,
  ],
  [
    'no-dependency-cycle',
    [item('a'), item('b', 'pending', { fields: { dependencies: ['a'] } })],
    edit({ key: 'k1', fields: { dependencies: ['b'] } }),
    'Items depend on each other in a circle: a -> b -> a',
  ],
  [
    'no-dependency-cycle',
    [item('a')],
    edit({ key: 'k1', fields: { dependencies: ['a'] } }),
    'Items depend on each other in a circle: a -> a',
  ],
  [
    'no-dependency-cycle',
    [item('a'), item('b'), item('c')],
    edit(
      { key: 'k1', fields: { dependencies: ['b', 'c'] } },
      { key: 'k2', fields: { dependencies: ['c', 'missing'] } },
    ),
    null,
  ],
]

describe('each rule alone', () => {
  for (const [rule, list, intent, message, options] of rows) {
    it(`${rule}: ${message ?? 'silent'}`, () => {
      const state = underRule(rule, list, options)
      const { violations } = reducer.attempt(state, update(state, intent))
      expect(violations.map((violation) => [violation.rule, violation.message])).toEqual(
        message === null ? [] : [[rule, message]],
      )
      for (const violation of violations) expect(violation.fix).toMatch(/^[A-Z].*\.$/u)
    })
  }

  it('skipped-in-progress, dependencies-closed-first: a new reason of a completed item completes nothing', () => {
    const list = [item('a', 'completed', { fields: { dependencies: ['b'] } }), item('b')]
    for (const rule of ['skipped-in-progress', 'dependencies-closed-first']) {
      const state = underRule(rule, list)
      const again = edit({ key: 'k1', status: 'completed', reason: 'because' })
      expect(reducer.attempt(state, update(state, again)).violations).toEqual([])
    }
  })

  it('one-update-per-turn: the second write of a turn, a refused one counted; a query is none', () => {
    const state = underRule('one-update-per-turn', before)
    const first = update(state, edit({ key: 'k1', text: 'x' }))
    expect(reducer.attempt(state, first).violations).toEqual([])
    const then = reducer.reduce(state, first)
    expect(reducer.attempt(then, update(then, { kind: 'query' })).violations).toEqual([])
    expect(reducer.attempt(then, update(then, edit({ key: 'k1', text: 'y' }))).violations).toMatchObject([
      { received: 2 },
    ])
    const refusal = event(4, {
      type: 'todos.rejected',
      data: { call: 'c', tool: 't', input: null, violations: [], reply: '' },
    })
    const refused = reducer.reduce(state, refusal)
    expect(reducer.attempt(refused, update(refused, edit({ key: 'k1', text: 'y' }))).violations).toHaveLength(
      1,
    )
  })

  it('evidence-required: compares the support that the event carries, and nothing else', () => {
    const state = underRule('evidence-required', before)
    const done = edit({ key: 'k3', status: 'completed' })
    expect(reducer.attempt(state, update(state, done)).violations).toEqual([])
    expect(reducer.attempt(state, update(state, done, { k3: 0.3 })).violations).toEqual([])
    expect(reducer.attempt(state, update(state, done, { k3: 0.29 })).violations).toMatchObject([
      { message: 'Item c was completed with support 0.29, below 0.3', item: 'c' },
    ])
  })
})

it('a circle among ten thousand items is found without exhausting the stack', () => {
  const many = Array.from({ length: 10_000 }, (_, n) =>
    item(`${n}`, 'pending', { fields: { dependencies: [`${(n + 1) % 10_000}`] } }),
  )
  const state = underRule('no-dependency-cycle', [])
  const { violations } = reducer.attempt(state, update(state, replace(...many)))
  expect(violations).toHaveLength(1)
})

it('every rule has a summary, and an id of its own', () => {
  expect(new Set(builtinRules.map((rule) => rule.id)).size).toBe(builtinRules.length)
  expect(builtinRules.map((rule) => `${rule.id}: ${rule.summary}`).join('\n')).toMatchInlineSnapshot(`
    "input-shape: The input has the shape that the tool takes.
    max-items: A list holds at most so many items (option max, 20).
    text-required: Every item has a text that is not blank.
    status-valid: Every status is one that the tool knows.
    ids-unique: No two items of a list have the same id.
    id-known: A call that names an item names one that is in the list.
    single-in-progress: At most one item is in progress (option per: 'actor': of each who works on the list).
    exactly-one-in-progress: Exactly one item is in progress, unless all are completed.
    one-update-per-turn: The list is written at most once in a turn (option tools: by these tools).
    empty-list-only-when-done: A list is emptied only when all its items were completed.
    reason-required-when-blocked: A blocked item says why.
    no-reopen: A completed or cancelled item stays so.
    skipped-in-progress: An item is in progress before it is completed.
    dependencies-closed-first: An item is completed only after the items that it depends on are closed.
    no-dependency-cycle: No item depends, over others or directly, on itself.
    no-parent-cycle: No item is, over others or directly, a part of itself.
    children-closed-first: An item is completed only after its subtasks are closed.
    evidence-required: A completion has enough support in the log (option threshold, 0.3)."
  `)
})

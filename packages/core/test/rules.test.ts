import { describe, expect, it } from 'vitest'
import { decide, type Intent, type ItemEdit, type WantedItem } from '../src/decide.js'
import type {
  Actor,
  Change,
  ItemAdded,
  JsonValue,
  RuleMode,
  StatedFact,
  TodoEvent,
  TodoStatus,
} from '../src/events.js'
import { createReducer } from '../src/reducer.js'
import { builtinRules } from '../src/rules/builtin-rules.js'
import { completedBy, isAddedCompleted, requirementOf } from '../src/rules/evidence-required.js'
import { defineRule, numberOption } from '../src/rules/rule.js'
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
  contradictions?: { readonly [key: string]: readonly StatedFact[] },
): TodoEvent {
  const decision = decide(state, intent)
  const data = {
    call: 'c',
    tool: 't',
    input: null,
    flags: [],
    reply: '',
    ...decision,
    ...(contradictions === undefined ? {} : { contradictions }),
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

/** `a, b:completed, c>a^b`: c depends on a, and is a part of b. */
function list(text: string): readonly WantedItem[] {
  return text.split(', ').flatMap((each) => {
    const [, id, status, dependencies, parent] =
      /^(\w+)(?::(\w+))?(?:>([\w/]+))?(?:\^(\w+))?$/.exec(each) ?? []
    if (id === undefined) return []
    const fields = {
      ...(dependencies && { dependencies: dependencies.split('/') }),
      ...(parent && { parent }),
    }
    return [item(id, (status ?? 'pending') as TodoStatus, { fields })]
  })
}
const set = (key: string, status: TodoStatus, more: Partial<ItemEdit> = {}) => edit({ key, status, ...more })

const before = list('a, b:completed, c:in_progress')
const busy = 'Exactly one todo must be in_progress unless all are completed, found'
const emptied = 'The todo list can be emptied only when all items are completed'
const circle = 'Items are parts of each other in a circle:'
const rows: readonly Row[] = [
  ['max-items', [], replace(item('a'), item('b')), 'Max 1 todos allowed', { max: 1 }],
  ['max-items', [], replace(item('a')), null, { max: 1 }],
  ['text-required', [], replace(item('a', 'pending', { text: ' \t' })), 'Item a: text required'],
  ['text-required', [], replace(item('a')), null],
  ['ids-unique', [], replace(item('a'), item('a')), 'Item a: the id is used more than once'],
  ['ids-unique', [], replace(item('a'), item('b')), null],
  ['single-in-progress', before, set('k1', 'in_progress'), 'Only one task can be in_progress at a time'],
  ['single-in-progress', before, set('k3', 'completed'), null],
  ['exactly-one-in-progress', before, set('k3', 'pending'), `${busy} 0`],
  ['exactly-one-in-progress', before, set('k1', 'in_progress'), `${busy} 2`],
  [
    'exactly-one-in-progress',
    list('a:completed, b:blocked, c, d:in_progress'),
    set('k4', 'blocked'),
    `${busy} 0`,
  ],
  ['exactly-one-in-progress', before, set('k1', 'completed'), null],
  ['exactly-one-in-progress', before, replace(...list('a:completed, b:completed')), null],
  ['empty-list-only-when-done', before, replace(), emptied],
  [
    'empty-list-only-when-done',
    list('done:completed, dropped:cancelled, first, second'),
    { kind: 'edit', goal: 'g', remove: ['k1', 'k2', 'k3', 'k4'] },
    emptied,
  ],
  ['empty-list-only-when-done', list('b:completed, c:cancelled'), replace(), null],
  ['empty-list-only-when-done', [], { kind: 'edit', goal: 'another' }, null],
  ['reason-required-when-blocked', before, set('k1', 'blocked'), 'Item a: a blocked item needs a reason'],
  ['reason-required-when-blocked', before, set('k1', 'blocked', { reason: 'waits for b' }), null],
  ['no-reopen', before, set('k2', 'pending'), 'Item b was completed and cannot be set to pending'],
  [
    'no-reopen',
    list('a:cancelled'),
    set('k1', 'blocked'),
    'Item a was cancelled and cannot be set to blocked',
  ],
  ['no-reopen', before, set('k2', 'cancelled'), null],
  ['no-reopen', list('a:cancelled'), set('k1', 'completed'), null],
  [
    'skipped-in-progress',
    before,
    set('k1', 'completed'),
    'Item a was completed without having been in_progress',
  ],
  ['skipped-in-progress', before, set('k3', 'completed'), null],
  ['skipped-in-progress', before, set('k1', 'blocked'), null],
  ['skipped-in-progress', before, edit({ key: 'k1', text: 'completed' }), null],
  ['skipped-in-progress', list('a:completed'), set('k1', 'completed', { reason: 'because' }), null],
  ['dependencies-closed-first', list('a, b>a'), set('k2', 'completed'), 'Item b depends on open items: a'],
  [
    'dependencies-closed-first',
    list('a, b:blocked, c>a/b'),
    set('k3', 'completed'),
    'Item c depends on open items: a, b',
  ],
  [
    'dependencies-closed-first',
    list('a'),
    { kind: 'edit', add: list('b:completed>a') },
    'Item b depends on open items: a',
  ],
  ['dependencies-closed-first', list('a'), { kind: 'edit', add: list('b:cancelled>a') }, null],
  ['dependencies-closed-first', list('a, b>a'), edit({ key: 'k2', text: 'completed' }), null],
  ['dependencies-closed-first', list('a, b>a'), set('k2', 'cancelled'), null],
  ['dependencies-closed-first', list('a:cancelled, b>a'), set('k2', 'completed'), null],
  [
    'dependencies-closed-first',
    list('a, b:completed>a'),
    set('k2', 'completed', { reason: 'because' }),
    null,
  ],
  ['no-parent-cycle', list('a^b, b'), edit({ key: 'k2', fields: { parent: 'a' } }), `${circle} b -> a -> b`],
  [
    'no-parent-cycle',
    list('a, b, c, d^a'),
    edit(...['b', 'c', 'b'].map((parent, index) => ({ key: `k${index + 1}`, fields: { parent } }))),
    `${circle} b -> c -> b`,
  ],
  ['no-parent-cycle', list('a^b, c^a'), edit({ key: 'k2', fields: { id: 'b' } }), `${circle} b -> a -> b`],
  ['no-parent-cycle', list('a'), edit({ key: 'k1', fields: { parent: 'a' } }), `${circle} a -> a`],
  ['no-parent-cycle', list('a^b, b'), edit({ key: 'k2', fields: { parent: 'gone' } }), null],
  ['children-closed-first', list('a, b^a'), set('k1', 'completed'), 'Item a has open subtasks: b'],
  [
    'children-closed-first',
    list('a, b:blocked^a, c^a'),
    set('k1', 'completed'),
    'Item a has open subtasks: b, c',
  ],
  ['children-closed-first', list('a, b:completed^a'), set('k1', 'completed'), null],
  [
    'no-dependency-cycle',
    list('a, b>a'),
    edit({ key: 'k1', fields: { dependencies: ['b'] } }),
    'Items depend on each other in a circle: a -> b -> a',
  ],
  [
    'no-dependency-cycle',
    list('a'),
    edit({ key: 'k1', fields: { dependencies: ['a'] } }),
    'Items depend on each other in a circle: a -> a',
  ],
  [
    'no-dependency-cycle',
    list('a, b, c'),
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
    })
  }

  it('says which item it is, what it expected and what it got, and how to mend it', () => {
    const said = rows.flatMap(([rule, list, intent, , options]) => {
      const state = underRule(rule, list, options)
      return reducer
        .attempt(state, update(state, intent))
        .violations.map(({ item: id, expected, received, fix }) =>
          [rule, id ?? '-', JSON.stringify(expected), JSON.stringify(received), fix].join(' | '),
        )
    })
    expect(said.join('\n')).toMatchInlineSnapshot(`
      "max-items | - | 1 | 2 | Keep at most 1 items: merge small steps or drop closed ones.
      text-required | a | "a text" | " \\t" | Give the item a text that says what is to be done.
      ids-unique | a | "an id of its own" | "a" | Give each item an id of its own.
      single-in-progress | c | 1 | 2 | Set all but one of them to pending.
      exactly-one-in-progress | a | 1 | 0 | Set the item that you work on next to in_progress.
      exactly-one-in-progress | c | 1 | 2 | Set all but one of them to pending or completed.
      exactly-one-in-progress | c | 1 | 0 | Set the item that you work on next to in_progress.
      empty-list-only-when-done | a | 0 | 2 | Keep the unfinished items in the list.
      empty-list-only-when-done | first | 0 | 2 | Keep the unfinished items in the list.
      reason-required-when-blocked | a | "a reason" | null | Say in reason what the item waits for.
      no-reopen | b | "completed" | "pending" | Add a new item for the work that is left.
      no-reopen | a | "cancelled" | "blocked" | Add a new item for the work that is left.
      skipped-in-progress | a | "in_progress" | "pending" | Set the item to in_progress when its work begins.
      dependencies-closed-first | b | [] | ["a"] | Close the items that it depends on first, or cancel them.
      dependencies-closed-first | c | [] | ["a","b"] | Close the items that it depends on first, or cancel them.
      dependencies-closed-first | b | [] | ["a"] | Close the items that it depends on first, or cancel them.
      no-parent-cycle | b | "no circle" | ["b","a","b"] | Take one of these items out from under its parent.
      no-parent-cycle | b | "no circle" | ["b","c","b"] | Take one of these items out from under its parent.
      no-parent-cycle | b | "no circle" | ["b","a","b"] | Take one of these items out from under its parent.
      no-parent-cycle | a | "no circle" | ["a","a"] | Take one of these items out from under its parent.
      children-closed-first | a | [] | ["b"] | Close its subtasks first, or cancel them.
      children-closed-first | a | [] | ["b","c"] | Close its subtasks first, or cancel them.
      no-dependency-cycle | a | "no circle" | ["a","b","a"] | Remove one of these dependencies.
      no-dependency-cycle | a | "no circle" | ["a","a"] | Remove one of these dependencies."
    `)
  })

  it('one-update-per-turn: the second write of a turn, a refused one counted; a query is none', () => {
    const state = underRule('one-update-per-turn', before)
    const first = update(state, edit({ key: 'k1', text: 'x' }))
    expect(reducer.attempt(state, first).violations).toEqual([])
    const then = reducer.accept(state, first)
    expect(reducer.attempt(then, update(then, { kind: 'query' })).violations).toEqual([])
    expect(reducer.attempt(then, update(then, edit({ key: 'k1', text: 'y' }))).violations).toMatchObject([
      { received: 2 },
    ])
    const refusal = event(4, {
      type: 'todos.rejected',
      data: { call: 'c', tool: 't', input: null, violations: [], reply: '' },
    })
    const refused = reducer.accept(state, refusal)
    expect(reducer.attempt(refused, update(refused, edit({ key: 'k1', text: 'y' }))).violations).toHaveLength(
      1,
    )
  })

  it('evidence-required: reads the facts that the event carries, and nothing else', () => {
    const state = underRule('evidence-required', before)
    const done = edit({ key: 'k3', status: 'completed' })
    const fact = {
      kind: 'failed',
      asked: 'c',
      quote: '1 failed',
      sentence: 'It failed: "1 failed".',
      needs: 'Run it again',
    }
    expect(reducer.attempt(state, update(state, done)).violations).toEqual([])
    expect(reducer.attempt(state, update(state, done, { k3: [] })).violations).toEqual([])
    expect(reducer.attempt(state, update(state, done, { k3: [fact] })).violations).toMatchObject([
      { message: 'It failed: "1 failed"', item: 'c', received: ['failed'], fix: 'Run it again.' },
    ])
  })

  it('single-in-progress by actor: one each, whoever put it there', () => {
    const by = (kind: 'agent' | 'sub-agent', id: string) => ({ kind, id })
    const set = (state: SessionState, key: string, actor?: Actor) => {
      const working = update(state, edit({ key, status: 'in_progress' }))
      return { ...working, ...(actor === undefined ? {} : { actor }) }
    }
    const list = ['a', 'b', 'c', 'd', 'e'].map((id) => item(id))
    let state = underRule('single-in-progress', list, { per: 'actor' })
    const turns = [undefined, by('agent', 'x'), by('agent', 'y'), by('sub-agent', 'x')]
    for (const [index, actor] of turns.entries()) {
      const working = set(state, `k${index + 1}`, actor)
      expect(reducer.attempt(state, working).violations).toEqual([])
      state = reducer.accept(state, working)
    }
    for (const actor of turns)
      expect(reducer.attempt(state, set(state, 'k5', actor)).violations).toEqual([
        {
          rule: 'single-in-progress',
          message: 'Each agent can have only one task in_progress at a time',
          item: 'e',
          expected: 1,
          received: 2,
          fix: 'Set all but one of your own to pending.',
        },
      ])
  })

  it('one-update-per-turn with the option tools: calls of others are free', () => {
    const others = underRule('one-update-per-turn', before, { tools: ['write'] })
    const call = (state: SessionState, tool: string, text: string) => {
      const next = update(state, edit({ key: 'k1', text }))
      return { ...next, data: { ...next.data, tool } } as TodoEvent
    }
    let state = reducer.accept(others, call(others, 'set', 'x'))
    state = reducer.accept(state, call(state, 'write', 'y'))
    expect(reducer.attempt(state, call(state, 'set', 'z')).violations).toEqual([])
    expect(reducer.attempt(state, call(state, 'write', 'z')).violations).toMatchObject([{ received: 2 }])
  })
})

const usual = { releaseAfter: 3 }
it.each([
  [{}, usual],
  [{ releaseAfter: 0 }, { releaseAfter: 0 }],
  [{ releaseAfter: '1' }, usual],
])('the gate that %j sets', (options, requirement) => {
  expect(requirementOf(options)).toEqual(requirement)
})

it('what a rule leaves out has defaults', () => {
  const least = defineRule({ id: 'own', version: 2 })
  expect(least).toMatchObject({ id: 'own', version: 2, summary: 'own', defaults: {}, judges: 'state' })
  const context = { options: { max: 'many' }, changes: [], tool: 't', query: false, contradictions: {} }
  expect(least.check(initialState, context)).toEqual([])
  expect(numberOption(context, 'max', 7)).toBe(7)
  const full = { summary: 'Says it.', defaults: { max: 1 }, judges: 'input' } as const
  expect(defineRule({ id: 'own', version: 2, ...full })).toMatchObject(full)
})

it.each<[Change, readonly string[]]>([
  [{ type: 'status-set', key: 'k1', from: 'pending', to: 'completed', reason: null }, ['k1']],
  [{ type: 'status-set', key: 'k1', from: 'completed', to: 'completed', reason: null }, []],
  // A later change of the same call took it back.
  [{ type: 'status-set', key: 'k2', from: 'pending', to: 'completed', reason: null }, []],
  [{ type: 'reworded', key: 'k1', from: 'x', to: 'completed' }, []],
])('%j completes %j', (change, keys) => {
  const state = underRule('evidence-required', [item('a', 'completed'), item('b')])
  expect(completedBy([change], state).map(({ key }) => key)).toEqual(keys)
})

it.each([
  ['completed', undefined, true],
  ['completed', 'pending', true],
  ['completed', 'completed', false],
  ['pending', undefined, false],
  ['pending', 'pending', false],
] as const)('an item that comes in %s, before that %s: completed by it: %s', (status, standing, is) => {
  const added = { type: 'added', key: 'k1', id: 'a', text: 'a', status } as unknown as ItemAdded
  expect(isAddedCompleted({ ...added, ...(standing === undefined ? {} : { before: standing }) })).toBe(is)
})

it('a circle among ten thousand items is found without exhausting the stack', () => {
  const many = Array.from({ length: 10_000 }, (_, n) =>
    item(`${n}`, 'pending', { fields: { dependencies: [`${(n + 1) % 10_000}`] } }),
  )
  const state = underRule('no-dependency-cycle', [])
  const { violations } = reducer.attempt(state, update(state, replace(...many)))
  expect(violations).toHaveLength(1)
})

it('every rule has an id and a summary of its own', () => {
  const said = builtinRules.flatMap(({ id, summary }) => [id, summary])
  expect(new Set(said).size).toBe(2 * builtinRules.length)
})

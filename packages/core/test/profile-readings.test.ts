/** What profiles make of a call and say of themselves, row by row: intents, violations with all their parts, settings. */

import { describe, expect, it } from 'vitest'
import { HostError } from '../src/errors.js'
import type { Violation } from '../src/events.js'
import { profileList, profiles } from '../src/profiles/builtin-profiles.js'
import {
  beside,
  declaredProfile,
  defineProfile,
  type Intent,
  listOf,
  listsAround,
  listTag,
  type Profile,
  type ProfileDeclaration,
  type Reading,
  replacementOf,
  type WantedItem,
} from '../src/profiles/index.js'
import { initialState, type SessionState, type TodoItem } from '../src/state.js'

const bare: TodoItem = {
  ...{ key: '', id: '', text: '', status: 'pending', reason: null, parent: null, dependencies: [] },
  ...{ activeForm: null, priority: null, owner: null, notes: null, estimate: null, metadata: null },
  ...{ added: { turn: 0, seq: 1, at: 0 }, started: null, closed: null, blocked: null, actor: null },
}
function stateOf(...items: readonly Partial<TodoItem>[]): SessionState {
  const listed = items.map((item, place) => {
    const id = item.id ?? String(place + 1)
    return { ...bare, key: `k${id}`, id, text: `text ${id}`, ...item }
  })
  return { ...initialState, items: listed, idsUsed: 7, goal: 'g' }
}
const listed = stateOf(
  { status: 'completed' },
  { status: 'in_progress' },
  { status: 'blocked', reason: 'waits', dependencies: ['2'] },
  { status: 'blocked', dependencies: ['2', '5'] },
  { parent: '2' },
  { status: 'cancelled', parent: '2' },
)

const json = (value: unknown) =>
  JSON.stringify(value, (_key, held: unknown) => (held === undefined ? '?' : held))
const shownWanted = ({ id, ownId, text, status, ...more }: WantedItem) =>
  `${ownId ? '' : '~'}${id} ${json(text)} ${status}${Object.keys(more).length === 0 ? '' : ` ${json(more)}`}`
function shownIntent(intent: Intent): string {
  if (intent.kind === 'query') return 'query'
  if (intent.kind === 'replace') {
    const { kind, items, ...more } = intent
    return [`${kind} ${json(more)}`, ...items.map(shownWanted)].join('\n    ')
  }
  const { kind, add = [], edit = [], ...more } = intent
  const lines = [...add.map((item) => `add ${shownWanted(item)}`), ...edit.map((each) => json(each))]
  return [`${kind} ${json(more)}`, ...lines].join('\n    ')
}
const shownViolation = ({ rule, item, message, expected, received, fix }: Violation) =>
  `! ${rule} ${item}: ${message} | ${json(expected)} | ${json(received)} | ${fix}`
const shownReading = ({ intent, violations }: Reading) =>
  [shownIntent(intent), ...violations.map(shownViolation)].join('\n    ')

function readings(
  profile: Profile,
  calls: readonly (readonly [tool: string, ...inputs: readonly unknown[]])[],
): string {
  const lines = calls.flatMap(([tool, ...inputs]) =>
    inputs.map((input) => {
      const read = profile.read({ tool, input, state: listed, recorded: null })
      return `${tool} ${json(input)}:\n    ${shownReading(read)}`
    }),
  )
  return lines.join('\n')
}

describe('a call is read by', () => {
  it('recommended', () => {
    const fields = {
      parent: '1',
      notes: 2,
      priority: null,
      owner: {},
      estimate: 'day',
      dependencies: ['1', 2, {}],
    }
    const update = (...changes: readonly object[]) => changes.map((change) => ({ id: '2', ...change }))
    expect(
      readings(profiles.recommended, [
        ['write_todos', { items: [{ text: 'a', reason: 'r', ...fields }] }],
        [
          'add_todos',
          null,
          { items: [{ text: 'a' }, { id: '3', text: 'b' }, { text: 'c', status: 'blocked' }] },
        ],
        ['update_todo', {}, { id: '99' }, { id: 2 }],
        [
          'update_todo',
          ...update({ text: 't', reason: 'r', ...fields }, { text: [], reason: {}, dependencies: 'x' }),
        ],
        ['update_todo', ...['completed', 'cancelled', 'x'].map((status) => ({ id: '2', status }))],
        ['update_todo', { id: '5', status: 'completed' }],
        ['list_todos', {}],
      ]),
    ).toMatchInlineSnapshot(`
      "write_todos {"items":[{"text":"a","reason":"r","parent":"1","notes":2,"priority":null,"owner":{},"estimate":"day","dependencies":["1",2,{}]}]}:
          replace {"numbered":false,"stable":true}
          ~(new 1) "a" pending {"reason":"r","fields":{"parent":"1","notes":"2","priority":null,"estimate":"day","dependencies":["1","2"]}}
      add_todos null:
          edit {}
          ! input-shape null: items must be a list | "a list" | "null" | Give {"items": [{"text": "…", "status": "pending"}]}.
      add_todos {"items":[{"text":"a"},{"id":"3","text":"b"},{"text":"c","status":"blocked"}]}:
          edit {}
          add ~8 "a" pending {"fields":{}}
          add 3 "b" pending {"fields":{}}
          add ~9 "c" blocked {"fields":{}}
      update_todo {}:
          edit {}
          ! id-known : Item  is not in the list | ["1","2","3","4","5","6"] | "" | Use one of the ids 1, 2, 3, 4, 5, 6.
      update_todo {"id":"99"}:
          edit {}
          ! id-known 99: Item 99 is not in the list | ["1","2","3","4","5","6"] | "99" | Use one of the ids 1, 2, 3, 4, 5, 6.
      update_todo {"id":2}:
          edit {}
          {"key":"k2","fields":{}}
      update_todo {"id":"2","text":"t","reason":"r","parent":"1","notes":2,"priority":null,"owner":{},"estimate":"day","dependencies":["1",2,{}]}:
          edit {}
          {"key":"k2","text":"t","reason":"r","fields":{"parent":"1","notes":"2","priority":null,"estimate":"day","dependencies":["1","2"]}}
      update_todo {"id":"2","text":[],"reason":{},"dependencies":"x"}:
          edit {}
          {"key":"k2","fields":{}}
      update_todo {"id":"2","status":"completed"}:
          edit {}
          {"key":"k2","status":"completed","fields":{}}
          {"key":"k3","status":"pending"}
      update_todo {"id":"2","status":"cancelled"}:
          edit {}
          {"key":"k2","status":"cancelled","fields":{}}
          {"key":"k3","status":"pending"}
      update_todo {"id":"2","status":"x"}:
          edit {}
          {"key":"k2","status":"pending","fields":{}}
          ! status-valid 2: Item 2: invalid status "x" | ["pending","in_progress","completed","blocked","cancelled"] | "x" | Use one of pending, in_progress, completed, blocked, cancelled.
      update_todo {"id":"5","status":"completed"}:
          edit {}
          {"key":"k5","status":"completed","fields":{}}
      list_todos {}:
          query"
    `)
    const empty = profiles.recommended.read({
      tool: 'update_todo',
      input: { id: '1' },
      state: initialState,
      recorded: null,
    })
    expect(empty.violations.map(({ fix }) => fix)).toEqual(['Add items first.'])
  })
})

it('recommended shows parts below their item, also of a circle that has no top', () => {
  const round = stateOf(
    { parent: '2' },
    { parent: '1' },
    { parent: '9', dependencies: ['1', '2', '4'] },
    { status: 'completed', parent: '3' },
    {},
  )
  const shown = [listed, round].map(({ items }) => profiles.recommended.render(items, null))
  expect(shown.join('\n---\n')).toMatchInlineSnapshot(`
    "[x] #1: text 1
    [>] #2: text 2 (0/2)
      [ ] #5: text 5
      [-] #6: text 6
    [!] #3: text 3 after #2 (blocked: waits)
    [!] #4: text 4 after #2, #5 (blocked: )

    (1/6 completed)
    ---
    [ ] #3: text 3 (1/1) after #1, #2
      [x] #4: text 4
    [ ] #5: text 5
    [ ] #1: text 1 (0/1)
      [ ] #2: text 2 (0/1)

    (1/5 completed)"
  `)
})

it('a refusal by the gate says what to do, whatever the profile', () => {
  const refused = (profile: Profile) => {
    const violation = { message: 'Wrong', item: '1', expected: 1, received: 2, fix: 'Mend it' }
    const violations = [{ ...violation, rule: 'evidence-required' }]
    const tool = profile.tools[0]?.name ?? ''
    return profile.reply({ tool, input: null, state: listed, query: false, touched: [], violations })
  }
  expect(profileList.filter((profile) => !refused(profile).includes('Wrong. Mend it'))).toEqual([])
})

describe('settings', () => {
  const gate = (evidenceRequired: unknown) => profiles.recommended.with({ evidenceRequired } as object)
  const said = (act: () => unknown): unknown => {
    try {
      return act()
    } catch (error) {
      return error instanceof HostError ? `${error.code}: ${error.message}` : error
    }
  }
  it('of a gate', () => {
    const given: readonly unknown[] = [
      ...[undefined, false, true, null, [], { releaseAfter: undefined }, { no: 1 }],
      ...[0, -1, 0.5].map((releaseAfter) => ({ releaseAfter })),
    ]
    const shown = given.map((each) => {
      const came = said(() => gate(each).settings['evidenceRequired'])
      return `${json(each)}: ${typeof came === 'string' ? came : json(came)}`
    })
    expect(shown.join('\n')).toMatchInlineSnapshot(`
      ""?": "?"
      false: "?"
      true: {"releaseAfter":3}
      null: bad-setting: Setting evidenceRequired of profile recommended must be true, false or an object with releaseAfter.
      []: bad-setting: Setting evidenceRequired of profile recommended must be true, false or an object with releaseAfter.
      {"releaseAfter":"?"}: {"releaseAfter":3}
      {"no":1}: bad-setting: Setting evidenceRequired of profile recommended has no field "no". It has: releaseAfter.
      {"releaseAfter":0}: {"releaseAfter":0}
      {"releaseAfter":-1}: bad-setting: Setting evidenceRequired.releaseAfter of profile recommended must be a whole number of at least 0.
      {"releaseAfter":0.5}: bad-setting: Setting evidenceRequired.releaseAfter of profile recommended must be a whole number of at least 0."
    `)
    const on = gate(true)
    const rule = { id: 'evidence-required', mode: 'reject' }
    expect(on.rules.filter(({ id }) => id === rule.id)).toMatchObject([rule])
    expect(on.with({ maxItems: 3 }).rules.at(-1)).toEqual(on.rules.at(-1))
    expect(gate({ releaseAfter: 9 }).with({ evidenceRequired: true }).rules).toEqual(on.rules)
    expect(on.with({ evidenceRequired: false }).settings).toEqual(profiles.recommended.settings)
    expect(Object.isFrozen(on) && Object.isFrozen(on.settings)).toBe(true)
  })

  it('of a profile, and of its source', () => {
    const { loki } = profiles
    const changes: readonly object[] = [
      ...[{}, { auto_continue: true }, { maxAutoContinues: 2 }, { toString: 'x' }, { no: 1 }],
      ...[{ autoContinue: null }, { autoContinue: 1 }, { max_auto_continues: [] }],
    ]
    const changed = ({ settings: { autoContinue, maxAutoContinues } }: Profile) =>
      `${json(autoContinue)} ${json(maxAutoContinues)}`
    const set = loki.with({ maxAutoContinues: 4 })
    const shown = [
      ...changes.map((change) => `with ${json(change)}: ${said(() => changed(set.with(change)))}`),
      said(() => profiles.recommended.with({ reminders: 'often' })),
      json([loki.sourceNames, profiles.recommended.sourceNames]),
    ]
    expect(shown.join('\n')).toMatchInlineSnapshot(`
      "with {}: false 4
      with {"auto_continue":true}: true 4
      with {"maxAutoContinues":2}: false 2
      with {"toString":"x"}: bad-setting: Profile loki has no setting "toString". It has: autoContinue, maxAutoContinues, injectTodoInstructions, continuationPrompt, instructions, todoClear, evidenceRequired.
      with {"no":1}: bad-setting: Profile loki has no setting "no". It has: autoContinue, maxAutoContinues, injectTodoInstructions, continuationPrompt, instructions, todoClear, evidenceRequired.
      with {"autoContinue":null}: bad-setting: Setting autoContinue of profile loki must be a boolean, not null.
      with {"autoContinue":1}: bad-setting: Setting autoContinue of profile loki must be a boolean, not number.
      with {"max_auto_continues":[]}: bad-setting: Setting maxAutoContinues of profile loki must be a number, not object.
      bad-setting: Setting reminders of profile recommended must be context or escalating, not "often".
      [["auto_continue","max_auto_continues","inject_todo_instructions","continuation_prompt"],[]]"
    `)
  })

  it('that nobody gives are the usual ones', () => {
    const plain = defineProfile({
      ...{ name: 'plain', source: 's', defaults: {} },
      build: () => ({
        rules: [{ id: 'no-reopen', mode: 'flag' }],
        tools: [],
        read: () => ({ intent: { kind: 'query' }, violations: [] }),
        reply: ({ violations }) => violations.map(({ message }) => message).join('; '),
        render: () => '',
      }),
    })
    expect(plain).toMatchObject({
      ...{ capabilities: null, instructions: '', nag: null, wakeBudget: null, phases: 'review' },
      ...{ rollsBackOn: [], sourceNames: [] },
    })
    const violations = ['evidence-required', 'other'].map((rule) => ({
      ...{ rule, item: null, message: rule, expected: null, received: null, fix: 'Mend.' },
    }))
    const answer = { tool: '', input: null, state: initialState, query: false, touched: [] }
    expect(plain.reply({ ...answer, violations })).toBe('evidence-required. Mend.; other')
    expect(plain.reply({ ...answer, violations: violations.toReversed() })).toBe('other; evidence-required')
  })
})

describe('a profile that a recording declares', () => {
  const { recommended } = profiles
  const declaration: ProfileDeclaration = {
    source: recommended.source,
    tools: recommended.tools.map(({ name }) => name),
    rules: [...recommended.rules, { id: 'my-own', mode: 'flag' }],
  }
  const declared = declaredProfile('theirs', declaration)
  it('has its tools and the rules that are known here', () => {
    expect(declared.rules).toEqual(recommended.rules)
    expect([declared.name, declared.tools[0], declared.render(listed.items, null)]).toMatchInlineSnapshot(`
      [
        "theirs",
        {
          "description": "",
          "inputSchema": {
            "type": "object",
          },
          "name": "write_todos",
        },
        "[x] #1: text 1
      [>] #2: text 2
      [!] #3: text 3
      [!] #4: text 4
      [ ] #5: text 5
      [-] #6: text 6

      (1/6 completed)",
      ]
    `)
  })
  it('reads the list that a call led to', () => {
    const read = (details: unknown) =>
      shownReading(declared.read({ tool: 't', input: null, state: listed, recorded: { details } as never }))
    const { goal } = listed
    const list = listed.items.map(({ id, text, status, reason, parent, dependencies }) => ({
      ...{ id, text, status, reason, parent, dependencies },
    }))
    const result = { list, goal }
    const details: readonly unknown[] = [
      ...[undefined, { list: [], goal: 7 }, { list: [], goal: null }, result],
      { list: [null, {}, { id: 3, text: 4, status: 'x', reason: {}, dependencies: [1, {}] }], goal: 'h' },
    ]
    const none = shownReading(declared.read({ tool: 't', input: null, state: listed, recorded: null }))
    expect([none, ...details.map(read)].join('\n')).toMatchInlineSnapshot(`
      "edit {}
          ! input-shape null: The recording does not say what came of this call, and its profile is not here | "a recorded outcome" | "nothing" | Record the outcome.
      query
      replace {"numbered":false}
      replace {"numbered":false,"goal":null}
      replace {"numbered":false,"goal":"g"}
          1 "text 1" completed {"reason":null,"fields":{"parent":null,"dependencies":[]}}
          2 "text 2" in_progress {"reason":null,"fields":{"parent":null,"dependencies":[]}}
          3 "text 3" blocked {"reason":"waits","fields":{"parent":null,"dependencies":["2"]}}
          4 "text 4" blocked {"reason":null,"fields":{"parent":null,"dependencies":["2","5"]}}
          5 "text 5" pending {"reason":null,"fields":{"parent":"2","dependencies":[]}}
          6 "text 6" cancelled {"reason":null,"fields":{"parent":"2","dependencies":[]}}
      replace {"numbered":false,"goal":"h"}
          1 "" pending {"reason":null,"fields":{"parent":null,"dependencies":[]}}
          3 "4" pending {"reason":null,"fields":{"parent":null,"dependencies":["1"]}}"
    `)
    const answer = { tool: 't', input: null, state: listed, query: false, touched: [], violations: [] }
    expect(declared.reply(answer)).toBe('')
  })
})

it('a list that is wanted is what a replacing tool makes of it', () => {
  const wanted: readonly WantedItem[] = [
    { id: '4', ownId: true, text: ' a \n b ', status: 'pending' },
    { id: 'x', ownId: false, text: ' ', status: 'completed' },
    { id: '9', ownId: false, text: 'c', status: 'in_progress', reason: 'r' },
  ]
  const shown = (['own', 'position', 'lifelong'] as const).map((ids, index) => {
    const text = ([undefined, 'trimmed', 'one-line'] as const)[index]
    return `${ids}: ${shownIntent(replacementOf({ tool: 't', ids, ...(text && { text }) }, wanted, listed))}`
  })
  expect(shown.join('\n')).toMatchInlineSnapshot(`
    "own: replace {"numbered":false}
        4 " a \\n b " pending
        ~2 " " completed
        ~3 "c" in_progress {"reason":"r"}
    position: replace {"numbered":true}
        ~1 "a \\n b" pending
        ~2 "" completed
        ~3 "c" in_progress {"reason":"r"}
    lifelong: replace {"numbered":false,"stable":true}
        4 "a b" pending
        ~(new 2) "c" in_progress {"reason":"r"}"
  `)
  const own = replacementOf(
    { tool: 't', ids: 'own', intentOf: (add) => ({ kind: 'edit', add }) },
    wanted,
    listed,
  )
  expect(shownIntent(own)).toMatchInlineSnapshot(`
    "edit {}
        add 4 " a \\n b " pending
        add ~2 " " completed
        add ~3 "c" in_progress {"reason":"r"}"
  `)
})

describe('lists from elsewhere', () => {
  const other = declaredProfile('beads', { source: 's', tools: ['bd'], rules: [] })
  const another = declaredProfile('notes', { source: 's', tools: ['note'], rules: [] })
  const tagged = (list: string) => ({ metadata: listTag(list) })
  const mixed = stateOf(
    {},
    tagged('b'),
    { status: 'completed' },
    { ...tagged('b'), status: 'blocked' },
    tagged('a'),
  )
  const profile = beside(profiles.todoListMiddleware, [other, another])
  it('stand beside its own', () => {
    const { name, tools } = profile
    expect([name, tools.map((tool) => tool.name)]).toEqual([
      'todo-list-middleware+beads+notes',
      ['write_todos', 'bd', 'note'],
    ])
    expect(beside(profile, [])).toBe(profile)
    expect(beside(profile, [other])).toBe(profile)
    expect(profile.with({ staleAfter: 2 }).name).toBe(name)
    expect(profile.with({ staleAfter: 2 }).settings).toMatchObject({ staleAfter: 2 })
    expect(Object.isFrozen(profile)).toBe(true)
  })
  it('are left as they are by its tool', () => {
    const todos = { todos: [{ content: 'new', status: 'pending' }] }
    const read = (state: SessionState, tool: string, input: unknown, of: Profile = profile) =>
      shownReading(of.read({ tool, input, state, recorded: null }))
    const fresh = beside(profiles.loki, [other])
    const shown = [
      ...[mixed, listed].flatMap((state) => [
        read(state, 'write_todos', todos),
        read(state, 'write_todos', {}),
      ]),
      ...[
        read(mixed, 'bd', {}),
        read(mixed, 'todo__init', { goal: 'g' }, fresh),
        read(mixed, 'todo__list', {}, fresh),
      ],
      ...[read(mixed, 'todo__add', { task: 'x' }, fresh)],
    ]
    expect(shown.join('\n')).toMatchInlineSnapshot(`
      "replace {"numbered":false}
          ~1 "new" pending {"fields":{}}
          2 "text 2" pending
          4 "text 4" blocked
          5 "text 5" pending
      edit {}
          ! input-shape null: todos must be a list | "a list" | "an object" | Call write_todos with {"todos": [{"content": "…", "status": "pending"}]}.
      replace {"numbered":true}
          ~1 "new" pending {"fields":{}}
      edit {}
          ! input-shape null: todos must be a list | "a list" | "an object" | Call write_todos with {"todos": [{"content": "…", "status": "pending"}]}.
      edit {}
          ! input-shape null: The recording does not say what came of this call, and its profile is not here | "a recorded outcome" | "nothing" | Record the outcome.
      replace {"numbered":false,"goal":"g"}
          2 "text 2" pending
          4 "text 4" blocked
          5 "text 5" pending
      query
      edit {}
          add ~4 "x" pending"
    `)
    const answer = { input: null, query: false, touched: [], violations: [] }
    const replies = ['write_todos', 'bd'].map((tool) => profile.reply({ ...answer, tool, state: mixed }))
    expect(replies).toMatchInlineSnapshot(`
      [
        "{"todos":[{"content":"text 1","status":"pending"},{"content":"text 3","status":"completed"}]}",
        "",
      ]
    `)
  })
  it('are told apart by their tags', () => {
    expect(mixed.items.map(listOf)).toEqual([null, 'b', null, 'b', 'a'])
    expect(listOf({ ...bare, metadata: { todoList: 7 } })).toBeNull()
    const wanted: readonly WantedItem[] = [{ id: 'n', ownId: false, text: 'new', status: 'pending' }]
    const around = (list: string | null, before = mixed.items) =>
      listsAround(before, list, wanted)
        .map(({ id }) => id)
        .join(' ')
    expect([null, 'a', 'b', 'c'].map((list) => around(list))).toEqual([
      'n 2 4 5',
      '1 3 2 4 n',
      '1 3 n 5',
      '1 3 2 4 5 n',
    ])
    expect(around(null, mixed.items.slice(1, 2))).toBe('2 n')
  })
})

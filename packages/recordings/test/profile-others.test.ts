import type { Profile } from '@todo-ledger/core'
import { describe, expect, it, test } from 'vitest'
import {
  cline,
  codex,
  geminiCli,
  langchain,
  opencode,
  openhands,
  qwenCode,
  roo,
} from '../src/agents/index.js'
import { openSession } from './open-session.js'

type Row = readonly [profile: Profile, what: string, tool: string, input: unknown, reply: string]

/** Items as a tool takes them: each its text, by this name, and its status. */
const items = (field: string, ...all: readonly (readonly [text: string, status: string])[]) =>
  all.map(([text, status]) => ({ [field]: text, status }))
const two = (field: string) => items(field, ['a', 'in_progress'], ['b', 'in_progress'])

/** Each row: the call, the reply to the letter. Sources: docs/sources/. */
const rows: readonly Row[] = [
  ...(
    [
      ['a plan', { explanation: 'x', plan: items('step', ['a', 'pending']) }, 'Plan updated'],
      ['two in progress', { plan: two('step') }, 'Plan updated'],
      [
        'an unknown field',
        { plan: [], note: 'x' },
        'Error: unknown field "note", expected one of explanation, plan',
      ],
      [
        'an unknown field of a step',
        { plan: [{ step: 'a', status: 'pending', __proto__x: 1 }] },
        'Error: unknown field "__proto__x", expected one of step, status',
      ],
      ['an unknown status', { plan: items('step', ['a', 'done']) }, 'Error: Item 1: invalid status "done"'],
      ['no plan', null, 'Error: plan must be a list'],
    ] as const
  ).map(([what, input, reply]): Row => [codex.profile, what, 'update_plan', input, reply]),
  ...(
    [
      [
        'a list',
        { todos: items('description', ['a', 'cancelled'], ['b', 'blocked']) },
        'Successfully updated the todo list. The current list is now:\n1. [cancelled] a\n2. [blocked] b',
      ],
      ['an empty list', { todos: [] }, 'Successfully cleared the todo list.'],
      [
        'a blank description',
        { todos: items('description', [' ', 'pending']) },
        'Error: Item 1: description cannot be empty',
      ],
      ['two in progress', { todos: two('description') }, 'Error: Only one task can be in_progress at a time'],
    ] as const
  ).map(([what, input, reply]): Row => [geminiCli.profile, what, 'write_todos', input, reply]),
  [
    opencode.profile,
    'free words',
    'todowrite',
    { todos: [{ content: 'a', status: 'someday', priority: 'urgent' }] },
    '[\n  {\n    "content": "a",\n    "status": "pending",\n    "priority": "urgent"\n  }\n]',
  ],
  [opencode.profile, 'a read', 'todoread', {}, '[]'],
  [
    qwenCode.profile,
    'a list',
    'todo_write',
    { todos: [{ id: '7', content: 'a', status: 'in_progress' }] },
    'Todos have been modified successfully. The list is now: [{"id":"7","content":"a","status":"in_progress"}]',
  ],
  [qwenCode.profile, 'no list', 'todo_write', { todos: 'all' }, 'Error: todos must be a list'],
  [
    langchain.profile,
    'a list',
    'write_todos',
    { todos: two('content') },
    'Updated todo list to [{"content":"a","status":"in_progress"},{"content":"b","status":"in_progress"}]',
  ],
  [langchain.profile, 'no object', 'write_todos', 'x', 'Error: todos must be a list'],
  [roo.profile, 'a list', 'update_todo_list', { todos: '[ ] a\n- [x] b' }, 'Todo list updated successfully.'],
  [roo.profile, 'no text', 'update_todo_list', { todos: 7 }, 'Error: todos must be a Markdown checklist'],
  [cline.profile, 'a list', 'task_progress', { task_progress: '- [ ] a' }, ''],
  [cline.profile, 'no text', 'task_progress', {}, 'Error: task_progress must be a text'],
  [
    openhands.profile,
    'a plan',
    'task_tracker',
    { command: 'plan', task_list: [{ title: 'a', notes: 'n', status: 'someday' }] },
    'Task list has been updated with 1 item(s).',
  ],
  [
    openhands.profile,
    'a look at no list',
    'task_tracker',
    { command: 'view' },
    'No task list found. Use the "plan" command to create one.',
  ],
  [
    openhands.profile,
    'an unknown command',
    'task_tracker',
    { command: 'drop' },
    'Unknown command: drop. Supported commands are "view" and "plan".',
  ],
]

describe('answers to the letter', () => {
  for (const [profile, what, tool, input, reply] of rows) {
    it(`${profile.name}: ${what}`, async () => {
      const session = await openSession(profile)
      expect((await (await session.startTurn()).callTodoTool(tool, input)).text).toBe(reply)
    })
  }

  it('langchain: of two calls in one turn none counts', async () => {
    const session = await openSession(langchain.profile)
    const turn = await session.startTurn()
    const input = { todos: [{ content: 'a', status: 'pending' }] }
    await turn.callTodoTool('write_todos', input)
    expect((await turn.callTodoTool('write_todos', input)).ok).toBe(false)
    expect(session.state.items).toEqual([])
  })
})

describe('lists in Markdown', () => {
  test.each<[Profile, string, string, readonly string[]]>([
    [
      roo.profile,
      'todos',
      '# Plan\n[ ] a\n  - [x] b\n[X] c\n[-] d\n- [~] e\n[ ]f\n* [ ] g\nnot this',
      ['pending a', 'completed b', 'completed c', 'in_progress d', 'in_progress e'],
    ],
    [
      cline.profile,
      'task_progress',
      'Plan:\n- [ ] a\n- [x] b\n-[X]c\n[x] d\n- [-] e',
      ['pending a', 'completed b', 'completed c'],
    ],
  ])('%#: what is an item, and what each mark means', async (profile, property, text, wanted) => {
    const session = await openSession(profile)
    const tool = profile.tools[0]?.name ?? ''
    await (await session.startTurn()).callTodoTool(tool, { [property]: text })
    expect(session.state.items.map((item) => `${item.status} ${item.text}`)).toEqual(wanted)
  })

  test('roo: a list that the person edited is the one that holds', async () => {
    const session = await openSession(roo.profile)
    const turn = await session.startTurn()
    const recorded = { ok: true, output: 'User edits todo:\n\n[x] a\n[ ] b' }
    await turn.callTodoTool('update_todo_list', { todos: '[ ] a' }, { recorded })
    expect(session.state.items.map(({ text, status }) => `${status} ${text}`)).toEqual([
      'completed a',
      'pending b',
    ])
  })

  test('cline: a blank text is no update', async () => {
    const session = await openSession(cline.profile)
    const turn = await session.startTurn()
    await turn.callTodoTool('task_progress', { task_progress: '- [ ] a' })
    await turn.callTodoTool('task_progress', { task_progress: ' \n' })
    expect(session.state.items.map(({ text }) => text)).toEqual(['a'])
  })

  test('cline: after six turns without an update it shows the list', async () => {
    const session = await openSession(cline.profile)
    const first = await session.startTurn()
    await first.callTodoTool('task_progress', { task_progress: '- [x] a\n- [ ] b' })
    const nags = [(await first.end()).reminders.join()]
    for (let turn = 2; turn <= 7; turn += 1) {
      const next = await session.startTurn()
      await next.recordCall({ call: `c${turn}`, name: 'read_file', input: {} })
      nags.push((await next.end()).reminders.join())
    }
    expect(nags.slice(0, 6)).toEqual(['', '', '', '', '', ''])
    expect(nags[6]).toContain('**Current Progress: 1/2 items completed**\n\n- [x] a\n- [ ] b')
  })
})

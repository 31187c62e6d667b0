import { describe, expect, test } from 'vitest'
import {
  aiSdk,
  anthropic,
  asLines,
  langChain,
  openAi,
  readText,
  responses,
  type TestMessage,
} from './chat-records.js'
import { formatOf, lines, type Read } from './reading.js'

const words = (read: Read): readonly string[] => lines(read).filter((row) => !/^\[\w+\]$/.test(row))
const count = (read: Read, kind: string): number => read.steps.filter((step) => step.kind === kind).length
const profileOf = (read: Read): unknown =>
  read.steps.flatMap((step) => (step.kind === 'session' ? [step.profile] : [])).join()

const talk = (second: string): readonly string[] => [
  'session langchain',
  'input user: Build it',
  'turn',
  'message assistant: I plan.',
  'call c1 write_todos {"todos":[{"content":"Build – ✓ \\"[{","status":"in_progress"}]}',
  'call c2 bash {"command":"make"}',
  'result c1 true: Updated todo list',
  `result c2 ${second}: make: no`,
  'turn-end',
  'turn',
  'message assistant: Done.',
  'turn-end',
  'run-end',
  'input user: Go on',
  'turn',
  'message assistant: Yes.',
  'turn-end',
  'run-end',
]

/** The messages of each program, and what they say of a call that failed. */
const dialects: readonly [string, readonly TestMessage[], string][] = [
  ['OpenAI', openAi, 'null'],
  ['Responses API', responses, 'null'],
  ['Anthropic', anthropic, 'false'],
  ['LangChain', langChain, 'false'],
  ['AI SDK', aiSdk, 'false'],
]

/** The ways in which files hold messages. */
const layouts: readonly [string, (messages: readonly TestMessage[]) => string][] = [
  ['a message a line', asLines],
  ['an array', (messages) => JSON.stringify(messages)],
  ['an array over many lines', (messages) => JSON.stringify(messages, null, 2)],
  ['an object', (messages) => JSON.stringify({ model: 'm', tools: [{ name: 'x' }], messages, user: {} })],
  ['an object over many lines', (messages) => JSON.stringify({ model: 'm', messages, n: [1, {}] }, null, 1)],
  ['a state', (messages) => JSON.stringify({ values: { todos: [{ a: [] }], messages }, next: [] })],
  ['an array of one conversation', (messages) => JSON.stringify([{ messages }], null, 4)],
  ['an array in an array', (messages) => JSON.stringify({ messages: [messages] })],
  [
    'requests, each with more',
    (messages) => asLines(messages.map((_, end) => ({ messages: messages.slice(0, end + 1) }))),
  ],
]

describe.each(dialects)('%s', (_, messages, second) => {
  test.each(layouts)('as %s: runs, turns, calls and results', async (_layout, write) => {
    const read = await readText(write(messages))
    expect([formatOf(write(messages)), read.skipped]).toEqual(['chat-messages', []])
    expect(words(read)).toEqual(talk(second))
  })
})

const call = (name: string, input: unknown, id = 'c1'): TestMessage => ({
  role: 'assistant',
  content: [{ type: 'tool_use', id, name, input }],
})
const result = (content: unknown, fields: TestMessage = {}, id = 'c1'): TestMessage => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: id, content, ...fields }],
})

test.each<[string, unknown, string]>([
  ['TodoWrite', {}, 'claude-code'],
  ['TaskCreate', {}, 'claude-code'],
  ['update_plan', {}, 'codex'],
  ['todowrite', {}, 'opencode'],
  ['write_todos', { todos: [{ content: 'x' }] }, 'langchain'],
  ['write_todos', { todos: [] }, 'langchain'],
  ['write_todos', { todos: [{ description: 'x' }] }, 'gemini'],
  ['write_todos', { items: [{ text: 'x' }] }, 'recommended'],
  ['write_todos', 'no JSON', 'langchain'],
  ['todo', { items: [] }, 'todo-manager'],
  ['todo', { action: 'add' }, 'recommended'],
  ['todo__init', {}, 'loki'],
  ['todo_write', { items: ['x'] }, 'wake-loop'],
  ['todo_write', { todos: [{ content: 'x' }] }, 'qwen'],
  ['todo_write', { merge: true, todos: [{ content: 'x' }] }, 'recommended'],
  ['todo_write', { todos: [] }, 'recommended'],
  ['todo_update', { id: 1 }, 'wake-loop'],
  ['bash', {}, 'recommended'],
])('where the first todo tool is %s with %j, the profile is %s', async (name, input, profile) => {
  const read = await readText(
    asLines([{ role: 'user', content: 'Go' }, call('read', {}, 'c0'), call(name, input)]),
  )
  expect(profileOf(read)).toBe(profile)
})

test.each<[unknown, TestMessage, string]>([
  ['ok', {}, 'true'],
  ['ok', { is_error: true }, 'false'],
  ['Error: todos is missing', {}, 'false'],
  ['Error: todos is missing', { is_error: false }, 'false'],
  ['{"status":"error","message":"x"}', {}, 'false'],
  ['{"error":null}', {}, 'true'],
  ['No errors: 3 todos', {}, 'true'],
])('a todo call that returns %j with %j was accepted: %s', async (content, fields, ok) => {
  const read = await readText(asLines([call('TodoWrite', { todos: [] }), result(content, fields)]))
  expect(words(read).find((row) => row.startsWith('result'))).toContain(`result c1 ${ok}: `)
})

describe('calls and results', () => {
  test('an id that a later response uses again is another call', async () => {
    const read = await readText(asLines([call('x', {}), result('a'), call('y', {}), result('b')]))
    expect(words(read).filter((row) => /^(?:call|result)/.test(row))).toEqual([
      'call c1 x {}',
      'result c1 null: a',
      'call c1 (2) y {}',
      'result c1 (2) null: b',
    ])
  })

  test('arguments that are no JSON stay a text; those of a call that could not be read, too', async () => {
    const read = await readText(
      asLines([
        { role: 'assistant', tool_calls: [{ id: 'a', function: { name: 'x', arguments: '{"a":' } }] },
        {
          type: 'ai',
          content: '',
          tool_calls: [],
          invalid_tool_calls: [{ id: 'b', name: 'x', args: '{"b":' }],
        },
      ]),
    )
    expect(words(read).filter((row) => row.startsWith('call'))).toEqual([
      'call a x "{\\"a\\":"',
      'call b x "{\\"b\\":"',
    ])
  })

  test('a call that stands in the blocks and in a field is one', async () => {
    const blocks = [{ type: 'tool_use', id: 'a', name: 'x', input: {} }]
    const read = await readText(
      asLines([{ type: 'ai', content: blocks, tool_calls: [{ id: 'a', name: 'x', args: {} }] }]),
    )
    expect(count(read, 'call')).toBe(1)
  })

  test('a result without its call is counted', async () => {
    const { skipped } = await readText(asLines([call('x', {}), result('a', {}, 'c9')]))
    expect(skipped).toEqual([
      { file: 'chat.jsonl', line: 2, reason: 'a result of a call that is not in the conversation' },
    ])
  })
})

describe('what a user message is', () => {
  const beside = (text: string): TestMessage => ({
    role: 'user',
    content: [
      { type: 'text', text },
      { type: 'tool_result', tool_use_id: 'c1', content: 'a' },
    ],
  })
  test.each<[string, TestMessage, string]>([
    ['a text beside results', beside('Mind the gap'), 'message user: Mind the gap'],
    ['a reminder beside results', beside('<reminder>Update your todos.</reminder>'), 'nag: <reminder>'],
    [
      'a reminder alone',
      { role: 'user', content: '<system-reminder>\nUse the todo list\n</system-reminder>' },
      'nag:',
    ],
    ['an input', { role: 'user', content: 'Go on' }, 'input user: Go on'],
    [
      'a summary',
      { type: 'human', content: 'Here is a summary of the conversation to date:\n\nx' },
      'compaction: Here',
    ],
    [
      'a summary that says so',
      { type: 'human', content: 'x', additional_kwargs: { lc_source: 'summarization' } },
      'compaction: x',
    ],
  ])('%s', async (_, message, wanted) => {
    const read = await readText(asLines([{ role: 'user', content: 'Go' }, call('x', {}), message]))
    expect(words(read).some((row) => row.startsWith(wanted))).toBe(true)
    expect(count(read, 'input')).toBe(wanted.startsWith('input') ? 2 : 1)
  })
})

describe('several conversations', () => {
  const one = [
    { role: 'user', content: 'Go' },
    { role: 'assistant', content: 'Done.' },
  ]
  const other = [
    { role: 'user', content: 'Stop' },
    { role: 'assistant', content: 'Yes.' },
  ]
  const sessions = (read: Read): readonly string[] =>
    read.steps.flatMap((step) => (step.kind === 'session' ? [step.session] : []))

  test.each<[string, string, readonly string[]]>([
    ['one a line', asLines([{ messages: one }, { messages: other }]), ['chat', 'chat (2)']],
    ['arrays, one a line', asLines([one, other]), ['chat', 'chat (2)']],
    [
      'in an array, with names',
      JSON.stringify(
        [
          { id: 'a', messages: one },
          { id: 7, messages: other },
        ],
        null,
        1,
      ),
      ['a', '7'],
    ],
    [
      'two of one name',
      asLines([
        { id: 'a', messages: one },
        { id: 'a', messages: other },
      ]),
      ['a', 'a (2)'],
    ],
    [
      'a name in the settings',
      asLines([{ config: { configurable: { thread_id: 't' } }, values: { messages: one } }]),
      ['t'],
    ],
    [
      'messages that name theirs',
      asLines([
        ...one.map((each) => ({ ...each, session_id: 'a' })),
        ...other.map((each) => ({ ...each, session_id: 'b' })),
      ]),
      ['a', 'b'],
    ],
    ['the same twice', asLines([{ messages: one }, { messages: one }]), ['chat']],
    [
      'one with more',
      asLines([{ messages: one }, { messages: other }, { messages: [...one, ...other] }]),
      ['chat', 'chat (2)'],
    ],
    [
      'inputs and outputs',
      JSON.stringify({ inputs: { messages: one.slice(0, 1) }, outputs: { messages: one } }),
      ['chat'],
    ],
  ])('%s', async (_, text, ids) => {
    const read = await readText(text)
    expect(sessions(read)).toEqual(ids)
    expect(read.skipped).toEqual([])
  })
})

test.each<[string, TestMessage, string]>([
  ['a text', { timestamp: '2026-01-05T10:00:00Z' }, '2026-01-05T10:00:00.000Z'],
  ['seconds', { created_at: 1_767_607_200 }, '2026-01-05T10:00:00.000Z'],
  ['milliseconds', { ts: 1_767_607_200_000 }, '2026-01-05T10:00:00.000Z'],
  ['no time', { timestamp: 'soon', created: 1e300, time: -1 }, '1970-01-01T00:00:00.000Z'],
])('a time as %s', async (_, fields, at) => {
  const { steps } = await readText(asLines([{ role: 'user', content: 'Go', ...fields }, call('x', {})]))
  expect(steps[0]?.at.toISOString()).toBe(at)
})

import type { HookInput } from '@anthropic-ai/claude-agent-sdk'
import { memoryStore, openLedger, type Profile, profiles } from '@todo-ledger/core'
import { claudeCode } from '@todo-ledger/recordings/agents'
import { expect, it } from 'vitest'
import { settings, told } from '../../../examples/hosts/scripted-model.mjs'
import { ClaudeAgentTodos } from '../src/claude-agent-sdk.js'

type Server = NonNullable<ClaudeAgentTodos['mcpServers']['todos']>['instance']

/** What the SDK is to the server: one request at a time. */
async function clientOf(server: Server) {
  const answers: ((message: unknown) => void)[] = []
  const transport: Parameters<Server['connect']>[0] = {
    start: async () => undefined,
    close: async () => undefined,
    send: async (message) => answers.shift()?.(message),
  }
  await server.connect(transport)
  return (method: string, params: Record<string, unknown>) =>
    new Promise<unknown>((resolve) => {
      answers.push(resolve)
      transport.onmessage?.({ jsonrpc: '2.0', id: 1, method, params })
    })
}

const base = { session_id: 's', transcript_path: '', cwd: '/' }

async function begin(profile: Profile | string) {
  const ledger = openLedger({ store: memoryStore() })
  const session = await ledger.session('s', { profile })
  const ended: string[] = []
  const todos = new ClaudeAgentTodos(session, { onRunEnd: ({ action }) => ended.push(action) })
  const hook = async (input: HookInput) =>
    await todos.hooks[input.hook_event_name]?.[0]?.hooks[0]?.(input, undefined, {
      signal: new AbortController().signal,
    })
  const batch = (tool_name: string, tool_use_id: string, tool_response: unknown, tool_input: unknown = {}) =>
    hook({
      ...base,
      hook_event_name: 'PostToolBatch',
      tool_calls: [{ tool_name, tool_input, tool_use_id, tool_response }],
    })
  return { ledger, session, todos, ended, hook, batch }
}

const list = (design: string) => ({
  todos: [
    { content: 'Design the form', status: design },
    { content: 'Check it', status: 'pending' },
  ],
})

it("the server of the SDK has the profile's tools, and the hooks record what Claude Code tells them", async () => {
  const profile = profiles.todoListMiddleware.with({ ...settings, staleAfter: 1 })
  const { ledger, todos, ended, hook, batch } = await begin(profile)
  const { todos: served } = todos.mcpServers
  if (served === undefined) throw new Error('There is no server.')
  const request = await clientOf(served.instance)
  const todoCall = (input: unknown, id: string) =>
    request('tools/call', { name: 'write_todos', arguments: input, _meta: { 'claudecode/toolUseId': id } })

  expect(await request('tools/list', {})).toMatchObject({
    result: { tools: [{ name: 'write_todos', inputSchema: { required: ['todos'] } }] },
  })
  await hook({ ...base, hook_event_name: 'UserPromptSubmit', prompt: 'Add a login page' })
  expect(await todoCall(list('in_progress'), 'c1')).toMatchObject({ result: { isError: false } })
  await batch('mcp__todos__write_todos', 'c1', 'x')
  expect(await todoCall(list('pending'), 'c2')).toMatchObject({
    result: { isError: true, content: [{ type: 'text', text: expect.stringMatching(/^Error: /) }] },
  })
  await batch('mcp__todos__write_todos', 'c2', 'x')
  const display = { turn_id: 't', message_id: 'm', index: 0, final: true, delta: 'First the form.' }
  await hook({ ...base, hook_event_name: 'MessageDisplay', ...display })
  const write = { tool_name: 'Write', tool_input: { file_path: 'a' }, tool_use_id: 'c3' }
  await hook({ ...base, hook_event_name: 'PreToolUse', ...write })
  const written = [{ type: 'text', text: 'written' }]
  // Another hook changed the input.
  expect(await batch('Write', 'c3', written, { file_path: 'b' })).toMatchObject({
    hookSpecificOutput: { additionalContext: expect.stringContaining('<reminder>') },
  })
  await hook({ ...base, hook_event_name: 'PreToolUse', ...write, tool_use_id: 'c4' })
  await hook({ ...base, hook_event_name: 'PreToolUse', ...write, tool_use_id: 'c5', agent_id: 'a1' })
  const failed = { ...write, tool_use_id: 'c4', error: 'The disk is full.' }
  await hook({ ...base, hook_event_name: 'PostToolUseFailure', ...failed })
  await batch('Write', 'c4', 'The disk is full.', write.tool_input)
  await batch('Nothing', 'c6', '<tool_use_error>No such tool</tool_use_error>')
  const stop = { ...base, hook_event_name: 'Stop', stop_hook_active: false } as const
  expect(await hook({ ...stop, last_assistant_message: 'Done.' })).toMatchObject({ decision: 'block' })
  expect(await hook({ ...stop, last_assistant_message: 'Still done.' })).toEqual({})
  expect(ended).toEqual(['continue', 'stop'])

  const lines: string[] = []
  for await (const line of told(ledger.events('s'))) lines.push(line)
  expect(lines.filter((line) => !line.startsWith('continuation: '))).toMatchInlineSnapshot(`
    [
      "user: Add a login page",
      "turn",
      "  write_todos c1: 2 changes",
      "turn",
      "  todos.rejected",
      "turn",
      "  says: First the form.",
      "  Write {"file_path":"a"}",
      "  true: written",
      "  nag.issued",
      "turn, reminded",
      "  Write {"file_path":"a"}",
      "  false: The disk is full.",
      "turn",
      "  Nothing {}",
      "  false: <tool_use_error>No such tool</tool_use_error>",
      "turn",
      "  says: Done.",
      "  continuation.issued",
      "turn",
      "  says: Still done.",
      "  continuation.stopped",
      "  session.yielded",
    ]
  `)
})

it("Claude Code's own tasks are the session's: who completed them, and what was refused", async () => {
  const { ledger, session, todos, hook, batch } = await begin(claudeCode.profile ?? '')
  expect(todos.allowedTools).toContain('TaskUpdate')
  const created = (task_id: string, task_subject: string) =>
    hook({ ...base, hook_event_name: 'TaskCreated', task_id, task_subject })
  await hook({ ...base, hook_event_name: 'UserPromptSubmit', prompt: 'Add a login page' })
  expect(await created('1', '')).toMatchObject({
    decision: 'block',
    reason: expect.stringContaining('subject'),
  })
  // The program has given the number away.
  expect(await created('2', 'Design the form')).toEqual({})
  expect(await created('3', 'Check it')).toEqual({})
  await batch('TaskUpdate', 'c1', 'done', { taskId: '2', status: 'in_progress' })
  await batch('TaskUpdate', 'c2', '<tool_use_error>No such task</tool_use_error>', { taskId: '9' })
  const done = { ...base, hook_event_name: 'TaskCompleted', task_subject: 'Check it' } as const
  expect(await hook({ ...done, task_id: '3', agent_id: 'a1', teammate_name: 'tester' })).toEqual({})
  await batch('TaskUpdate', 'c3', 'done', { taskId: '3', status: 'completed', owner: 'tester' })
  expect(await hook({ ...done, task_id: '7' })).toMatchObject({ decision: 'block' })
  const lines: string[] = []
  for await (const { type, data, actor } of ledger.events('s')) {
    if (type === 'todos.updated')
      lines.push(`${actor?.id ?? ''} ${data.changes.map((change) => change.type).join()}`)
    else if (type === 'todos.rejected') lines.push(`refused: ${data.reply}`)
    else if (type === 'tool.called') lines.push(`other: ${data.name}`)
  }
  expect(lines).toMatchInlineSnapshot(`
    [
      "refused: Error: subject is required",
      " added",
      " added",
      " status-set",
      "tester status-set",
      " field-set",
      "refused: Error: Task not found",
    ]
  `)
  expect(session.state.items.map(({ text, status, owner }) => [text, status, owner])).toEqual([
    ['Design the form', 'in_progress', null],
    ['Check it', 'completed', 'tester'],
  ])
})

it.each([
  ['startup', true],
  ['clear', true],
  ['resume', false],
] as const)(
  'a conversation that begins by %s is told of the list that an earlier one left open: %s',
  async (source, isTold) => {
    const { session, hook } = await begin(profiles.todoListMiddleware)
    await session.callTodoTool({ call: 'before', name: 'write_todos', input: list('in_progress') })
    await hook({ ...base, hook_event_name: 'SessionStart', source })
    const first = await hook({ ...base, hook_event_name: 'UserPromptSubmit', prompt: 'Go on' })
    expect(JSON.stringify(first).includes('as it was left before this conversation')).toBe(isTold)
  },
)

import { describe, expect, test } from 'vitest'
import { openRecording } from '../src/open-recording.js'
import type { RecordingStep } from '../src/recording.js'
import { readAsTable } from './read-as-table.js'

const lines = (...records: readonly object[]): string =>
  records.map((each) => JSON.stringify(each)).join('\n')
const update = (told: object, session = 's'): object => ({
  jsonrpc: '2.0',
  method: 'session/update',
  params: { sessionId: session, update: told },
})
/** The steps alone: a table of very many takes long. */
async function readSteps(text: string): Promise<readonly RecordingStep[]> {
  async function* once(): AsyncIterable<string> {
    yield text
  }
  const steps: RecordingStep[] = []
  const recording = await openRecording({ name: 'x.json', bytes: once() }, {})
  for await (const step of recording.steps) steps.push(step)
  return steps
}
const prompt = (text: string, id = 1): object => ({
  jsonrpc: '2.0',
  id,
  method: 'session/prompt',
  params: { sessionId: 's', prompt: [{ type: 'text', text }] },
})
const stop = (stopReason: string, id = 1): object => ({ jsonrpc: '2.0', id, result: { stopReason } })
const entry = (content: string, status: string): object => ({ content, priority: 'high', status })

describe('ACP', () => {
  test('a call is told once, in its latest version; a plan again is no update; a cancelled run is cut off', async () => {
    const read = await readAsTable(
      lines(
        prompt('Go'),
        update({ sessionUpdate: 'user_message_chunk', content: { type: 'text', text: 'Go' } }),
        update({ sessionUpdate: 'plan', entries: [entry('Build', 'in_progress')] }),
        update({ sessionUpdate: 'tool_call', toolCallId: 'c1', title: '`make`', kind: 'execute' }),
        update({ sessionUpdate: 'tool_call', toolCallId: 'c2', title: 'Read a', kind: 'read', name: 'view' }),
        update({
          sessionUpdate: 'tool_call_update',
          toolCallId: 'c2',
          status: 'completed',
          locations: [{ path: 'a' }],
        }),
        update({
          sessionUpdate: 'tool_call_update',
          toolCallId: 'c1',
          rawOutput: { exitCode: 2 },
          status: 'completed',
        }),
        update({ sessionUpdate: 'tool_call_update', toolCallId: 'c1', status: 'failed' }),
        update({ sessionUpdate: 'plan', entries: [entry('Build', 'in_progress')] }),
        update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'It ' } }),
        update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'fails.' } }),
        update({ sessionUpdate: 'tool_call', toolCallId: 'c3', title: 'Edit a', kind: 'edit' }),
        stop('cancelled'),
      ),
      'x.jsonl',
    )
    expect([read.format, read.skipped]).toEqual(['acp', []])
    expect(read.lines).toMatchInlineSnapshot(`
      [
        "session acp",
        "input user: Go",
        "turn",
        "call plan 3dfa66ff plan {"entries":[{"content":"Build","priority":"high","status":"in_progress"}]}",
        "result plan 3dfa66ff true: ",
        "turn-end",
        "turn",
        "call c2 view {"title":"Read a","path":"a"}",
        "result c2 true: ",
        "call c1 execute {"command":"make"}",
        "result c1 false: {"exitCode":2}",
        "Exit code: 2",
        "turn-end",
        "turn",
        "message assistant: It fails.",
        "call c3 edit {"title":"Edit a"}",
        "turn-end interrupted",
        "run-end incomplete",
      ]
    `)
  })

  test('version 2: plans by their ids, a state that says that the agent is idle', async () => {
    const plan = (planId: string, ...entries: readonly object[]): object =>
      update({ sessionUpdate: 'plan_update', plan: { type: 'items', planId, entries } })
    const read = await readAsTable(
      lines(
        { ts: '2026-01-05T10:00:00Z', raw: JSON.stringify(prompt('Go')) },
        { ts: '2026-01-05T10:00:01Z', raw: JSON.stringify(plan('a', entry('Build', 'completed'))) },
        { ts: '2026-01-05T10:00:02Z', raw: JSON.stringify(plan('b', entry('Test', 'cancelled'))) },
        {
          ts: '2026-01-05T10:00:03Z',
          raw: JSON.stringify(
            update({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' }),
          ),
        },
      ),
      'x.jsonl',
    )
    expect(read.steps[1]?.at.toISOString()).toBe('2026-01-05T10:00:00.000Z')
    expect(read.lines).toMatchInlineSnapshot(`
      [
        "session acp",
        "input user: Go",
        "turn",
        "call plan 53d79517 plan {"entries":[{"content":"Build","priority":"high","status":"completed"}]}",
        "result plan 53d79517 true: ",
        "turn-end",
        "turn",
        "call plan 1211ee81 plan {"entries":[{"content":"Build","priority":"high","status":"completed"},{"content":"Test","priority":"high","status":"cancelled"}]}",
        "result plan 1211ee81 true: ",
        "turn-end",
        "run-end",
      ]
    `)
  })

  test('a plan without entries says nothing of the list', async () => {
    const plan = update({ sessionUpdate: 'plan', entries: [entry('Build', 'pending')] })
    const once = await readAsTable(lines(prompt('Go'), plan, stop('end_turn')), 'x.jsonl')
    const broken = [
      update({ sessionUpdate: 'plan' }),
      update({ sessionUpdate: 'plan', entries: 'none' }),
      update({ sessionUpdate: 'plan_update', plan: { type: 'items', entries: null } }),
    ]
    const read = await readAsTable(lines(prompt('Go'), plan, ...broken, stop('end_turn')), 'x.jsonl')
    expect(read.lines).toEqual(once.lines)
  })

  test.each([
    // In the same prompt it is the same call; a report on one that is over is none.
    ['in the same prompt, the same call', [], {}, 'completed', []],
    ['in the same prompt, only a report', [], { sessionUpdate: 'tool_call_update' }, 'completed', []],
    [
      'in the next prompt, another call',
      [stop('end_turn'), prompt('Go on', 2)],
      { title: '`b`' },
      'completed',
      ['c1 (2)'],
    ],
    [
      'in the next prompt, the same again',
      [stop('end_turn'), prompt('Go on', 2)],
      {},
      'completed',
      ['c1 (2)'],
    ],
    [
      'in the next prompt, version 2',
      [stop('end_turn'), prompt('Go on', 2)],
      { sessionUpdate: 'tool_call_update', status: 'in_progress' },
      'failed',
      ['c1 (2)'],
    ],
    [
      'in the next prompt, a late report',
      [stop('end_turn'), prompt('Go on', 2)],
      { sessionUpdate: 'tool_call_update', title: 'Ran', status: 'completed' },
      'failed',
      [],
    ],
  ] as const)('an id of a call that is over: %s', async (_, between, again, end, expected) => {
    const begun = {
      sessionUpdate: 'tool_call',
      toolCallId: 'c1',
      title: '`a`',
      kind: 'execute',
      status: 'pending',
    }
    const ended = (status: string): object =>
      update({ sessionUpdate: 'tool_call_update', toolCallId: 'c1', status })
    const read = await readAsTable(
      lines(
        prompt('Go'),
        update(begun),
        ended('completed'),
        ...between,
        update({ ...begun, ...again }),
        ended(end),
        stop('end_turn', 2),
      ),
      'x.jsonl',
    )
    const ids = read.steps.flatMap((step) => (step.kind === 'call' ? [step.call] : []))
    expect(ids).toEqual(['c1', ...expected])
    const results = read.steps.flatMap((step) => (step.kind === 'result' ? [[step.call, step.ok]] : []))
    expect(results).toEqual(ids.map((id) => [id, id === 'c1' || end === 'completed']))
  })

  test('a history that is loaded again is passed over', async () => {
    const said = update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Done.' } })
    const load = { jsonrpc: '2.0', id: 2, method: 'session/load', params: { sessionId: 's', cwd: '/w' } }
    const answer = { jsonrpc: '2.0', id: 2, result: null }
    const once = await readAsTable(lines(prompt('Go'), said, stop('end_turn')), 'x.jsonl')
    const again = await readAsTable(
      lines(prompt('Go'), said, stop('end_turn'), load, said, { ...answer, result: {} }),
      'x.jsonl',
    )
    expect(again.lines).toEqual(once.lines)
    // An agent that was ended while it loaded answers nothing: what is asked next is new.
    const plan = update({ sessionUpdate: 'plan', entries: [entry('Build', 'completed')] })
    const unanswered = await readAsTable(
      lines(prompt('Go'), said, stop('end_turn'), load, said, prompt('Go on'), plan, stop('end_turn')),
      'x.jsonl',
    )
    expect(unanswered.lines.slice(once.lines.length)).toEqual([
      'input user: Go on',
      'turn',
      expect.stringContaining('"status":"completed"'),
      expect.stringContaining(' true: '),
      'turn-end',
      'run-end',
    ])
  })
})

test('ATIF: whether a call worked, as each producer says it; a result that names no call', async () => {
  const call = (id: string): object => ({
    tool_call_id: id,
    function_name: 'bash',
    arguments: { command: id },
  })
  const result = (id: string | null, extra: object, content = 'x'): object => ({
    source_call_id: id,
    content,
    extra,
  })
  const extras: readonly object[] = [
    { is_error: true },
    { tool_result_is_error: false },
    { status: 'failed' },
    { exit_code: 0 },
    { exit_code: 1 },
  ]
  const steps = [
    { step_id: 1, source: 'user', message: [{ type: 'text', text: 'Go' }] },
    {
      step_id: 2,
      source: 'agent',
      message: 'I try.',
      tool_calls: [...extras, {}, {}].map((_, index) => call(`c${index}`)),
      observation: {
        results: [
          ...extras.map((extra, index) => result(`c${index}`, extra)),
          result('c5', {}, 'x\n\n[error] tool reported failure'),
          result(null, {}),
        ],
      },
    },
    {
      step_id: 3,
      source: 'system',
      message: 'A sum.',
      extra: { context_management: { type: 'compaction' } },
    },
  ]
  const agent = { name: 'a', version: '1' }
  const read = await readAsTable(
    JSON.stringify({ schema_version: 'ATIF-v1.6', session_id: 's', agent, steps }),
    'x.json',
  )
  expect([read.format, read.skipped]).toEqual(['atif', []])
  expect(read.lines.filter((line) => !line.startsWith('call'))).toMatchInlineSnapshot(`
    [
      "session recommended",
      "input user: Go",
      "turn",
      "message assistant: I try.",
      "result c0 false: x",
      "result c1 true: x",
      "result c2 false: x",
      "result c3 true: x",
      "result c4 null: x",
      "result c5 false: x",
      "",
      "[error] tool reported failure",
      "result c6 null: x",
      "turn-end",
      "compaction: A sum.",
      "run-end",
    ]
  `)
})

test('mini-SWE-agent, version 1: the one block of code is the command, a refused response is none', async () => {
  const messages = [
    { role: 'system', content: 'You can use bash.' },
    { role: 'user', content: 'Fix it' },
    { role: 'assistant', content: 'I look.\n\n```bash\nls\n```' },
    { role: 'user', content: '<returncode>2</returncode>\n<output>\nno\n</output>' },
    { role: 'assistant', content: '```bash\na\n```\n```bash\nb\n```' },
    { role: 'user', content: 'One action.', extra: { interrupt_type: 'FormatError' } },
    { role: 'assistant', content: '```bash\nsleep 9\n```' },
    { role: 'user', content: 'The last command <command>sleep 9</command> timed out and has been killed.' },
  ]
  const info = { mini_version: '1.17.0' }
  const read = await readAsTable(
    JSON.stringify({ info, messages, trajectory_format: 'mini-swe-agent-1' }, null, 2),
    'x/org__repo-1.traj.json',
  )
  expect([read.format, read.skipped, read.steps[0]?.session]).toEqual(['mini-swe-agent', [], 'org__repo-1'])
  expect(read.lines).toMatchInlineSnapshot(`
    [
      "session recommended",
      "input user: Fix it",
      "turn",
      "message assistant: I look.",
      "call message 3 bash {"command":"ls"}",
      "result message 3 false: <returncode>2</returncode>",
      "<output>",
      "no",
      "</output>",
      "turn-end",
      "turn",
      "turn-end",
      "turn",
      "call message 7 bash {"command":"sleep 9"}",
      "result message 7 false: The last command <command>sleep 9</command> timed out and has been killed.",
      "turn-end",
      "run-end",
    ]
  `)
})

test('mini-SWE-agent, version 1: blocks of code that are never closed are looked at once, and stay what was said', async () => {
  const content = '```bash\n\n '.repeat(300_000)
  const messages = [
    { role: 'user', content: 'Fix it' },
    { role: 'assistant', content: '```bash\n\nls\n```\n```bash\n' },
    { role: 'assistant', content },
  ]
  const info = { mini_version: '1.17.0' }
  const read = await readAsTable(JSON.stringify({ info, messages }), 'x/a.traj.json')
  const said = read.lines.filter((line) => /^(?:message|call)/.test(line))
  expect(said).toEqual([
    'message assistant: ```bash',
    'call message 2 bash {"command":"ls"}',
    'message assistant: ```bash',
  ])
  expect(read.lines.filter((line) => line === ' ```bash')).toHaveLength(300_000 - 1)
})

test('OpenLLMetry: content as blocks, results among them, a decorated function', async () => {
  const attribute = ([key, stringValue]: readonly [string, string]): object => ({
    key,
    value: { stringValue },
  })
  const span = (
    spanId: string,
    start: number,
    end: number,
    own: { readonly [key: string]: string },
  ): object => ({
    traceId: 't',
    spanId,
    name: 'x',
    startTimeUnixNano: String(1_767_600_000_000_000_000 + start),
    endTimeUnixNano: String(1_767_600_000_000_000_000 + end),
    attributes: Object.entries(own).map(attribute),
  })
  const spans = [
    span('1', 0, 10, {
      'llm.request.type': 'chat',
      'gen_ai.prompt.0.role': 'user',
      'gen_ai.prompt.0.content': JSON.stringify([{ type: 'text', text: 'Go' }]),
      'gen_ai.completion.0.role': 'assistant',
      'gen_ai.completion.0.tool_calls.0.id': 'c1',
      'gen_ai.completion.0.tool_calls.0.name': 'look',
      'gen_ai.completion.0.tool_calls.0.arguments': '{"path":"a"}',
      'gen_ai.completion.0.tool_calls.1.id': 'c2',
      'gen_ai.completion.0.tool_calls.1.name': 'wait',
      'gen_ai.completion.0.tool_calls.1.arguments': '{}',
    }),
    span('2', 20, 30, {
      'traceloop.span.kind': 'tool',
      'traceloop.entity.name': 'look',
      'traceloop.entity.input': '{"args":[],"kwargs":{"path":"a"}}',
      'traceloop.entity.output': '"seen"',
    }),
    span('3', 40, 50, {
      'llm.request.type': 'chat',
      'gen_ai.prompt.0.role': 'assistant',
      'gen_ai.prompt.1.role': 'user',
      'gen_ai.prompt.1.content': JSON.stringify([
        { type: 'tool_result', tool_use_id: 'c2', content: 'waited' },
      ]),
      'gen_ai.completion.0.content': 'Done.',
    }),
  ]
  const read = await readAsTable(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] }), 'x.json')
  expect([read.format, read.skipped]).toEqual(['opentelemetry', []])
  expect(read.lines).toMatchInlineSnapshot(`
    [
      "session recommended",
      "input user: Go",
      "turn",
      "call c1 look {"path":"a"}",
      "call c2 wait {}",
      "result c1 null: seen",
      "result c2 null: waited",
      "turn-end",
      "turn",
      "message assistant: Done.",
      "turn-end",
      "run-end",
    ]
  `)
})

test('ATIF: results in another order than their calls, are those of their calls', async () => {
  const ids = Array.from({ length: 1000 }, (_, index) => `c${index}`)
  const step = {
    step_id: 1,
    source: 'agent',
    message: '',
    tool_calls: ids.map((id) => ({ tool_call_id: id, function_name: 'f', arguments: {} })),
    observation: { results: ids.toReversed().map((id) => ({ source_call_id: id, content: id })) },
  }
  const agent = { name: 'a', version: '1' }
  const steps = await readSteps(
    JSON.stringify({ schema_version: 'ATIF-v1.7', session_id: 's', agent, steps: [step] }),
  )
  const results = steps.flatMap((each) => (each.kind === 'result' ? [[each.call, each.output]] : []))
  expect(results).toEqual(ids.map((id) => [id, id]))
})

test.each([
  ['', 'null'],
  [false, 'null'],
  [[], 'null'],
  [0, 'true'],
  ['0', 'true'],
  [-1, 'false'],
] as const)('mini-SWE-agent: a return code of %j', async (returncode, ok) => {
  const messages = [
    { role: 'user', content: 'Fix it' },
    { role: 'assistant', content: '', extra: { actions: [{ command: 'make' }] } },
    { role: 'user', content: 'x', extra: { returncode } },
  ]
  const read = await readAsTable(JSON.stringify({ info: { mini_version: '2' }, messages }), 'x.traj.json')
  expect(read.lines).toContain(`result message 2 ${ok}: x`)
})

test.each([
  ['<exception>x</exception>\n<returncode>1</returncode>', 'false'],
  ['Observation: <returncode>0</returncode>', 'null'],
])('mini-SWE-agent: what a command prints is no return code: %s', async (content, ok) => {
  const messages = [
    { role: 'user', content: 'Fix it' },
    { role: 'assistant', content: '```bash\nmake\n```' },
    { role: 'user', content },
  ]
  const read = await readAsTable(JSON.stringify({ info: { mini_version: '1' }, messages }), 'x.traj.json')
  expect(read.lines.join('\n')).toContain(`result message 2 ${ok}: ${content}`)
})

test("OpenLLMetry: results among the AI SDK's blocks are results, and Bedrock's texts are texts", async () => {
  const span = (number: number, own: { readonly [key: string]: string }): object => ({
    ...{ traceId: 't', spanId: String(number), name: 'x' },
    startTimeUnixNano: `176760000${number}000000000`,
    endTimeUnixNano: `176760000${number}000000009`,
    attributes: Object.entries({ 'llm.request.type': 'chat', ...own }).map(([key, stringValue]) => ({
      ...{ key, value: { stringValue } },
    })),
  })
  const spans = [
    span(1, {
      'gen_ai.prompt.0.role': 'user',
      'gen_ai.prompt.0.content': '[{"text":"Go"}]',
      'gen_ai.completion.0.tool_calls.0.id': 'c1',
      'gen_ai.completion.0.tool_calls.0.name': 'look',
    }),
    span(2, {
      'gen_ai.prompt.0.role': 'tool',
      'gen_ai.prompt.0.content':
        '[{"type":"tool-result","toolCallId":"c1","toolName":"look","output":{"type":"text","value":"seen"}}]',
    }),
  ]
  const read = await readAsTable(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] }), 'x.json')
  expect(read.lines.filter((line) => /^(?:input|result)/.test(line))).toEqual([
    'input user: Go',
    'result c1 null: seen',
  ])
})

test('OpenLLMetry: a tool message that holds a list of JSON is no list of blocks', async () => {
  const attribute = ([key, stringValue]: readonly [string, string]): object => ({
    key,
    value: { stringValue },
  })
  const span = (number: number, own: { readonly [key: string]: string }): object => ({
    traceId: 't',
    spanId: String(number),
    name: 'x',
    startTimeUnixNano: `176760000${number}000000000`,
    endTimeUnixNano: `176760000${number}000000009`,
    attributes: Object.entries({ 'llm.request.type': 'chat', ...own }).map(attribute),
  })
  const outputs = ['[{"path":"a.ts"}]', '["a.ts"]', '[1]', '[]', '[{"type":"text","text":"seen"}]']
  const answers = outputs.flatMap((output, index): (readonly [string, string])[] => [
    [`gen_ai.prompt.${index + 1}.role`, 'tool'],
    [`gen_ai.prompt.${index + 1}.tool_call_id`, `c${index}`],
    [`gen_ai.prompt.${index + 1}.content`, output],
  ])
  const calls = outputs.flatMap((_, index): (readonly [string, string])[] => [
    [`gen_ai.completion.0.tool_calls.${index}.id`, `c${index}`],
    [`gen_ai.completion.0.tool_calls.${index}.name`, 'look'],
  ])
  const spans = [
    span(1, {
      'gen_ai.prompt.0.role': 'user',
      'gen_ai.prompt.0.content': '["Go"]',
      ...Object.fromEntries(calls),
    }),
    span(2, { 'gen_ai.prompt.0.role': 'assistant', ...Object.fromEntries(answers) }),
  ]
  const read = await readAsTable(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] }), 'x.json')
  expect(read.lines.filter((line) => /^(?:input|result)/.test(line))).toEqual([
    'input user: ["Go"]',
    ...outputs.map((output, index) => `result c${index} null: ${index === 4 ? 'seen' : output}`),
  ])
})

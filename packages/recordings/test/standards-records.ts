/** A small session of each of the newest formats, with something of everything. */

const at = (second: number): string => `2026-01-05T10:00:0${second}.000Z`
const agent = { name: 'a', version: '1' }
const todos = (status: string): object => ({ items: [{ text: 'Build it', status }] })

const update = (told: object): object => ({
  jsonrpc: '2.0',
  method: 'session/update',
  params: { sessionId: 's', update: told },
})
const entries = (status: string): object[] => [{ content: 'Build it', priority: 'high', status }]

/** The Agent Client Protocol: a message each. */
export const sampleAcp: readonly object[] = [
  { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: 1 } },
  {
    jsonrpc: '2.0',
    id: 1,
    method: 'session/prompt',
    params: { sessionId: 's', prompt: [{ type: 'text', text: 'Go' }] },
  },
  update({ sessionUpdate: 'plan', entries: entries('in_progress') }),
  update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'I look – ✓' } }),
  update({ sessionUpdate: 'tool_call', toolCallId: 'c1', title: '`make`', kind: 'execute' }),
  { jsonrpc: '2.0', id: 1, method: 'terminal/output', params: { sessionId: 's', terminalId: 't1' } },
  { jsonrpc: '2.0', id: 1, result: { output: 'no', exitStatus: { exitCode: 2 } } },
  update({
    sessionUpdate: 'tool_call_update',
    toolCallId: 'c1',
    status: 'completed',
    content: [{ type: 'terminal', terminalId: 't1' }],
    locations: [{ path: 'a' }],
    rawOutput: { exitCode: 2 },
  }),
  update({
    sessionUpdate: 'plan_update',
    plan: { type: 'items', planId: 'p', entries: entries('completed') },
  }),
  update({
    sessionUpdate: 'compaction_update',
    status: 'completed',
    summary: [{ type: 'text', text: 'Sum' }],
  }),
  { jsonrpc: '2.0', id: 1, result: { stopReason: 'end_turn' } },
]

/** ATIF, with a sub-agent's trajectory in it. */
export const sampleAtif: object = {
  schema_version: 'ATIF-v1.7',
  session_id: 's',
  trajectory_id: 's',
  agent,
  extra: { todo_ledger: { session: 's', profile: 'todo-manager', goal: 'All of it' } },
  steps: [
    { step_id: 1, timestamp: at(0), source: 'user', message: [{ type: 'text', text: 'Go' }] },
    {
      step_id: 2,
      timestamp: at(1),
      source: 'agent',
      message: 'I look – ✓',
      metrics: { prompt_tokens: 10, completion_tokens: 2, cost_usd: 0.1 },
      tool_calls: [
        { tool_call_id: 'c1', function_name: 'todo', arguments: todos('pending') },
        { tool_call_id: 'c2', function_name: 'task', arguments: { input: 'x' } },
      ],
      observation: {
        results: [
          { source_call_id: 'c1', content: 'ok', extra: { todo_ledger: { ok: true, details: { a: 1 } } } },
          { source_call_id: 'c2', content: 'no', extra: { exit_code: 1 } },
          { source_call_id: 'c2', subagent_trajectory_ref: [{ trajectory_id: 'b', session_id: 'b' }] },
        ],
      },
    },
    {
      step_id: 3,
      timestamp: at(2),
      source: 'system',
      message: 'A sum.',
      extra: { context_management: { type: 'compaction' }, todo_ledger: { subagents: [{ session: 'z' }] } },
    },
  ],
  subagent_trajectories: [
    {
      schema_version: 'ATIF-v1.7',
      trajectory_id: 'b',
      agent,
      steps: [{ step_id: 1, timestamp: at(1), source: 'agent', message: 'Done.' }],
    },
  ],
}

/** mini-SWE-agent, version 2. */
export const sampleMini: object = {
  info: { mini_version: '2.0.0', model_stats: { instance_cost: 0.1 } },
  trajectory_format: 'mini-swe-agent-1.1',
  messages: [
    { role: 'system', content: 'You can use bash.' },
    { role: 'user', content: 'Fix it' },
    {
      role: 'assistant',
      content: 'I look – ✓\n\n```mswea_bash_command\nls\n```',
      extra: {
        actions: [{ command: 'ls' }],
        response: { usage: { prompt_tokens: 5, prompt_tokens_details: { cached_tokens: 1 } } },
        cost: 0.1,
        timestamp: 1_767_600_000.5,
      },
    },
    {
      role: 'user',
      content: '<returncode>2</returncode>\n<output>\nno\n</output>',
      extra: { returncode: 2 },
    },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'c1', type: 'function', function: { name: 'bash', arguments: '{"command":"make"}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'c1', content: 'ok', extra: { returncode: 0 } },
    { role: 'exit', content: 'Submitted', extra: { exit_status: 'Submitted' } },
  ],
}

const attribute = ([key, stringValue]: readonly [string, string]): object => ({ key, value: { stringValue } })
const span = (number: number, own: { readonly [key: string]: string }): object => ({
  traceId: 't',
  spanId: String(number),
  parentSpanId: number === 0 ? '' : '0',
  name: 'x',
  startTimeUnixNano: `17676000000000000${number}0`,
  endTimeUnixNano: `17676000000000000${number}9`,
  status: { code: 1 },
  attributes: Object.entries(own).map(attribute),
})

/** OpenLLMetry's spans. */
export const sampleLlmetry: object = {
  resourceSpans: [
    {
      scopeSpans: [
        {
          spans: [
            span(1, {
              'llm.request.type': 'chat',
              'gen_ai.prompt.0.role': 'user',
              'gen_ai.prompt.0.content': '[{"type":"text","text":"Go – ✓"}]',
              'gen_ai.completion.0.role': 'assistant',
              'gen_ai.completion.0.content': 'I look.',
              'gen_ai.completion.0.tool_calls.0.id': 'c1',
              'gen_ai.completion.0.tool_calls.0.name': 'look',
              'gen_ai.completion.0.tool_calls.0.arguments': '{"path":"a"}',
            }),
            span(2, {
              'traceloop.span.kind': 'tool',
              'traceloop.entity.name': 'look',
              'traceloop.entity.input': '{"args":[],"kwargs":{"path":"a"}}',
              'traceloop.entity.output': '{"output":{"content":"seen"}}',
            }),
            span(3, {
              'llm.request.type': 'chat',
              'traceloop.association.properties.session_id': 's',
              'gen_ai.prompt.0.role': 'tool',
              'gen_ai.prompt.0.tool_call_id': 'c1',
              'gen_ai.prompt.0.content': '["seen"]',
              'gen_ai.completion.0.content': 'Done.',
            }),
          ],
        },
      ],
    },
  ],
}

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

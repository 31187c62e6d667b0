import { describe, expect, test } from 'vitest'
import { readAsTable, type TableReading } from '../read-as-table.js'
import {
  acted,
  action,
  event,
  observation,
  observed,
  sampleActions,
  sampleEvents,
  type TestEvent,
  text,
} from './records.js'

const asLines = (events: readonly TestEvent[]): string =>
  events.map((each) => JSON.stringify(each)).join('\n')
const read = (events: readonly TestEvent[]): Promise<TableReading> => readAsTable(asLines(events), 's1.jsonl')

describe('until 2025', () => {
  test('runs, turns, calls, a sub-agent', async () => {
    const { format, lines, skipped, steps } = await read(sampleActions)
    expect([format, skipped]).toEqual(['openhands', []])
    expect(lines).toMatchInlineSnapshot(`
      [
        "session openhands",
        "input user: Go",
        "turn",
        "message assistant: I plan.",
        "call c4 task_tracker {"command":"plan","task_list":[{"id":"1","title":"Build – ✓","status":"in_progress","notes":"n"},{"id":"2","title":"Test","status":"todo","notes":""}]}",
        "result c4 true: Updated",
        "turn-end",
        "turn",
        "call c6 execute_bash {"command":"make"}",
        "call c7 str_replace_editor {"command":"view","path":"a"}",
        "result c6 false: no rule",
        "result c7 true: let a",
        "turn-end",
        "turn",
        "call c10 delegate {"agent":"BrowsingAgent","inputs":{"task":"Look"}}",
        "subagent-start s1/c10 by c10",
        "session openhands of s1",
        "input subagent: Look",
        "turn",
        "call event 11 browser {"url":"http://x"}",
        "result event 11 null: page",
        "turn-end",
        "run-end",
        "subagent-end s1/c10 by c10",
        "result c10 null: Seen.",
        "turn-end",
        "compaction: Sum",
        "turn",
        "message assistant: Done?",
        "turn-end",
        "run-end",
        "input user: Yes",
        "turn",
        "message assistant: Done.",
        "call c18 finish {"final_thought":"Done.","outputs":{}}",
        "result c18 true: ",
        "turn-end",
        "run-end",
      ]
    `)
    expect(steps[1]?.at.toISOString()).toBe('2025-11-04T14:00:01.123Z')
  })
})

describe('the SDK', () => {
  test('runs, turns, calls', async () => {
    const { format, lines, skipped } = await read(sampleEvents)
    expect([format, skipped]).toEqual(['openhands', []])
    expect(lines).toMatchInlineSnapshot(`
      [
        "session openhands",
        "input user: Go",
        "turn",
        "message assistant: I plan.",
        "call c2 task_tracker {"command":"plan","task_list":[{"id":"1","title":"Build – ✓","status":"in_progress","notes":"n"},{"id":"2","title":"Test","status":"todo","notes":""}]}",
        "result c2 true: Updated",
        "turn-end",
        "turn",
        "call c4 terminal {"command":"make"}",
        "call c5 file_editor {"command":"view","path":"a"}",
        "result c4 false: no rule",
        "result c5 true: let a",
        "turn-end",
        "compaction: Sum",
        "turn",
        "call c9 terminal {"command":7}",
        "result c9 false: no text",
        "turn-end",
        "turn",
        "message assistant: Done?",
        "turn-end",
        "run-end",
        "input user: Yes",
        "turn",
        "call c13 finish {"message":"Done."}",
        "result c13 true: ",
        "turn-end",
        "run-end",
      ]
    `)
  })
})

describe('layouts', () => {
  test.each([
    ['an array', JSON.stringify(sampleActions)],
    ['an array over many lines', JSON.stringify(sampleActions, null, 2)],
    ['in an object', JSON.stringify({ trajectory: sampleActions })],
    ['in an object over many lines', JSON.stringify({ events: sampleActions, has_more: false }, null, 2)],
  ])('%s', async (_, written) => {
    const { format, lines, skipped } = await readAsTable(written, 's1.json')
    expect([format, skipped, lines]).toEqual(['openhands', [], (await read(sampleActions)).lines])
  })

  test('what an evaluation writes, a task a line', async () => {
    const line = (instance_id: string) => JSON.stringify({ instance_id, history: sampleActions, metrics: {} })
    const { steps, skipped } = await readAsTable(`${line('one')}\n${line('two')}\n`, 'output.jsonl')
    const sessions = steps.flatMap((step) => (step.kind === 'session' ? [step.session] : []))
    expect([sessions, skipped]).toEqual([['one', 'one/c10', 'two', 'two/c10'], []])
  })

  test.each([
    ['/x/b0c1/trajectory.json', 'b0c1'],
    ['/x/fix-the-build.json', 'fix-the-build'],
  ])('%s is the session %s', async (file, session) => {
    const { steps } = await readAsTable(asLines(sampleActions), file)
    expect(steps[0]?.session).toBe(session)
  })
})

const go = action(1, 'message', { content: 'Go' }, { source: 'user' })
const asks = event(1, 'MessageEvent', 'user', { llm_message: { content: text('Go') } })

describe('whether a call worked', () => {
  test.each<[string, readonly TestEvent[], boolean | null]>([
    ['a command that ended well', [observation(3, 2, 'run', '', { metadata: { exit_code: 0 } })], true],
    ['a command in older files', [observation(3, 2, 'run', '', { exit_code: 1 })], false],
    ['a command that goes on', [observation(3, 2, 'run', '', { metadata: { exit_code: -1 } })], null],
    ['an error', [observation(3, 2, 'error', 'x')], false],
    ['refused by the person', [observation(3, 2, 'user_rejected', 'x')], false],
    ['an edit', [observation(3, 2, 'edit', 'The file has been edited.')], true],
    ['an edit that failed', [observation(3, 2, 'edit', 'ERROR:\nNo replacement')], false],
    ['a server', [observation(3, 2, 'mcp', '{"content":[],"isError":true}')], false],
    ['a page', [observation(3, 2, 'browse', 'x')], null],
  ])('%s, until 2025', async (_, results, ok) => {
    const { steps } = await read([go, action(2, 'run', { command: 'x' }, { tool: 'x' }), ...results])
    expect(steps.flatMap((step) => (step.kind === 'result' ? [step.ok] : []))).toEqual([ok])
  })

  test.each<[string, TestEvent, boolean | null]>([
    ['a command that ended well', observed(3, 2, '', { exit_code: 0 }), true],
    ['a command that failed', observed(3, 2, '', { exit_code: 1 }), false],
    ['a command that goes on', observed(3, 2, '', { exit_code: -1 }), null],
    [
      'a terminal that says nothing',
      observed(3, 2, '', { kind: 'TerminalObservation', exit_code: null }),
      null,
    ],
    ['an error', observed(3, 2, 'x', { is_error: true }), false],
    ['an error in older versions', observed(3, 2, '', { is_error: undefined, error: 'x' }), false],
    ['anything else', observed(3, 2, 'x'), true],
    [
      'refused',
      event(3, 'UserRejectObservation', 'environment', { tool_call_id: 'c2', rejection_reason: 'no' }),
      false,
    ],
  ])('%s, in the SDK', async (_, result, ok) => {
    const { steps } = await read([asks, acted(2, 'x', {}), result])
    expect(steps.flatMap((step) => (step.kind === 'result' ? [step.ok] : []))).toEqual([ok])
  })
})

describe('facts', () => {
  test.each<[string, readonly TestEvent[], readonly string[]]>([
    [
      'the same event again is the same event',
      [go, action(2, 'run', { command: 'x' }), action(2, 'run', { command: 'x' })],
      ['call event 2 execute_bash {"command":"x"}'],
    ],
    [
      'a server’s tool is called by its own name',
      [go, action(2, 'call_tool_mcp', { name: 'fetch', arguments: { url: 'x' } }, { tool: 'y' })],
      ['call c2 fetch {"url":"x"}'],
    ],
    [
      'the person stops the agent',
      [asks, acted(2, 'x', {}), event(3, 'PauseEvent', 'user')],
      ['call c2 x {}', 'turn-end interrupted', 'run-end incomplete'],
    ],
    [
      'the agent breaks off',
      [
        go,
        action(2, 'message', { content: 'Hm.' }),
        observation(3, 0, 'agent_state_changed', '', { agent_state: 'error' }),
      ],
      ['message assistant: Hm.', 'turn-end', 'run-end incomplete'],
    ],
  ])('%s', async (_, events, wanted) => {
    const { lines } = await read(events)
    const told = lines.filter((line) => !/^(?:session|turn$|input)/.test(line))
    expect(told.slice(0, wanted.length)).toEqual(wanted)
  })

  test('what is no event is told with its line', async () => {
    const { skipped } = await read([go, { id: 2, source: 'agent' }, action(3, 'message', { content: 'Hm.' })])
    expect(skipped).toEqual([{ file: 's1.jsonl', line: 2, reason: 'no event of OpenHands' }])
  })
})

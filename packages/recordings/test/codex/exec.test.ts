import { describe, expect, test } from 'vitest'
import { read, type TestLine, told } from './records.js'

const started: TestLine = { type: 'thread.started', thread_id: 's1' }
const begun: TestLine = { type: 'turn.started' }
const over: TestLine = { type: 'turn.completed', usage: {} }
const change = (when: string, id: string, type: string, fields: TestLine): TestLine => ({
  type: `item.${when}`,
  item: { id, type, ...fields },
})
const list = (when: string, ...done: readonly boolean[]): TestLine =>
  change(when, 'item_1', 'todo_list', {
    items: done.map((completed, index) => ({ text: `Step ${index + 1}`, completed })),
  })

describe('the output of codex exec --json', () => {
  test('a list is an update where it changed; it comes once more at the end', async () => {
    const lines = [
      started,
      begun,
      list('started', false, false),
      list('updated', true, false),
      list('updated', true, true),
      list('completed', true, true),
      over,
    ]
    const plan = (one: string, two: string): string =>
      JSON.stringify({
        plan: [
          { step: 'Step 1', status: one },
          { step: 'Step 2', status: two },
        ],
      })
    expect(await told(lines, 'session', 'call')).toEqual([
      'session s1 codex',
      `item_1 update 1 update_plan ${plan('pending', 'pending')}`,
      `item_1 update 2 update_plan ${plan('completed', 'pending')}`,
      `item_1 update 3 update_plan ${plan('completed', 'completed')}`,
    ])
  })

  test.each<[string, TestLine, readonly string[]]>([
    [
      'command_execution',
      { command: 'make', aggregated_output: 'ok', exit_code: 0, status: 'completed' },
      ['i shell {"command":"make"}', 'i true: ok'],
    ],
    [
      'command_execution',
      { command: 'make', aggregated_output: 'no', exit_code: 2, status: 'failed' },
      ['i shell {"command":"make"}', 'i false: Exit code: 2\nOutput:\nno'],
    ],
    [
      'command_execution',
      { command: 'make', exit_code: null, status: 'declined' },
      ['i shell {"command":"make"}', 'i false: '],
    ],
    [
      'file_change',
      { changes: [{ path: 'a', kind: 'add' }], status: 'completed' },
      ['i apply_patch {"files":[{"path":"a","kind":"add"}]}', 'i true: '],
    ],
    [
      'mcp_tool_call',
      { server: 'git', tool: 'log', arguments: { n: 1 }, error: { message: 'gone' }, status: 'failed' },
      ['i mcp__git__log {"n":1}', 'i false: gone'],
    ],
    ['web_search', { query: 'q' }, ['i web_search {"query":"q"}', 'i true: ']],
    ['agent_message', { text: 'Done.' }, ['assistant: Done.']],
    ['reasoning', { text: 'Hm.' }, []],
  ])('%s %j', async (type, fields, steps) => {
    const lines = [
      started,
      begun,
      change('started', 'i', type, { ...fields, text: '' }),
      change('completed', 'i', type, fields),
      over,
    ]
    expect(await told(lines, 'call', 'result', 'message')).toEqual(steps)
    expect((await read(lines)).skipped).toEqual([])
  })

  test('turns, runs, and another start of the program with the same ids of items', async () => {
    const work = [
      begun,
      change('completed', 'i', 'command_execution', { command: 'x', exit_code: 0 }),
      change('completed', 'j', 'agent_message', { text: 'Hm.' }),
    ]
    const lines = [started, ...work, { type: 'turn.failed', error: {} }, started, ...work, over]
    expect(await told(lines, 'session', 'input', 'turn', 'call', 'run-end')).toEqual([
      'session s1 codex',
      ...['unknown: ', 'turn', 'i shell {"command":"x"}', 'turn', 'run cut'],
      ...['unknown: ', 'turn', 'i of start 2 shell {"command":"x"}', 'turn', 'run over'],
    ])
  })
})

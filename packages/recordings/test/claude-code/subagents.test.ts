import { describe, expect, test } from 'vitest'
import { answered, aside, call, progress, read, returned, said, table } from './records.js'

const delegates = (id: string, prompt: string) =>
  answered(`m-${id}`, call(id, 'Task', { prompt, description: 'x' }))

describe('sub-agents', () => {
  test('as progress in its parent: the same session, and nothing twice', async () => {
    const own = { agentId: 'a1' }
    const seen = answered('m1', call('c1', 'Grep'), { uuid: 'seen' })
    const { steps } = await read([
      said('Go'),
      delegates('t1', 'Look around'),
      progress('t1', 'a1', said('Look around')),
      progress('t1', 'a1', seen),
      aside(seen, own),
      progress('t1', 'a1', answered('m1', call('c1', 'Grep'))),
      progress('t1', 'a1', returned('c1', 'x')),
      { type: 'progress', sessionId: 's1', uuid: 'p9', data: { type: 'hook_progress', hookName: 'Stop' } },
      returned('t1', 'Seen.', { toolUseResult: { status: 'completed', agentId: 'a1' } }),
    ])
    expect(table(steps)).toMatchInlineSnapshot(`
      "
      s1 1 session claude-code
      s1 1 input user: Go
      s1 2 turn
      s1 2 call t1 Task {"prompt":"Look around","description":"x"}
      s1 3 subagent-start s1/a1 by t1
      s1/a1 3 session claude-code of s1
      s1/a1 3 input user: Look around
      s1/a1 4 turn
      s1/a1 4 call c1 Grep {}
      s1/a1 7 result c1 true: x
      s1/a1 7 turn-end
      s1/a1 7 run-end
      s1 9 subagent-end s1/a1 by t1
      s1 9 result t1 true: Seen. {"status":"completed","agentId":"a1"}
      s1 9 turn-end
      s1 9 run-end
      "
    `)
  })

  test('a sub-agent whose log is not in the file is known by its result', async () => {
    const { steps } = await read([
      said('Go'),
      delegates('t1', 'Look around'),
      returned('t1', 'Seen.', {
        toolUseResult: { status: 'completed', agentId: 'a1', totalToolUseCount: 7 },
      }),
      delegates('t2', 'Old'),
      returned('t2', 'Seen.'),
    ])
    expect(table(steps)).toMatchInlineSnapshot(`
      "
      s1 1 session claude-code
      s1 1 input user: Go
      s1 2 turn
      s1 2 call t1 Task {"prompt":"Look around","description":"x"}
      s1 3 subagent-start s1/a1 by t1
      s1 3 subagent-end s1/a1 by t1
      s1 3 result t1 true: Seen. {"status":"completed","agentId":"a1","totalToolUseCount":7}
      s1 3 turn-end
      s1 4 turn
      s1 4 call t2 Task {"prompt":"Old","description":"x"}
      s1 5 result t2 true: Seen.
      s1 5 turn-end
      s1 5 run-end
      "
    `)
  })

  test('in the background it comes back with its notification', async () => {
    const notified =
      '<task-notification>\n<task-id>a1</task-id>\n<tool-use-id>REDACTED</tool-use-id>\n</task-notification>'
    const { steps } = await read([
      said('Go'),
      delegates('t1', 'Look around'),
      returned('t1', 'Started.', {
        toolUseResult: { isAsync: true, status: 'async_launched', agentId: 'a1' },
      }),
      aside(said('Look around'), { agentId: 'a1' }),
      aside(answered('m1', 'Seen.'), { agentId: 'a1' }),
      answered('m2', 'I wait.'),
      said(notified),
      answered('m3', 'Good.'),
    ])
    expect(table(steps)).toMatchInlineSnapshot(`
      "
      s1 1 session claude-code
      s1 1 input user: Go
      s1 2 turn
      s1 2 call t1 Task {"prompt":"Look around","description":"x"}
      s1 3 subagent-start s1/a1 by t1
      s1 3 result t1 true: Started. {"isAsync":true,"status":"async_launched","agentId":"a1"}
      s1/a1 4 session claude-code of s1
      s1/a1 4 input user: Look around
      s1/a1 5 turn
      s1/a1 5 message assistant: Seen.
      s1 3 turn-end
      s1 6 turn
      s1 6 message assistant: I wait.
      s1/a1 5 turn-end
      s1/a1 5 run-end
      s1 7 subagent-end s1/a1 by t1
      s1 6 turn-end
      s1 7 run-end
      s1 7 input external: <task-notification>
      <task-id>a1</task-id>
      <tool-use-id>REDACTED</tool-use-id>
      </task-notification>
      s1 8 turn
      s1 8 message assistant: Good.
      s1 8 turn-end
      s1 8 run-end
      "
    `)
  })

  test('a sub-agent of a sub-agent has that one as its parent', async () => {
    const own = { agentId: 'a1' }
    const { steps } = await read([
      said('Go'),
      delegates('t1', 'Outer'),
      aside(said('Outer'), own),
      aside(delegates('t2', 'Inner'), own),
      aside(said('Inner'), { agentId: 'a2' }),
      aside(answered('m1', 'Deep.'), { agentId: 'a2' }),
      aside(returned('t2', 'Deep.', { toolUseResult: { agentId: 'a2' } }), own),
      returned('t1', 'Out.', { toolUseResult: { agentId: 'a1' } }),
    ])
    expect(table(steps)).toMatchInlineSnapshot(`
      "
      s1 1 session claude-code
      s1 1 input user: Go
      s1 2 turn
      s1 2 call t1 Task {"prompt":"Outer","description":"x"}
      s1 3 subagent-start s1/a1 by t1
      s1/a1 3 session claude-code of s1
      s1/a1 3 input user: Outer
      s1/a1 4 turn
      s1/a1 4 call t2 Task {"prompt":"Inner","description":"x"}
      s1/a1 5 subagent-start s1/a2 by t2
      s1/a2 5 session claude-code of s1/a1
      s1/a2 5 input user: Inner
      s1/a2 6 turn
      s1/a2 6 message assistant: Deep.
      s1/a2 6 turn-end
      s1/a2 6 run-end
      s1/a1 7 subagent-end s1/a2 by t2
      s1/a1 7 result t2 true: Deep. {"agentId":"a2"}
      s1/a1 7 turn-end
      s1/a1 7 run-end
      s1 8 subagent-end s1/a1 by t1
      s1 8 result t1 true: Out. {"agentId":"a1"}
      s1 8 turn-end
      s1 8 run-end
      "
    `)
  })

  test('two with the same prompt are two, the first call first', async () => {
    const { steps } = await read([
      said('Go'),
      delegates('t1', 'Same'),
      delegates('t2', 'Same'),
      aside(said('Same'), { agentId: 'a1' }),
      aside(said('Same'), { agentId: 'a2' }),
      aside(answered('m1', 'One.'), { agentId: 'a1' }),
      aside(answered('m2', 'Two.'), { agentId: 'a2' }),
    ])
    expect(
      steps.flatMap((step) => (step.kind === 'subagent-start' ? [[step.child, step.call]] : [])),
    ).toEqual([
      ['s1/a1', 't1'],
      ['s1/a2', 't2'],
    ])
  })
})

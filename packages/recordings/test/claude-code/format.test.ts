import { describe, expect, test } from 'vitest'
import { results, table } from '../reading.js'
import {
  answered,
  aside,
  attachment,
  call,
  progress,
  read,
  returned,
  said,
  system,
  type TestRecord,
} from './records.js'

describe('turns', () => {
  test('reminders of the list are nags, with the list that they showed', async () => {
    const { steps } = await read([
      said('Go'),
      answered('m1', call('c1', 'Read')),
      returned('c1', 'x'),
      attachment({
        type: 'todo_reminder',
        content: [{ content: 'Build', status: 'pending', activeForm: 'Building' }],
      }),
      attachment({
        type: 'task_reminder',
        content: [{ id: '3', subject: 'Test', status: 'completed' }],
        itemCount: 1,
      }),
      attachment({ type: 'nested_memory', path: '/x', content: {} }),
      said('<system-reminder>\nThe date has changed.\n</system-reminder>'),
      answered('m2', 'On.'),
    ])
    expect(table(steps)).toMatchInlineSnapshot(`
      "
      s1: 1 session claude-code
      s1: 1 input user: Go
      s1: 2 turn | 2 call c1 Read {} | 3 result c1 true: x | 4 nag: todo_reminder
      [pending] Build | 5 nag: task_reminder
      [completed] #3 Test | 3 turn-end
      s1: 8 turn | 8 message assistant: On. | 8 turn-end | 8 run-end
      "
    `)
  })

  test('a response that comes again after another is a turn of its own; its repeated records are nothing', async () => {
    const first = answered('m1', 'Searching.')
    const { steps } = await read([
      said('Go'),
      first,
      answered('m2', 'Another.'),
      answered('m1', call('c1', 'Bash', { command: 'ls' })),
      returned('c1', 'x'),
      answered('m1', 'Searching.', { uuid: 'copied-1' }),
      first,
    ])
    expect(table(steps)).toMatchInlineSnapshot(`
      "
      s1: 1 session claude-code
      s1: 1 input user: Go
      s1: 2 turn | 2 message assistant: Searching. | 2 turn-end
      s1: 3 turn | 3 message assistant: Another. | 3 turn-end
      s1: 4 turn | 4 call c1 Bash {"command":"ls"} | 5 result c1 true: x | 6 turn-end | 6 run-end
      "
    `)
  })

  test('a repeated id is the same call, also under another session and other record ids', async () => {
    const history = [
      said('Go', { timestamp: '2026-01-05T10:00:00.000Z' }),
      answered('m1', call('c1', 'TodoWrite', { todos: [] })),
      returned('c1', 'ok'),
    ]
    const copied = history.map((record, index) => ({ ...record, uuid: `fork-${index}`, sessionId: 's2' }))
    const { steps, skipped } = await read([
      ...history,
      ...copied,
      answered('m9', 'New.', { sessionId: 's2' }),
    ])
    expect(skipped).toEqual([])
    expect(table(steps)).toMatchInlineSnapshot(`
      "
      s1: 1 session claude-code
      s1: 1 input user: Go
      s1: 2 turn | 2 call c1 TodoWrite {"todos":[]} | 3 result c1 true: ok
      s2: 7 session claude-code
      s2: 7 input unknown: 
      s2: 7 turn | 7 message assistant: New.
      s1: 3 turn-end | 3 run-end
      s2: 7 turn-end | 7 run-end
      "
    `)
  })

  test.each<[string, TestRecord, readonly [ok: boolean, output: string]]>([
    ['whose block says that it failed', { is_error: true }, [false, 'x']],
    ['whose block says that it did not', { is_error: false, toolUseResult: 'a text' }, [true, 'x']],
    ['of which nothing is said', {}, [true, 'x']],
    ['with a text where an object should stand', { toolUseResult: 'The user said no' }, [false, 'x']],
    ['that was refused', { content: '', toolUseResult: 'Error: no' }, [false, 'Error: no']],
    ['of a server, where a text is no refusal', { name: 'mcp__x__y', toolUseResult: 'a text' }, [true, 'x']],
    [
      'of blocks',
      { content: [{ type: 'text', text: 'one' }, { type: 'image' }, { type: 'text', text: 'two' }] },
      [true, 'one\n[image]\ntwo'],
    ],
    ['of a shell', { content: '', toolUseResult: { stdout: 'out', stderr: 'err' } }, [true, 'out\nerr']],
    [
      'of a shell that was cut off, whatever the block says',
      { is_error: false, content: 'half', toolUseResult: { stdout: 'half', interrupted: true } },
      [false, 'half\n[Command interrupted]'],
    ],
    [
      'with an exit code that the product explains',
      { content: '', toolUseResult: { stdout: '', returnCodeInterpretation: 'No matches found' } },
      [true, 'No matches found'],
    ],
  ])('a result %s', async (_, { content = 'x', name = 'Bash', ...fields }, result) => {
    const made = answered('m1', call('c1', String(name)))
    expect(results(await read([said('Go'), made, returned('c1', content, fields)]))).toEqual([result])
  })

  test('times that are missing or are none are those of the record before; times that go back stay', async () => {
    const { steps } = await read([
      said('Go'),
      answered('m1', 'a', { timestamp: '2026-01-05T10:00:05.000Z' }),
      answered('m2', 'b', { timestamp: 'yesterday' }),
      answered('m3', 'c', { timestamp: '2026-01-05T10:00:01.000Z' }),
    ])
    const times = steps.filter((step) => step.kind === 'message').map((step) => step.at.toISOString())
    expect(steps[0]?.at.toISOString()).toBe('1970-01-01T00:00:00.000Z')
    expect(times).toEqual([
      '2026-01-05T10:00:05.000Z',
      '2026-01-05T10:00:05.000Z',
      '2026-01-05T10:00:01.000Z',
    ])
  })

  test('hooks that ended are commands that the host ran, in the turn that is open', async () => {
    const hook = (fields: Record<string, string | number>) =>
      attachment({ type: 'hook_success', hookName: 'PostToolUse:Edit', stdout: '', stderr: '', ...fields })
    const { steps, skipped } = await read([
      hook({ command: 'echo hello', exitCode: 0, hookName: 'SessionStart:startup' }),
      said('Go'),
      answered('m1', call('c1', 'Edit')),
      returned('c1', 'x'),
      hook({ command: 'npx eslint src', exitCode: 0, stdout: 'no problems' }),
      hook({ command: 'npm test', exitCode: 1, stdout: '1 failed', stderr: 'npm error' }),
      hook({ command: 'no end' }),
      attachment({ type: 'hook_cancelled', hookName: 'PostToolUse:Edit' }),
      answered('m2', 'On.'),
    ])
    expect(skipped).toEqual([])
    expect(table(steps).replace(/hook u\d+/g, 'hook')).toMatchInlineSnapshot(`
      "
      s1: 2 session claude-code
      s1: 2 input user: Go
      s1: 3 turn | 3 call c1 Edit {} | 4 result c1 true: x | 5 call hook hook:PostToolUse:Edit {"command":"npx eslint src"} | 5 result hook true: no problems | 6 call hook hook:PostToolUse:Edit {"command":"npm test"} | 6 result hook false: Exit code 1
      1 failed
      npm error | 4 turn-end
      s1: 9 turn | 9 message assistant: On. | 9 turn-end | 9 run-end
      "
    `)
  })

  test('a compaction is one, whether it is marked, summed up, or both', async () => {
    const summary = { isCompactSummary: true, isVisibleInTranscriptOnly: true }
    const { steps } = await read([
      said('Go'),
      answered('m1', 'One.'),
      system('compact_boundary'),
      said('Summary 1', summary),
      answered('m2', 'Two.'),
      said('Summary 2', summary),
      answered('m3', 'Three.'),
      system('compact_boundary'),
      answered('m4', 'Four.'),
      system('compact_boundary'),
    ])
    expect(table(steps)).toMatchInlineSnapshot(`
      "
      s1: 1 session claude-code
      s1: 1 input user: Go
      s1: 2 turn | 2 message assistant: One. | 2 turn-end | 3 compaction: Summary 1
      s1: 5 turn | 5 message assistant: Two. | 5 turn-end | 6 compaction: Summary 2
      s1: 7 turn | 7 message assistant: Three. | 7 turn-end | 8 compaction
      s1: 9 turn | 9 message assistant: Four. | 9 turn-end | 10 compaction | 10 run-end
      "
    `)
  })
})

const answer = { type: 'tool_result', tool_use_id: 'c1', content: 'x' }

describe('runs', () => {
  test('words beside a result are said, and start no run', async () => {
    const { steps } = await read([
      said('Go'),
      answered('m1', call('c1', 'Bash')),
      said('', { message: { content: [answer, { type: 'text', text: 'Use the other one.' }] } }),
    ])
    expect(table(steps)).toMatchInlineSnapshot(`
      "
      s1: 1 session claude-code
      s1: 1 input user: Go
      s1: 2 turn | 2 call c1 Bash {} | 3 result c1 true: x | 3 message user: Use the other one. | 3 turn-end | 3 run-end
      "
    `)
  })

  test('sessions of one file are kept apart', async () => {
    const { steps } = await read([
      said('One', { sessionId: 'a' }),
      said('Two', { sessionId: 'b' }),
      answered('m1', 'To one.', { sessionId: 'a' }),
      answered('m2', 'To two.', { sessionId: 'b' }),
      answered('m3', 'To nobody knows.', { sessionId: 7 }),
    ])
    expect(table(steps)).toMatchInlineSnapshot(`
      "
      a: 1 session claude-code
      a: 1 input user: One
      a: 3 turn | 3 message assistant: To one.
      b: 2 session claude-code
      b: 2 input user: Two
      b: 4 turn | 4 message assistant: To two. | 4 turn-end
      b: 5 turn | 5 message assistant: To nobody knows.
      a: 3 turn-end | 3 run-end
      b: 5 turn-end | 5 run-end
      "
    `)
  })

  test.each<[string, TestRecord, string]>([
    ['a person', said('Do it'), 'input user: Do it'],
    [
      'a person, with what the editor shows',
      said('', {
        message: {
          content: [
            { type: 'text', text: '<ide_opened_file>x</ide_opened_file>' },
            { type: 'text', text: 'Do it' },
          ],
        },
      }),
      'input user: Do it',
    ],
    ['a picture', said('', { message: { content: [{ type: 'image' }] } }), 'input user: [image]'],
    [
      'a notification',
      said('<task-notification>\n<task-id>b1</task-id>\n</task-notification>'),
      'input external: <task-notification>\n<task-id>b1</task-id>\n</task-notification>',
    ],
    ['the program itself', said('Base directory for this skill: /x', { isMeta: true }), 'none'],
    ['a command', said('<command-name>/clear</command-name>\n<command-args></command-args>'), 'none'],
    [
      'a command, the other way round',
      said('<command-message>x</command-message>\n<command-name>/x</command-name>'),
      'none',
    ],
    ['what a command printed', said('<local-command-stdout>Bye!</local-command-stdout>'), 'none'],
    ['a caveat', said('<local-command-caveat>Caveat</local-command-caveat>'), 'none'],
    ['a shell command of the person', said('<bash-input>ls</bash-input>'), 'none'],
    ['what it printed', said('<bash-stdout>a</bash-stdout><bash-stderr></bash-stderr>'), 'none'],
    [
      'a summary that is not marked',
      said('This session is being continued from a previous conversation that ran out of context.'),
      'none',
    ],
    ['an interruption', said('[Request interrupted by user]'), 'none'],
    ['a result', said('', { message: { content: [answer] } }), 'none'],
    ['nothing', said(' \n'), 'none'],
  ])('%s', async (_, record, expected) => {
    const { steps } = await read([record])
    const inputs = steps
      .filter((step) => step.kind === 'input')
      .map(({ trigger, text }) => `input ${trigger}: ${text}`)
    expect(inputs.join() || 'none').toBe(expected)
  })

  test('a run ends before the next input, where the product says that it is over, and at the end', async () => {
    const { steps } = await read([
      said('One'),
      answered('m1', 'Done.'),
      said('Two'),
      answered('m2', 'Done.'),
      system('turn_duration', { durationMs: 5 }),
      system('turn_duration', { durationMs: 5 }),
      said('Three'),
      answered('m3', 'Done.'),
    ])
    expect(table(steps)).toMatchInlineSnapshot(`
      "
      s1: 1 session claude-code
      s1: 1 input user: One
      s1: 2 turn | 2 message assistant: Done. | 2 turn-end | 2 run-end
      s1: 3 input user: Two
      s1: 4 turn | 4 message assistant: Done. | 4 turn-end | 4 run-end
      s1: 7 input user: Three
      s1: 8 turn | 8 message assistant: Done. | 8 turn-end | 8 run-end
      "
    `)
  })

  test('what a new input leaves without a result is interrupted; what another turn leaves is not', async () => {
    const { steps } = await read([
      said('One'),
      answered('m1', call('c1', 'Bash')),
      answered('m2', call('c2', 'Bash')),
      said('Two'),
      said('Three'),
      answered('m3', call('c3', 'Bash')),
    ])
    expect(table(steps)).toMatchInlineSnapshot(`
      "
      s1: 1 session claude-code
      s1: 1 input user: One
      s1: 2 turn | 2 call c1 Bash {} | 2 turn-end
      s1: 3 turn | 3 call c2 Bash {} | 3 turn-end interrupted | 3 run-end incomplete
      s1: 4 input user: Two | 4 run-end incomplete
      s1: 5 input user: Three
      s1: 6 turn | 6 call c3 Bash {} | 6 turn-end interrupted | 6 run-end incomplete
      "
    `)
  })

  test('a turn without an input starts a run whose trigger is unknown; a command before it is its text', async () => {
    const { steps } = await read([
      answered('m1', 'Hello.'),
      said(
        '<command-message>pr</command-message>\n<command-name>/pr</command-name>\n<command-args>to main</command-args>',
      ),
      said('Write a pull request.', { isMeta: true }),
      answered('m2', 'Written.'),
    ])
    expect(table(steps)).toMatchInlineSnapshot(`
      "
      s1: 1 session claude-code
      s1: 1 input unknown: 
      s1: 1 turn | 1 message assistant: Hello. | 1 turn-end | 1 run-end
      s1: 4 input unknown: /pr to main
      s1: 4 turn | 4 message assistant: Written. | 4 turn-end | 4 run-end
      "
    `)
  })

  test('what a person types while the model works is said in the run, once', async () => {
    const queue = (operation: string, content?: string): TestRecord => ({
      type: 'queue-operation',
      operation,
      sessionId: 's1',
      ...(content === undefined ? {} : { content }),
    })
    const { steps } = await read([
      said('Go'),
      answered('m1', call('c1', 'Bash')),
      queue('enqueue', 'And tests.'),
      queue('enqueue', '{"task_id":"b1"}'),
      queue('enqueue', 'Taken back.'),
      returned('c1', 'x'),
      queue('remove'),
      queue('remove'),
      queue('popAll', 'Taken back.'),
      queue('enqueue', 'As an input.'),
      queue('dequeue'),
      answered('m2', 'Yes.'),
      queue('enqueue', 'Told twice.'),
      queue('remove', 'Told twice.'),
      attachment({ type: 'queued_command', prompt: 'Told twice.', commandMode: 'prompt' }),
      attachment({ type: 'queued_command', prompt: 'Told once.' }),
      answered('m3', 'Done.'),
    ])
    expect(table(steps)).toMatchInlineSnapshot(`
      "
      s1: 1 session claude-code
      s1: 1 input user: Go
      s1: 2 turn | 2 call c1 Bash {} | 6 result c1 true: x | 7 message user: And tests. | 6 turn-end
      s1: 12 turn | 12 message assistant: Yes. | 14 message user: Told twice. | 16 message user: Told once. | 12 turn-end
      s1: 17 turn | 17 message assistant: Done. | 17 turn-end | 17 run-end
      "
    `)
  })
})

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
      s1: 1 session claude-code
      s1: 1 input user: Go
      s1: 2 turn | 2 call t1 Task {"prompt":"Look around","description":"x"} | 3 subagent-start s1/a1 by t1
      s1/a1: 3 session claude-code of s1
      s1/a1: 3 input user: Look around
      s1/a1: 4 turn | 4 call c1 Grep {} | 7 result c1 true: x | 7 turn-end | 7 run-end
      s1: 9 subagent-end s1/a1 by t1 | 9 result t1 true: Seen. {"status":"completed","agentId":"a1"} | 9 turn-end | 9 run-end
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
      s1: 1 session claude-code
      s1: 1 input user: Go
      s1: 2 turn | 2 call t1 Task {"prompt":"Look around","description":"x"} | 3 subagent-start s1/a1 by t1 | 3 result t1 true: Started. {"isAsync":true,"status":"async_launched","agentId":"a1"}
      s1/a1: 4 session claude-code of s1
      s1/a1: 4 input user: Look around
      s1/a1: 5 turn | 5 message assistant: Seen.
      s1: 3 turn-end
      s1: 6 turn | 6 message assistant: I wait.
      s1/a1: 5 turn-end | 5 run-end
      s1: 7 subagent-end s1/a1 by t1 | 6 turn-end | 7 run-end
      s1: 7 input external: <task-notification>
      <task-id>a1</task-id>
      <tool-use-id>REDACTED</tool-use-id>
      </task-notification>
      s1: 8 turn | 8 message assistant: Good. | 8 turn-end | 8 run-end
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
      s1: 1 session claude-code
      s1: 1 input user: Go
      s1: 2 turn | 2 call t1 Task {"prompt":"Outer","description":"x"} | 3 subagent-start s1/a1 by t1
      s1/a1: 3 session claude-code of s1
      s1/a1: 3 input user: Outer
      s1/a1: 4 turn | 4 call t2 Task {"prompt":"Inner","description":"x"} | 5 subagent-start s1/a2 by t2
      s1/a2: 5 session claude-code of s1/a1
      s1/a2: 5 input user: Inner
      s1/a2: 6 turn | 6 message assistant: Deep. | 6 turn-end | 6 run-end
      s1/a1: 7 subagent-end s1/a2 by t2 | 7 result t2 true: Deep. {"agentId":"a2"} | 7 turn-end | 7 run-end
      s1: 8 subagent-end s1/a1 by t1 | 8 result t1 true: Out. {"agentId":"a1"} | 8 turn-end | 8 run-end
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

test('a run that is over ends before a compaction that the person asked for, not before any other', async () => {
  const compacted = async (trigger: string): Promise<string> => {
    const { steps } = await read([
      said('Do it'),
      answered('m1', 'Done.'),
      system('compact_boundary', { compactMetadata: { trigger, preTokens: 110 } }),
      said('What was done.', { isCompactSummary: true }),
      said('<command-name>/compact</command-name>'),
      answered('m2', 'More.'),
    ])
    return table(steps)
  }
  expect(await compacted('manual')).toMatchInlineSnapshot(`
    "
    s1: 1 session claude-code
    s1: 1 input user: Do it
    s1: 2 turn | 2 message assistant: Done. | 2 turn-end | 2 run-end | 3 compaction: What was done.
    s1: 6 input unknown: /compact
    s1: 6 turn | 6 message assistant: More. | 6 turn-end | 6 run-end
    "
  `)
  expect(await compacted('auto')).toMatchInlineSnapshot(`
    "
    s1: 1 session claude-code
    s1: 1 input user: Do it
    s1: 2 turn | 2 message assistant: Done. | 2 turn-end | 3 compaction: What was done. | 3 run-end
    s1: 6 input unknown: /compact
    s1: 6 turn | 6 message assistant: More. | 6 turn-end | 6 run-end
    "
  `)
})

test('what the program writes in place of an answer is no turn; that an answer failed is one', async () => {
  const synthetic = (text: string): TestRecord => ({
    message: { id: `made ${text}`, model: '<synthetic>', content: [{ type: 'text', text }] },
  })
  const { steps } = await read([
    said('Wait'),
    answered('m1', call('c1', 'Bash')),
    said('[Request interrupted by user for tool use]'),
    answered('m2', '', { ...synthetic('No response requested.'), isApiErrorMessage: false }),
    answered('m3', '', synthetic('No response requested.')),
    said('Go on'),
    answered('m4', '', { ...synthetic('API Error: 500'), isApiErrorMessage: true }),
  ])
  expect(table(steps)).toMatchInlineSnapshot(`
    "
    s1: 1 session claude-code
    s1: 1 input user: Wait
    s1: 2 turn | 2 call c1 Bash {} | 2 turn-end interrupted | 3 run-end incomplete
    s1: 6 input user: Go on
    s1: 7 turn | 7 message assistant: API Error: 500 | 7 turn-end | 7 run-end
    "
  `)
})

test('a fork whose inputs name the session that it goes on from is one session', async () => {
  const { steps } = await read([
    said('Go', { sessionId: 's-old', uuid: 'asked' }),
    answered('m1', 'Done.', { sessionId: 's-new', parentUuid: 'asked' }),
    said('More', { sessionId: 's-old', uuid: 'asked again' }),
    answered('m2', 'More is done.', { sessionId: 's-new', parentUuid: 'asked again' }),
    said('Elsewhere', { sessionId: 's-new' }),
    answered('m3', 'Here.', { sessionId: 's-new' }),
  ])
  expect(table(steps)).toMatchInlineSnapshot(`
    "
    s-new: 1 session claude-code
    s-new: 1 input user: Go
    s-new: 2 turn | 2 message assistant: Done. | 2 turn-end | 2 run-end
    s-new: 3 input user: More
    s-new: 4 turn | 4 message assistant: More is done. | 4 turn-end | 4 run-end
    s-new: 5 input user: Elsewhere
    s-new: 6 turn | 6 message assistant: Here. | 6 turn-end | 6 run-end
    "
  `)
})

test('the order is that of the file: parents that never appeared and times that go back change nothing', async () => {
  const chained = [
    said('Go', { timestamp: '2026-01-05T10:00:09Z' }),
    answered('m1', call('c1', 'Read'), { timestamp: '2026-01-05T10:00:05Z' }),
    returned('c1', 'x', { timestamp: '2026-01-05T10:00:01Z' }),
  ]
  const orphans = chained.map((record) => ({ ...record, parentUuid: 'never-seen' }))
  expect(table((await read(orphans)).steps)).toBe(table((await read(chained)).steps))
})

test('a new run ends the turn, although the response goes on under the same id', async () => {
  const { steps } = await read([said('One'), answered('m1', 'Yes.'), said('Two'), answered('m1', 'And no.')])
  expect(table(steps)).toMatchInlineSnapshot(`
    "
    s1: 1 session claude-code
    s1: 1 input user: One
    s1: 2 turn | 2 message assistant: Yes. | 2 turn-end | 2 run-end
    s1: 3 input user: Two
    s1: 4 turn | 4 message assistant: And no. | 4 turn-end | 4 run-end
    "
  `)
})

import { describe, expect, test } from 'vitest'
import { answered, attachment, call, read, returned, said, system, table } from './records.js'

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
      said('<system-reminder>\nThe todo list was not used for long.\n</system-reminder>', { isMeta: true }),
      said('<system-reminder>\nThe date has changed.\n</system-reminder>'),
      answered('m2', 'On.'),
    ])
    expect(table(steps)).toMatchInlineSnapshot(`
      "
      s1 1 session claude-code
      s1 1 input user: Go
      s1 2 turn
      s1 2 call c1 Read {}
      s1 3 result c1 true: x
      s1 4 nag: todo_reminder
      [pending] Build
      s1 5 nag: task_reminder
      [completed] #3 Test
      s1 7 nag: <system-reminder>
      The todo list was not used for long.
      </system-reminder>
      s1 3 turn-end
      s1 9 turn
      s1 9 message assistant: On.
      s1 9 turn-end
      s1 9 run-end
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
      s1 1 session claude-code
      s1 1 input user: Go
      s1 2 turn
      s1 2 message assistant: Searching.
      s1 2 turn-end
      s1 3 turn
      s1 3 message assistant: Another.
      s1 3 turn-end
      s1 4 turn
      s1 4 call c1 Bash {"command":"ls"}
      s1 5 result c1 true: x
      s1 6 turn-end
      s1 6 run-end
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
      s1 1 session claude-code
      s1 1 input user: Go
      s1 2 turn
      s1 2 call c1 TodoWrite {"todos":[]}
      s1 3 result c1 true: ok
      s2 7 session claude-code
      s2 7 input unknown: 
      s2 7 turn
      s2 7 message assistant: New.
      s1 3 turn-end
      s1 3 run-end
      s2 7 turn-end
      s2 7 run-end
      "
    `)
  })

  test('calls without an id, or with a scrubbed one, are told apart and get their results in order', async () => {
    const { steps } = await read([
      said('Go'),
      answered('m1', call('REDACTED', 'Read', { file_path: 'a' })),
      answered('m1', call('REDACTED', 'Read', { file_path: 'b' })),
      returned('REDACTED', 'aaa'),
      returned('REDACTED', 'bbb'),
    ])
    expect(table(steps)).toMatchInlineSnapshot(`
      "
      s1 1 session claude-code
      s1 1 input user: Go
      s1 2 turn
      s1 2 call line 2, call 1 Read {"file_path":"a"}
      s1 3 call line 3, call 1 Read {"file_path":"b"}
      s1 4 result line 2, call 1 true: aaa
      s1 5 result line 3, call 1 true: bbb
      s1 5 turn-end
      s1 5 run-end
      "
    `)
  })

  test.each([
    ['is_error says so', { is_error: true }, false],
    ['is_error says no', { is_error: false, toolUseResult: 'a text' }, true],
    ['nothing is said', {}, true],
    ['a text stands where an object should', { toolUseResult: 'The user said no' }, false],
  ])('a result: %s', async (_, fields, ok) => {
    const { steps } = await read([
      said('Go'),
      answered('m1', call('c1', 'TodoWrite')),
      returned('c1', 'x', fields),
    ])
    expect(steps.find((step) => step.kind === 'result')).toMatchObject({ call: 'c1', ok, output: 'x' })
  })

  test('the text of a result: blocks joined, images named, a shell from what it printed, a refusal from its reason', async () => {
    const blocks = [
      { type: 'text', text: 'one' },
      { type: 'image', source: {} },
      { type: 'text', text: 'two' },
    ]
    const { steps } = await read([
      said('Go'),
      answered('m1', call('c1', 'mcp__x__y')),
      returned('c1', blocks, { toolUseResult: 'a text is no refusal here' }),
      answered('m1', call('c2', 'Bash')),
      returned('c2', '', { toolUseResult: { stdout: 'out', stderr: 'err', interrupted: false } }),
      answered('m1', call('c3', 'Edit')),
      returned('c3', '', { toolUseResult: 'Error: no' }),
    ])
    const results = steps.filter((step) => step.kind === 'result').map(({ ok, output }) => [ok, output])
    expect(results).toEqual([
      [true, 'one\n[image]\ntwo'],
      [true, 'out\nerr'],
      [false, 'Error: no'],
    ])
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
      s1 2 session claude-code
      s1 2 input user: Go
      s1 3 turn
      s1 3 call c1 Edit {}
      s1 4 result c1 true: x
      s1 5 call hook hook:PostToolUse:Edit {"command":"npx eslint src"}
      s1 5 result hook true: no problems
      s1 6 call hook hook:PostToolUse:Edit {"command":"npm test"}
      s1 6 result hook false: Exit code 1
      1 failed
      npm error
      s1 4 turn-end
      s1 9 turn
      s1 9 message assistant: On.
      s1 9 turn-end
      s1 9 run-end
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
      s1 1 session claude-code
      s1 1 input user: Go
      s1 2 turn
      s1 2 message assistant: One.
      s1 2 turn-end
      s1 3 compaction: Summary 1
      s1 5 turn
      s1 5 message assistant: Two.
      s1 5 turn-end
      s1 6 compaction: Summary 2
      s1 7 turn
      s1 7 message assistant: Three.
      s1 7 turn-end
      s1 8 compaction
      s1 9 turn
      s1 9 message assistant: Four.
      s1 9 turn-end
      s1 10 compaction
      s1 10 run-end
      "
    `)
  })
})

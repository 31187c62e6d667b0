import { describe, expect, test } from 'vitest'
import {
  answered,
  attachment,
  call,
  read,
  returned,
  said,
  system,
  type TestRecord,
  table,
} from './records.js'

const results = { type: 'tool_result', tool_use_id: 'c1', content: 'x' }

describe('runs', () => {
  test('words beside a result are said, and start no run', async () => {
    const { steps } = await read([
      said('Go'),
      answered('m1', call('c1', 'Bash')),
      said('', { message: { content: [results, { type: 'text', text: 'Use the other one.' }] } }),
    ])
    expect(table(steps)).toMatchInlineSnapshot(`
      "
      s1 1 session claude-code
      s1 1 input user: Go
      s1 2 turn
      s1 2 call c1 Bash {}
      s1 3 result c1 true: x
      s1 3 message user: Use the other one.
      s1 3 turn-end
      s1 3 run-end
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
      a 1 session claude-code
      a 1 input user: One
      a 3 turn
      a 3 message assistant: To one.
      b 2 session claude-code
      b 2 input user: Two
      b 4 turn
      b 4 message assistant: To two.
      b 4 turn-end
      b 5 turn
      b 5 message assistant: To nobody knows.
      a 3 turn-end
      a 3 run-end
      b 5 turn-end
      b 5 run-end
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
    ['a result', said('', { message: { content: [results] } }), 'none'],
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
      s1 1 session claude-code
      s1 1 input user: One
      s1 2 turn
      s1 2 message assistant: Done.
      s1 2 turn-end
      s1 2 run-end
      s1 3 input user: Two
      s1 4 turn
      s1 4 message assistant: Done.
      s1 4 turn-end
      s1 4 run-end
      s1 7 input user: Three
      s1 8 turn
      s1 8 message assistant: Done.
      s1 8 turn-end
      s1 8 run-end
      "
    `)
  })

  test('an interruption ends the run incomplete and interrupts the turn', async () => {
    const { steps } = await read([
      said('Go'),
      answered('m1', call('c1', 'Bash', { command: 'sleep' })),
      returned('c1', 'No', { is_error: true }),
      said('[Request interrupted by user for tool use]'),
      said('Go on'),
      answered('m2', 'Yes.'),
      said('[Request interrupted by user]'),
      said('[Request interrupted by user]'),
    ])
    expect(table(steps)).toMatchInlineSnapshot(`
      "
      s1 1 session claude-code
      s1 1 input user: Go
      s1 2 turn
      s1 2 call c1 Bash {"command":"sleep"}
      s1 3 result c1 false: No
      s1 3 turn-end interrupted
      s1 4 run-end incomplete
      s1 5 input user: Go on
      s1 6 turn
      s1 6 message assistant: Yes.
      s1 6 turn-end interrupted
      s1 7 run-end incomplete
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
      s1 1 session claude-code
      s1 1 input user: One
      s1 2 turn
      s1 2 call c1 Bash {}
      s1 2 turn-end
      s1 3 turn
      s1 3 call c2 Bash {}
      s1 3 turn-end interrupted
      s1 3 run-end incomplete
      s1 4 input user: Two
      s1 4 run-end incomplete
      s1 5 input user: Three
      s1 6 turn
      s1 6 call c3 Bash {}
      s1 6 turn-end interrupted
      s1 6 run-end incomplete
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
      s1 1 session claude-code
      s1 1 input unknown: 
      s1 1 turn
      s1 1 message assistant: Hello.
      s1 1 turn-end
      s1 1 run-end
      s1 4 input unknown: /pr to main
      s1 4 turn
      s1 4 message assistant: Written.
      s1 4 turn-end
      s1 4 run-end
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
      s1 1 session claude-code
      s1 1 input user: Go
      s1 2 turn
      s1 2 call c1 Bash {}
      s1 6 result c1 true: x
      s1 7 message user: And tests.
      s1 6 turn-end
      s1 12 turn
      s1 12 message assistant: Yes.
      s1 14 message user: Told twice.
      s1 16 message user: Told once.
      s1 12 turn-end
      s1 17 turn
      s1 17 message assistant: Done.
      s1 17 turn-end
      s1 17 run-end
      "
    `)
  })

  test('where the file goes on under another session id, the session that answers has the input', async () => {
    const { steps } = await read([
      said('Go', { sessionId: 's-old', uuid: 'asked' }),
      answered('m1', 'Done.', { sessionId: 's-new', parentUuid: 'asked' }),
    ])
    expect(table(steps)).toMatchInlineSnapshot(`
      "
      s-new 1 session claude-code
      s-new 1 input user: Go
      s-new 2 turn
      s-new 2 message assistant: Done.
      s-new 2 turn-end
      s-new 2 run-end
      "
    `)
  })
})

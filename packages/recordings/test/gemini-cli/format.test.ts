import { describe, expect, test } from 'vitest'
import { lines } from '../reading.js'
import {
  answered,
  asDocument,
  asked,
  asLines,
  called,
  header,
  noted,
  readText,
  type TestMessage,
} from './records.js'

const write = (status: string): TestMessage => ({ todos: [{ description: 'Build', status }] })
const chat = [
  asked('u1', [{ text: 'Build ' }, { text: 'it' }]),
  answered(
    'g1',
    'I plan.',
    called('c1', 'write_todos', write('in_progress'), 'success', 'Successfully updated'),
  ),
  answered(
    'g2',
    [{ text: 'Hm.', thought: true }, { text: 'Now.' }],
    called('c2', 'replace', { file_path: 'a' }, 'error', 'no'),
  ),
  noted('i1', 'Request cancelled.'),
  asked('u2', 'Go on'),
  answered('g3', 'Done.'),
]

describe('a chat', () => {
  test.each([
    ['lines', asLines([header, ...chat])],
    ['one document', asDocument(chat)],
    ['one document on a line', asDocument(chat, 0)],
    ['one document with its names on lines of their own', asDocument(chat, 0).replaceAll(',', ',\n')],
  ])('as %s: runs, turns, calls and results', async (_, text) => {
    const { steps, skipped } = await readText(text)
    expect(skipped).toEqual([])
    expect(lines({ steps })).toEqual([
      'session gemini',
      'input user: Build it',
      'turn',
      'message assistant: I plan.',
      'call c1 write_todos {"todos":[{"description":"Build","status":"in_progress"}]}',
      'result c1 true: Successfully updated',
      'turn-end',
      'turn',
      'message assistant: Now.',
      'call c2 replace {"file_path":"a"}',
      'result c2 false: no',
      'turn-end interrupted',
      'run-end incomplete',
      'input user: Go on',
      'turn',
      'message assistant: Done.',
      'turn-end',
      'run-end',
    ])
  })

  test.each<[string, readonly TestMessage[], readonly string[]]>([
    [
      'the last of the same id wins',
      [
        answered('g1', ''),
        answered('g1', 'Now.', called('c', 'x', { a: 1 })),
        answered('g1', 'Now.', called('c', 'x', { a: 2 }, 'success', 'y')),
      ],
      ['turn', 'message assistant: Now.', 'call c x {"a":2}', 'result c true: y', 'turn-end'],
    ],
    [
      'a message that comes again after others gives what is new in it',
      [
        answered('g1', 'Now.', called('c', 'x', {})),
        noted('i', 'Hm.'),
        answered('g1', 'Now.', called('c', 'x', {}, 'success', 'y')),
      ],
      ['turn', 'message assistant: Now.', 'call c x {}', 'result c true: y', 'turn-end'],
    ],
    [
      'a call that never ended',
      [answered('g1', '', called('c', 'x', {}))],
      ['turn', 'call c x {}', 'turn-end interrupted'],
    ],
    [
      'what was rewound stays told',
      [answered('g1', 'Now.'), { $rewindTo: 'g1' }],
      ['turn', 'message assistant: Now.', 'turn-end'],
    ],
    [
      'messages that are set',
      [{ $set: { messages: [answered('g1', 'Now.')] } }],
      ['turn', 'message assistant: Now.', 'turn-end'],
    ],
    [
      'a sub-agent',
      [answered('g1', '', { ...called('c', 'helper', {}, 'success', 'y'), agentId: 'a1' })],
      [
        'turn',
        'call c helper {}',
        'subagent-start a1 by c',
        'subagent-end a1 by c',
        'result c true: y',
        'turn-end',
      ],
    ],
  ])('%s', async (_, records, wanted) => {
    const { steps, skipped } = await readText(asLines([header, asked('u', 'Go'), ...records]))
    expect([
      lines({ steps })
        .slice(2)
        .filter((row) => !row.startsWith('run-end')),
      skipped,
    ]).toEqual([wanted, []])
  })

  test.each([
    ['write_file', 'success', 'Exit Code: 1', true],
    ['run_shell_command', 'success', 'Command: make\nOutput: x\nExit Code: 1\nSignal: (none)', false],
    ['run_shell_command', 'success', 'Output: x\nExit Code: 0', true],
    ['run_shell_command', 'success', 'x', true],
    ['run_shell_command', 'cancelled', 'x', false],
    ['run_shell_command', 'error', 'x', false],
  ])('%s that is a %s with %j: %s', async (name, status, output, ok) => {
    const { steps } = await readText(
      asLines([header, answered('g', '', called('c', name, {}, status, output))]),
    )
    expect(steps.find(({ kind }) => kind === 'result')).toMatchObject({ ok, output })
  })

  test.each([
    '<session_context>\nThis is the Gemini CLI. We are setting up the context for our chat.\n</session_context>',
    "This is the Gemini CLI. We are setting up the context for our chat.\nToday's date is Monday.",
  ])('%.60s is no input of a person', async (text) => {
    const { steps } = await readText(asLines([header, asked('u0', [{ text }]), ...chat]))
    const bare = await readText(asLines([header, ...chat]))
    expect(lines({ steps })).toEqual(lines(bare))
  })

  test("a sub-agent's chat names its parent by its folder", async () => {
    const text = asLines([{ ...header, kind: 'subagent' }, asked('u', 'Look')])
    const { steps } = await readText(text, 'chats/p1/s1.jsonl')
    expect(steps[0]).toMatchObject({ session: 's1', parent: 'p1' })
  })
})

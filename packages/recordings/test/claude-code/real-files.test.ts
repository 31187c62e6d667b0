/** What real files of Claude Code hold besides the rule (docs/sources/claude-code.md), as far as no other test has it. */

import { openLedger, type SessionState, type TodoEvent, transientStore } from '@todo-ledger/core'
import { describe, expect, test } from 'vitest'
import { importRecording } from '../../src/import-recording.js'
import { openRecording } from '../../src/open-recording.js'
import { answered, call, read, returned, said, type TestRecord, table } from './records.js'

/** The events and the last state of a file's first session. */
async function imported(
  records: readonly TestRecord[],
): Promise<{ events: readonly TodoEvent[]; lists: readonly (readonly string[])[] }> {
  const events: TodoEvent[] = []
  const lists: (readonly string[])[] = []
  const listOf = ({ items }: SessionState): readonly string[] =>
    items.map(({ id, status, text }) => `${id} ${status} ${text}`)
  const bytes = (async function* () {
    yield records.map((record) => `${JSON.stringify(record)}\n`).join('')
  })()
  const recording = await openRecording({ name: 'x.jsonl', bytes })
  await importRecording(recording.steps, openLedger({ store: transientStore() }), {
    ...recording,
    onSession: (session) =>
      session.on('event', ({ event, state }) => {
        events.push(event)
        if (event.type === 'todos.updated') lists.push(listOf(state))
      }),
  })
  return { events, lists }
}

const todos = (...items: readonly (readonly [string, string])[]): TestRecord => ({
  todos: items.map(([content, status]) => ({ content, status, activeForm: content })),
})

describe('turns', () => {
  test('a new run ends the turn, although the response goes on under the same id', async () => {
    const { steps } = await read([
      said('One'),
      answered('m1', call('c1', 'Read')),
      returned('c1', 'x'),
      said('Two'),
      answered('m1', call('c2', 'Read')),
    ])
    expect(steps.flatMap(({ kind }) => (/^(?:turn|run|input)/.test(kind) ? [kind] : []))).toEqual([
      ...['input', 'turn', 'turn-end', 'run-end'],
      ...['input', 'turn', 'turn-end', 'run-end'],
    ])
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

  test('a line of 660 KB, and one without a newline at the end, are lines', async () => {
    const long = answered('m1', 'x'.repeat(660_000))
    const last = JSON.stringify(answered('m2', 'Last.')).concat(' '.repeat(3))
    const { steps, skipped } = await read([said('Go'), long, last])
    expect(steps.flatMap((step) => (step.kind === 'message' ? [step.text.length] : []))).toEqual([660_000, 5])
    expect(skipped).toEqual([])
  })
})

describe('results', () => {
  test.each<[string, TestRecord, boolean, string]>([
    ['cut off', { stdout: 'half', stderr: '', interrupted: true }, false, 'half\n[Command interrupted]'],
    ['run to its end', { stdout: 'all', stderr: '', interrupted: false }, true, 'all'],
    [
      'with an exit code that the product explains',
      { stdout: '', stderr: '', interrupted: false, returnCodeInterpretation: 'No matches found' },
      true,
      'No matches found',
    ],
    ['without a word', { stdout: '', stderr: '' }, true, ''],
  ])('a command %s', async (_, toolUseResult, ok, output) => {
    const { steps } = await read([
      said('Go'),
      answered('m1', call('c1', 'Bash', { command: 'make' })),
      returned('c1', '', { toolUseResult }),
    ])
    expect(steps.find(({ kind }) => kind === 'result')).toMatchObject({ ok, output })
  })

  test('a command that was cut off has failed, whatever the block says', async () => {
    const { steps } = await read([
      said('Go'),
      answered('m1', call('c1', 'Bash', { command: 'make' })),
      returned('c1', 'half', { is_error: false, toolUseResult: { stdout: 'half', interrupted: true } }),
    ])
    const output = 'half\n[Command interrupted]'
    expect(steps.find(({ kind }) => kind === 'result')).toMatchObject({ ok: false, output })
  })
})

describe('todo calls', () => {
  test('a failed one changes nothing; one whose result never came is applied, unconfirmed; one that comes again is nothing', async () => {
    const { events, lists } = await imported([
      said('Go'),
      answered('m1', call('c1', 'TodoWrite', todos(['Build', 'in_progress']))),
      returned('c1', 'ok'),
      answered('m2', call('c2', 'TodoWrite', todos(['Build', 'completed']))),
      returned('c2', 'No such status', { is_error: true }),
      answered('m3', call('c1', 'TodoWrite', todos(['Build', 'in_progress']))),
      answered('m4', call('c4', 'TodoWrite', todos(['Build', 'completed']))),
    ])
    expect(lists).toEqual([['1 in_progress Build'], ['1 completed Build']])
    expect(
      events.flatMap((event) =>
        event.type === 'todos.updated'
          ? [[event.data.call, ...event.data.flags.map(({ rule }) => rule)]]
          : event.type === 'todos.rejected'
            ? [[event.data.call, 'refused']]
            : [],
      ),
    ).toEqual([['c1'], ['c2', 'refused'], ['c4', 'unconfirmed']])
  })

  test("a task's id is what TaskCreate's result says; another tool's taskId is none, and an unknown id starts unknown", async () => {
    const { lists } = await imported([
      said('Go'),
      answered('m1', call('c1', 'Bash', { command: 'sleep 9', run_in_background: true })),
      returned('c1', 'Running.', { toolUseResult: { taskId: '9', task: { id: '9', subject: 'sleep' } } }),
      answered('m2', call('c2', 'TaskCreate', { subject: 'Build', description: 'x' })),
      returned('c2', 'Task #4 created', { toolUseResult: { task: { id: '4', subject: 'Build' } } }),
      answered('m3', call('c3', 'TaskUpdate', { taskId: '4', status: 'completed' })),
      returned('c3', 'Updated', { toolUseResult: { success: true, taskId: '4' } }),
      answered('m4', call('c4', 'TaskUpdate', { taskId: '2', status: 'in_progress' })),
      returned('c4', 'Updated', { toolUseResult: { success: true, taskId: '2' } }),
    ])
    expect(lists).toMatchInlineSnapshot(`
      [
        [
          "4 pending Build",
        ],
        [
          "4 completed Build",
        ],
        [
          "4 completed Build",
          "2 in_progress (made before this recording began)",
        ],
      ]
    `)
  })

  test('todos as a JSON text, and of the old kind with ids and priorities, are todos', async () => {
    const old = [{ id: 'a', content: 'Build', status: 'pending', priority: 'high' }]
    const { lists } = await imported([
      said('Go'),
      answered('m1', call('c1', 'TodoWrite', { todos: old })),
      returned('c1', 'ok'),
      answered(
        'm2',
        call('c2', 'TodoWrite', { todos: JSON.stringify([{ ...old[0], status: 'completed' }]) }),
      ),
      returned('c2', 'ok'),
    ])
    expect(lists).toEqual([['a pending Build'], ['a completed Build']])
  })
})

import { memoryStore, openLedger, profiles, type SessionState, type TodoEvent } from '@todo-ledger/core'
import { describe, expect, test } from 'vitest'
import { importRecording } from '../src/import-recording.js'
import { openRecording } from '../src/open-recording.js'
import { RecordingError } from '../src/recording-error.js'
import { answered, call, returned, said, system, type TestRecord } from './claude-code/records.js'

const todos = (...items: readonly string[]): { todos: { content: string; status: string }[] } => ({
  todos: items.map((item) => ({
    content: item.slice(2),
    status: item.startsWith('x') ? 'completed' : 'pending',
  })),
})
const writes = (id: string, ...items: readonly string[]) => call(id, 'TodoWrite', todos(...items))

interface Imported {
  readonly events: readonly TodoEvent[]
  readonly states: ReadonlyMap<string, SessionState>
  readonly summary: Awaited<ReturnType<typeof importRecording>>
}

type ImportChoices = {
  readonly ledger?: ReturnType<typeof openLedger>
  readonly profile?: typeof profiles.todoManager
}

async function importLines(
  lines: readonly (TestRecord | string)[],
  { ledger, profile }: ImportChoices = {},
): Promise<Imported> {
  const events: TodoEvent[] = []
  const states = new Map<string, SessionState>()
  async function* bytes(): AsyncIterable<string> {
    for (const line of lines) yield `${typeof line === 'string' ? line : JSON.stringify(line)}\n`
  }
  const { steps, format, file } = await openRecording({ name: 'projects/s1.jsonl', bytes: bytes() })
  const summary = await importRecording(steps, ledger ?? openLedger({ store: memoryStore() }), {
    format,
    file,
    ...(profile === undefined ? {} : { profile }),
    onSession: (session) => {
      session.on('event', ({ event, state }) => {
        events.push(event)
        states.set(session.id, state)
      })
    },
  })
  return { events, states, summary }
}

/** Events with the line in the file and what matters of the type, a turn to a row. */
function table(events: readonly TodoEvent[]): string {
  const turns: string[] = []
  for (const event of events) {
    const told = `${event.source?.line} ${event.type} ${describeData(event)}`.trimEnd()
    if (/^(?:run|turn)\.started$/.test(event.type) || turns.length === 0)
      turns.push(`T${event.turn}: ${told}`)
    else turns.push(`${turns.pop()} | ${told}`)
  }
  return `\n${turns.join('\n')}\n`
}

function describeData(event: TodoEvent): string {
  switch (event.type) {
    case 'todos.updated':
      return `${event.data.call}${event.data.flags.map(({ rule }) => ` !${rule}`).join('')}`
    case 'todos.rejected':
      return `${event.data.call}${event.data.violations.map(({ rule }) => ` !${rule}`).join('')}`
    case 'tool.called':
      return event.data.call
    case 'tool.returned':
      return `${event.data.call} ${String(event.data.ok)}`
    case 'turn.ended':
      return event.data.interrupted ? 'interrupted' : ''
    case 'run.started':
      return `${event.data.trigger}: ${event.data.text}`
    case 'message.recorded':
      return `${event.data.role}: ${event.data.text}`
    case 'session.yielded':
      return event.data.to
    default:
      return ''
  }
}

describe('the importer', () => {
  test('the recorded outcome wins: refused, accepted against the rules, never answered', async () => {
    const { events, states } = await importLines([
      said('Go'),
      answered('m1', writes('c1', '- a', '- b')),
      returned('c1', 'ok'),
      answered('m2', writes('c2')),
      returned('c2', 'No', { is_error: true }),
      answered('m3', call('c3', 'TodoWrite', { todos: 'not a list' })),
      returned('c3', 'ok'),
      answered('m4', writes('c4', 'x a', '- b')),
    ])
    expect(table(events)).toMatchInlineSnapshot(`
      "
      T0: 1 run.started user: Go
      T1: 2 turn.started | 2 todos.updated c1 | 3 turn.ended
      T2: 4 turn.started | 4 todos.rejected c2 !recorded-refusal | 5 turn.ended
      T3: 6 turn.started | 6 todos.updated c3 !input-shape | 7 turn.ended
      T4: 8 turn.started | 8 todos.updated c4 !skipped-in-progress !unconfirmed | 8 turn.ended interrupted | 8 session.yielded idle
      "
    `)
    expect(states.get('s1')?.items.map(({ text, status }) => [text, status])).toEqual([
      ['a', 'completed'],
      ['b', 'pending'],
    ])
  })

  test('an event names the place of the call in the recorded file, and the time of its result', async () => {
    const { events } = await importLines([
      said('Go', { timestamp: '2026-01-05T10:00:00.000Z' }),
      answered('m1', writes('c1', '- a'), { timestamp: '2026-01-05T10:00:01.000Z' }),
      returned('c1', 'ok', { timestamp: '2026-01-05T10:00:02.000Z' }),
    ])
    expect(events.find((event) => event.type === 'todos.updated')).toMatchObject({
      at: new Date('2026-01-05T10:00:02.000Z'),
      source: { line: 2, call: 'c1' },
    })
  })

  test('several todo calls of a response happen in the order of their results, and what follows stays behind them', async () => {
    const { events } = await importLines([
      said('Go'),
      answered('m1', call('c0', 'Read')),
      answered('m1', writes('c1', '- a')),
      answered('m1', call('c2', 'Bash')),
      answered('m1', writes('c3', 'x a')),
      answered('m1', 'Both written.'),
      answered('m1', call('c4', 'Bash')),
      returned('c4', 'early'),
      returned('c3', 'ok'),
      returned('c0', 'read'),
      returned('c1', 'ok'),
      returned('c2', 'x'),
      answered('m2', 'Done.'),
    ])
    expect(table(events)).toMatchInlineSnapshot(`
      "
      T0: 1 run.started user: Go
      T1: 2 turn.started | 2 tool.called c0 | 5 todos.updated c3 | 3 todos.updated c1 | 4 tool.called c2 | 6 message.recorded assistant: Both written. | 7 tool.called c4 | 8 tool.returned c4 true | 10 tool.returned c0 true | 12 tool.returned c2 true | 12 turn.ended
      T2: 13 turn.started | 13 message.recorded assistant: Done. | 13 turn.ended | 13 session.yielded idle
      "
    `)
  })

  test('a result that comes after its turn is a result all the same, also that of a todo call', async () => {
    const { events } = await importLines([
      said('Go'),
      answered('m1', call('c1', 'Bash')),
      answered('m1', writes('c2', '- a')),
      answered('m2', 'On.'),
      returned('c1', 'x'),
      answered('m2', writes('c3', '- b')),
      returned('c3', 'ok'),
      returned('c2', 'No', { is_error: true }),
      said('[Request interrupted by user]'),
    ])
    expect(table(events)).toMatchInlineSnapshot(`
      "
      T0: 1 run.started user: Go
      T1: 2 turn.started | 2 tool.called c1 | 3 todos.rejected c2 !recorded-refusal | 3 turn.ended
      T2: 4 turn.started | 4 message.recorded assistant: On. | 5 tool.returned c1 true | 6 todos.updated c3 | 7 turn.ended interrupted | 9 session.yielded idle
      "
    `)
  })

  test('a result that never comes is not waited for beyond its run, nor for long', async () => {
    const { events } = await importLines([
      said('Go'),
      answered('m1', writes('c1', '- a')),
      answered('m2', 'On.'),
      said('Next'),
      returned('c1', 'No', { is_error: true }),
      answered('m3', writes('c2', '- b')),
      ...Array.from({ length: 100 }, (_, index) => answered(`m3-${index}`, 'On.')),
      returned('c2', 'No', { is_error: true }),
    ])
    const calls = events.filter((event) => event.type.startsWith('todos.'))
    expect(table(calls)).toMatchInlineSnapshot(`
      "
      T1: 2 todos.updated c1 !unconfirmed | 6 todos.updated c2 !unconfirmed
      "
    `)
  })

  test('the same file again is the same session once', async () => {
    const ledger = openLedger({ store: memoryStore() })
    const file = [
      said('Go'),
      answered('m1', writes('c1', '- a')),
      returned('c1', 'ok'),
      system('turn_duration'),
    ]
    const first = await importLines(file, { ledger })
    const again = await importLines(file, { ledger })
    expect([first.summary, again.summary, again.events]).toEqual([
      { imported: ['s1'], existing: [] },
      { imported: [], existing: ['s1'] },
      [],
    ])
  })

  test('a profile that is given takes the place of the one that is named', async () => {
    const { states } = await importLines(
      [said('Go'), answered('m1', call('c1', 'todo', { items: [{ text: 'a' }] }))],
      {
        profile: profiles.todoManager,
      },
    )
    expect(states.get('s1')).toMatchObject({ profile: 'todo-manager', items: [{ text: 'a' }] })
  })

  test('a profile that nobody knows is named, with the line that names it', async () => {
    const importing = importLines(['{"recording":"todo-ledger/1","session":"s1","profile":"constructor"}'])
    await expect(importing).rejects.toThrow(
      /^projects\/s1.jsonl, line 1: profile "constructor" is not known \(known: .*todo-manager.*\); name another profile$/,
    )
    await expect(importing).rejects.toBeInstanceOf(RecordingError)
  })
})

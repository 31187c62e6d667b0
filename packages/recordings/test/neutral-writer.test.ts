import { memoryStore, openLedger, profiles, type TodoEvent } from '@todo-ledger/core'
import { expect, test } from 'vitest'
import { importRecording, openRecording, recordEvents, recordSession } from '../src/index.js'

/** A sink that keeps its lines. */
function sink() {
  const lines: string[] = []
  return { lines, write: (text: string) => lines.push(text) }
}

/** The events that a recording becomes. */
async function imported(lines: readonly string[]) {
  const skipped: unknown[] = []
  const bytes = (async function* () {
    yield* lines
  })()
  const recording = await openRecording({ name: 'r', bytes }, { onSkipped: (piece) => skipped.push(piece) })
  const ledger = openLedger({ store: memoryStore() })
  const { imported: sessions } = await importRecording(recording.steps, ledger, recording)
  const events: TodoEvent[] = []
  for (const session of sessions) for await (const event of ledger.events(session)) events.push(event)
  return { ledger, sessions, events, skipped }
}

const at = (second: number): Date => new Date(Date.UTC(2026, 0, 5, 10, 0, second))

test('a host writes a session line by line', async () => {
  const out = sink()
  const recorder = recordSession(out, { session: 's1', profile: 'todo-manager' })
  recorder.input('Add a login page', { at: at(0) })
  recorder.turn({
    at: at(3),
    text: 'Planning.',
    calls: [
      { id: 'c1', name: 'todo', input: { items: [{ text: 'Design the form', status: 'in_progress' }] } },
      { id: 'c2', name: 'delegate', input: { task: 'Look around' }, ok: true, output: 'Done.' },
    ],
  })
  recorder.subagent('s1/a', { call: 'c2', calls: [{ id: 'c3', name: 'read_file', ok: true }] })
  recorder.nag('Update your todos.')
  recorder.compacted({ summary: 'A form.' })
  expect(out.lines).toHaveLength(6)
  recorder.turn({ text: 'Which colour?' })
  recorder.yield('waiting')
  recorder.input('Blue', { trigger: 'reply' })
  recorder.turn({ text: 'Fine.', complete: false })
  recorder.end()
  expect(out.lines.join('')).toMatchInlineSnapshot(`
    "{"recording":"todo-ledger/1","session":"s1","profile":"todo-manager"}
    {"input":"Add a login page","trigger":"user","at":"2026-01-05T10:00:00.000Z"}
    {"turn":1,"text":"Planning.","calls":[{"id":"c1","name":"todo","input":{"items":[{"text":"Design the form","status":"in_progress"}]}},{"id":"c2","name":"delegate","input":{"task":"Look around"},"ok":true,"output":"Done."}],"at":"2026-01-05T10:00:03.000Z"}
    {"subagent":"s1/a","call":"c2","calls":[{"id":"c3","name":"read_file","ok":true}]}
    {"nag":"Update your todos."}
    {"compacted":true,"summary":"A form."}
    {"turn":2,"text":"Which colour?"}
    {"yield":"waiting"}
    {"input":"Blue","trigger":"reply"}
    {"turn":3,"text":"Fine.","complete":false}
    {"end":true}
    "
  `)
  const { ledger, sessions, skipped } = await imported(out.lines)
  expect([sessions, skipped]).toEqual([['s1', 's1/a'], []])
  const { state } = await ledger.session('s1')
  expect(state.items).toMatchObject([{ text: 'Design the form', status: 'in_progress' }])
  expect([state.turn.number, state.nags.issued, state.compactions]).toEqual([3, 1, 1])
})

test('after its end nothing is written', () => {
  const out = sink()
  const recorder = recordSession(out, { session: 's1', profile: 'codex' })
  recorder.end()
  expect(() => recorder.nag('x')).toThrow('The recording has ended.')
  expect(out.lines).toHaveLength(2)
})

test('a host that embeds core records what its session tells, turn by turn', async () => {
  const out = sink()
  const ledger = openLedger({ store: memoryStore(), clock: () => at(1) })
  const session = await ledger.session('s1', { profile: profiles.todoManager, goal: 'A form' })
  const recorder = recordEvents(out)
  for await (const event of ledger.events('s1')) recorder.take(event)
  session.on('event', ({ event }) => recorder.take(event))

  await session.startRun({ trigger: 'user', text: 'Go' })
  const turn = await session.startTurn()
  await turn.callTodoTool('todo', { items: [{ text: 'Design it', status: 'in_progress' }] }, { call: 'c1' })
  await turn.callTodoTool('todo', { items: [{ text: '' }] }, { call: 'c2' })
  await turn.recordCall({ call: 'c3', name: 'Bash', input: { command: 'make' } })
  await turn.end()
  expect(out.lines).toHaveLength(2)
  // A result that comes after its turn, and what is said then, are still the turn's.
  await session.recordResult({ call: 'c3', ok: true, output: 'built' })
  await session.endRun({ text: 'Which colour?', waitingFor: 'an answer' })
  expect(out.lines).toHaveLength(4)
  await session.startRun({ trigger: 'user', text: 'Blue' })
  recorder.end()

  expect(out.lines.join('')).toMatchInlineSnapshot(`
    "{"recording":"todo-ledger/1","session":"s1","profile":"todo-manager","goal":"A form"}
    {"input":"Go","trigger":"user","at":"2026-01-05T10:00:01.000Z"}
    {"turn":1,"at":"2026-01-05T10:00:01.000Z","text":"Which colour?","calls":[{"id":"c1","name":"todo","input":{"items":[{"text":"Design it","status":"in_progress"}]},"ok":true,"output":"[>] #1: Design it\\n\\n(0/1 completed)"},{"id":"c2","name":"todo","input":{"items":[{"text":""}]},"ok":false,"output":"Error: Item 1: text required"},{"id":"c3","name":"Bash","input":{"command":"make"},"ok":true,"output":"built"}]}
    {"yield":"waiting","at":"2026-01-05T10:00:01.000Z"}
    {"input":"Blue","trigger":"user","at":"2026-01-05T10:00:01.000Z"}
    {"end":true}
    "
  `)
  const { ledger: again, skipped } = await imported(out.lines)
  expect(skipped).toEqual([])
  const { state } = await again.session('s1')
  expect(state.items.map(({ text, status }) => [text, status])).toEqual([['Design it', 'in_progress']])
  expect([state.rejections, state.goal]).toEqual([1, 'A form'])
})

test('of no events nothing is written', () => {
  const out = sink()
  recordEvents(out).end()
  expect(out.lines).toEqual([])
})

import { memoryStore, openLedger, type TodoEvent } from '@todo-ledger/core'
import { expect, test } from 'vitest'
import { importRecording, openRecording, recordSession } from '../src/index.js'

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

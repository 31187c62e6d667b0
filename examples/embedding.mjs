import { openLedger, profiles } from '@todo-ledger/core'
import { sqliteStore } from '@todo-ledger/core/sqlite'

const ledger = openLedger({ store: sqliteStore('todos.db') })
const session = await ledger.session('build-42', { profile: profiles.todoManager }) // or by name; opens or resumes
session.on('change', ({ event, state }) => console.log(event.seq, event.type, state.phase))

// For the model: session.tools() and session.instructions().
await session.startRun({ trigger: 'user', text: 'Add a login page' })
const turn = await session.startTurn()

// The model calls the todo tool; its call id makes asking again safe.
const reply = await turn.callTodoTool(
  'todo',
  { items: [{ text: 'Design the form', status: 'in_progress' }] },
  { call: 'c1' },
)
console.log(reply.text)

// A broken rule is a reply for the model, never an exception, and changes nothing.
const refused = await turn.callTodoTool('todo', { items: [{ text: '' }] }, { call: 'c2' })
console.log(refused.text)

// Every other tool call is recorded too: it is the evidence for what gets ticked.
await turn.recordTool({ call: 'c3', name: 'write_file', input: { path: 'login.html' }, ok: true })
const { reminders } = await turn.end() // [] or a nag, to put first into the tool results

const next = await session.endRun({ text: 'The form is designed.' })
console.log(reminders.length, next.action, session.rendered())
await ledger.close()

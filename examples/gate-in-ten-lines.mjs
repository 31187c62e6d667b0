import { evidence } from '@todo-ledger/audit'
import { openLedger, profiles } from '@todo-ledger/core'
import { sqliteStore } from '@todo-ledger/core/sqlite'

const ledger = openLedger({ store: sqliteStore('todos.db'), evidence: evidence() })
const profile = profiles.recommended.with({ evidenceRequired: true })
const session = await ledger.session('release-7', { profile }) // opens or resumes
await session.startRun({ trigger: 'user', text: 'Release it' })
const turn = await session.startTurn() // the model gets session.tools(); these are its calls
await turn.callTodoTool('write_todos', { items: [{ text: 'Run the tests', status: 'in_progress' }] })
await turn.recordTool({ call: 'c2', name: 'edit_file', input: { path: 'src/parser.js' }, ok: true })
const reply = await turn.callTodoTool('update_todo', { id: '1', status: 'completed' })
console.log(reply.text) // what the model reads; a broken rule is never an exception
await ledger.close()

// An agent whose todos are kept by a todo-ledger server, over the typed client.
//
//     export TODO_LEDGER=http://127.0.0.1:7410 TODO_LEDGER_TOKEN=$(todo-ledger token agent)
//     todo-ledger serve &
//     node examples/client/agent.mjs

import { todoLedgerClient } from 'todo-ledger/client'

const { TODO_LEDGER: address = 'http://127.0.0.1:7410', TODO_LEDGER_TOKEN: token = '' } = process.env
const ledger = todoLedgerClient({ address, token })

const created = await ledger.POST('/v1/sessions', { body: { profile: 'recommended', todoCallsOnly: true } })
if (created.error) throw new Error(created.error.detail)
const path = { id: created.data.id }

// What the model would call, one after the other.
const calls = [
  { name: 'write_todos', input: { items: [{ text: 'Write the form' }, { text: 'Test it' }] } },
  { name: 'update_todo', input: { id: '1', status: 'completed' } },
  { name: 'update_todo', input: { id: '7', status: 'completed' } },
]
for (const call of calls) {
  const { data, error } = await ledger.POST('/v1/sessions/{id}/calls', { params: { path }, body: call })
  if (error) throw new Error(error.detail)
  // A broken rule is an answer, too: the model reads it, and does better.
  if (data.kind === 'todo') console.log(`${data.ok}: ${data.text}`)
}

const { data: state } = await ledger.GET('/v1/sessions/{id}/state', { params: { path } })
for (const { text, status } of state?.items ?? []) console.log(`${status}: ${text}`)

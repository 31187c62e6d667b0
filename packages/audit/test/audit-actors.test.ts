import { type Actor, memoryStore, openLedger, profiles } from '@todo-ledger/core'
import { observeEvents } from '@todo-ledger/core/history'
import { expect, it } from 'vitest'
import { SessionAuditor } from '../src/index.js'

const lead: Actor = { kind: 'agent', id: 'lead' }
const a: Actor = { kind: 'sub-agent', id: 'a' }
const b: Actor = { kind: 'sub-agent', id: 'b' }

/** A session in which one does the work and another, or the same, marks it. */
async function verdictOf(worker: Actor | undefined, marker: Actor): Promise<string | undefined> {
  const ledger = openLedger({ store: memoryStore() })
  const session = await ledger.session('s1', { profile: profiles.recommended })
  await session.startRun({ trigger: 'user', text: 'Mend src/parser.ts', agent: lead })
  const first = await session.startTurn({ actor: marker })
  await first.callTodoTool('write_todos', { items: [{ text: 'Mend src/parser.ts', status: 'in_progress' }] })
  await first.end()
  const work = await session.startTurn(worker === undefined ? {} : { actor: worker })
  const input = { file_path: 'src/parser.ts', old_string: 'if (x)', new_string: 'if (x && y)' }
  await work.recordTool({ call: 'c1', name: 'edit_file', input, ok: true, output: 'edited' })
  await work.end()
  const last = await session.startTurn({ actor: marker })
  await last.callTodoTool('update_todo', { id: '1', status: 'completed' })
  await last.end()
  const auditor = new SessionAuditor()
  await observeEvents(ledger.events('s1'), auditor)
  return auditor.finish().completions[0]?.verdict
}

it.each([
  ['its own work', a, a, 'supported'],
  ['the work of another', b, a, 'unsupported'],
  ['that of who sent it', lead, a, 'unsupported'],
  ['that of one that it sent', a, lead, 'supported'],
  ['work that nobody is named for', undefined, a, 'supported'],
] as const)('what one marks as done is credited with %s', async (_what, worker, marker, verdict) => {
  expect(await verdictOf(worker, marker)).toBe(verdict)
})

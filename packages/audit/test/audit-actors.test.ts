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

const edit = (file: string) => ({ file_path: file, old_string: 'if (x)', new_string: 'if (x && y)' })

it('an item in progress owns the work of who has it, and that of a sub-agent that has none itself', async () => {
  const ledger = openLedger({ store: memoryStore() })
  const session = await ledger.session('s1', { profile: { ...profiles.recommended, rules: [] } })
  await session.startRun({ trigger: 'user', text: 'Mend it', agent: lead })
  const turns = { lead: await session.startTurn({ actor: lead }), a: await session.startTurn({ actor: a }) }
  const other = await session.startTurn({ actor: b })
  const items = ['Mend src/parser.ts', 'Write docs/guide.md'].map((text) => ({ text, status: 'pending' }))
  await turns.lead.callTodoTool('write_todos', { items })
  const started = [
    await turns.lead.callTodoTool('update_todo', { id: '1', status: 'in_progress' }),
    await turns.a.callTodoTool('update_todo', { id: '2', status: 'in_progress' }),
  ]
  expect(started.map(({ ok }) => ok)).toEqual([true, true])
  for (const [place, turn] of [turns.lead, turns.a, other].entries()) {
    const file = `src/f${place}.ts`
    await turn.recordTool({
      call: `c${place}`,
      name: 'edit_file',
      input: edit(file),
      ok: true,
      output: 'edited',
    })
  }
  const auditor = new SessionAuditor()
  await observeEvents(ledger.events('s1'), auditor)
  const calls = auditor.work.filter(({ kind }) => kind === 'call')
  expect(calls.map(({ actor, busy }) => [actor?.id, busy])).toEqual([
    ['lead', ['k1']],
    ['a', ['k2']],
    ['b', ['k1']],
  ])
})

it("what others write meanwhile takes nothing from one's own work", async () => {
  expect(await supportBeside(true)).toEqual(await supportBeside(false))
})

/** How well the log supports what one marks that came into the list as done. @param isWritten whether another writes before */
async function supportBeside(isWritten: boolean) {
  const ledger = openLedger({ store: memoryStore() })
  const session = await ledger.session('s1', { profile: profiles.recommended })
  await session.startRun({ trigger: 'user', text: 'Mend it', agent: lead })
  const own = await session.startTurn({ actor: a })
  const other = await session.startTurn({ actor: b })
  const input = edit('src/parser.ts')
  await own.recordTool({ call: 'c1', name: 'edit_file', input, ok: true, output: 'edited' })
  const guide = { text: 'Write docs/guide.md', status: 'pending' }
  if (isWritten) await other.callTodoTool('write_todos', { items: [guide] })
  const items = [...(isWritten ? [guide] : []), { text: 'Mend the parser', status: 'completed' }]
  await own.callTodoTool('write_todos', { items })
  const auditor = new SessionAuditor()
  await observeEvents(ledger.events('s1'), auditor)
  return auditor.finish().completions.map(({ text, verdict, support }) => ({ text, verdict, support }))
}

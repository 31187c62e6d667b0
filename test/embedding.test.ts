import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLedger, profiles } from '@todo-ledger/core'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'todo-ledger-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('the embedding example compiles and runs', async () => {
  const ledger = openLedger({ store: sqliteStore(join(folder, 'todos.db')) })
  const session = await ledger.session('build-42', { profile: profiles.todoManager })
  expect(session.tools().map((tool) => Object.keys(tool))).toEqual([['name', 'description', 'inputSchema']])
  expect(session.instructions()).toBe('')
  expect(session.pending()).toEqual([])

  await session.startRun({ trigger: 'user', text: 'Add a login page' })
  const turn = await session.startTurn()
  const reply = await turn.callTodoTool('todo', {
    items: [{ text: 'Design the form', status: 'in_progress' }],
  })
  expect(reply).toEqual({ ok: true, text: '[>] #1: Design the form\n\n(0/1 completed)' })
  await turn.recordTool({ call: 'c2', name: 'write_file', input: { path: 'login.html' }, ok: true })
  const { reminders } = await turn.end()
  expect(reminders).toEqual([])
  const next = await session.endRun({ text: 'Done.' })
  expect(next).toEqual({ action: 'stop', yieldTo: 'idle', reason: 'open todos, no continuation' })
  expect(Object.isFrozen(session.state)).toBe(true)
  const seen: string[] = []
  session.on('change', ({ state, patches }) => seen.push(`${state.seq} ${patches.length > 0}`))
  await session.startRun({ trigger: 'user', text: 'Go on.' })
  expect(seen).toEqual(['10 true'])
  await ledger.close()
})

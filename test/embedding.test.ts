import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openLedger, profiles } from '@todo-ledger/core'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'todo-ledger-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const root = fileURLToPath(new URL('..', import.meta.url))
const example = join(root, 'examples', 'embedding.mjs')

it("the design's embedding example compiles and runs", async () => {
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
  expect(seen).toEqual(['9 true'])
  await ledger.close()
})

it('the example of the README runs as it stands there', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const source = readFileSync(example, 'utf8')
  expect(readme).toContain(`\`\`\`js\n${source}\`\`\``)
  expect(execFileSync(process.execPath, [example], { cwd: folder, encoding: 'utf8' })).toMatchInlineSnapshot()
})

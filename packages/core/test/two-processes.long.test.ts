/** Two processes over one SQLite ledger work on one list; that one reads what another works on, test/two-processes holds. */

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { openLedger, profiles } from '../src/index.js'
import { sqliteStore } from '../src/sqlite.js'
import { verifyChain } from '../src/store/chain/verify-chain.js'
import { collect } from '../src/testing/store-contract/store-under-test.js'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** The path of a new ledger. */
function newLedger(): string {
  const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-two-'))
  folders.push(folder)
  return join(folder, 'todos.db')
}
const core = fileURLToPath(new URL('..', import.meta.url))

/** Runs a script on the built package, and gives what it printed. */
function process(script: string, ...words: readonly string[]): Promise<string> {
  const child = spawn('node', ['--input-type=module', '--eval', script, ...words], { cwd: core })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve(printed) : reject(new Error(printed))))
  })
}

const peer = `
  import { openLedger, profiles } from './dist/index.js'
  import { sqliteStore } from './dist/sqlite.js'
  const [path, id, turns] = process.argv.slice(1)
  const actor = { kind: 'agent', id }
  const ledger = openLedger({ store: sqliteStore(path, { durability: 'relaxed' }), actor })
  const session = await ledger.session('s1', { profile: profiles.recommended.with({ maxItems: 1000 }), actor })
  await session.startRun({ trigger: 'user', text: 'Begin', agent: actor })
  for (let number = 1; number <= Number(turns); number += 1) {
    const turn = await session.startTurn()
    const reply = await turn.callTodoTool('add_todos', { items: [{ text: id + ' ' + number, status: 'pending' }] })
    if (!reply.ok) throw new Error(reply.text)
    await turn.end()
  }
  await session.endRun({ text: 'Done' })
  await ledger.close()
`

test('two work on one list, each in turns of its own', async () => {
  const path = newLedger()
  const turns = 60
  const begun = openLedger({ store: sqliteStore(path) })
  await begun.session('s1', { profile: profiles.recommended.with({ maxItems: 1000 }) })
  await begun.close()
  await Promise.all([process(peer, path, 'one', `${turns}`), process(peer, path, 'two', `${turns}`)])
  const store = sqliteStore(path)
  const ledger = openLedger({ store })
  const events = await collect(ledger.events('s1'))
  for (const id of ['one', 'two']) {
    const own = events.filter(({ actor }) => actor?.id === id)
    const ended = own.filter(({ type }) => type === 'turn.ended')
    expect(ended).toHaveLength(turns)
    expect(ended.every(({ data }) => 'interrupted' in data && data.interrupted === false)).toBe(true)
    expect(own.filter(({ type }) => type === 'todos.updated')).toHaveLength(turns)
  }
  const state = await ledger.stateAt('s1', 'end')
  const texts = state?.items.map(({ text, actor }) => `${actor?.id}: ${text}`).toSorted()
  const each = (id: string) => Array.from({ length: turns }, (_, index) => `${id}: ${id} ${index + 1}`)
  expect(texts).toEqual([...each('one'), ...each('two')].toSorted())
  expect(state?.turns).toBe(2 * turns)
  expect(await verifyChain(store)).toMatchObject({ ok: true })
  await ledger.close()
})

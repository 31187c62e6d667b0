/** `import -` stores what a pipe gives as it comes: the real program, with a host that is still at work. */

import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { EventStore } from '@todo-ledger/core'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import { afterEach, expect, test } from 'vitest'
import { MemoryPlace } from './memory-place.js'
import { program } from './run-program.js'

const place = new MemoryPlace()
const ledger = join(place.folder, 'todos.db')
let host: ChildProcess | null = null
afterEach(() => {
  host?.kill()
})

const head = `{"recording":"todo-ledger/1","session":"piped","profile":"todo-manager"}
{"input":"Add a page","trigger":"user","at":"2026-01-05T10:00:00Z"}
`
const turns = [
  '{"turn":1,"calls":[{"id":"c1","name":"todo","input":{"items":[{"id":"1","text":"Add the page","status":"in_progress"}]}}]}\n',
  '{"turn":2,"calls":[{"id":"c2","name":"write_file","input":{"path":"page.html"},"ok":true,"output":"written"}]}\n',
  '{"turn":3,"calls":[{"id":"c3","name":"todo","input":{"items":[{"id":"1","text":"Add the page","status":"completed"}]}}]}\n',
]

/** The types of the events that another process finds in the ledger. */
async function stored(): Promise<readonly string[]> {
  if (!existsSync(ledger)) return []
  let store: EventStore | undefined
  try {
    store = sqliteStore(ledger, { readOnly: true })
    const types: string[] = []
    for await (const { type } of store.read('piped')) types.push(type)
    return types
  } catch {
    return [] // It is being created.
  } finally {
    await store?.close()
  }
}

/** Waits until the ledger holds as many events of a type; the test's own limit ends a wait that is in vain. */
async function until(type: string, times: number): Promise<readonly string[]> {
  for (;;) {
    const types = await stored()
    if (types.filter((each) => each === type).length >= times) return types
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

test('each call of a host is in the ledger while the host is still at work', async () => {
  const child = spawn(process.execPath, [program, 'import', '-', '--ledger', ledger, '--json'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  host = child
  let printed = ''
  child.stdout.on('data', (bytes: Buffer) => {
    printed += bytes.toString()
  })
  const [first = '', second = '', third = ''] = turns
  child.stdin.write(head + first)
  const atFirst = await until('todos.updated', 1)
  expect(atFirst).toEqual(['session.opened', 'run.started', 'turn.started', 'todos.updated'])
  // Torn in the middle of a line, as a pipe gives it.
  child.stdin.write(second.slice(0, 40))
  child.stdin.write(second.slice(40))
  expect((await until('tool.returned', 1)).slice(4)).toEqual([
    'turn.ended',
    'turn.started',
    'tool.called',
    'tool.returned',
  ])
  expect(printed).toBe('')
  child.stdin.end(`${third}{"end":true}\n`)
  const code = await new Promise((resolve) => child.on('close', resolve))
  expect(code).toBe(0)
  const { added, sessions } = JSON.parse(printed)
  expect([added, sessions.length, sessions[0].status]).toEqual([(await stored()).length, 1, 'new'])
  // What was stored piece by piece is what a file gives at once.
  place.write('whole.jsonl', `${head + turns.join('')}{"end":true}\n`)
  const again = await place.run('import whole.jsonl --ledger todos.db --json')
  expect(JSON.parse(again.stdout).added).toBe(0)
  expect((await place.run('verify todos.db --json')).code).toBe(0)
})

/** One process works on a session, another reads it, and wants to open it. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLedger, type TodoEvent } from '@todo-ledger/core'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import { afterAll, expect, test } from 'vitest'
import { Program } from '../writers/program.js'

const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-two-processes-'))
const path = join(folder, 'todos.db')
let worker: Program | undefined

afterAll(async () => {
  await worker?.kill()
  rmSync(folder, { recursive: true, force: true })
})

test('what one works on the other reads, and interrupts nothing; a killed one leaves its turn to who comes', async () => {
  worker = new Program(new URL('work.mjs', import.meta.url), path)
  expect(await worker.line(1)).toBe('working')

  const ledger = openLedger({ store: sqliteStore(path, { busyTimeout: 60_000 }) })
  let seq = 0
  let withTurn = 0
  for (let left = 250; left > 0; left -= 1) {
    const { state } = await ledger.read('s1')
    expect(state.seq).toBeGreaterThanOrEqual(seq)
    seq = state.seq
    if (state.turn.open) withTurn += 1
  }
  expect(withTurn).toBeGreaterThan(0)
  worker.child.stdin.write('hold\n')
  expect(await worker.line(2)).toBe('held')
  const before = await eventsOf(ledger.events('s1'))
  expect(before.filter(({ type, data }) => type === 'turn.ended' && data.interrupted)).toEqual([])

  const refused = { code: 'turn-open', holder: { pid: worker.child.pid } }
  await expect(ledger.session('s1')).rejects.toMatchObject(refused)
  expect(await eventsOf(ledger.events('s1'))).toEqual(before)

  await worker.kill()
  expect((await ledger.session('s1')).turn()).toBeNull()
  const after = (await eventsOf(ledger.events('s1'))).slice(before.length)
  expect(after).toMatchObject([{ type: 'turn.ended', data: { interrupted: true } }])
  await ledger.close()
})

async function eventsOf(events: AsyncIterable<TodoEvent>): Promise<readonly TodoEvent[]> {
  const all: TodoEvent[] = []
  for await (const event of events) all.push(event)
  return all
}

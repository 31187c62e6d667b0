/** Sessions that nobody uses leave a ledger's memory, and nothing is lost. */

import { expect, test } from 'vitest'
import { openLedger } from '../src/ledger.js'
import { memoryStore } from '../src/store/memory/memory-store.js'

const profile = 'todo-list-middleware'

test('those that were longest not asked for go, and are read again', async () => {
  const ledger = openLedger({ store: memoryStore(), sessionsInMemory: 2 })
  const open = (id: string) => ledger.session(id, { profile })
  const first = await open('first')
  await first.startRun({ trigger: 'user', text: 'Begin.' })
  const turn = await first.startTurn()
  await turn.callTodoTool('write_todos', { todos: [{ content: 'Write it', status: 'in_progress' }] })
  await turn.end()
  const second = await open('second')
  expect(await open('first')).toBe(first)
  const third = await open('third')
  expect(await open('first')).toBe(first)
  expect(await open('third')).toBe(third)
  expect(await open('second')).not.toBe(second)
  const again = await open('first')
  expect(again).not.toBe(first)
  expect(again.state.items).toMatchObject([{ text: 'Write it' }])
  await again.startTurn()
  // Somebody who still has the old object goes on with it: it reads what the other did.
  await first.recordMessage({ text: 'There.' })
  expect(first.state.seq).toBe(again.state.seq + 1)
})

test('one with a turn under way or with listeners stays', async () => {
  const ledger = openLedger({ store: memoryStore(), sessionsInMemory: 1 })
  const working = await ledger.session('working', { profile })
  await working.startRun({ trigger: 'user', text: 'Begin.' })
  await working.startTurn()
  const listening = await ledger.session('listening', { profile })
  listening.on('event', () => undefined)
  const idle = await ledger.session('idle', { profile })
  await ledger.session('last', { profile })
  expect(await ledger.session('idle')).not.toBe(idle)
  expect(await ledger.session('listening')).toBe(listening)
  expect(await ledger.session('working')).toBe(working)
})

test('one that is let go of by name is opened anew', async () => {
  const ledger = openLedger({ store: memoryStore() })
  const held = await ledger.session('held', { profile })
  await held.recordMessage({ text: 'hunter2-the-secret' })
  await ledger.redact('held', { secret: 'hunter2-the-secret' })
  expect(await ledger.session('held')).toBe(held)
  ledger.release('held')
  expect(await ledger.session('held')).not.toBe(held)
})

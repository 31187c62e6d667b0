/** Sessions that nobody uses leave a ledger's memory, and nothing is lost. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { openLedger } from '../src/ledger.js'
import { memoryStore } from '../src/store/memory/memory-store.js'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

async function isGone(session: WeakRef<object>): Promise<boolean> {
  for (let time = 0; time < 5; time += 1) {
    await nextTurn()
    collectGarbage()
    if (session.deref() === undefined) return true
  }
  return false
}

const profile = 'todo-list-middleware'

/** Opens a session, does something with it, and keeps nothing but a weak reference. */
async function opened(
  ledger: ReturnType<typeof openLedger>,
  id: string,
  use: (session: Awaited<ReturnType<typeof ledger.session>>) => unknown = () => undefined,
): Promise<WeakRef<object>> {
  const session = await ledger.session(id, { profile })
  await use(session)
  return new WeakRef(session)
}

test('those that were longest not asked for go, and are read again', async () => {
  const ledger = openLedger({ store: memoryStore(), sessionsInMemory: 2 })
  const first = await opened(ledger, 'first', async (session) => {
    await session.startRun({ trigger: 'user', text: 'Begin.' })
    const turn = await session.startTurn()
    await turn.callTodoTool('write_todos', { todos: [{ content: 'Write it', status: 'in_progress' }] })
    await turn.end()
  })
  const second = await opened(ledger, 'second')
  await opened(ledger, 'first')
  const third = await opened(ledger, 'third')
  expect(await isGone(second)).toBe(true)
  expect([await isGone(first), await isGone(third)]).toEqual([false, false])
  const fourth = await opened(ledger, 'fourth')
  expect([await isGone(first), await isGone(third), await isGone(fourth)]).toEqual([true, false, false])
  const again = await ledger.session('first')
  expect(again.state.items).toMatchObject([{ text: 'Write it' }])
  await again.startTurn()
})

test('one with a turn under way or with listeners stays', async () => {
  const ledger = openLedger({ store: memoryStore(), sessionsInMemory: 1 })
  const heard: string[] = []
  const working = await opened(ledger, 'working', async (session) => {
    await session.startRun({ trigger: 'user', text: 'Begin.' })
    await session.startTurn()
  })
  const listening = await opened(ledger, 'listening', (session) =>
    session.on('event', ({ event }) => heard.push(event.type)),
  )
  const idle = await opened(ledger, 'idle')
  await opened(ledger, 'last')
  expect(await isGone(idle)).toBe(true)
  expect([await isGone(working), await isGone(listening)]).toEqual([false, false])
  await (await ledger.session('listening')).recordMessage({ text: 'There.' })
  expect(heard).toEqual(['message.recorded'])
  expect((await ledger.session('working')).turn()?.number).toBe(1)
})

test('one that was let go of and begins a turn stays, too', async () => {
  const ledger = openLedger({ store: memoryStore(), sessionsInMemory: 1 })
  const working = await opened(ledger, 'working', async (session) => {
    await opened(ledger, 'other')
    await session.startRun({ trigger: 'user', text: 'Begin.' })
    await session.startTurn()
  })
  expect(await isGone(working)).toBe(false)
})

test('the object that somebody has stays the one that is given out', async () => {
  const ledger = openLedger({ store: memoryStore(), sessionsInMemory: 1 })
  const held = await ledger.session('held', { profile })
  for (const id of ['a', 'b', 'c']) await opened(ledger, id)
  collectGarbage()
  await held.recordMessage({ text: 'hunter2-the-secret' })
  await ledger.redact('held', { secret: 'hunter2-the-secret' })
  expect(await ledger.session('held')).toBe(held)
  expect(held.state.seq).toBe(3)
  ledger.release('held')
  expect(await ledger.session('held')).not.toBe(held)
})

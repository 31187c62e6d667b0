/** The end of the work on a session, and events that nobody can change. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TodoEvent } from '../src/events.js'
import { openLedger } from '../src/ledger.js'
import { profiles } from '../src/profiles/builtin-profiles.js'
import { frozenEvent } from '../src/session/transaction.js'
import { bodyDifference } from '../src/store/body.js'
import { memoryStore } from '../src/store/memory/memory-store.js'
import { arbitraryEvent } from '../src/testing/arbitraries/values.js'
import { failingStore } from './failing-store.js'
import { collect, readAll } from './open-session.js'

const profile = profiles.todoManager
const list = () => ({ items: [{ text: 'Design the form', status: 'pending' }] })

describe('a session that is closed', () => {
  test('ends its own turn, records nothing any more, and is opened anew, also by others', async () => {
    const store = memoryStore()
    const ledger = openLedger({ store })
    const session = await ledger.session('s1', { profile })
    await session.startRun({ trigger: 'user', text: 'Begin.' })
    const turn = await session.startTurn()
    const underWay = turn.callTodoTool('todo', list(), { call: 'c1' })
    await session.close()
    expect(await underWay).toMatchObject({ ok: true })
    await session.close()
    await expect(session.startRun({ trigger: 'user', text: '' })).rejects.toThrowErrorMatchingInlineSnapshot(
      `[HostError: Session "s1" was closed here. Open it again with ledger.session().]`,
    )
    await expect(turn.end()).rejects.toMatchObject({ code: 'session-closed' })
    expect((await readAll(store.read('s1'))).at(-1)).toMatchObject({
      type: 'turn.ended',
      data: { interrupted: true },
    })
    const again = await ledger.session('s1')
    expect(again).not.toBe(session)
    expect(await openLedger({ store }).session('s1')).toMatchObject({ id: 's1' })
    expect((await readAll(store.read('s1'))).length).toBe(again.state.seq)
  })

  test('is closed once, however often and by whom it is asked', async () => {
    const session = await openLedger({ store: memoryStore() }).session('s1', { profile })
    await session.startRun({ trigger: 'user', text: 'Begin.' })
    await session.startTurn()
    await Promise.all([session.close(), session.close()])
    await session.close()
    expect(session.state.turn.open).toBe(false)
  })

  test('refuses what is asked for once it is being closed', async () => {
    const store = memoryStore()
    const session = await openLedger({ store }).session('s1', { profile })
    await session.startRun({ trigger: 'user', text: 'Begin.' })
    const [before, closed, ...after] = await Promise.allSettled([
      session.recordMessage({ text: 'Before.' }),
      session.close(),
      session.startTurn(),
      session.recordMessage({ text: 'After.' }),
    ])
    expect([before, closed]).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }])
    for (const each of after)
      expect(each).toMatchObject({ status: 'rejected', reason: { code: 'session-closed' } })
    const types = (await readAll(store.read('s1'))).map(({ type }) => type)
    expect(types).toEqual(['session.opened', 'run.started', 'message.recorded'])
  })

  test('is asked again where the store failed', async () => {
    const store = failingStore(memoryStore())
    const session = await openLedger({ store }).session('s1', { profile })
    await session.startRun({ trigger: 'user', text: 'Begin.' })
    await session.startTurn()
    store.faults.push('not stored')
    await expect(session.close()).rejects.toMatchObject({ code: 'store-failed' })
    await session.close()
    expect(session.state.turn.open).toBe(false)
  })

  test("leaves the turn of the object that came after it, and that object is the ledger's", async () => {
    const ledger = openLedger({ store: memoryStore() })
    const first = await ledger.session('s1', { profile })
    await first.startRun({ trigger: 'user', text: 'Begin.' })
    await first.startTurn()
    ledger.release('s1')
    const second = await ledger.session('s1')
    await second.turn()?.end()
    const turn = await second.startTurn()
    await first.close()
    expect(await ledger.session('s1')).toBe(second)
    expect(await turn.end()).toEqual({ reminders: [], watcher: [] })
  })

  test('ends its turn where it was let go of before, and nobody came after it', async () => {
    const ledger = openLedger({ store: memoryStore() })
    const session = await ledger.session('s1', { profile })
    await session.startRun({ trigger: 'user', text: 'Begin.' })
    await session.startTurn()
    ledger.release('s1')
    await session.close()
    expect((await ledger.session('s1')).turn()).toBeNull()
  })

  test('that could not be opened takes nothing from the one that was opened after it', async () => {
    const inner = failingStore(memoryStore())
    let fail = (): void => undefined
    const failing = new Promise<void>((resolve) => {
      fail = resolve
    })
    let reads = 0
    const ledger = openLedger({
      store: {
        ...inner,
        read: async function* (session, range) {
          reads += 1
          if (reads === 1) {
            await failing
            throw new Error('The store is away.')
          }
          yield* inner.read(session, range)
        },
      },
    })
    const first = ledger.session('s1', { profile })
    ledger.release('s1')
    const second = await ledger.session('s1', { profile })
    fail()
    await expect(first).rejects.toThrow('The store is away.')
    expect(await ledger.session('s1')).toBe(second)
  })

  test('leaves a turn that another has under way', async () => {
    const store = memoryStore()
    const session = await openLedger({ store }).session('s1', { profile })
    await session.startRun({ trigger: 'user', text: 'Begin.' })
    const turn = await session.startTurn()
    const other = await openLedger({ store }).session('s1', { openTurn: 'join' })
    await other.close()
    await turn.end()
    expect((await readAll(store.read('s1'))).at(-1)).toMatchObject({ data: { interrupted: false } })
  })
})

describe('an event that is delivered', () => {
  test("is frozen to its depths, and the host's own input is not", async () => {
    const session = await openLedger({ store: memoryStore() }).session('s1', { profile })
    const events = collect(session)
    await session.startRun({ trigger: 'user', text: 'Begin.' })
    const turn = await session.startTurn()
    const input = list()
    await turn.callTodoTool('todo', input, { call: 'c1' })
    expect(events.map(unfrozenPart)).toEqual([null, null, null])
    expect(unfrozenPart(input)).toBe('')
    input.items.push({ text: 'Write it', status: 'pending' })
    expect(await turn.callTodoTool('todo', input, { call: 'c2' })).toMatchObject({ ok: true })
  })

  test('of any kind is the same event', () => {
    fc.assert(
      fc.property(arbitraryEvent(), (event: TodoEvent) => {
        const frozen = frozenEvent(event)
        expect(bodyDifference(event, frozen)).toBeNull()
        expect([frozen.seq, frozen.at, frozen.hash]).toEqual([event.seq, event.at, event.hash])
        expect(unfrozenPart(frozen)).toBeNull()
      }),
    )
  })
})

/** The place of the first part of a value that is not frozen, or null. */
function unfrozenPart(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null
  if (!Object.isFrozen(value)) return ''
  for (const [key, part] of Object.entries(value)) {
    const place = unfrozenPart(part)
    if (place !== null) return `.${key}${place}`
  }
  return null
}

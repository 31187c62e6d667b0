/** The end of the work on a session, and events that nobody can change. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TodoEvent } from '../src/events.js'
import { openLedger } from '../src/ledger.js'
import { profiles } from '../src/profiles/builtin-profiles.js'
import { frozenEvent } from '../src/session/frozen-event.js'
import { memoryStore } from '../src/store/memory/memory-store.js'
import { bodyDifference } from '../src/store/same-body.js'
import { arbitraryEvent } from '../src/testing/arbitraries/events.js'
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

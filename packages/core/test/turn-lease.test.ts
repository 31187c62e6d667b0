/** Whose an open turn is, and what becomes of it when somebody else opens the session. */

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import type { HostError } from '../src/errors.js'
import type { TodoEvent, TurnHolder } from '../src/events.js'
import { openLedger, type SessionOptions } from '../src/ledger.js'
import { profiles } from '../src/profiles/builtin-profiles.js'
import { isHeld, leaseTime, thisProcess } from '../src/session/turn-lease.js'
import type { EventStore } from '../src/store/event-store.js'
import { memoryStore } from '../src/store/memory/memory-store.js'
import { readAll } from './open-session.js'

const here = thisProcess()
const elsewhere: TurnHolder = { ledger: 'first', pid: 7, host: 'elsewhere', started: 'then' }
const start = Date.UTC(2026, 0, 5)
const profile = profiles.todoManager

/** A process that has ended. */
async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await once(child, 'close')
  return child.pid ?? 0
}

/** A store in which a turn is open; its start is not on the first page that is read, and its last event was at `start`. */
async function withOpenTurn(holder: TurnHolder | null): Promise<EventStore> {
  const source = memoryStore()
  const ledger = openLedger({ store: source, turnLeases: false, clock: () => new Date(start) })
  const session = await ledger.session('s1', { profile })
  await session.startRun({ trigger: 'user', text: 'Begin.' })
  await session.startTurn()
  for (let left = 200; left > 0; left -= 1) await session.recordMessage({ text: 'Still at it.' })
  const store = memoryStore()
  const heldBy = (event: TodoEvent): TodoEvent =>
    event.type === 'turn.started' && holder !== null
      ? { ...event, data: { ...event.data, holder }, at: new Date(start - 2 * leaseTime) }
      : event
  await store.append('s1', (await readAll(source.read('s1'))).map(heldBy), { expectedSeq: 0 })
  return store
}

describe('a session whose turn is open', () => {
  const table: readonly (readonly [
    openTurn: SessionOptions['openTurn'],
    holder: 'alive' | 'dead' | 'nobody' | 'elsewhere, lately' | 'elsewhere, long ago',
    becomes: 'refused' | 'joined' | 'interrupted',
  ])[] = [
    [undefined, 'alive', 'refused'],
    [undefined, 'dead', 'interrupted'],
    [undefined, 'nobody', 'interrupted'],
    [undefined, 'elsewhere, lately', 'refused'],
    [undefined, 'elsewhere, long ago', 'interrupted'],
    ['refuse', 'alive', 'refused'],
    ['refuse', 'dead', 'refused'],
    ['refuse', 'nobody', 'refused'],
    ['join', 'alive', 'joined'],
    ['join', 'dead', 'joined'],
    ['interrupt', 'alive', 'interrupted'],
    ['interrupt', 'nobody', 'interrupted'],
    ['interrupt', 'elsewhere, lately', 'interrupted'],
  ]
  test.each(table)('%s, held by %s: %s', async (openTurn, whose, becomes) => {
    const holder =
      whose === 'nobody'
        ? null
        : whose.startsWith('elsewhere')
          ? elsewhere
          : {
              ledger: 'first',
              host: here.host,
              ...(whose === 'alive'
                ? { pid: here.pid, started: here.started }
                : { pid: await endedProcess(), started: null }),
            }
    const store = await withOpenTurn(holder)
    const before = await readAll(store.read('s1'))
    const later = whose === 'elsewhere, lately' ? leaseTime - 1 : leaseTime
    const other = openLedger({ store, clock: () => new Date(start + later) })
    const opened = await other
      .session('s1', openTurn === undefined ? {} : { openTurn })
      .catch((error: HostError) => error)
    const after = await readAll(store.read('s1'))
    if ('code' in opened) {
      expect([becomes, opened.code, opened.holder]).toEqual(['refused', 'turn-open', holder])
      expect(after).toEqual(before)
      if (openTurn === undefined && holder === elsewhere)
        expect(opened.message).toMatchInlineSnapshot(
          `"Turn 1 of session "s1" is under way: process 7 on "elsewhere" has it. Wait until it ends, only read with ledger.read(), or open the session with openTurn: 'join' to go on with the turn, or 'interrupt' to end it."`,
        )
    } else {
      expect(opened.turn() === null ? 'interrupted' : 'joined').toBe(becomes)
      expect(after.slice(before.length).map(({ type }) => type)).toEqual(
        becomes === 'interrupted' ? ['turn.ended'] : [],
      )
    }
  })

  test.each([
    ['the agent that crashed', 'one', false],
    ['another agent', 'two', true],
  ] as const)('without leases: %s opens it', async (_, id, stays) => {
    const store = memoryStore()
    const open = (agent: string, openTurn?: 'interrupt') =>
      openLedger({ store, turnLeases: false, actor: { kind: 'agent', id: agent } }).session('s1', {
        profile,
        ...(openTurn === undefined ? {} : { openTurn }),
      })
    const crashed = await open('one')
    await crashed.startRun({ trigger: 'user', text: 'Begin.' })
    await crashed.startTurn()
    // Whether the other agent is still at it nobody can tell, so that asking for the end does not help either.
    for (const choice of [undefined, 'interrupt'] as const) await open(id, choice)
    const ended = (await readAll(store.read('s1'))).filter(({ type }) => type === 'turn.ended')
    expect(ended).toHaveLength(stays ? 0 : 1)
  })

  test('is continued by the ledger whose turn it is, after it let go of the session', async () => {
    const ledger = openLedger({ store: memoryStore() })
    const session = await ledger.session('s1', { profile })
    await session.startRun({ trigger: 'user', text: 'Begin.' })
    await session.startTurn()
    ledger.release('s1')
    expect((await ledger.session('s1')).turn()?.number).toBe(1)
  })

  test('of this process is refused until the ledger that has it is closed', async () => {
    const inner = memoryStore()
    const store = new Proxy(inner, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name)
        if (name === 'close') return async () => undefined
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const first = openLedger({ store })
    const session = await first.session('s1', { profile })
    await session.startRun({ trigger: 'user', text: 'Begin.' })
    await session.startTurn()
    await expect(openLedger({ store }).session('s1')).rejects.toMatchObject({
      code: 'turn-open',
      holder: { ...here },
    })
    await first.close()
    expect((await openLedger({ store }).session('s1')).turn()).toBeNull()
  })

  test("of a recording is nobody's: the same file gives the same bytes", async () => {
    const store = memoryStore()
    const recorded = { format: 'neutral', file: 'a.jsonl' }
    const session = await openLedger({ store }).session('s1', { profile, recorded })
    await session.startRun({ trigger: 'user', text: 'Begin.' })
    await session.startTurn()
    expect((await readAll(store.read('s1'))).at(-1)?.data).toEqual({ delivers: [] })
  })

  test('does not keep its process running', () => {
    const script = `
      import { memoryStore, openLedger } from '@todo-ledger/core'
      const session = await openLedger({ store: memoryStore() }).session('s1', { profile: 'todo-manager' })
      await session.startRun({ trigger: 'user', text: 'Begin.' })
      await session.startTurn()
    `
    const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: import.meta.dirname,
      timeout: 60_000,
    })
    expect(status).toBe(0)
  })
})

test('a process holds its turns while it runs, and its id is not enough', async () => {
  const holder = { ledger: 'one', ...here }
  expect(isHeld(holder, Number.POSITIVE_INFINITY)).toBe(true)
  // Where the system says when a process started, a reused id is not taken for it.
  if (here.started !== null) expect(isHeld({ ...holder, started: 'earlier' }, 0)).toBe(false)
  expect(isHeld({ ...holder, started: null }, 0)).toBe(true)
  const pid = await endedProcess()
  for (const started of [here.started, null]) expect(isHeld({ ...holder, pid, started }, 0)).toBe(false)
})

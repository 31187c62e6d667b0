/** Whose an open turn is, and what becomes of it when somebody else opens the session. */

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { HostError } from '../src/errors.js'
import type { TurnOwner } from '../src/events.js'
import { Heartbeat } from '../src/ledger/heartbeat.js'
import { ProcessOwner } from '../src/ledger/process-owner.js'
import { openLedger, type SessionOptions } from '../src/ledger.js'
import { machineOf } from '../src/platform/node-process.js'
import { profiles } from '../src/profiles/builtin-profiles.js'
import type { EventStore } from '../src/store/event-store.js'
import { memoryStore } from '../src/store/memory/memory-store.js'
import { readAll } from './open-session.js'

const ownerNamed = (id: string): TurnOwner => ({ id, pid: 7, host: 'one', started: 'then' })

/** A store's methods as fields of an object. */
function storeOf(store: EventStore) {
  return {
    append: store.append.bind(store),
    read: store.read.bind(store),
    readAll: store.readAll.bind(store),
    find: store.find.bind(store),
    sessions: store.sessions.bind(store),
    listSessions: store.listSessions.bind(store),
    subscribe: store.subscribe.bind(store),
    close: store.close.bind(store),
    beat: async (owner: string, at: Date | null) => store.beat?.(owner, at),
    lastBeat: async (owner: string) => (await store.lastBeat?.(owner)) ?? null,
  }
}

/** A session with a turn under way, long enough that its start is not on the first page that is read. */
async function withOpenTurn(owner: TurnOwner | null) {
  const store = memoryStore()
  const ledger = openLedger({ store, owners: { self: owner, isAlive: () => true } })
  const session = await ledger.session('s1', { profile: profiles.todoManager })
  await session.startRun({ trigger: 'user', text: 'Begin.' })
  await session.startTurn()
  for (let left = 200; left > 0; left -= 1) await session.recordMessage({ text: 'Still at it.' })
  return { store, ledger }
}

describe('a session whose turn is open', () => {
  const table: readonly (readonly [
    openTurn: SessionOptions['openTurn'],
    owner: 'alive' | 'gone' | 'nobody',
    becomes: 'refused' | 'joined' | 'interrupted',
  ])[] = [
    [undefined, 'alive', 'refused'],
    [undefined, 'gone', 'interrupted'],
    [undefined, 'nobody', 'interrupted'],
    ['refuse', 'alive', 'refused'],
    ['refuse', 'gone', 'refused'],
    ['refuse', 'nobody', 'refused'],
    ['join', 'alive', 'joined'],
    ['join', 'gone', 'joined'],
    ['interrupt', 'alive', 'interrupted'],
    ['interrupt', 'nobody', 'interrupted'],
  ]
  test.each(table)('%s, owner %s: %s', async (openTurn, owner, becomes) => {
    const first = owner === 'nobody' ? null : ownerNamed('first')
    const { store } = await withOpenTurn(first)
    const before = await readAll(store.read('s1'))
    const other = openLedger({
      store,
      owners: { self: ownerNamed('other'), isAlive: async ({ id }) => id === 'first' && owner === 'alive' },
    })
    const opened = await other
      .session('s1', openTurn === undefined ? {} : { openTurn })
      .catch((error: HostError) => error)
    const after = await readAll(store.read('s1'))
    if ('code' in opened) {
      expect([becomes, opened.code, opened.owner]).toEqual([
        'refused',
        'turn-open',
        first === null ? null : { ...first, beats: true },
      ])
      expect(after).toEqual(before)
      if (openTurn === undefined)
        expect(opened.message).toMatchInlineSnapshot(
          `"Turn 1 of session "s1" is under way: process 7 on "one" has it. Wait until it ends, only read with ledger.read(), or open the session with openTurn: 'join' to go on with the turn, or 'interrupt' to end it."`,
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
  ] as const)('without owners: %s opens it', async (_, id, stays) => {
    const store = memoryStore()
    const open = (agent: string, openTurn?: 'interrupt') =>
      openLedger({ store, owners: false, actor: { kind: 'agent', id: agent } }).session('s1', {
        profile: profiles.todoManager,
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

  test('is gone on with by the ledger whose turn it is, after it let go of the session', async () => {
    const { ledger } = await withOpenTurn(ownerNamed('first'))
    ledger.release('s1')
    expect((await ledger.session('s1')).turn()?.number).toBe(1)
  })

  test('of this process is refused until the ledger that has it is closed', async () => {
    const store = memoryStore()
    const owners = new ProcessOwner()
    const first = openLedger({ store, owners })
    const session = await first.session('s1', { profile: profiles.todoManager })
    await session.startRun({ trigger: 'user', text: 'Begin.' })
    await session.startTurn()
    await expect(openLedger({ store }).session('s1')).rejects.toMatchObject({
      code: 'turn-open',
      owner: { pid: process.pid },
    })
    owners.close()
    expect((await openLedger({ store }).session('s1')).turn()).toBeNull()
  })

  test("of a recording is nobody's: the same file gives the same bytes", async () => {
    const store = memoryStore()
    const recorded = { format: 'neutral', file: 'a.jsonl' }
    const session = await openLedger({ store }).session('s1', { profile: profiles.todoManager, recorded })
    await session.startRun({ trigger: 'user', text: 'Begin.' })
    await session.startTurn()
    expect((await readAll(store.read('s1'))).at(-1)?.data).toEqual({ delivers: [] })
  })
})

describe('an owner on another machine', () => {
  const start = Date.UTC(2026, 0, 5)
  /** A ledger of a machine whose processes nobody else can look at; `at` is the time of its clock. */
  function machine(id: string, store: EventStore, at: { now: number }, ticks: (() => void)[] = []) {
    const self = { id, pid: 7, host: id, started: 'then' }
    const isAlive = ({ host }: TurnOwner) => (host === id ? true : null)
    return { ledger: openLedger({ store, owners: { self, isAlive }, clock: () => new Date(at.now) }), ticks }
  }

  test.each([
    ['within a minute of its last word', 59_999, false],
    ['after that', 60_000, true],
  ])('%s its turn is ended: %s ms, %s', async (_, later, isEnded) => {
    const store = memoryStore()
    const at = { now: start }
    const first = await machine('a', store, at).ledger.session('s1', { profile: profiles.todoManager })
    await first.startRun({ trigger: 'user', text: 'Begin.' })
    await first.startTurn()
    const [{ data } = { data: {} }] = (await readAll(store.read('s1'))).slice(-1)
    expect(data).toMatchObject({ owner: { id: 'a', beats: true } })
    const other = machine('b', store, { now: start + later }).ledger.session('s1')
    if (isEnded) expect((await other).turn()).toBeNull()
    else await expect(other).rejects.toMatchObject({ code: 'turn-open', owner: { id: 'a' } })
  })

  test('that closed its ledger is gone at once, and one that never beats is not', async () => {
    for (const [beats, code] of [
      [true, null],
      [false, 'turn-open'],
    ] as const) {
      const { beat, lastBeat, ...rest } = storeOf(memoryStore())
      const store = beats ? { ...rest, beat, lastBeat } : rest
      const at = { now: start }
      const { ledger } = machine('a', { ...store, close: async () => {} }, at)
      const session = await ledger.session('s1', { profile: profiles.todoManager })
      await session.startRun({ trigger: 'user', text: 'Begin.' })
      await session.startTurn()
      await ledger.close()
      at.now += 60_000
      const opened = machine('b', store, at).ledger.session('s1')
      if (code === null) expect((await opened).turn()).toBeNull()
      else await expect(opened).rejects.toMatchObject({ code })
    }
  })

  test('says that it is there while it works, and keeps no process running', async () => {
    const store = memoryStore()
    const at = { now: start }
    const isWorking = { now: true }
    const ticks: (() => void)[] = []
    let stopped = 0
    const heartbeat = new Heartbeat({
      owners: { self: ownerNamed('a'), isAlive: () => null },
      store,
      clock: () => new Date(at.now),
      isWorking: () => isWorking.now,
      repeat: (tick) => {
        ticks.push(tick)
        return () => {
          stopped += 1
        }
      },
    })
    const seen = async () => {
      await nextTurn()
      return (await store.lastBeat?.('a'))?.getTime() ?? null
    }
    expect(heartbeat.self).toMatchObject({ id: 'a', beats: true })
    expect(ticks).toEqual([])
    heartbeat.began()
    heartbeat.began()
    expect(ticks).toHaveLength(1)
    // The turn's own start is its first word, and the ledger's clock is asked no more than before.
    expect(await seen()).toBeNull()
    at.now += 15_000
    ticks[0]?.()
    expect(await seen()).toBe(at.now)
    expect(await heartbeat.isAlive(ownerNamed('b'))).toBe(true)
    const beating = { ...ownerNamed('b'), beats: true }
    expect(await heartbeat.isAlive(beating)).toBe(false)
    expect(await heartbeat.isAlive(beating, new Date(at.now - 59_999))).toBe(true)
    isWorking.now = false
    at.now += 15_000
    ticks[0]?.()
    expect(stopped).toBe(1)
    expect(await seen()).toBe(at.now - 15_000)
    heartbeat.began()
    await heartbeat.close()
    expect([ticks.length, stopped, await seen()]).toEqual([2, 2, null])
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

describe('a process', () => {
  test('is alive while it runs, and its id is not enough', async () => {
    const here = new ProcessOwner()
    const { self } = here
    expect(self).toMatchObject({ pid: process.pid })
    expect(here.isAlive(self)).toBe(true)
    expect(new ProcessOwner().isAlive(self)).toBe(true)
    expect(new ProcessOwner().self.id).not.toBe(self.id)
    // Where the system says when a process started, a reused id is not taken for it.
    if (self.started !== null) expect(here.isAlive({ ...self, started: 'earlier' })).toBe(false)
    expect(here.isAlive({ ...self, started: null })).toBe(true)
    // What can't be seen from here its heartbeat says.
    expect(here.isAlive({ ...self, host: 'elsewhere', started: 'earlier' })).toBeNull()
    // Two machines may have one name; which of them it is, their ids say.
    const ids = ['a', 'b'].map((digit) => `${digit.repeat(32)}\n`)
    const hosts = [...ids, '', 'uninitialized\n', null].map((id) => machineOf('ubuntu', id))
    expect(hosts).toMatchInlineSnapshot(`
      [
        "ubuntu 03ecd8764b091593",
        "ubuntu 6a8506f140ab376a",
        "ubuntu",
        "ubuntu",
        "ubuntu",
      ]
    `)
    const id = await readFile('/etc/machine-id', 'utf8').catch(() => null)
    expect(self.host.startsWith(machineOf(hostname(), id))).toBe(true)
    const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
    const { pid = 0 } = child
    await once(child, 'close')
    for (const started of [self.started, null]) expect(here.isAlive({ ...self, pid, started })).toBe(false)
  })
})

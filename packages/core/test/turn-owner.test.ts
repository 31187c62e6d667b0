/** Whose an open turn is, and what becomes of it when somebody else opens the session. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { describe, expect, test } from 'vitest'
import type { HostError } from '../src/errors.js'
import type { TurnOwner } from '../src/events.js'
import { ProcessOwner } from '../src/ledger/process-owner.js'
import { openLedger, type SessionOptions } from '../src/ledger.js'
import { machineOf } from '../src/platform/node-process.js'
import { profiles } from '../src/profiles/builtin-profiles.js'
import { memoryStore } from '../src/store/memory/memory-store.js'
import { readAll } from './open-session.js'

const ownerNamed = (id: string): TurnOwner => ({ id, pid: 7, host: 'one', started: 'then' })

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
      expect([becomes, opened.code, opened.owner]).toEqual(['refused', 'turn-open', first])
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
    // What can't be seen from here counts as alive.
    expect(here.isAlive({ ...self, host: 'elsewhere', started: 'earlier' })).toBe(true)
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

import { describe, expect, test } from 'vitest'
import { openLedger } from '../src/ledger.js'
import { profiles } from '../src/profiles/builtin-profiles.js'
import { memoryStore } from '../src/store/memory/memory-store.js'

describe('openLedger', () => {
  // As JavaScript calls it.
  const open = openLedger as unknown as (...given: readonly unknown[]) => unknown

  test.each([[], [{}], [null], [{ store: 'ledger.db' }], [{ store: {} }]])(
    'says what is missing: %j',
    (...given) => {
      expect(() => open(...given)).toThrow(
        expect.objectContaining({
          code: 'no-store',
          message:
            "openLedger needs a store: openLedger({ store: memoryStore() }), or openLedger({ store: sqliteStore('ledger.db') }) with sqliteStore of @todo-ledger/core/sqlite.",
        }),
      )
    },
  )
})

describe('a profile by its name', () => {
  test('is the one that is known here, and what else there is when it is not', async () => {
    const ledger = openLedger({ store: memoryStore() })
    expect((await ledger.session('s1', { profile: 'loki' })).profile).toBe(profiles.loki)
    expect((await ledger.session('s1', { profile: 'loki' })).id).toBe('s1')
    await expect(ledger.session('s2', { profile: 'lokki' })).rejects.toMatchObject({
      code: 'unknown-profile',
      message:
        'There is no profile "lokki" here. Core has todo-manager, todo-write, loki, wake-loop, todo-list-middleware, recommended; pass a profile of your own, or pass openLedger({ profileNamed }) a function that finds it: profileNamed of @todo-ledger/recordings knows those of coding agents.',
    })
    await expect(ledger.session('s1', { profile: 'todo-write' })).rejects.toMatchObject({
      code: 'profile-mismatch',
    })
    await expect(ledger.session('s3')).rejects.toMatchObject({ code: 'profile-required' })
  })

  test('leaves a session that exists the settings that it has', async () => {
    const store = memoryStore()
    const profile = profiles.loki.with({ autoContinue: true })
    await openLedger({ store }).session('s1', { profile })
    const again = await openLedger({ store }).session('s1', { profile: 'loki' })
    expect(again.profile.settings).toEqual(profile.settings)
  })

  test('is asked of profileNamed, where the ledger was given one', async () => {
    const mine = profiles.loki.with({ maxAutoContinues: 3 })
    const ledger = openLedger({
      store: memoryStore(),
      profileNamed: (name) => (name === 'mine' ? mine : undefined),
    })
    expect((await ledger.session('s1', { profile: 'mine' })).profile).toBe(mine)
  })
})

test('the list of sessions has their titles: the first words of whoever began them', async () => {
  const ledger = openLedger({ store: memoryStore() })
  const inputs = ['  Add input\nvalidation ', '', 'x'.repeat(500)]
  for (const [index, text] of inputs.entries()) {
    const session = await ledger.session(`s${index}`, { profile: 'todo-write' })
    await session.startRun({ trigger: 'user', text })
    await session.startTurn()
  }
  const { sessions } = await ledger.sessions({ profile: 'todo-write' })
  expect(sessions.map(({ session, lastSeq, title }) => [session, lastSeq, title])).toEqual([
    ['s2', 3, `${'x'.repeat(120)}…`],
    ['s1', 3, null],
    ['s0', 3, 'Add input validation'],
  ])
})

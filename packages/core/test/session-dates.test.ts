import { expect, test } from 'vitest'
import { memoryStore, openLedger, profiles } from '../src/index.js'
import { collect } from '../src/testing/store-contract/store-under-test.js'

/** What is no date, though a host in JavaScript can give it. */
const noDates: readonly (readonly [name: string, given: unknown])[] = [
  ['a Date without a time', new Date(Number.NaN)],
  ['no number', Number.NaN],
  ['a number', Date.UTC(2026, 0, 5)],
  ['a text', '2026-01-05T10:00:00Z'],
  ['nothing', undefined],
  ['null', null],
  ['a promise', Promise.resolve(new Date(0))],
]

test.each(noDates)('a clock that gives %s is refused, and nothing is recorded', async (_, given) => {
  let isBroken = false
  const clock = () => (isBroken ? given : new Date(0))
  const ledger = openLedger({ store: memoryStore(), ...Object({ clock }) })
  const session = await ledger.session('s1', { profile: profiles.todoManager })
  isBroken = true
  await expect(session.startRun({ trigger: 'user', text: '' })).rejects.toMatchObject({
    code: 'bad-date',
    message: expect.stringMatching(/^What the clock of the ledger gave is .*, and must be a Date\./),
  })
  isBroken = false
  await session.startRun({ trigger: 'user', text: '' })
  expect(await collect(ledger.events('s1'))).toHaveLength(2)
})

test.each(noDates.filter(([, given]) => given !== undefined))(
  'so is %s that a host gives with what it records',
  async (_, at) => {
    const ledger = openLedger({ store: memoryStore() })
    const session = await ledger.session('s1', { profile: profiles.todoManager })
    const input = { trigger: 'user', text: '', ...Object({ at }) } as const
    await expect(session.startRun(input)).rejects.toMatchObject({ code: 'bad-date' })
    expect(await collect(ledger.events('s1'))).toHaveLength(1)
  },
)

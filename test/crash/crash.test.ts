import { expect, it } from 'vitest'
import { playRounds } from './rounds.mjs'

const seed = Number(process.env['TEST_SEED'] ?? 1)

it('loses nothing that was acknowledged when its writers are killed, 50 times', async () => {
  const lanes = [1, 2].map((lane) => playRounds({ seed: seed * 2 + lane, rounds: 25, roundsALedger: 6 }))
  const rounds = (await Promise.all(lanes)).flat()
  expect(rounds.flatMap(({ problems }) => problems)).toEqual([])
  expect(rounds).toHaveLength(50)
  // They were killed while they worked: in appends, and with much acknowledged before.
  expect(rounds.filter(({ moment }) => moment === 'append').length).toBeGreaterThan(5)
  expect(rounds.reduce((sum, { acknowledged }) => sum + acknowledged, 0)).toBeGreaterThan(1000)
}, 300_000)

it.each([
  ['early', 'lost'],
  ['split', 'partial'],
] as const)(
  'catches a store that is wrong on purpose (%s)',
  async (fault, kind) => {
    const rounds = await playRounds({ seed, rounds: 6, roundsALedger: 1, fault })
    expect(rounds.flatMap(({ problems }) => problems).map((problem) => problem.kind)).toContain(kind)
  },
  120_000,
)

import { expect, it } from 'vitest'
import { isLongRun, runs, seed } from '../random.js'
import { playRounds } from './rounds.mjs'

const rounds = runs(50)

it(`loses nothing that was acknowledged when its writers are killed, ${2 * rounds} times`, async () => {
  const lanes = [1, 2].map((lane) => playRounds({ seed: seed * 2 + lane, rounds, roundsALedger: 6 }))
  const played = (await Promise.all(lanes)).flat()
  expect(played.flatMap(({ problems }) => problems)).toEqual([])
  expect(played).toHaveLength(2 * rounds)
  // They were killed while they worked: in appends, and with much acknowledged before.
  expect(played.filter(({ moment }) => moment === 'append').length).toBeGreaterThan(rounds / 5)
  expect(played.reduce((sum, { acknowledged }) => sum + acknowledged, 0)).toBeGreaterThan(20 * rounds)
})

it.runIf(isLongRun).each([
  ['early', 'lost'],
  ['split', 'partial'],
] as const)('catches a store that is wrong on purpose (%s)', async (fault, kind) => {
  const rounds = await playRounds({ seed, rounds: 6, roundsALedger: 1, fault })
  expect(rounds.flatMap(({ problems }) => problems).map((problem) => problem.kind)).toContain(kind)
})

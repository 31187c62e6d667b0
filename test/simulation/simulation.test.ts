/** Random histories against a plain model: a few hundred here, as many as wanted with `npm run trial -- simulation`. */

import { describe, expect, test } from 'vitest'
import { isLongRun, runs, seed } from '../random.js'
import { historyOf, runHistory } from './history.js'
import { Random } from './random.js'
import { healthy, sabotages } from './sabotages.js'
import { shrink } from './shrink.js'

const firstSeed = seed * 1000

describe('random histories of commands, faults and crashes', () => {
  test.each(Array.from({ length: 20 }, (_, part) => part))(
    'leave the store equal to the model (part %i)',
    async (part) => {
      for (let index = 0; index < runs(20); index += 1) {
        const number = firstSeed + part * runs(20) + index
        const { failure } = await runHistory(historyOf(number))
        expect(failure, `npm run trial -- simulation --seed ${number}`).toBeNull()
      }
    },
  )

  test('are the same each time', async () => {
    for (let seed = 1; seed <= 5; seed += 1) {
      const first = await runHistory(historyOf(seed))
      const second = await runHistory(historyOf(seed))
      expect(second.trace).toEqual(first.trace)
    }
  })

  test('find nothing in a plain store without a bug', async () => {
    for (let seed = 1; seed <= runs(100); seed += 1) {
      const { failure } = await runHistory(historyOf(seed), healthy)
      expect(failure, `seed ${seed}`).toBeNull()
    }
  })
})

describe.runIf(isLongRun)('a deliberate bug is found within 300 histories', () => {
  test.each([...sabotages])('%s', async (_name, sabotage) => {
    let seed = 1
    while (seed <= 300 && (await runHistory(historyOf(seed), sabotage)).failure === null) seed += 1
    expect(seed).toBeLessThanOrEqual(300)
  })

  test('and its history is cut down to what matters', async () => {
    const sabotage = sabotages.get('stores a repeated append twice')
    let seed = 1
    let result = await runHistory(historyOf(seed), sabotage)
    while (result.failure === null) {
      seed += 1
      result = await runHistory(historyOf(seed), sabotage)
    }
    const least = await shrink(historyOf(seed), result, sabotage)
    expect(least.result.failure).not.toBeNull()
    expect(least.history.commands.length).toBeLessThan(historyOf(seed).commands.length / 2)
  })
})

test('chance comes from the seed alone, and evenly', () => {
  const draws = (seed: number) =>
    Array.from(
      { length: 5 },
      (
        (random) => () =>
          random.word()
      )(new Random(seed)),
    )
  expect(draws(7)).toEqual(draws(7))
  expect(draws(7)).not.toEqual(draws(8))
  const random = new Random(1)
  const counts = [0, 0, 0, 0]
  for (let draw = 0; draw < 4000; draw += 1) {
    const at = random.between(0, 3)
    counts[at] = (counts[at] ?? 0) + 1
  }
  for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(120)
})

/** Random histories against a plain model: a few hundred here, as many as wanted with `npm run trial -- simulation`. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLongRun, runs } from '../random.js'
import type { Sabotage } from './backends.js'
import { arbitraryHistory, type History, runHistory } from './history.js'
import { sabotages } from './sabotages.js'

/** Set by `npm run trial -- simulation`. */
const asked = Number(process.env['SIMULATION_HISTORIES'] ?? 0)
const path = process.env['SIMULATION_PATH']

const runMany = (numRuns: number, sabotage?: Sabotage, settings: fc.Parameters<[History]> = {}) =>
  fc.check(
    fc.asyncProperty(arbitraryHistory, async (history) => void (await runHistory(history, sabotage))),
    { numRuns, ...settings },
  )

test(
  'random histories of commands, faults and crashes leave the store equal to the model',
  async () => {
    const found = await runMany(asked || runs(400), {}, path === undefined ? {} : { path })
    if (found.failed)
      throw new Error(await fc.asyncDefaultReportMessage(found), { cause: found.errorInstance })
  },
  2 ** 31 - 1,
)

test('a history is the same each time', async () => {
  for (const history of fc.sample(arbitraryHistory, 5))
    expect(await runHistory(history)).toEqual(await runHistory(history))
})

describe.runIf(isLongRun && asked === 0)('a deliberate bug is found within 300 histories', () => {
  test.each([...sabotages])('%s', async (_name, sabotage) => {
    const { failed, counterexample } = await runMany(300, sabotage)
    expect(failed).toBe(true)
    // It is cut down to what matters.
    expect(counterexample?.[0].commands.length).toBeLessThan(15)
  })
})

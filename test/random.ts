/** Chance in tests: one seed and one scale for all of them. */

import fc from 'fast-check'

/** The same random inputs in every run, so that a red test says something of the change; `TEST_SEED=42 npm test` has others. */
export const seed: number = Number(process.env['TEST_SEED'] ?? 1)

/** True in `npm run test:long`. */
export const isLongRun: boolean = process.env['TODO_LEDGER_TESTS'] === 'long'

/** True in `npm run trial -- mutants`, which asks hundreds of times whether a test fails, and never by which input. */
export const isMutantRun: boolean = process.env['TODO_LEDGER_TESTS'] === 'mutants'

/** How often something random is tried: a twentieth of `most` in `npm test`, a quarter in `npm run test:long`. */
export function runs(most: number): number {
  return Math.ceil(most / (isLongRun ? 4 : isMutantRun ? 50 : 20))
}

fc.configureGlobal({ seed, numRuns: runs(300), endOnFailure: isMutantRun })

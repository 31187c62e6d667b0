/** Prints what the kit says of each broken profile, how many sessions it took, and how long: the table of docs/guides/test-rules-and-profiles.md. */

import { BrokenInvariantError, checkProfile } from '@todo-ledger/core/testing'
import { brokenProfiles } from './broken-profiles.js'

const seeds = Number(process.argv[2] ?? 10)

process.stdout.write(
  `| broken on purpose | found by | sessions needed: median, most of ${seeds} | ms: median, most | steps left |\n| --- | --- | --- | --- | --- |\n`,
)
for (const { what, profile, options = {} } of brokenProfiles) {
  const found: { readonly runs: number; readonly ms: number; readonly steps: number }[] = []
  let invariant = 'not found'
  for (let seed = 1; seed <= seeds; seed += 1) {
    const began = performance.now()
    try {
      await checkProfile(profile, { ...options, seed })
    } catch (error) {
      if (!(error instanceof BrokenInvariantError)) throw error
      const { invariant: broken, runs, steps } = error.counterexample
      invariant = broken
      found.push({ runs, ms: performance.now() - began, steps: steps.length })
    }
  }
  const missed = found.length === seeds ? '' : ` (missed ${seeds - found.length} times)`
  const runs = spread(found.map((each) => each.runs))
  const ms = spread(found.map((each) => Math.round(each.ms)))
  const steps = Math.max(0, ...found.map((each) => each.steps))
  process.stdout.write(`| ${what} | \`${invariant}\`${missed} | ${runs} | ${ms} | ${steps} |\n`)
}

function spread(numbers: readonly number[]): string {
  const sorted = numbers.toSorted((one, other) => one - other)
  return `${sorted[Math.floor(sorted.length / 2)] ?? '–'}, ${sorted.at(-1) ?? '–'}`
}

/** What the kit says of each broken profile: by a plain `checkProfile(profile)`, in words, as small as can be. */

import {
  allInvariants,
  type BrokenInvariantError,
  driveSession,
  type HostStep,
} from '@todo-ledger/core/testing'
import { describe, expect, it } from 'vitest'
import { seed } from '../random.js'
import { brokenOf } from './broken-of.js'
import { brokenProfiles } from './broken-profiles.js'

describe('a profile that is broken in one place', () => {
  const table = brokenProfiles.map((broken) => [broken.what, broken] as const)
  const found = new Map<string, BrokenInvariantError | undefined>()

  it.each(table)('is found by a plain run: %s', async (what, { breaks, profile, options }) => {
    const error = await brokenOf(profile, { ...options, seed })
    found.set(what, error)
    expect(error?.counterexample.invariant).toBe(breaks)
    const again = await brokenOf(profile, { ...options, seed, path: error?.counterexample.path ?? '' })
    expect(again?.counterexample.recording).toBe(error?.counterexample.recording)
  })

  it('and none needs a call, a turn or an answer less', async () => {
    for (const { what, breaks, profile, options = {} } of brokenProfiles) {
      const { rules = [], like = profile, also = [] } = options
      const drive = { rules, like }
      const { steps = [] } = found.get(what)?.counterexample ?? {}
      const invariant = [...allInvariants, ...also].find(({ name }) => name === breaks)
      const whole = invariant?.check(await driveSession(profile, steps, drive))
      expect(whole).toMatchObject({ message: expect.any(String) })
      for (const fewer of oneLess(steps)) {
        const run = await driveSession(profile, fewer, drive)
        expect([what, fewer, invariant?.check(run)]).toEqual([what, fewer, null])
      }
    }
  })
})

/** The session without one of its steps, calls, turns or answers. */
function oneLess(steps: readonly HostStep[]): readonly (readonly HostStep[])[] {
  return steps.flatMap((step, index) => {
    const without = steps.toSpliced(index, 1)
    if ((step.do === 'turn' || step.do === 'answer') && step.times > 1)
      return [without, steps.with(index, { ...step, times: step.times - 1 })]
    if (step.do !== 'turn' || step.calls.length < 2) return [without]
    const fewer = step.calls.map((_, at) =>
      steps.with(index, { ...step, calls: step.calls.toSpliced(at, 1) }),
    )
    return [without, ...fewer]
  })
}

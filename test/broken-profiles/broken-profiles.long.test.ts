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

  it('in words', () => {
    const told = [...found]
      .filter(([what]) => spoken.includes(what))
      .map(([what, error]) => {
        const lines = error?.message.split('\n') ?? []
        const steps = lines.filter((line) => /^ {2}\d+\. /.test(line))
        return [`${what}: session ${error?.counterexample.runs}`, lines[0], ...steps].join('\n')
      })
    expect(`\n${told.join('\n\n')}\n`).toMatchInlineSnapshot(`
      "
      a nag that comes a turn late: session 1
      Profile todo-manager breaks nags-due at event 14: Turn 3 is not reminded, 3 turns into a silence.
        1. side-by-side {"turns":[{"by":"main","calls":[{"kind":"work","tool":"Bash","input":{"command":"make"},"ok":true}]}],"times":3}

      a continuation after the same answer: session 48
      Profile loki breaks continuations-due at event 14: Run 2: the profile says stop, and it is continue.
        1. turn {"calls":[{"tool":"todo__add","input":{"task":"Write the parser"}}]}
        2. answer {"next":"subagent"}
        3. answer {}

      an id that is used again after a removal: session 5
      Profile jobs breaks ids-kept at event 17: The id 3 is given to another item again.
        1. side-by-side {"turns":[{"by":"main","calls":[{"tool":"remove","input":{"id":"3"}}]}],"edits":true,"times":4}
      "
    `)
  })
})

/** Whose words are shown here. */
const spoken = [
  'a nag that comes a turn late',
  'a continuation after the same answer',
  'an id that is used again after a removal',
]

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

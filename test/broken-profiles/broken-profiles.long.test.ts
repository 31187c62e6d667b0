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
    const told = Array.from(found, ([what, error]) => {
      const lines = error?.message.split('\n') ?? []
      const steps = lines.filter((line) => /^ {2}\d+\. /.test(line))
      return [`${what}: session ${error?.counterexample.runs}`, lines[0], ...steps].join('\n')
    })
    expect(`\n${told.join('\n\n')}\n`).toMatchInlineSnapshot(`
      "
      a nag that comes a turn late: session 1
      Profile todo-manager breaks nags-due at event 14: Turn 3 is not reminded, 3 turns into a silence.
        1. side-by-side {"turns":[{"by":"main","calls":[{"kind":"work","tool":"Bash","input":{"command":"make"},"ok":true}]}],"times":3}

      a nag that comes a turn early: session 1
      Profile todo-manager breaks nags-due at event 10: Turn 2 is reminded, and the profile has no reason to.
        1. side-by-side {"turns":[{"by":"main","calls":[{"kind":"work","tool":"Bash","input":{"command":"make"},"ok":true}]}],"times":2}

      a nag that never comes: session 23
      Profile todo-list-middleware breaks nags-due at event 45: Turn 10 is not reminded, 5 turns into a silence.
        1. turn {"calls":[{"tool":"write_todos","input":{"todos":[{"content":"Write the parser","status":"in_progress"}]}}]}
        2. answer {"times":2,"works":true}
        3. answer {"times":3,"works":true}

      a nag that comes once and not again: session 5
      Profile jobs breaks nags-due at event 46: Turn 11 is not reminded, 10 turns into a silence.
        1. side-by-side {"turns":[{"by":"a","calls":[{"tool":"remove","input":{"id":"1"}}]}]}
        2. side-by-side {"turns":[{"by":"a","calls":[{"kind":"work","tool":"Bash","input":{"command":"make"},"ok":true}]}]}
        3. side-by-side {"turns":[{"by":"a","calls":[{"kind":"work","tool":"Bash","input":{"command":"make"},"ok":true}]}],"times":9}

      a nag that comes again too soon: session 5
      Profile jobs breaks nags-due at event 42: Turn 10 is reminded, and the profile has no reason to.
        1. side-by-side {"turns":[{"by":"a","calls":[{"tool":"remove","input":{"id":"1"}}]}]}
        2. side-by-side {"turns":[{"by":"a","calls":[{"kind":"work","tool":"Bash","input":{"command":"make"},"ok":true}]}],"times":9}

      a nag that starts anew in each run: session 23
      Profile todo-list-middleware breaks nags-due at event 45: Turn 10 is not reminded, 5 turns into a silence.
        1. turn {"calls":[{"tool":"write_todos","input":{"todos":[{"content":"Write the parser","status":"in_progress"}]}}]}
        2. answer {"times":2,"works":true}
        3. answer {"times":3,"works":true}

      a budget that fresh input does not renew: session 59
      Profile loki breaks continuations-due at event 59: Run 11: the profile says continue, and it is stop.
        1. turn {"calls":[{"tool":"todo__add","input":{"task":"Write the parser"}}]}
        2. answer {"times":10}
        3. answer {}

      a budget that ends one short: session 2
      Profile wake-loop breaks continuations-due at event 9: Run 1 goes on otherwise than the profile says.
        1. turn {"calls":[{"tool":"todo_write","input":{"items":["Write the parser"]}}]}
        2. answer {}

      a budget that is never used: session 7
      Profile recommended breaks continuations-due at event 9: Run 1: the profile says continue, and it is stop.
        1. turn {"calls":[{"tool":"write_todos","input":{"items":[{"id":"1","text":"Write the parser","status":"in_progress"}]}}]}
        2. answer {}

      a budget of one too many: session 23
      Profile loki breaks continuations-due at event 9: Run 1 goes on otherwise than the profile says.
        1. turn {"calls":[{"tool":"todo__add","input":{"task":"Write the parser"}}]}
        2. answer {}

      a continuation after the same answer: session 48
      Profile loki breaks continuations-due at event 14: Run 2: the profile says stop, and it is continue.
        1. turn {"calls":[{"tool":"todo__add","input":{"task":"Write the parser"}}]}
        2. answer {"next":"subagent"}
        3. answer {}

      replies that are refused though budget is left: session 3
      Profile wake-loop breaks continuations-due at event 60: An input begins no run: 21 re-entries are used.
        1. turn {"calls":[{"tool":"todo_write","input":{"items":["Write the parser"]}}]}
        2. answer {"next":"subagent","times":11}

      a cap that is handed on one too high: session 2
      Profile todo-manager breaks rules-kept at event 4: max-items is broken: Max 20 todos allowed.
        1. turn {"calls":[{"tool":"todo","input":{"items":[{"id":"1","text":"Write the parser","status":"in_progress"},{"id":"2","text":"Write the parser tests","status":"pending"},{"id":"3","text":"Run the tests","status":"pending"},{"id":"4","text":"Fix the build","status":"pending"},{"id":"5","text":"Read the docs","status":"pending"},{"id":"6","text":"fix the build!","status":"pending"},{"id":"7","text":"Ship it","status":"pending"},{"id":"8","text":"Write the parser 7","status":"pending"},{"id":"9","text":"Write the parser tests 8","status":"pending"},{"id":"10","text":"Run the tests 9","status":"pending…

      a cap that is handed on one too low: session 49
      Profile recommended breaks refusals-needed at event 4: max-items refused a call that keeps it.
        1. turn {"calls":[{"tool":"add_todos","input":{"items":[{"id":"1","text":"Write the parser","status":"in_progress"},{"id":"2","text":"Write the parser tests","status":"pending"},{"id":"3","text":"Run the tests","status":"pending"},{"id":"4","text":"Fix the build","status":"pending"},{"id":"5","text":"Read the docs","status":"pending"},{"id":"6","text":"fix the build!","status":"pending"},{"id":"7","text":"Ship it","status":"pending"},{"id":"8","text":"Write the parser 7","status":"pending"},{"id":"9","text":"Write the parser tests 8","status":"pending"},{"id":"10","text":"Run the tests 9","status":"pe…

      a rule of its own that lets one more in: session 1
      Profile jobs breaks four-open at event 26: Five items are open.
        1. side-by-side {"turns":[{"by":"main","calls":[{"kind":"work","tool":"Bash","input":{"command":"make"},"ok":true}]}],"edits":true,"times":5}

      an id that is used again after a removal: session 5
      Profile jobs breaks ids-kept at event 17: The id 3 is given to another item again.
        1. side-by-side {"turns":[{"by":"main","calls":[{"tool":"remove","input":{"id":"3"}}]}],"edits":true,"times":4}

      places that are counted from 0: session 2
      Profile todo-list-middleware breaks ids-kept at event 4: Item 1 of the list has the id 0.
        1. turn {"calls":[{"tool":"write_todos","input":{"todos":[{"content":"Write the parser","status":"in_progress"}]}}]}

      a nag that another who updates the list puts off: session 5
      Profile jobs breaks nags-due at event 32: Turn 8 is not reminded, 4 turns into a silence.
        1. side-by-side {"turns":[{"by":"a","calls":[{"tool":"remove","input":{"id":"1"}}]}]}
        2. side-by-side {"turns":[{"by":"a","calls":[{"kind":"work","tool":"Bash","input":{"command":"make"},"ok":true}]},{"by":"main","calls":[{"tool":"done","input":{"id":"1"}}]}],"times":4}

      a write once a turn, where a sub-agent may write again: session 5
      Profile todo-list-middleware breaks rules-kept at event 5: one-update-per-turn is broken: The todo list may be updated only once in a turn.
        1. side-by-side {"turns":[{"by":"a","calls":[{"tool":"write_todos","input":{"todos":[]}},{"tool":"write_todos","input":{"todos":[]}}]}]}

      a single item in progress for each, where only those of the main agent are counted: session 5
      Profile todo-list-middleware breaks rules-kept at event 4: single-in-progress is broken: Each agent can have only one task in_progress at a time.
        1. side-by-side {"turns":[{"by":"a","calls":[{"tool":"write_todos","input":{"todos":[{"content":"Write the parser","status":"in_progress"},{"content":"Write the parser","status":"in_progress"}]}}]}]}
      "
    `)
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

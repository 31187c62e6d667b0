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
      const { rules = [], like = profile, reducer, also = [] } = options
      const drive = { rules, like, ...(reducer === undefined ? {} : { reducer }) }
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
      a nag that comes a turn late: session 3
      Profile todo-manager breaks nags-due at event 14: Turn 3 is not reminded, 3 turns into a silence.
        1. 3 turns of other work

      a nag that comes a turn early: session 1
      Profile todo-manager breaks nags-due at event 10: Turn 2 is reminded, and the profile has no reason to.
        1. 2 turns of other work

      a nag that never comes: session 11
      Profile todo-list-middleware breaks nags-due at event 25: Turn 6 is not reminded, 5 turns into a silence.
        1. write_todos({"todos":[{"content":"fix the build!","status":"in_progress"}]})
        2. Bash({"command":"npm test"}); 5 times

      a nag that comes once and not again: session 3
      Profile jobs breaks nags-due at event 46: Turn 11 is not reminded, 10 turns into a silence.
        1. remove({})
        2. 10 turns of other work

      a nag that comes again too soon: session 3
      Profile jobs breaks nags-due at event 42: Turn 10 is reminded, and the profile has no reason to.
        1. remove({})
        2. 9 turns of other work

      a nag that starts anew in each run: session 56
      Profile todo-list-middleware breaks nags-due at event 30: Turn 7 is not reminded, 5 turns into a silence.
        1. write_todos({"todos":[{"content":"Fix the build","status":"in_progress"}]})
        2. a turn of other work
        3. the model answers "I go on."; next: the user's input
        4. 4 turns of other work

      a budget that fresh input does not renew: session 20
      Profile loki breaks continuations-due at event 59: Run 11: the profile says continue, and it is stop.
        1. the model answers "I go on."; next: the user's input
        2. todo__add({"task":"Ship it"})
        3. the model answers "I go on."; 10 times; next: the user's input

      a budget that ends one short: session 3
      Profile wake-loop breaks continuations-due at event 9: Run 1 goes on otherwise than the profile says.
        1. todo_write({"items":["Write the parser tests"]})
        2. the model answers "I go on."; next: the user's input

      a budget that is never used: session 13
      Profile recommended breaks continuations-due at event 9: Run 1: the profile says continue, and it is stop.
        1. add_todos({"items":[{"text":"Fix the build"}]})
        2. the model answers "I go on."; next: the user's input

      a budget of one too many: session 3
      Profile loki breaks continuations-due at event 9: Run 1 goes on otherwise than the profile says.
        1. todo__add({"task":"Ship it"})
        2. the model answers "I go on."; next: the user's input

      a continuation after the same answer: session 3
      Profile loki breaks continuations-due at event 14: Run 2: the profile says stop, and it is continue.
        1. todo__add({"task":"Ship it"})
        2. the model answers "I go on."; next: what the profile goes on with, else the user's input
        3. the model answers "I go on."; next: the user's input

      replies that are refused though budget is left: session 16
      Profile wake-loop breaks continuations-due at event 107: An input begins no run: 20 re-entries are used.
        1. the model answers "I go on."; 21 times; next: a sub-agent's news

      a cap that is handed on one too high: session 17
      Profile todo-manager breaks rules-kept at event 4: max-items is broken: Max 20 todos allowed.
        1. todo({"items":[{"text":"Run the tests"},{"text":"Fix the build"},{"text":"Read the docs"},{"text":"fix the build!"},{"text":"Ship it"},{"text":"Write the parser 7"},{"text":"Write the parser tests 8"},{"text":"Run the tests 9"},{"text":"Fix the build 10"},{"text":"Read the docs 11"},{"text":"fix the build! 12"},{"text":"Ship it 13"},{"text":"Write the parser 14"},{"text":"Write the parser tests 15"},{"… (602 characters))

      a cap that is handed on one too low: session 67
      Profile recommended breaks refusals-needed at event 4: max-items refused a call that keeps it.
        1. add_todos({"items":[{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}]})

      a rule of its own that lets one more in: session 9
      Profile jobs breaks four-open at event 21: Five items are open.
        1. at once: main remove({}); a person adds an item; 5 times

      an id that is used again after a removal: session 9
      Profile jobs breaks ids-kept at event 21: The id 4 is given to another item again.
        1. at once: a remove({"id":"4"}); a person adds an item; 5 times

      places that are counted from 0: session 1
      Profile todo-list-middleware breaks ids-kept at event 4: Item 1 of the list has the id 0.
        1. write_todos({"todos":[{"content":"fix the build!","status":"completed"}]})

      a reducer that forgets how long nothing was updated: session 1
      Profile todo-manager breaks replay-equals-live at event 6: The fold's turnsSinceUpdate differs from the session's.
        1. a turn of other work

      a reducer that renews no budget: session 3
      Profile wake-loop breaks replay-equals-live at event 10: The fold's continuations differs from the session's.
        1. todo_write({"items":["Write the parser tests"]})
        2. the model answers "I go on."; next: the user's input

      a reducer that replays in bulk and leaves the goal out: session 1
      Profile loki breaks replay-equals-live at event 5: Bulk replay from event 1 on gives another goal than the session.
        1. todo__init({"goal":"Run the tests"})

      a nag that another who updates the list puts off: session 9
      Profile jobs breaks nags-due at event 33: Turn 9 is not reminded, 4 turns into a silence.
        1. at once: a add({})
        2. at once: b remove({}); a Bash({"command":"npm test"}); 4 times

      a write once a turn, where a sub-agent may write again: session 1
      Profile todo-list-middleware breaks rules-kept at event 5: one-update-per-turn is broken: The todo list may be updated only once in a turn.
        1. at once: a write_todos({}), then write_todos({"todos":[]})

      a single item in progress for each, where only those of the main agent are counted: session 26
      Profile todo-list-middleware breaks rules-kept at event 4: single-in-progress is broken: Each agent can have only one task in_progress at a time.
        1. at once: b write_todos({"todos":[{"content":"Write the parser tests","status":"in_progress"},{"content":"Ship it","status":"in_progress"}]})
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

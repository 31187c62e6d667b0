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
    expect(error?.invariant).toBe(breaks)
    const again = await brokenOf(profile, { ...options, seed, path: error?.path ?? '' })
    expect(again?.recording).toBe(error?.recording)
  })

  it('and none needs a call, a turn or an answer less', async () => {
    for (const { what, breaks, profile, options = {} } of brokenProfiles) {
      const { rules = [], like = profile, reducer } = options
      const drive = { rules, like, ...(reducer === undefined ? {} : { reducer }) }
      const { steps = [] } = found.get(what) ?? {}
      const invariant = allInvariants().find(({ name }) => name === breaks)
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
      return [`${what}: session ${error?.runs}`, lines[0], ...steps].join('\n')
    })
    expect(`\n${told.join('\n\n')}\n`).toMatchInlineSnapshot(`
      "
      a nag that comes a turn late: session 3
      Profile todo-manager breaks nags-due at event 14: Turn 3 is not reminded, 3 turns into a silence: a reminder is due from 3 turns on.
        1. 3 turns of other work

      a nag that comes a turn early: session 1
      Profile todo-manager breaks nags-due at event 10: Turn 2 is reminded, 2 turns into a silence: a reminder is due from 3 turns on.
        1. at once: b Edit({"file_path":"a.ts"})
        2. at once: b Bash({"command":"npm test"})

      a nag that never comes: session 1
      Profile todo-list-middleware breaks nags-due at event 24: Turn 5 is not reminded, 5 turns into a silence: a reminder is due from 5 turns on.
        1. at once: b Edit({"file_path":"a.ts"}); 4 times
        2. at once: b Read({"file_path":"a.ts"}); main write_todos({"todos":[{"content":"Read the docs","status":"in_progress"}]})

      a nag that comes once and not again: session 3
      Profile jobs breaks nags-due at event 46: Turn 11 is not reminded, 10 turns into a silence: a reminder is due from 4 turns on.
        1. remove({})
        2. 10 turns of other work

      a nag that comes again too soon: session 3
      Profile jobs breaks nags-due at event 42: Turn 10 is reminded, 9 turns into a silence: the last reminder came 5 turns before, and 6 must lie between.
        1. remove({})
        2. 9 turns of other work

      a nag that starts anew in each run: session 56
      Profile todo-list-middleware breaks nags-due at event 30: Turn 7 is not reminded, 5 turns into a silence: a reminder is due from 5 turns on.
        1. write_todos({"todos":[{"content":"Fix the build","status":"in_progress"}]})
        2. a turn of other work, then the model answers "I go on."; next: the user's input
        3. 4 turns of other work

      a budget that fresh input does not renew: session 16
      Profile loki breaks budget-used at event 59: Run 11 ends with open items and is not continued: 0 of 10 re-entries are used.
        1. todo__add({"task":"Write the parser"})
        2. the model answers "I go on."; 5 times; next: the user's input
        3. the model answers "I go on."; next: the user's input
        4. the model answers "I go on."; 5 times; next: the user's input

      a budget that ends one short: session 3
      Profile wake-loop breaks budget-used at event 70: Run 13 ends with open items and is not continued: 24 of 25 re-entries are used.
        1. todo_write({"items":["Fix the build"]})
        2. the model answers "I go on."; 13 times; next: a reply

      a budget that is never used: session 17
      Profile recommended breaks budget-used at event 9: Run 1 ends with open items and is not continued: 0 of 10 re-entries are used.
        1. write_todos({"items":[{"text":"Write the parser 21"}]})
        2. the model answers "I go on."; next: the user's input

      a budget of one too many: session 16
      Profile loki breaks budget-used at event 34: Run 6 is continued: 10 of 10 re-entries are used.
        1. todo__add({"task":"Write the parser"})
        2. the model answers "I go on."; 6 times; next: a reply

      a continuation after the same answer: session 45
      Profile loki breaks budget-used at event 14: Run 2 is continued: its answer is that of before the last continuation.
        1. todo__add({"task":"fix the build!"})
        2. the model answers "I go on."; next: what the profile goes on with, else the user's input
        3. the model answers "I go on."; next: the user's input

      replies that are refused though budget is left: session 3
      Profile wake-loop breaks budget-used at event 107: An input begins no run: 20 of 25 re-entries are used.
        1. the model answers "I go on."; 21 times; next: a sub-agent's news

      a cap that is handed on one too high: session 8
      Profile todo-manager breaks limits-kept at event 4: 21 items are accepted, of 20 at the most.
        1. todo({"items":[{"text":"Write the parser tests"},{"text":"Run the tests"},{"text":"Fix the build"},{"text":"Read the docs"},{"text":"fix the build!"},{"text":"Ship it"},{"text":"Write the parser 7"},{"text":"Write the parser tests 8"},{"text":"Run the tests 9"},{"text":"Fix the build 10"},{"text":"Read the docs 11"},{"text":"fix the build! 12"},{"text":"Ship it 13"},{"text":"Write the parser 14"},{"tex… (599 characters))

      a cap that is handed on one too low: session 4
      Profile recommended breaks limits-kept at event 4: max-items refuses 20 items, and 20 are allowed.
        1. write_todos({"items":[{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}]})

      a rule of its own that lets one more in: session 1
      Profile jobs breaks limits-kept at event 16: 5 open items are accepted, of 4 at the most.
        1. add({}); 5 times

      an id that is used again after a removal: session 3
      Profile jobs breaks ids-kept at event 8: The id 1 is given to another item again.
        1. add({}), then remove({"id":"1"})
        2. add({})

      an id that is used again after a list was emptied: session 1
      Profile loki breaks ids-kept at event 9: The id 1 is given to another item again.
        1. todo__init({"goal":"Ship it"}), then todo__add({"task":"Run the tests"}); 2 times

      places that are counted from 0: session 1
      Profile todo-list-middleware breaks ids-kept at event 4: Item 1 of the list has the id 0.
        1. write_todos({"todos":[{"content":"Run the tests","status":"completed"}]})

      a reducer that forgets how long nothing was updated: session 1
      Profile todo-manager breaks replay-equals-live at event 6: The fold's turnsSinceUpdate differs from the session's.
        1. a turn of other work

      a reducer that renews no budget: session 3
      Profile wake-loop breaks replay-equals-live at event 7: The fold's continuations differs from the session's.
        1. the model answers "I go on."; next: a sub-agent's news

      a reducer that replays in bulk and leaves the goal out: session 1
      Profile loki breaks replay-equals-live at event 5: Bulk replay from event 1 on gives another goal than the session.
        1. todo__init({"goal":"Ship it"})

      a nag that another who updates the list puts off: session 1
      Profile jobs breaks nags-due at event 35: Turn 5 is not reminded, 4 turns into a silence: a reminder is due from 4 turns on.
        1. add({})
        2. at once: a add({}); b add({}); 5 times

      a write once a turn, where a sub-agent may write again: session 1
      Profile todo-list-middleware breaks one-update-per-turn at event 5: Write 2 of the turn.
        1. at once: a write_todos({}), then write_todos({"todos":[]})

      a single item in progress for each, where only those of the main agent are counted: session 26
      Profile todo-list-middleware breaks single-in-progress at event 4: 2 items are in progress of one agent.
        1. at once: b write_todos({"todos":[{"content":"Ship it","status":"in_progress"},{"content":"Run the tests","status":"in_progress"}]})
      "
    `)
  })
})

/** The session without one of its steps, calls, turns or answers. */
function oneLess(steps: readonly HostStep[]): readonly (readonly HostStep[])[] {
  return steps.flatMap((step, index) => {
    const without = steps.toSpliced(index, 1)
    if (step.do === 'work' && step.turns > 1)
      return [without, steps.with(index, { ...step, turns: step.turns - 1 })]
    if ((step.do === 'turn' || step.do === 'answer') && (step.times ?? 1) > 1)
      return [without, steps.with(index, { ...step, times: (step.times ?? 1) - 1 })]
    if (step.do !== 'turn' || step.calls.length < 2) return [without]
    const fewer = step.calls.map((_, at) =>
      steps.with(index, { ...step, calls: step.calls.toSpliced(at, 1) }),
    )
    return [without, ...fewer]
  })
}

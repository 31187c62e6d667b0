import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isLongRun, runs, seed } from '../../../test/random.js'
import { eventVersions } from '../src/events.js'
import { profileList, profiles } from '../src/profiles/builtin-profiles.js'
import type { Profile } from '../src/profiles/profile.js'
import { defineRule, type Rule } from '../src/rules/rule.js'
import { arbitraryLog, arbitraryProfile } from '../src/testing/arbitraries/sessions.js'
import { type CheckOptions, checkProfile } from '../src/testing/check-profile.js'
import { allInvariants } from '../src/testing/invariants.js'

/** `npm run test:long` runs the thousand that is promised. */
const sessions = isLongRun ? 1000 : 15

describe(`in ${sessions} random sessions every invariant holds`, () => {
  const table = profileList.map((profile) => [profile.name, profile] as const)
  it.each(table)('of %s', async (_name, profile) => {
    const { runs: ran, invariants } = await checkProfile(profile, { runs: sessions, seed })
    expect(ran).toBe(sessions)
    expect(invariants).toEqual(allInvariants.map(({ name }) => name))
  })
})

const set: readonly Profile[] = [
  profiles.loki.with({ autoContinue: true, maxAutoContinues: 2 }),
  profiles.loki.with({ injectTodoInstructions: false }),
  profiles.wakeLoop.with({ maxWakeCycles: 2 }),
  profiles.todoListMiddleware.with({ staleAfter: 1, staleSpacing: 5 }),
  profiles.recommended.with({ maxContinuations: 2, maxItems: 4 }),
  profiles.recommended.with({ reminders: 'spaced' }),
  profiles.recommended.with({ reminders: 'context' }),
]

describe('every invariant holds under other settings', () => {
  it.each(set.map((profile) => [profile.name, profile] as const))('of %s', async (_name, profile) => {
    await checkProfile(profile, { runs: runs(200), seed })
  })

  it('of any profile', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryProfile(), async (profile) => {
        await checkProfile(profile, { runs: 5, seed })
      }),
      { numRuns: runs(50), seed },
    )
  })
})

it('random sessions leave no kind of event out', async () => {
  const seen = new Set<string>()
  for (const profile of [...profileList, profiles.loki.with({ autoContinue: true })]) {
    const logs = await Promise.all(fc.sample(arbitraryLog(profile), { seed: 1, numRuns: 12 }))
    for (const { type } of logs.flat()) seen.add(type)
  }
  // Contents are taken out by hand; a reader's verdicts come from outside, never by a session's steps;
  // what is left of an event is not stored.
  const ofNoSession = new Set(['session.redacted', 'event.erased', 'completion.read'])
  const types = Object.keys(eventVersions).filter((type) => !ofNoSession.has(type))
  expect([...seen].sort()).toEqual(types.sort())
})

describe('a rule of the author', () => {
  const deployRule = (check: Rule['check']) => defineRule({ id: 'ask-first', version: 1, check })
  const checked = (rule: Rule, options: CheckOptions = {}) =>
    checkProfile(profiles.todoManager, { seed, rules: [rule], ...options })
  const breach = { message: 'Deploying was not agreed on', fix: 'Ask first.' }

  it('that finds nothing fails: it was never exercised', async () => {
    await expect(
      checked(
        deployRule(() => []),
        { runs: 20 },
      ),
    ).rejects.toThrow('No call broke ask-first in 20 sessions')
  })

  it('that names what it looks for is exercised', async () => {
    const rule = deployRule(({ items }) =>
      items.filter(({ text }) => text.startsWith('deploy')).map(() => breach),
    )
    expect((await checked(rule, { runs: 40 })).neverFired.rules).toEqual([])
  })

  it('that looks for what it does not name needs texts', async () => {
    const rule = deployRule(({ items }) =>
      items.filter(({ text }) => text.startsWith(elsewhere)).map(() => breach),
    )
    await expect(checked(rule, { runs: 20 })).rejects.toMatchObject({ code: 'rule-never-fired' })
    expect((await checked(rule, { runs: 40, texts: ['publish'] })).neverFired.rules).toEqual([])
  })

  const elsewhere = 'publish'
})

it('says which rules and invariants had nothing to say', async () => {
  const { neverFired } = await checkProfile(profiles.loki, { runs: 20, seed })
  expect(neverFired.rules).toContain('no-reopen')
  expect(neverFired.invariants).toContain('roll-back-restores')
})

it('the same seed gives the same logs', () => {
  const [profile] = profileList
  if (profile === undefined) throw new Error('There is no profile.')
  const logs = () => Promise.all(fc.sample(arbitraryLog(profile), { seed: 7, numRuns: 5 }))
  return expect(Promise.all([logs(), logs()])).resolves.toSatisfy(
    ([one, other]) => JSON.stringify(one) === JSON.stringify(other),
  )
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isLongRun, runs, seed } from '../../../test/random.js'
import { eventVersions, type TodoEvent } from '../src/events.js'
import { profileList, profiles } from '../src/profiles/builtin-profiles.js'
import type { Profile } from '../src/profiles/profile.js'
import { defineRule, type Rule } from '../src/rules/rule.js'
import { arbitraryLog, arbitraryProfile } from '../src/testing/arbitraries/sessions.js'
import { type CheckOptions, checkProfile } from '../src/testing/check-profile.js'
import {
  driveSession,
  type HostStep,
  plainAnswer,
  type SessionRun,
  type TodoToolCall,
  workTurn,
} from '../src/testing/drive-session.js'
import { allInvariants } from '../src/testing/invariants.js'
import { sessionInvariants } from './session-invariants.js'

const sessions = isLongRun ? 200 : 5
const every = [...allInvariants, ...sessionInvariants]

describe(`in ${sessions} random sessions every invariant holds`, () => {
  const table = profileList.map((profile) => [profile.name, profile] as const)
  it.each(table)('of %s', async (_name, profile) => {
    const { runs: ran, invariants } = await checkProfile(profile, {
      runs: sessions,
      seed,
      also: sessionInvariants,
    })
    expect(ran).toBe(sessions)
    expect(invariants).toEqual(every.map(({ name }) => name))
  })
})

const set: readonly Profile[] = [
  profiles.loki.with({ autoContinue: true, maxAutoContinues: 2 }),
  profiles.loki.with({ injectTodoInstructions: false }),
  profiles.wakeLoop.with({ maxWakeCycles: 2 }),
  profiles.todoListMiddleware.with({ staleAfter: 1, staleSpacing: 5 }),
  profiles.recommended.with({ maxContinuations: 2, maxItems: 4 }),
  profiles.recommended.with({ reminders: 'escalating' }),
]

describe('every invariant holds under other settings', () => {
  it.each(set.map((profile) => [profile.name, profile] as const))('of %s', async (_name, profile) => {
    await checkProfile(profile, { runs: runs(80), seed, also: sessionInvariants })
  })

  it('of any profile', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryProfile(), async (profile) => {
        await checkProfile(profile, { runs: 3, seed, also: sessionInvariants })
      }),
      { numRuns: runs(50), seed },
    )
  })
})

it('random sessions leave no kind of event out', async () => {
  const seen = new Set<string>()
  for (const profile of [...profileList, profiles.loki.with({ autoContinue: true })]) {
    const logs = await Promise.all(fc.sample(arbitraryLog(profile), { seed: 1, numRuns: 6 }))
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

function write(profile: Profile, ...statuses: readonly string[]): TodoToolCall {
  const todos = statuses.map((status, index) => ({ content: `Step ${index + 1}`, status }))
  return { kind: 'todo', tool: profile.tools[0]?.name ?? '', input: { todos }, asksAgain: false }
}

const middleware = profiles.todoListMiddleware
const turn = (...calls: readonly TodoToolCall[]): HostStep => ({ ...workTurn, calls })

/** A list, work until the reminder comes, a turn that is void, an answer that is corrected. */
const steps: readonly HostStep[] = [
  turn(write(middleware, 'in_progress', 'pending')),
  { ...workTurn, times: 5 },
  turn(write(middleware, 'completed', 'in_progress'), write(middleware)),
  { ...plainAnswer, text: 'Done.', crashed: true, next: 'continuation' },
  turn({ ...write(middleware, 'completed', 'completed'), asksAgain: true }),
]

describe('a run that is whole', async () => {
  const run = await driveSession(middleware, steps)

  it('keeps every invariant', () => {
    const broken = every.map((invariant) => [invariant.name, invariant.check(run)] as const)
    expect(broken.filter(([, breakage]) => breakage !== null)).toEqual([])
  })

  it('has all that the steps lead to', () => {
    expect(run.states.map(({ seq }) => seq)).toEqual(run.events.map(({ seq }) => seq))
    expect(run.reminders).toHaveLength(1)
    expect(run.outcomes).toMatchObject([{ action: 'continue' }])
    expect(run.answers.map(({ call, reply }) => [call, reply.ok])).toEqual([
      ['c1', true],
      ['c7', true],
      ['c8', false],
      ['c9', true],
      ['c9', true],
    ])
    expect(new Set(run.events.map(({ type }) => type))).toContain('todos.rolled-back')
  })

  it('is the same when it is driven again', async () => {
    expect(await driveSession(middleware, steps)).toEqual(run)
  })

  /** Each way to spoil the run, and the invariant that must see it. */
  type Spoil = (run: SessionRun) => SessionRun
  const events = (alter: (event: TodoEvent) => TodoEvent): Spoil => {
    return (whole) => ({ ...whole, events: whole.events.map(alter) })
  }
  const afterType = (
    type: TodoEvent['type'],
    alter: (state: SessionRun['states'][number]) => object,
  ): Spoil => {
    return (whole) => ({
      ...whole,
      states: whole.states.map((state, index) =>
        whole.events[index]?.type === type ? Object.freeze({ ...state, ...alter(state) }) : state,
      ),
    })
  }
  const last = run.events.length
  /** What no profile breaks by itself; `test/broken-profiles` has the other invariants. */
  const rows: readonly (readonly [string, Spoil, Profile?])[] = [
    ['seq-without-gaps', events((event) => (event.seq === 4 ? { ...event, seq: 5 } : event))],
    ['seq-without-gaps', events((event) => (event.seq === last ? { ...event, turn: 99 } : event))],
    ['seq-without-gaps', (whole) => ({ ...whole, states: whole.states.slice(1) })],
    ['refused-changes-nothing', afterType('todos.rejected', ({ items }) => ({ items: [...items] }))],
    ['roll-back-restores', afterType('todos.rolled-back', ({ items }) => ({ items: items.slice(1) }))],
    ['roll-back-restores', afterType('todos.rolled-back', () => ({ goal: 'another' }))],
    ['replay-equals-live', afterType('tool.returned', () => ({ keysUsed: 99 }))],
    ['delivered-once', afterType('nag.issued', () => ({ undelivered: [] }))],
    ['answers-match-events', (whole) => ({ ...whole, answers: [...whole.answers].reverse().map(spoilt) })],
    ['event-ids-and-keys-unique', events((event) => (event.seq === 4 ? { ...event, id: 'e1' } : event))],
    ['state-frozen', (whole) => ({ ...whole, states: whole.states.map((state) => ({ ...state })) })],
    [
      'list-can-be-closed',
      afterType('todos.updated', ({ items }) => ({
        items: items.map((item) => ({ ...item, status: 'pending', dependencies: [item.id] })),
      })),
      { ...middleware, rules: [{ id: 'dependencies-closed-first', mode: 'reject' }] },
    ],
    [
      'nothing-undone-unread',
      events((event) =>
        event.type === 'todos.updated' && event.data.call === 'c7'
          ? { ...event, actor: { kind: 'agent', id: 'b' } }
          : event,
      ),
    ],
  ]
  const table = rows.map(([name, spoil, like = middleware]) => ({ name, spoil, like }))
  it.each(table)('and spoilt breaks $name', ({ name, spoil, like }) => {
    const invariant = every.find((each) => each.name === name)
    expect(invariant?.check(spoil({ ...run, like }))).toMatchObject({ message: expect.any(String) })
  })
})

function spoilt<Answer extends SessionRun['answers'][number]>(answer: Answer): Answer {
  return { ...answer, reply: { ...answer.reply, text: 'Otherwise.' } }
}

it('a reader that throws is found', async () => {
  const { todoManager } = profiles
  const throwing: Profile = {
    ...todoManager,
    read(call) {
      if (call.input === null) throw new Error('There is no input')
      return todoManager.read(call)
    },
  }
  await expect(checkProfile(throwing, { runs: 200, seed })).rejects.toMatchObject({
    counterexample: { invariant: 'no-exception' },
  })
})

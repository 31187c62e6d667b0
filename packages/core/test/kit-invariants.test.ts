import { describe, expect, it } from 'vitest'
import type { TodoEvent } from '../src/events.js'
import { profiles } from '../src/profiles/builtin-profiles.js'
import type { Profile } from '../src/profiles/profile.js'
import { neverContinue } from '../src/supervisor/continuation.js'
import type { HostStep, SessionRun, TodoToolCall } from '../src/testing/drive-session.js'
import { driveSession, plainAnswer, workTurn } from '../src/testing/drive-session.js'
import { allInvariants } from '../src/testing/invariants.js'

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
    const broken = allInvariants.map((invariant) => [invariant.name, invariant.check(run)] as const)
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
    ['nags-due', afterType('nag.issued', ({ turn: at }) => ({ turn: { ...at, otherCalls: 0 } }))],
    ['nags-due', (whole) => ({ ...whole, like: middleware.with({ staleAfter: 6 }) })],
    ['continuations-due', (whole) => ({ ...whole, like: { ...middleware, continuation: neverContinue } })],
    [
      'list-can-be-closed',
      afterType('todos.updated', ({ items }) => ({
        items: items.map((item) => ({ ...item, status: 'pending', dependencies: [item.id] })),
      })),
      { ...middleware, rules: [{ id: 'dependencies-closed-first', mode: 'reject' }] },
    ],
    [
      'ids-kept',
      afterType('todos.updated', ({ items }) => ({ items: items.map((item) => ({ ...item, id: '1' })) })),
    ],
    ['refusals-needed', (whole) => ({ ...whole, like: { ...middleware, rules: flagged } })],
    [
      'nothing-undone-unread',
      events((event) =>
        event.type === 'todos.updated' && event.data.call === 'c7'
          ? { ...event, actor: { kind: 'agent', id: 'b' } }
          : event,
      ),
    ],
    ['rules-kept', afterType('todos.updated', ({ items }) => ({ items: items.slice(1) }))],
  ]
  const table = rows.map(([name, spoil, like = middleware]) => ({ name, spoil, like }))
  it.each(table)('and spoilt breaks $name', ({ name, spoil, like }) => {
    const invariant = allInvariants.find((each) => each.name === name)
    expect(invariant?.check(spoil({ ...run, like }))).toMatchObject({ message: expect.any(String) })
  })
})

function spoilt<Answer extends SessionRun['answers'][number]>(answer: Answer): Answer {
  return { ...answer, reply: { ...answer.reply, text: 'Otherwise.' } }
}

const flagged = middleware.rules.map((rule) => ({ ...rule, mode: 'flag' as const }))

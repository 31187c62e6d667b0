/** What the supervisor decides, to the letter, where no test of a profile that uses the policy shows it. */

import { expect, it } from 'vitest'
import { profiles } from '../src/profiles/builtin-profiles.js'
import { defineProfile } from '../src/profiles/profile.js'
import { initialState, type SessionState, type TodoItem } from '../src/state.js'
import {
  autoContinue,
  type ContinuationPolicy,
  type EndedRun,
  finalization,
  guard,
  neverContinue,
  wake,
} from '../src/supervisor/continuation.js'
import { adaptiveNag, type NagPolicy, reminderText, spacedNag, staleNag } from '../src/supervisor/nag.js'
import { troubleSigns } from '../src/supervisor/signs.js'

const moment = (turn: number) => ({ turn, seq: turn, at: turn * 60_000 })
const item = (status: TodoItem['status'] = 'pending', more: Partial<TodoItem> = {}): TodoItem => ({
  ...{ key: 'k1', id: '1', text: 'a', status, reason: null, parent: null, dependencies: [] },
  ...{ activeForm: null, priority: null, owner: null, notes: null, estimate: null, metadata: null },
  ...{ added: moment(1), started: null, closed: null, blocked: null, actor: null },
  ...more,
})

type Parts = { readonly [Part in keyof SessionState]?: Partial<SessionState[Part]> | SessionState[Part] }

/** In turn 9, with work of both kinds in it and one item open. */
function at(parts: Parts = {}): SessionState {
  const state: { [part: string]: unknown } = {
    ...initialState,
    items: [item()],
    turn: { ...initialState.turn, number: 9, own: 9, otherCalls: 1 },
  }
  for (const [part, value] of Object.entries(parts)) {
    const before = state[part]
    const isPart =
      typeof value === 'object' && value !== null && !Array.isArray(value) && typeof before === 'object'
    state[part] = isPart ? { ...before, ...value } : value
  }
  return state as unknown as SessionState
}

const noCalls = { turn: { otherCalls: 0 } }
const todoCallsAlone = { turn: { otherCalls: 0, todoCalls: 1 } }
const bothCalls = { turn: { otherCalls: 1, todoCalls: 1 } }
const openAndClosed = { items: [item('completed'), item()] }
const closed = { items: [item('completed'), item('cancelled')] }

it('a nag comes as it should', () => {
  const spaced = spacedNag({ after: 3, spacing: 2, text: ({ items }) => `${items.length} open` })
  const levels = [() => 'gently', () => 'firmly', () => 'sternly']
  const adaptive = adaptiveNag({ start: 4, lowest: 3, highest: 6, heededWithin: 2, texts: levels })
  const stale = staleNag({ after: 3, spacing: 2, text: 'Update it.' })
  const cases: readonly (readonly [string, NagPolicy, Parts])[] = [
    ['spaced: three turns after the update', spaced, { nags: { updatedTurn: 6 } }],
    ['spaced: two turns after it', spaced, { nags: { updatedTurn: 7 } }],
    ['spaced: before any update', spaced, { nags: { updatedTurn: null } }],
    ['spaced: without calls', spaced, { nags: { updatedTurn: 6 }, ...noCalls }],
    ['spaced: with calls of both kinds', spaced, { nags: { updatedTurn: 6 }, ...bothCalls }],
    ['spaced: two turns after a nag', spaced, { nags: { updatedTurn: 2, lastTurn: 7 } }],
    ['spaced: one turn after a nag', spaced, { nags: { updatedTurn: 2, lastTurn: 8 } }],
    ['spaced: an early first one', spaced, { nags: { updatedTurn: -2 }, turn: { own: 1 } }],
    ['stale: without calls', stale, { turnsSinceCall: 3, ...noCalls }],
    ['stale: nothing open', stale, { turnsSinceCall: 3, ...closed }],
    ['adaptive: at its first threshold', adaptive, { turnsSinceUpdate: 4 }],
    ['adaptive: with calls of both kinds', adaptive, { turnsSinceUpdate: 4, ...bothCalls }],
    ['adaptive: calls of todo tools alone', adaptive, { turnsSinceUpdate: 4, ...todoCallsAlone }],
    ['adaptive: before it', adaptive, { turnsSinceUpdate: 3 }],
    ['adaptive: without calls', adaptive, { turnsSinceUpdate: 4, ...noCalls }],
    ['adaptive: one item of two open', adaptive, { turnsSinceUpdate: 4, ...openAndClosed }],
    ['adaptive: nothing open', adaptive, { turnsSinceUpdate: 4, ...closed }],
    [
      'adaptive: in silence, one turn earlier',
      adaptive,
      { turnsSinceUpdate: 9, nags: { lastTurn: 6, level: 1, threshold: 4 } },
    ],
    [
      'adaptive: in silence, too early',
      adaptive,
      { turnsSinceUpdate: 9, nags: { lastTurn: 7, level: 1, threshold: 4 } },
    ],
    [
      'adaptive: in silence, at the last level',
      adaptive,
      { turnsSinceUpdate: 9, nags: { lastTurn: 6, level: 3, threshold: 3 } },
    ],
    [
      'adaptive: in silence, without a threshold',
      adaptive,
      { turnsSinceUpdate: 9, nags: { lastTurn: 6, level: 1 } },
    ],
    [
      'adaptive: after one that was heeded',
      adaptive,
      { turnsSinceUpdate: 5, nags: { lastTurn: 2, level: 2, threshold: 4, answeredTurn: 4 } },
    ],
    [
      'adaptive: after one that was heeded late',
      adaptive,
      { turnsSinceUpdate: 5, nags: { lastTurn: 1, level: 2, threshold: 4, answeredTurn: 4 } },
    ],
    [
      'adaptive: never above its highest',
      adaptive,
      { turnsSinceUpdate: 6, nags: { lastTurn: 2, level: 2, threshold: 6, answeredTurn: 3 } },
    ],
    [
      'adaptive: never twice on end',
      adaptiveNag({ start: 1, lowest: 1, highest: 1, heededWithin: 1, texts: [] }),
      { turnsSinceUpdate: 1 },
    ],
    [
      'adaptive: without texts',
      adaptiveNag({ start: 1, lowest: 1, highest: 1, heededWithin: 1, texts: [] }),
      { turnsSinceUpdate: 2 },
    ],
  ]
  const said = cases.map(([what, policy, parts]) => `${what}: ${JSON.stringify(policy(at(parts)))}`)
  expect(said.join('\n')).toMatchInlineSnapshot(`
      "spaced: three turns after the update: {"policy":"spaced","level":1,"text":"1 open","turnsSinceUpdate":3,"watcher":null}
      spaced: two turns after it: null
      spaced: before any update: null
      spaced: without calls: null
      spaced: with calls of both kinds: {"policy":"spaced","level":1,"text":"1 open","turnsSinceUpdate":3,"watcher":null}
      spaced: two turns after a nag: {"policy":"spaced","level":1,"text":"1 open","turnsSinceUpdate":7,"watcher":null}
      spaced: one turn after a nag: null
      spaced: an early first one: {"policy":"spaced","level":1,"text":"1 open","turnsSinceUpdate":3,"watcher":null}
      stale: without calls: null
      stale: nothing open: null
      adaptive: at its first threshold: {"policy":"adaptive","level":1,"text":"gently","turnsSinceUpdate":4,"threshold":4,"watcher":null}
      adaptive: with calls of both kinds: {"policy":"adaptive","level":1,"text":"gently","turnsSinceUpdate":4,"threshold":4,"watcher":null}
      adaptive: calls of todo tools alone: {"policy":"adaptive","level":1,"text":"gently","turnsSinceUpdate":4,"threshold":4,"watcher":null}
      adaptive: before it: null
      adaptive: without calls: null
      adaptive: one item of two open: {"policy":"adaptive","level":1,"text":"gently","turnsSinceUpdate":4,"threshold":4,"watcher":null}
      adaptive: nothing open: null
      adaptive: in silence, one turn earlier: {"policy":"adaptive","level":2,"text":"firmly","turnsSinceUpdate":9,"threshold":3,"watcher":null}
      adaptive: in silence, too early: null
      adaptive: in silence, at the last level: {"policy":"adaptive","level":3,"text":"sternly","turnsSinceUpdate":9,"threshold":3,"watcher":null}
      adaptive: in silence, without a threshold: {"policy":"adaptive","level":2,"text":"firmly","turnsSinceUpdate":9,"threshold":3,"watcher":null}
      adaptive: after one that was heeded: {"policy":"adaptive","level":1,"text":"gently","turnsSinceUpdate":5,"threshold":5,"watcher":null}
      adaptive: after one that was heeded late: {"policy":"adaptive","level":3,"text":"sternly","turnsSinceUpdate":5,"threshold":3,"watcher":null}
      adaptive: never above its highest: {"policy":"adaptive","level":1,"text":"gently","turnsSinceUpdate":6,"threshold":6,"watcher":null}
      adaptive: never twice on end: null
      adaptive: without texts: {"policy":"adaptive","level":1,"text":"","turnsSinceUpdate":2,"threshold":1,"watcher":null}"
    `)
})

it('a continuation comes, or gives control back', () => {
  const final = finalization(() => 'Finish it.')
  const guarded = guard({ budget: 2, prompt: () => 'Go on.' })
  const blocked = { items: [item('blocked'), item('completed')] }
  const same = { run: { answer: 'Done' }, continuations: { lastCause: 'todos-open', lastAnswer: 'Done' } }
  const cases: readonly (readonly [string, ContinuationPolicy, Parts, Partial<EndedRun>?])[] = [
    ['never: waiting', neverContinue, {}, { waitingFor: 'the build' }],
    ['never: open', neverContinue, openAndClosed],
    ['never: blocked', neverContinue, blocked],
    ['never: closed', neverContinue, closed],
    ['final: waiting', final, {}, { waitingFor: 'the build' }],
    ['final: cut off', final, {}, { complete: false }],
    ['guard: open', guarded, { items: [item(), item('blocked'), item('completed')] }],
    ['guard: blocked', guarded, blocked],
    ['guard: waiting', guarded, {}, { waitingFor: 'the build' }],
    ['guard: cut off', guarded, {}, { complete: false }],
    ['guard: spent', guarded, { continuations: { used: 2 } }],
    ['guard: no progress', guarded, { run: { trigger: 'continuation' } }],
    ['guard: none when woken', guarded, { run: { trigger: 'wake' } }],
    ['guard: none of a person', guarded, { run: { trigger: 'user' } }],
    ['guard: progress', guarded, { run: { trigger: 'continuation', work: 1 } }],
    ['guard: the same answer', guarded, same],
  ]
  const said = cases.map(([what, policy, parts, ended]) => {
    const run = { text: null, complete: true, waitingFor: null, ...ended }
    return `${what}: ${JSON.stringify(policy(at(parts), run))}`
  })
  expect(said.join('\n')).toMatchInlineSnapshot(`
      "never: waiting: {"action":"stop","yieldTo":"waiting","reason":"waiting for the build","stopped":null}
      never: open: {"action":"stop","yieldTo":"idle","reason":"open todos, no continuation","stopped":null}
      never: blocked: {"action":"stop","yieldTo":"dormant","reason":"no open todos","stopped":null}
      never: closed: {"action":"stop","yieldTo":"dormant","reason":"no open todos","stopped":null}
      final: waiting: {"action":"stop","yieldTo":"waiting","reason":"waiting for the build","stopped":null}
      final: cut off: {"action":"stop","yieldTo":"idle","reason":"open todos, no continuation","stopped":null}
      guard: open: {"action":"continue","cause":"todos-open","used":1,"budget":2,"prompt":"Go on.","watcher":"Continuing (1/2): 1 open"}
      guard: blocked: {"action":"stop","yieldTo":"dormant","reason":"no open todos","stopped":null}
      guard: waiting: {"action":"stop","yieldTo":"waiting","reason":"waiting for the build","stopped":null}
      guard: cut off: {"action":"stop","yieldTo":"idle","reason":"incomplete-answer","stopped":"incomplete-answer"}
      guard: spent: {"action":"stop","yieldTo":"idle","reason":"budget","stopped":"budget"}
      guard: no progress: {"action":"stop","yieldTo":"idle","reason":"no-progress","stopped":"no-progress"}
      guard: none when woken: {"action":"stop","yieldTo":"idle","reason":"no-progress","stopped":"no-progress"}
      guard: none of a person: {"action":"continue","cause":"todos-open","used":1,"budget":2,"prompt":"Go on.","watcher":"Continuing (1/2): 1 open"}
      guard: progress: {"action":"continue","cause":"todos-open","used":1,"budget":2,"prompt":"Go on.","watcher":"Continuing (1/2): 1 open"}
      guard: the same answer: {"action":"stop","yieldTo":"idle","reason":"identical-answer","stopped":"identical-answer"}"
    `)
})

it('the signs of trouble, with what to do', () => {
  const added = (...turns: readonly number[]) => turns.map((turn) => item('pending', { added: moment(turn) }))
  const done = (turn: number) => item('completed', { added: moment(1), closed: moment(turn) })
  const stuck = {
    items: openAndClosed.items,
    continuations: { used: 3, lastCause: 'todos-open', closedBefore: 2 },
  }
  const cases: readonly (readonly [string, Parts])[] = [
    ['unused for ten turns', { turnsSinceCall: 10 }],
    ['unused for nine', { turnsSinceCall: 9 }],
    ['used once', { turnsSinceCall: 10, updates: 1 }],
    ['tried once', { turnsSinceCall: 10, rejections: 1 }],
    ['used and tried once', { turnsSinceCall: 10, updates: 1, rejections: 1 }],
    ['left alone for ten turns', { turnsSinceCall: 10, updates: 1, items: added(1) }],
    ['left alone with nothing open', { turnsSinceCall: 10, updates: 1, ...closed }],
    ['fails a third time', { failing: { check: 'npm test', turns: 3, lastTurn: 9 } }],
    ['failed twice', { failing: { check: 'npm test', turns: 2, lastTurn: 9 } }],
    ['grows', { items: added(1, 3, 3, 5) }],
    ['grows, out of order', { items: added(11, 1, 5, 4) }],
    ['grows from the beginning', { items: added(0, 2, 4) }],
    ['grows twice', { items: added(1, 2, 4, 5) }],
    ['grows behind what was closed', { items: [done(2), ...added(3, 5, 7)], closings: 1 }],
    [
      'grows from the turn on in which something was closed',
      { items: [done(3), ...added(3, 5, 7)], closings: 1 },
    ],
    ['grew before something was closed', { items: [done(8), ...added(3, 5, 7)], closings: 1 }],
    ['what was closed is gone', { items: added(1, 3, 5), closings: 1 }],
    ['is stuck', { ...stuck, closings: 2 }],
    ['closed something', { ...stuck, closings: 3 }],
    ['continued twice', { ...stuck, closings: 2, continuations: { ...stuck.continuations, used: 2 } }],
    ['has nothing open', { ...stuck, ...closed, closings: 2 }],
    ['was never continued', { continuations: { ...stuck.continuations, lastCause: null }, closings: 2 }],
    [
      'says the same',
      {
        run: { answer: 'Done' },
        continuations: { used: 1, lastCause: 'x', lastAnswer: 'Done' },
        closings: 1,
      },
    ],
  ]
  const said = cases.map(([what, parts]) => `${what}: ${JSON.stringify(troubleSigns(at(parts)))}`)
  expect(said.join('\n')).toMatchInlineSnapshot(`
    "unused for ten turns: [{"kind":"tools-unused","message":"No todo list was written in 10 turns of work.","advice":"Check that the tools and their instructions reach the model; some models must be asked to use them."}]
    unused for nine: []
    used once: [{"kind":"list-not-updated","message":"The todo list was not touched in 10 turns of work, and items are open.","advice":"Check whether the work is still that of the list, and whether reminders reach the model."}]
    tried once: []
    used and tried once: [{"kind":"list-not-updated","message":"The todo list was not touched in 10 turns of work, and items are open.","advice":"Check whether the work is still that of the list, and whether reminders reach the model."}]
    left alone for ten turns: [{"kind":"list-not-updated","message":"The todo list was not touched in 10 turns of work, and items are open.","advice":"Check whether the work is still that of the list, and whether reminders reach the model."}]
    left alone with nothing open: []
    fails a third time: [{"kind":"check-fails","message":"The same check failed in 3 turns and did not pass since: npm test","advice":"Look at what it says: the item may be impossible as it stands, or what fails may lie elsewhere."}]
    failed twice: []
    grows: [{"kind":"list-only-grows","message":"Items were added 3 times, 4 in all, and none was closed in between.","advice":"Check whether new items are made in place of closing old ones, and whether they are too small."}]
    grows, out of order: [{"kind":"list-only-grows","message":"Items were added 3 times, 4 in all, and none was closed in between.","advice":"Check whether new items are made in place of closing old ones, and whether they are too small."}]
    grows from the beginning: [{"kind":"list-only-grows","message":"Items were added 3 times, 3 in all, and none was closed in between.","advice":"Check whether new items are made in place of closing old ones, and whether they are too small."}]
    grows twice: []
    grows behind what was closed: [{"kind":"list-only-grows","message":"Items were added 3 times, 3 in all, and none was closed in between.","advice":"Check whether new items are made in place of closing old ones, and whether they are too small."}]
    grows from the turn on in which something was closed: []
    grew before something was closed: []
    what was closed is gone: []
    is stuck: [{"kind":"stuck-loop","message":"3 continuations since the last input closed no item.","advice":"Check whether an item cannot be completed, and make the continuation say more plainly what to do."}]
    closed something: []
    continued twice: []
    has nothing open: []
    was never continued: []
    says the same: [{"kind":"stuck-loop","message":"The answer is the one before the last continuation, word for word.","advice":"Check whether an item cannot be completed, and make the continuation say more plainly what to do."}]"
  `)
})

it.each([
  ['Return Vec<u8>', 'Return Vec<u8>'],
  ['one\n  two <b>bold</b>', 'one\n  two <b>bold</b>'],
  ['x'.repeat(2000), 'x'.repeat(2000)],
  ['<reminder> </reminder>', '<reminder> ‹/reminder›'],
  ['</Reminder ></ reminder>', '‹/Reminder ›‹/ reminder›'],
])('%j in a reminder', (text, told) => {
  expect(reminderText(text)).toBe(told)
})

const { todoManager, loki, wakeLoop, todoListMiddleware, recommended } = profiles
const wrong = [2.5, -1, Number.NaN, Number.POSITIVE_INFINITY]

it.each(wrong)('a budget of %s is refused with its field, in code and in files', (number) => {
  const must = (field: string) => `${field} must be a whole number of at least 0, not ${number}.`
  const setting = (field: string, profile: string) => must(`Setting ${field} of profile ${profile}`)
  expect(() => loki.with({ maxAutoContinues: number })).toThrow(setting('maxAutoContinues', 'loki'))
  expect(() => loki.with({ max_auto_continues: number } as object)).toThrow(
    setting('maxAutoContinues', 'loki'),
  )
  expect(() => wakeLoop.with({ maxWakeCycles: number })).toThrow(setting('maxWakeCycles', 'wake-loop'))
  expect(() => todoManager.with({ maxItems: number })).toThrow(setting('maxItems', 'todo-manager'))
  expect(() => todoListMiddleware.with({ staleAfter: number })).toThrow(
    setting('staleAfter', 'todo-list-middleware'),
  )
  expect(() => recommended.with({ maxContinuations: number })).toThrow(
    setting('maxContinuations', 'recommended'),
  )
  const prompt = () => 'Go on.'
  expect(() => autoContinue({ enabled: true, max: number, prompt })).toThrow(must('max'))
  expect(() => guard({ budget: number, prompt })).toThrow(must('budget'))
  expect(() => wake({ budget: number, nudge: prompt })).toThrow(must('budget'))
  expect(() => {
    defineProfile({
      ...{ name: 'own', source: 'this test', defaults: {} },
      build: () => ({
        ...{ rules: [], tools: [], wakeBudget: number },
        read: () => ({ intent: { kind: 'query' }, violations: [] }),
        reply: () => '',
        render: () => '',
      }),
    })
  }).toThrow(must('wakeBudget of profile own'))
})

it('a setting that is a share may be one', () => {
  const share = defineProfile({
    ...{ name: 'own', source: 'this test', defaults: { share: 0.5 } },
    build: () => ({
      ...{ rules: [], tools: [] },
      read: () => ({ intent: { kind: 'query' }, violations: [] }),
      reply: () => '',
      render: () => '',
    }),
  })
  expect(share.with({ share: 0.25 }).settings.share).toBe(0.25)
  expect(() => share.with({ share: Number.NaN })).toThrow('Setting share of profile own must be a number')
})

/**
 * What an independent reading of the five described systems missed. Each test is named by the sentence of the source that
 * it holds the project to; docs/sources/todo-systems.md#what-a-second-reading-of-the-five-documents-asked-for has the same rows, with the command that shows each.
 */

import { describe, expect, it, test } from 'vitest'
import { openLedger } from '../src/ledger.js'
import { profiles } from '../src/profiles/builtin-profiles.js'
import { todoListState } from '../src/profiles/todo-list-middleware.js'
import type { Session } from '../src/session.js'
import { memoryStore } from '../src/store/memory/memory-store.js'
import { troubleSigns } from '../src/supervisor/signs.js'
import { collect, openSession, steppingClock } from './open-session.js'

let calls = 0

/** A turn with work and calls of todo tools. Gives whether the model was reminded. */
async function turn(session: Session, ...todo: readonly (readonly [tool: string, input: unknown])[]) {
  const begun = await session.startTurn()
  calls += 1
  await begun.recordTool({ call: `work-${calls}`, name: 'bash', input: {}, ok: true })
  for (const [tool, input] of todo) await begun.callTodoTool(tool, input)
  return (await begun.end()).reminders.length > 0
}

/** Ends the run and, where it goes on, begins the next. */
async function answer(session: Session, ending: Parameters<Session['endRun']>[0] = {}) {
  const outcome = await session.endRun(ending)
  if (outcome.action === 'continue') await session.startRun({ trigger: 'continuation', text: outcome.prompt })
  return outcome
}

describe('document 000: todo-manager, and what it wishes', () => {
  it('“Continuous neglect: Escalating reminders (future enhancement)”', async () => {
    const session = await openSession(profiles.recommended.with({ reminders: 'escalating' }))
    await turn(session, ['write_todos', { items: [{ text: 'a' }] }])
    const levels: number[] = []
    const turns: number[] = []
    for (let number = 1; number <= 40; number += 1) {
      if (!(await turn(session))) continue
      levels.push(session.state.nags.level)
      turns.push(number)
    }
    // Earlier and firmer, up to a cap.
    expect(levels.slice(0, 5)).toEqual([1, 2, 3, 3, 3])
    expect(turns.slice(0, 5)).toEqual([3, 5, 7, 9, 11])
    expect(Math.max(...levels)).toBe(3)
    // Back once it is heeded: gently, and a turn later than it came last.
    await turn(session, ['update_todo', { id: '1', notes: 'half' }])
    expect([await turn(session), await turn(session), await turn(session)]).toEqual([false, false, true])
    expect(session.state.nags.level).toBe(1)
  })
})

describe('document 002: loki', () => {
  const on = profiles.loki.with({ autoContinue: true })
  const names = (settings: object) => profiles.loki.with(settings).tools.map(({ name }) => name)
  const four = ['todo__init', 'todo__add', 'todo__done', 'todo__list']

  it('“When `inject_todo_instructions` is enabled (the default), agents have access to four built-in todo management tools”', () => {
    expect(names({})).toEqual(four)
    expect(names({ inject_todo_instructions: false })).toEqual([])
    expect(profiles.loki.with({ inject_todo_instructions: false }).instructions).toBe('')
  })

  it('“four built-in todo management tools”: todo__clear, which the program has, only when it is asked for', () => {
    expect(names({ todoClear: true })).toEqual([...four, 'todo__clear'])
    expect(profiles.loki.instructions).not.toContain('todo__clear')
  })

  it("“The response isn't identical to the previous continuation (prevents loops)”: no text is like no other", async () => {
    const session = await openSession(on)
    await turn(session, ['todo__add', { task: 'a' }])
    expect(await answer(session)).toMatchObject({ action: 'continue' })
    expect(await answer(session)).toMatchObject({ action: 'continue' })
    expect(await answer(session, { text: 'same' })).toMatchObject({ action: 'continue' })
    expect(await answer(session, { text: 'same' })).toMatchObject({ reason: 'identical-answer' })
  })

  it("“configured per-agent in `<loki-config-dir>/agents/<agent-name>/config.yaml`”: an agent's file as it stands", () => {
    // The program leaves out what is not of todos, such as the model.
    const config = {
      auto_continue: true,
      max_auto_continues: 15,
      inject_todo_instructions: true,
      continuation_prompt: '[CONTINUE]\n',
    }
    expect(Object.keys(config)).toEqual(profiles.loki.sourceNames)
    expect(profiles.loki.with(config).settings).toMatchObject({
      autoContinue: true,
      maxAutoContinues: 15,
      injectTodoInstructions: true,
      continuationPrompt: '[CONTINUE]\n',
    })
  })

  it('“1. Planning Phase … 2. Execution Phase … 3. Continuation Phase … 4. Completion: When all tasks are marked done”', async () => {
    const session = await openSession(on)
    const phases = [session.state.phase]
    const note = () => phases.push(session.state.phase)
    await turn(session, ['todo__init', { goal: 'g' }])
    note()
    await turn(session, ['todo__add', { task: 'a' }], ['todo__add', { task: 'b' }])
    note()
    await turn(session, ['todo__done', { id: 1 }])
    note()
    await answer(session, { text: 'one' })
    note()
    await turn(session, ['todo__done', { id: 2 }])
    note()
    expect(phases).toEqual(['empty', 'planning', 'planning', 'executing', 'continuing', 'completed'])
  })

  it('document 000 keeps its own: “When tasks move to COMPLETED → Review and update phase”', async () => {
    const session = await openSession(profiles.todoManager)
    await turn(session, ['todo', { items: [{ text: 'a', status: 'completed' }] }])
    expect(session.state.phase).toBe('reviewing')
  })

  const signs = (session: Session) => troubleSigns(session.state).map(({ kind }) => kind)

  it('“Model Not Using Todo Tools”', async () => {
    const session = await openSession(profiles.loki)
    for (let number = 1; number < 10; number += 1) await turn(session)
    expect(signs(session)).toEqual([])
    await turn(session)
    expect(signs(session)).toEqual(['tools-unused'])
    await turn(session, ['todo__init', { goal: 'g' }])
    expect(signs(session)).toEqual([])
  })

  it('“Check if the model is creating new tasks without completing old ones”', async () => {
    const session = await openSession(profiles.loki)
    for (const task of ['a', 'b', 'c']) await turn(session, ['todo__add', { task }])
    expect(signs(session)).toEqual([]) // a plan, written turn by turn
    await turn(session)
    await turn(session, ['todo__add', { task: 'd' }])
    expect(signs(session)).toEqual([])
    await turn(session)
    await turn(session, ['todo__add', { task: 'e' }])
    expect(signs(session)).toEqual(['list-only-grows'])
    await turn(session, ['todo__done', { id: 1 }])
    expect(signs(session)).toEqual([])
  })

  it('“The model may be stuck; check if a task is impossible to complete”', async () => {
    const idle = await openSession(on)
    await turn(idle, ['todo__add', { task: 'a' }])
    for (const text of ['one', 'two']) await answer(idle, { text })
    expect(signs(idle)).toEqual([])
    await answer(idle, { text: 'three' })
    expect(signs(idle)).toEqual(['stuck-loop'])
    await turn(idle, ['todo__done', { id: 1 }])
    expect(signs(idle)).toEqual([])
    const repeating = await openSession(on)
    await turn(repeating, ['todo__add', { task: 'a' }])
    for (const text of ['same', 'same']) await answer(repeating, { text })
    expect(signs(repeating)).toEqual(['stuck-loop'])
  })
})

describe('document 003: wake-loop', () => {
  async function spent(): Promise<Session> {
    const session = await openSession(profiles.wakeLoop.with({ maxWakeCycles: 1 }))
    await turn(session, ['todo_write', { items: ['a'] }])
    await answer(session, { text: 'one' })
    await turn(session, ['todo_update', { id: 1, status: 'done' }])
    expect(await answer(session, { text: 'two' })).toMatchObject({ action: 'stop', yieldTo: 'dormant' })
    return session
  }

  it('“Dormant — fully asleep until a wake source (a human message, a peer reply, a cron kick) arrives”', async () => {
    const session = await spent()
    expect(session.state.continuations.used).toBe(1)
    expect(await session.startRun({ trigger: 'reply', text: 'It is deployed.' })).toEqual({ started: true })
  })

  it('“Each activation gets up to maxWakeCycles re-entries”: one that a reply began has all of them', async () => {
    const session = await spent()
    const events = collect(session)
    await session.startRun({ trigger: 'reply', text: 'It is deployed.' })
    expect(events[0]?.data).toMatchObject({ woke: true })
    await turn(session, ['todo_write', { items: ['b'] }])
    expect(await answer(session, { text: 'three' })).toMatchObject({ action: 'continue' })
    expect(await answer(session, { text: 'four' })).toMatchObject({ action: 'stop', yieldTo: 'idle' })
    // An idle one is not asleep: its replies spend of the budget.
    expect(await session.startRun({ trigger: 'reply', text: '' })).toEqual({
      started: false,
      reason: 'budget',
    })
  })
})

describe('document 004: todo-list-middleware', () => {
  const list = (status: string) => ({ todos: [{ content: 'a', status }] })
  const begun = async () => {
    const session = await openSession(profiles.todoListMiddleware)
    await turn(session, ['write_todos', list('in_progress')])
    return session
  }
  const guards = (session: Session) => {
    const { todo_guard_retries, todo_guard_blocked, todo_guard_suppressed } = todoListState(session.state)
    return [todo_guard_retries, todo_guard_blocked, todo_guard_suppressed]
  }
  const blocked = {
    guard_type: 'finalization',
    message: '1 of 1 items are unfinished, and the correction was not heeded.',
  }

  it('“todo_guard_retries: Per-guard retry counters”', async () => {
    const session = await begun()
    expect(guards(session)).toEqual([{ finalization: 0 }, null, false])
    await answer(session, { text: 'Done.' })
    expect(guards(session)).toEqual([{ finalization: 1 }, null, false])
    await turn(session, ['write_todos', list('in_progress')])
    expect(guards(session)).toEqual([{ finalization: 0 }, null, false])
    // It was heeded: the run proceeds all the same, and nothing is held against the session.
    expect(await answer(session, { text: 'Not yet done.' })).toMatchObject({ action: 'stop' })
    expect(guards(session)).toEqual([{ finalization: 0 }, null, false])
  })

  it('“todo_guard_blocked: Active guard escalation payload”', async () => {
    const session = await begun()
    const events = collect(session)
    await answer(session, { text: 'Done.' })
    expect(await answer(session, { text: 'Still done.' })).toMatchObject({ reason: 'corrected once' })
    expect(guards(session)).toEqual([{ finalization: 1 }, blocked, false])
    const stopped = events.find(({ type }) => type === 'continuation.stopped')
    expect(stopped?.data).toEqual({
      reason: 'corrected-once',
      blocked: { guard: 'finalization', message: blocked.message },
    })
  })

  it('“todo_guard_suppressed: Guard suppression flag after a blocked episode”', async () => {
    const session = await begun()
    await answer(session, { text: 'Done.' })
    await answer(session, { text: 'Still done.' })
    await session.startRun({ trigger: 'user', text: 'Go on.' })
    expect(guards(session)).toEqual([{ finalization: 0 }, null, true])
    expect(await answer(session, { text: 'Done.' })).toMatchObject({ action: 'stop' })
    await session.startRun({ trigger: 'user', text: 'And now?' })
    await turn(session, ['write_todos', list('in_progress')])
    expect(guards(session)).toEqual([{ finalization: 0 }, null, false])
    expect(await answer(session, { text: 'Done.' })).toMatchObject({ action: 'continue' })
  })

  it('“todo_stale_iterations: Turns since last write_todos call”: the call counts, refused or not', async () => {
    const session = await begun()
    for (let number = 0; number < 4; number += 1) expect(await turn(session)).toBe(false)
    await turn(session, ['write_todos', list('no such status')])
    expect(todoListState(session.state).todo_stale_iterations).toBe(0)
    for (let number = 0; number < 4; number += 1) expect(await turn(session)).toBe(false)
    expect(await turn(session)).toBe(true)
  })

  describe('“a resumed session starts with the same checklist the model left”', () => {
    /** A session and what opens it again from its store, as another process would. */
    const begunInStore = async () => {
      const store = memoryStore()
      const open = () =>
        openLedger({ store, clock: steppingClock() }).session('s1', { profile: profiles.todoListMiddleware })
      const session = await open()
      await session.startRun({ trigger: 'user', text: 'Go.' })
      await turn(session, ['write_todos', list('in_progress')])
      return { session, resumed: open }
    }
    const moments: readonly (readonly [what: string, (session: Session) => Promise<unknown>])[] = [
      ['after three turns of work', async (s) => [await turn(s), await turn(s), await turn(s)]],
      [
        'after six, one of them reminded',
        async (s) => {
          for (let n = 0; n < 6; n += 1) await turn(s)
        },
      ],
      ['while a correction waits', (s) => s.endRun({ text: 'Done.' })],
      ['while a correction has its turn', (s) => answer(s, { text: 'Done.' })],
      [
        'once the guard has blocked',
        async (s) => [await answer(s, { text: '1' }), await answer(s, { text: '2' })],
      ],
    ]

    it.each(moments)('under the same six keys, %s', async (_what, live) => {
      const { session, resumed } = await begunInStore()
      await live(session)
      const kept = todoListState(session.state)
      expect(Object.keys(kept)).toEqual([
        'todos',
        'todo_guard_retries',
        'todo_guard_blocked',
        'todo_guard_suppressed',
        'todo_stale_iterations',
        'todo_finalization_correction',
      ])
      expect(todoListState((await resumed()).state)).toEqual(kept)
    })

    it('with the counters: the reminder comes when it would have come', async () => {
      for (const turns of [3, 6]) {
        const [here, there] = [await begunInStore(), await begunInStore()]
        for (const { session } of [here, there])
          for (let number = 0; number < turns; number += 1) await turn(session)
        const resumed = await there.resumed()
        for (let number = 0; number < 8; number += 1)
          expect(await turn(resumed)).toBe(await turn(here.session))
      }
    })
  })
})

test('every kind of sign says what to try', async () => {
  const session = await openSession(profiles.loki)
  for (let number = 0; number < 12; number += 1) await turn(session)
  expect(troubleSigns(session.state)).toEqual([
    {
      kind: 'tools-unused',
      message: 'No todo list was written in 12 turns of work.',
      advice:
        'Check that the tools and their instructions reach the model; some models must be asked to use them.',
    },
  ])
})

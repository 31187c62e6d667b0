import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../test/random.js'
import { profileList, profiles } from '../src/profiles/builtin-profiles.js'
import { createReducer } from '../src/reducer.js'
import { arbitraryTodoCall } from '../src/testing/arbitraries/sessions.js'
import { collect, openSession, rows } from './open-session.js'

const reducer = createReducer()

const item = (text: string, status = 'pending') => ({ text, status })
const tooMany = { items: Array.from({ length: 24 }, (_, index) => item(`Step ${index + 1}`)) }
const twoBusy = { items: [item('a', 'in_progress'), item('b', 'in_progress')] }

describe("a person's or another system's list goes through the rules", () => {
  const lists = [
    ['24 items', tooMany, 'max-items', 'Max 20 todos allowed'],
    ['two in progress', twoBusy, 'single-in-progress', 'Only one task can be in_progress at a time'],
  ] as const

  it.each(lists)('%s: it is refused, and the log says why', async (_what, list, rule, message) => {
    const session = await openSession(profiles.todoManager)
    const events = collect(session)
    const answer = await session.adopt('todo', list)
    expect(answer).toMatchObject({ ok: false, violations: [{ rule, message }] })
    expect(session.state.items).toEqual([])
    expect(events.map(({ type }) => type)).toEqual(['todos.rejected'])
  })

  it.each(lists)('%s: what is let pass is named, in the answer and in the log', async (_what, list, rule) => {
    for (const waivedRules of [[rule], 'all'] as const) {
      const session = await openSession(profiles.todoManager)
      const events = collect(session)
      expect(await session.adopt('todo', list, { waivedRules })).toMatchObject({
        ok: true,
        waived: [{ rule }],
      })
      expect(session.state.items).toHaveLength(list.items.length)
      expect(events.at(-1)).toMatchObject({ data: { waivedRules: [rule], flags: [{ rule }] } })
      expect(session.state.disagreements).toEqual([])
    }
  })

  it('one that breaks none is taken over, also right after a turn that wrote the list', async () => {
    const session = await openSession(profiles.todoListMiddleware)
    const turn = await session.startTurn()
    const busy = { todos: [{ content: 'Translate', status: 'in_progress' }] }
    expect(await turn.callTodoTool('write_todos', busy)).toMatchObject({ ok: true })
    await turn.end()
    const done = { todos: [{ content: 'Translate', status: 'completed' }] }
    expect(await session.adopt('write_todos', done)).toMatchObject({ ok: true, waived: [] })
    expect(rows(session)).toEqual([['1', 'Translate', 'completed']])
  })

  it('under a name it is taken over or refused once, and answered the same again', async () => {
    const session = await openSession(profiles.todoManager)
    const refused = await session.adopt('todo', twoBusy, { id: 'n1' })
    const passed = await session.adopt('todo', twoBusy, { id: 'n2', waivedRules: 'all' })
    const { seq } = session.state
    expect(await session.adopt('todo', twoBusy, { id: 'n1' })).toEqual(refused)
    expect(await session.adopt('todo', twoBusy, { id: 'n2', waivedRules: 'all' })).toEqual(passed)
    expect(session.state.seq).toBe(seq)
  })

  it('whatever list it is: never an exception, and the log replays to the state that the session had', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...profileList).chain((profile) =>
          fc.record({
            profile: fc.constant(profile),
            calls: fc.array(
              fc.record({ call: arbitraryTodoCall(profile), adopts: fc.boolean(), all: fc.boolean() }),
              {
                maxLength: 8,
              },
            ),
          }),
        ),
        async ({ profile, calls }) => {
          const session = await openSession(profile)
          const ledgerEvents = collect(session)
          const before = session.state
          for (const { call, adopts, all } of calls) {
            if (adopts) {
              await session.adopt(call.tool, call.input, all ? { waivedRules: 'all' } : {})
              continue
            }
            const turn = await session.startTurn()
            await turn.callTodoTool(call.tool, call.input)
            await turn.end()
          }
          let folded = before
          for (const event of ledgerEvents) folded = reducer.accept(folded, event)
          expect(folded).toEqual(session.state)
          const replay = reducer.replay(before)
          for (const event of ledgerEvents) replay.apply(event)
          expect(replay.finish()).toEqual(session.state)
        },
      ),
      { numRuns: runs(60) },
    ))
})

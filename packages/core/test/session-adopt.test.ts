import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../test/random.js'
import { profileList, profiles } from '../src/profiles/builtin-profiles.js'
import { createReducer } from '../src/reducer.js'
import { arbitraryTodoCall } from '../src/testing/arbitraries/host-steps.js'
import { collect, openSession, rows } from './open-session.js'

const reducer = createReducer()

describe('a list that is taken over is a fact', () => {
  it('in a live session, also where the profile rejects what it breaks', async () => {
    const session = await openSession(profiles.todoListMiddleware)
    const events = collect(session)
    const turn = await session.startTurn()
    const busy = { todos: [{ content: 'Translate', status: 'in_progress' }] }
    expect(await turn.callTodoTool('write_todos', busy)).toMatchObject({ ok: true })
    await turn.end()

    const kept = { todos: [{ content: 'Translate', status: 'pending' }] }
    await session.adopt('write_todos', kept)

    expect(rows(session)).toEqual([['1', 'Translate', 'pending']])
    const last = events.at(-1)
    expect(last?.type === 'todos.updated' && last.data.flags.map(({ rule }) => rule)).toEqual([
      'one-update-per-turn',
      'exactly-one-in-progress',
    ])
    expect(last?.type === 'todos.updated' && last.data.letPass).toEqual([
      'one-update-per-turn',
      'exactly-one-in-progress',
    ])
    expect(session.state.disagreements).toEqual([])
  })

  it('whatever list it is: never an exception, and the log replays to the state that the session had', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...profileList).chain((profile) =>
          fc.record({
            profile: fc.constant(profile),
            calls: fc.array(fc.record({ call: arbitraryTodoCall(profile), adopts: fc.boolean() }), {
              maxLength: 8,
            }),
          }),
        ),
        async ({ profile, calls }) => {
          const session = await openSession(profile)
          const ledgerEvents = collect(session)
          const before = session.state
          for (const { call, adopts } of calls) {
            if (adopts) {
              await session.adopt(call.tool, call.input)
              continue
            }
            const turn = await session.startTurn()
            await turn.callTodoTool(call.tool, call.input)
            await turn.end()
          }
          let folded = before
          for (const event of ledgerEvents) folded = reducer.reduce(folded, event)
          expect(folded).toEqual(session.state)
          const replay = reducer.replay(before)
          for (const event of ledgerEvents) replay.apply(event)
          expect(replay.finish()).toEqual(session.state)
        },
      ),
      { numRuns: runs(60) },
    ))
})

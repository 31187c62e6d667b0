import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { openLedger } from '../src/ledger.js'
import { profiles } from '../src/profiles/builtin-profiles.js'
import { sqliteStore } from '../src/sqlite.js'
import { valueDifference } from '../src/store/body.js'
import type { EventStore } from '../src/store/event-store.js'
import { memoryStore } from '../src/store/memory/memory-store.js'
import { sampleEvent } from '../src/testing/index.js'
import { conflictOf } from './open-session.js'

describe.each([
  { name: 'memory', open: (): EventStore => memoryStore() },
  { name: 'SQLite', open: (): EventStore => sqliteStore(':memory:') },
])('an id that is stored with another body, $name', ({ open }) => {
  test('is an error that shows both', async () => {
    const store = open()
    const input = { items: [{ text: 'Design the form' }, { text: 'Write the test' }] }
    const { events } = await store.append('s1', [sampleEvent(1, { input })], { expectedSeq: 0 })
    const items = [{ text: 'Design the form' }, { text: 'Write the \u001b[31mtests' }]
    const given = sampleEvent(1, { input: { items } })
    const error = await conflictOf(store.append('s1', [given], { expectedSeq: 0 }))
    expect(error.message).toMatchInlineSnapshot(
      `"Event "s1/1" of session "s1" is stored already with another body: there data.input.items[1].text is "Write the test", here "Write the \\u001b[31mtests". Give a new event a new id."`,
    )
    expect(error).toMatchObject({
      code: 'id-conflict',
      session: 's1',
      id: 's1/1',
      difference: {
        place: 'data.input.items[1].text',
        first: '"Write the test"',
        second: '"Write the \\u001b[31mtests"',
      },
    })
    expect(error.stored).toEqual(events[0])
    expect(error.given).toEqual(given)
    // Nothing was changed, and the store goes on.
    await store.append('s1', [sampleEvent(2)], { expectedSeq: 1 })
    await store.close()
  })
})

describe('a call id that is given again with another call', () => {
  async function calledOnce() {
    const session = await openLedger({ store: memoryStore() }).session('s1', {
      profile: profiles.todoManager,
    })
    await session.startRun({ trigger: 'user', text: '' })
    const turn = await session.startTurn()
    const input = { items: [{ text: 'a' }, { text: 'b' }] }
    const reply = await turn.callTodoTool('todo', input, { call: 'c1' })
    await turn.recordTool({ call: 'c2', name: 'bash', input: {}, ok: true })
    return { session, turn, input, reply }
  }

  test('shows both', async () => {
    const { session, turn, input, reply } = await calledOnce()
    const again = await turn.callTodoTool('todo', structuredClone(input), { call: 'c1' })
    expect(again).toEqual(reply)
    const other = { items: [{ text: 'a' }, { text: 'c' }] }
    const error = await conflictOf(turn.callTodoTool('todo', other, { call: 'c1' }))
    expect(error.message).toMatchInlineSnapshot(
      `"Event "s1/c1" of session "s1" is stored already with another body: there data.input.items[1].text is "b", here "c". Give a new event a new id."`,
    )
    expect(error.stored).toMatchObject({ type: 'todos.updated', data: { input } })
    expect(error.given).toMatchObject({ name: 'todo', input: other, call: 'c1' })
    expect(session.state.items.map(({ text }) => text)).toEqual(['a', 'b'])
  })
})

test('a call whose answer was forgotten is no conflict: it says what became of it', async () => {
  const ledger = openLedger({ store: memoryStore() })
  const session = await ledger.session('s1', { profile: profiles.todoManager })
  const input = { items: [{ text: 'a' }] }
  await session.startRun({ trigger: 'user', text: '', id: 'r1' })
  for (const call of ['c1', 'c2', 'c3']) {
    const turn = await session.startTurn({ id: `t-${call}` })
    await turn.callTodoTool('todo', input, { call })
    await turn.recordTool({ call: `${call}-other`, name: 'bash', input: {}, ok: true })
    await turn.end()
  }
  await ledger.forget('s1')
  const gone = { code: 'forgotten' }
  await expect(session.callTodoTool({ name: 'todo', input, call: 'c1' })).rejects.toMatchObject(gone)
  await expect(session.startRun({ trigger: 'user', text: '', id: 'r1' })).rejects.toMatchObject(gone)
})

describe('a call of another tool whose id is given again', () => {
  test('is refused where it is another one, and nothing is recorded', async () => {
    const session = await openLedger({ store: memoryStore() }).session('s1', { profile: 'todo-write' })
    await session.startRun({ trigger: 'user', text: '' })
    const turn = await session.startTurn()
    await turn.recordCall({ call: 'c1', name: 'bash', input: { command: 'make' } })
    const { seq } = session.state
    const other = { call: 'c1', name: 'bash', input: { command: 'make test' } }
    expect((await conflictOf(turn.recordCall(other))).message).toMatchInlineSnapshot(
      `"Event "s1>c1" of session "s1" is stored already with another body: there data.input.command is "make", here "make test". Give a new event a new id."`,
    )
    await conflictOf(turn.recordTool({ ...other, ok: true }))
    expect(session.state.seq).toBe(seq)
    expect(await Promise.all(['c1', 'c2'].map((call) => session.usesCallId(call)))).toEqual([true, false])
  })

  const input = fc.oneof(
    fc.jsonValue(),
    fc.constant({ at: new Date(0), password: 'hunter2hunter2', lacking: undefined }),
  )
  const call = fc.record({ name: fc.constantFrom('bash', 'read'), input })
  const result = fc.record({
    ok: fc.constantFrom(true, false, null),
    output: fc.constantFrom('', 'done', 'no'),
  })

  test.each([
    { what: 'of a live session', recorded: null },
    {
      what: 'of a recording, which may say a thing twice in other words',
      recorded: { format: 'neutral', file: 'f' },
    },
  ])('is the same call where it is the same, and another one is refused, $what', async ({ recorded }) => {
    await fc.assert(
      fc.asyncProperty(
        call,
        call,
        result,
        result,
        fc.boolean(),
        async (one, other, first, second, isOver) => {
          const store = memoryStore()
          const ledger = openLedger({ store })
          const opening = { profile: profiles.todoWrite, ...(recorded === null ? {} : { recorded }) }
          const session = await ledger.session('s1', opening)
          await session.startRun({ trigger: 'user', text: '' })
          const turn = await session.startTurn()
          await turn.recordTool({ call: 'c1', ...structuredClone(one), ...first })
          const { seq } = session.state
          await turn.recordCall({ call: 'c1', ...structuredClone(one) })
          await turn.recordTool({ call: 'c1', ...structuredClone(one), ...first })
          if (isOver) await turn.end()
          await session.recordResult({ call: 'c1', ...first })
          expect(session.state.seq).toBe(seq + (isOver ? 1 : 0))
          const outcome = await session
            .recordResult({ call: 'c1', ...second })
            .catch((error: unknown) => error)
          const isSameResult = first.ok === second.ok && first.output === second.output
          if (recorded !== null || isSameResult) expect(outcome).toBeUndefined()
          else expect(outcome).toMatchObject({ code: 'id-conflict', id: 's1<c1' })
          const again = await session
            .hasCall({ call: 'c1', ...structuredClone(other) })
            .catch((error) => error)
          const isSameCall = one.name === other.name && valueDifference(one.input, other.input) === null
          if (recorded !== null || isSameCall) expect(again).toBe(true)
          else expect(again).toMatchObject({ code: 'id-conflict', id: 's1>c1' })
          expect(await session.hasCall({ call: 'c2', ...other })).toBe(false)
          expect(JSON.stringify(again)).not.toContain('hunter2')
          await ledger.close()
        },
      ),
      { numRuns: runs(300) },
    )
  })
})

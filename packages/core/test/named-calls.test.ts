import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { HostError } from '../src/errors.js'
import type { NamedOccurrence } from '../src/host-input.js'
import { openLedger } from '../src/ledger.js'
import { profiles } from '../src/profiles/builtin-profiles.js'
import { callEventId, namedEventId } from '../src/session/log-question.js'
import type { Session } from '../src/session.js'
import { sqliteStore } from '../src/sqlite.js'
import { valueDifference } from '../src/store/body.js'
import type { EventStore } from '../src/store/event-store.js'
import { memoryStore } from '../src/store/memory/memory-store.js'
import { sampleEvent } from '../src/testing/index.js'
import { madeUp } from './made-up-secrets.js'
import { conflictOf, openSession, readAll } from './open-session.js'

type Ask = (session: Session, id: NamedOccurrence) => Promise<unknown>

/** Each thing that a host can name, as it is and with another body; how the session must stand before it. */
const calls: readonly {
  readonly name: string
  readonly between: boolean
  readonly ask: Ask
  readonly other: Ask
  readonly place: string
}[] = [
  {
    name: 'startRun',
    between: true,
    ask: (session, id) => session.startRun({ trigger: 'user', text: 'a', ...id }),
    other: (session, id) => session.startRun({ trigger: 'user', text: 'b', ...id }),
    place: 'data.text',
  },
  {
    name: 'startRun of another trigger',
    between: true,
    ask: (session, id) => session.startRun({ trigger: 'user', text: 'a', ...id }),
    other: (session, id) => session.startRun({ trigger: 'external', text: 'a', ...id }),
    place: 'data.trigger',
  },
  {
    name: 'endRun',
    between: true,
    ask: (session, id) => session.endRun({ text: 'Done.', ...id }),
    other: (session, id) => session.endRun({ ...id }),
    place: 'data.text',
  },
  {
    name: 'endRun that waits',
    between: true,
    ask: (session, id) => session.endRun({ waitingFor: 'a', ...id }),
    other: (session, id) => session.endRun({ waitingFor: 'b', ...id }),
    place: 'data.waitingFor',
  },
  {
    name: 'turn.end',
    between: false,
    ask: async (session, id) => session.turn()?.end(id),
    other: async (session, id) => session.turn()?.end({ interrupted: true, ...id }),
    place: 'data.interrupted',
  },
  {
    name: 'recordMessage',
    between: false,
    ask: (session, id) => session.recordMessage({ text: 'a', ...id }),
    other: (session, id) => session.recordMessage({ text: 'a', role: 'user', ...id }),
    place: 'data.role',
  },
  {
    name: 'recordNag',
    between: false,
    ask: (session, id) => session.recordNag({ text: 'a', ...id }),
    other: (session, id) => session.recordNag({ text: 'b', ...id }),
    place: 'data.text',
  },
  {
    name: 'recordCompaction',
    between: false,
    ask: (session, id) => session.recordCompaction({ summary: 'a', ...id }),
    other: (session, id) => session.recordCompaction(id),
    place: 'data.summary',
  },
  {
    name: 'startSubagent',
    between: false,
    ask: (session, id) => session.startSubagent({ child: 'a', ...id }),
    other: (session, id) => session.startSubagent({ child: 'b', ...id }),
    place: 'data.child',
  },
  {
    name: 'endSubagent',
    between: false,
    ask: (session, id) => session.endSubagent({ child: 'a', ...id }),
    other: (session, id) => session.endSubagent({ child: 'a', call: 'c', ...id }),
    place: 'data.call',
  },
]

const startTurn = {
  name: 'startTurn',
  between: true,
  ask: async (session: Session, id: NamedOccurrence): Promise<unknown> =>
    (await session.startTurn(id)).number,
}

/** A session with a run, and a turn where one is wanted. */
async function sessionFor(call: { readonly between: boolean }): Promise<Session> {
  const session = await openSession(profiles.todoManager)
  if (!call.between) await session.startTurn()
  return session
}

describe.each([...calls, startTurn])('$name', (call) => {
  test('under the same id is one and gets the same answer, also of another object', async () => {
    const store = memoryStore()
    const session = await openSession(profiles.todoManager, { store })
    if (!call.between) await session.startTurn()
    const turn = session.turn()
    const id = { id: 'r1' }
    const first = await call.ask(session, id)
    const { seq } = session.state
    const again = call.name === 'turn.end' ? await turn?.end(id) : await call.ask(session, id)
    expect(again).toEqual(first)
    expect(session.state.seq).toBe(seq)
    if (call.name === 'startTurn' || call.name === 'turn.end') return
    const resumed = await openLedger({ store }).session('s1')
    const { seq: resumedAt } = resumed.state
    expect(await call.ask(resumed, id)).toEqual(first)
    expect(resumed.state.seq).toBe(resumedAt)
  })

  test('under another id is another one, and without an id, too', async () => {
    if (!['recordMessage', 'recordNag', 'recordCompaction'].includes(call.name)) return
    const session = await sessionFor(call)
    const { seq } = session.state
    for (const id of [{ id: 'r1' }, { id: 'r2' }, {}, {}, { id: '' }, { id: '' }]) await call.ask(session, id)
    expect(session.state.seq).toBe(seq + 5)
  })
})

describe.each(calls)('another body: $name', (call) => {
  test('under its id is an error that shows both', async () => {
    const session = await sessionFor(call)
    const turn = session.turn()
    await call.ask(session, { id: 'r1' })
    const { seq } = session.state
    const other =
      call.name === 'turn.end'
        ? turn?.end({ interrupted: true, id: 'r1' })
        : call.other(session, { id: 'r1' })
    const error = await conflictOf(Promise.resolve(other))
    expect(error).toMatchObject({ difference: { place: call.place }, given: { id: 'r1' }, id: 's1=1:r1' })
    expect(error.message).toContain(`there ${call.place} is ${error.difference.first}, here `)
    expect(error.stored.session).toBe('s1')
    expect(session.state.seq).toBe(seq)
  })

  test.each(calls)('as $name under its id is an error', async (second) => {
    const sameKind = (name: string): string => name.split(' ')[0] ?? ''
    if (sameKind(second.name) === sameKind(call.name)) return
    const session = await sessionFor(call)
    await call.ask(session, { id: 'r1' })
    if (second.name === 'turn.end' && session.turn() === null) {
      if (!session.state.run.open) await session.startRun({ trigger: 'user', text: '' })
      await session.startTurn()
    }
    const { seq } = session.state
    const error = await conflictOf(second.ask(session, { id: 'r1' }))
    expect(error.difference.place).toBe('type')
    expect(session.state.seq).toBe(seq)
  })
})

test('a turn that is asked for again delivers what it delivered, also where its id was drawn', async () => {
  const session = await openSession(profiles.todoManager)
  await session.edit({ add: [{ text: 'By hand' }] }, { actor: { kind: 'person', id: 'p' } })
  await session.recordNag({ text: 'Update your list.' })
  const { reminders } = await session.startTurn({ id: 't1' })
  expect(reminders).toEqual([expect.stringContaining('By hand'), 'Update your list.'])
  expect((await session.startTurn({ id: 't1' })).reminders).toEqual(reminders)
})

test('a turn that a host has lost can be had again while it is under way', async () => {
  const session = await openSession(profiles.todoManager)
  expect(session.turn()).toBeNull()
  await session.startTurn({ id: 't1' })
  await expect(session.startTurn()).rejects.toMatchObject({ code: 'turn-open' })
  await expect(session.startTurn({ id: 't2' })).rejects.toMatchObject({ code: 'turn-open' })
  const turn = session.turn()
  expect(turn?.number).toBe(1)
  expect((await session.startTurn({ id: 't1' })).number).toBe(1)
  expect(await turn?.end({ id: 'e1' })).toEqual({ reminders: [], watcher: [] })
  expect(session.turn()).toBeNull()
  await expect(session.startTurn({ id: 't1' })).rejects.toMatchObject({ code: 'turn-over' })
  const next = await session.startTurn({ id: 't2' })
  await expect(session.startTurn({ id: 't1' })).rejects.toMatchObject({ code: 'turn-over' })
  // The end of one turn is not that of another.
  const error = await conflictOf(next.end({ id: 'e1' }))
  expect(error.difference).toEqual({ place: 'turn', first: '1', second: '2' })
})

test('a reply that found the budget spent is told so again, also when there would be budget by then', async () => {
  const session = await openSession(profiles.wakeLoop.with({ maxWakeCycles: 1 }))
  const reply = { trigger: 'reply', text: 'Yes.' } as const
  expect(await session.startRun({ ...reply, id: 'r1' })).toEqual({ started: true })
  expect(await session.startRun({ ...reply, id: 'r2' })).toEqual({ started: false, reason: 'budget' })
  await session.startRun({ trigger: 'user', text: '' })
  const { seq } = session.state
  expect(await session.startRun({ ...reply, id: 'r2' })).toEqual({ started: false, reason: 'budget' })
  expect(session.state.seq).toBe(seq)
  const error = await conflictOf(session.startRun({ trigger: 'user', text: 'Yes.', id: 'r2' }))
  expect(error.difference.place).toBe('data.trigger')
})

describe('two hosts that are given the same id', () => {
  test.each([
    { name: 'one after the other', together: false },
    { name: 'at the same time', together: true },
  ])('record it once, $name', async ({ together }) => {
    const store = memoryStore()
    const first = await openLedger({ store }).session('s1', { profile: profiles.todoManager })
    const second = await openLedger({ store }).session('s1')
    const input = { trigger: 'user', text: 'Begin.', id: 'r1' } as const
    // The second has not seen this, and knows of the run only from the store.
    await first.recordMessage({ text: 'a' })
    const ask = async (session: Session): Promise<unknown> =>
      session.startRun(input).catch(() => session.startRun(input))
    const answers = together
      ? await Promise.all([ask(first), ask(second)])
      : [await ask(first), await ask(second)]
    expect(answers).toEqual([{ started: true }, { started: true }])
    expect(first.state).toEqual(second.state)
    const events = await readAll(store.read('s1'))
    expect(events.filter(({ type }) => type === 'run.started')).toHaveLength(1)
    expect((await second.startTurn()).number).toBe(1)
  })

  test('at different moments of the session are no conflict', async () => {
    const store = memoryStore()
    const first = await openLedger({ store }).session('s1', { profile: profiles.todoManager })
    const second = await openLedger({ store }).session('s1')
    await first.startRun({ trigger: 'user', text: '' })
    await first.startTurn()
    // Stored in turn 1; for the second, which has not read that, it would be turn 0.
    await Promise.all([
      first.recordMessage({ text: 'a', id: 'm1' }),
      second.recordMessage({ text: 'a', id: 'm1' }),
    ])
    const events = await readAll(store.read('s1'))
    expect(events.filter(({ type }) => type === 'message.recorded')).toHaveLength(1)
  })
})

const hostileIds = ['', '1:x', '=1:x', 's1/c1', '>c1', '#2', '\ud800', 'a\0b', '__proto__', 'x'.repeat(5000)]

test('hostile ids are names as any other', async () => {
  const session = await openSession(profiles.todoManager)
  for (const id of hostileIds) await session.recordMessage({ text: id, id })
  const { seq } = session.state
  for (const id of hostileIds) await session.recordMessage({ text: id, id })
  expect(session.state.seq).toBe(seq)
  expect(seq).toBe(2 + hostileIds.length)
  for (const id of hostileIds) await conflictOf(session.recordMessage({ text: 'other', id }))
})

test('no two names, numbers and call ids make the same event id', () => {
  const anyPart = fc.oneof(fc.string(), fc.constantFrom(...hostileIds.slice(0, -1)))
  const anyId = fc.oneof(
    fc.record({ name: anyPart, number: fc.integer({ min: 1, max: 12 }) }),
    fc.record({ call: anyPart, sign: fc.constantFrom('/', '>', '<', '#') }),
  )
  const idOf = (given: { name: string; number: number } | { call: string; sign: string }): string => {
    if ('name' in given) return namedEventId('s1', given.name, given.number)
    return given.sign === '/' ? callEventId('s1', given.call) : `s1${given.sign}${given.call}`
  }
  fc.assert(
    fc.property(anyId, anyId, (first, second) => {
      expect(idOf(first) === idOf(second)).toBe(JSON.stringify(first) === JSON.stringify(second))
    }),
  )
})

test('an id that holds a secret is stored without it, and known again', async () => {
  const store = memoryStore()
  const session = await openSession(profiles.todoManager, { store })
  const secret = `ghp_${madeUp('base62', 36)}`
  for (const id of [secret, `${secret}2`, secret]) {
    await session.recordMessage({ text: `I use ${secret}`, id: `call ${id}` })
  }
  const events = await readAll(store.read('s1'))
  expect(events.filter(({ type }) => type === 'message.recorded')).toHaveLength(2)
  expect(JSON.stringify(events)).not.toContain(secret)
})

test('what was taken out of the log since is not compared, and a session that was forgotten says so', async () => {
  const store = memoryStore()
  const ledger = openLedger({ store, redaction: false })
  const session = await ledger.session('s1', { profile: profiles.todoManager })
  const input = { trigger: 'user', text: 'My dog is called Rex-2000.', id: 'r1' } as const
  await session.startRun(input)
  await ledger.redact('s1', { secret: 'Rex-2000' })
  const { seq } = session.state
  expect(await session.startRun(input)).toEqual({ started: true })
  await conflictOf(session.recordMessage({ text: 'a', id: 'r1' }))
  expect(session.state.seq).toBe(seq)
  await ledger.forget('s1')
  await expect(session.startRun(input)).rejects.toMatchObject({ code: 'forgotten' })
})

test('what is out of order is refused under an id as without, and nothing is kept of the id', async () => {
  const session = await openSession(profiles.todoManager)
  await session.endRun()
  await expect(session.startTurn({ id: 't1' })).rejects.toBeInstanceOf(HostError)
  await expect(session.endRun({ id: 't1' })).rejects.toBeInstanceOf(HostError)
  await session.startRun({ trigger: 'user', text: '', id: 't1' })
  expect(session.state.run.open).toBe(true)
})

test('a call without an id takes none that the model gave another call', async () => {
  const session = await openSession(profiles.todoManager)
  await session.startRun({ trigger: 'user', text: 'Begin' })
  const turn = await session.startTurn()
  const { seq } = session.state
  const input = { items: [{ id: '1', text: 'Write the test', status: 'pending' }] }
  await turn.callTodoTool('todo', input, { call: `call-${seq + 2}` })
  const { updates } = session.state
  expect(await turn.callTodoTool('todo', input)).toMatchObject({ ok: true })
  expect(session.state.updates).toBe(updates + 1)
})

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

  test('is known as used also where another process recorded it meanwhile', async () => {
    const store = memoryStore()
    const opened = () =>
      openLedger({ store }).session('s1', { profile: profiles.todoManager, openTurn: 'join' })
    const [session, other] = [await opened(), await opened()]
    await other.callTodoTool({ call: 'c1', name: 'todo', input: { items: [{ text: 'a' }] } })
    expect(await session.usesCallId('c1')).toBe(true)
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
          // Also where the turn is over.
          const again = await turn.recordCall({ call: 'c1', ...structuredClone(other) }).then(
            () => true,
            (error: unknown) => error,
          )
          const isSameCall = one.name === other.name && valueDifference(one.input, other.input) === null
          if (recorded !== null || isSameCall) expect(again).toBe(true)
          else expect(again).toMatchObject({ code: 'id-conflict', id: 's1>c1' })
          expect(JSON.stringify(again)).not.toContain('hunter2')
          await ledger.close()
        },
      ),
      { numRuns: runs(300) },
    )
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { HostError, StoreError } from '../src/errors.js'
import { eventVersions, type TodoEvent } from '../src/events.js'
import { stateAt } from '../src/history.js'
import { openLedger } from '../src/ledger.js'
import { profiles } from '../src/profiles/builtin-profiles.js'
import { createReducer } from '../src/reducer.js'
import { verifyChain } from '../src/store/chain/verify-chain.js'
import type { EventStore } from '../src/store/event-store.js'
import { memoryStore } from '../src/store/memory/memory-store.js'
import { aReading } from './a-reading.js'
import { arbitraryScript } from './arbitrary-script.js'
import { readAll, steppingClock } from './open-session.js'
import { type Action, playScript, systems } from './scripted-host.js'

/** A session in the middle of a turn, and the ledger of somebody else over the same store. */
async function underWay() {
  const store = memoryStore()
  const ledger = openLedger({ store, clock: steppingClock(), turnLeases: false })
  const other = openLedger({ store, turnLeases: false })
  const session = await ledger.session('s1', { profile: profiles.todoManager })
  await session.startRun({ trigger: 'user', text: 'Begin.' })
  const turn = await session.startTurn()
  const items = [{ id: '1', text: 'Run the tests', status: 'completed' }]
  await turn.callTodoTool('todo', { items }, { call: 'c1' })
  return { store, ledger, other, session, turn }
}

/** Who said what, as the store holds it. */
async function answersOf(store: EventStore): Promise<readonly string[]> {
  return (await readAll(store.read('s1'))).flatMap(({ type, data }) =>
    type === 'completion.read' && 'reader' in data ? [`${data.reader} ${data.answer?.verdict}`] : [],
  )
}

test('an answer changes nothing of the session, and takes turn and time of the event before it', async () => {
  const { store, other, session, turn } = await underWay()
  const { seq, ...before } = session.state
  await other.recordReading('s1', aReading('page'))
  const { seq: after, ...state } = (await other.stateAt('s1', 'end')) ?? session.state
  expect({ after, state }).toEqual({ after: seq + 1, state: before })
  const [event] = await readAll(store.read('s1', { from: after }))
  expect({ ...event, hash: null }).toMatchInlineSnapshot(`
    {
      "at": 2026-01-05T10:00:04.000Z,
      "data": {
        "answer": {
          "line": 4,
          "p": 62,
          "parts": [
            {
              "done": false,
              "line": null,
              "part": "run the tests",
            },
          ],
          "quote": "no tests ran",
          "verdict": "partly",
          "why": "the tests were never run",
        },
        "asked": "2026-03-01T12:00:00.000Z",
        "call": "c1",
        "cost": 0.01,
        "digest": "digest of page",
        "item": "1",
        "model": "claude-sonnet",
        "page": "page",
        "question": 1,
        "reader": "claude",
      },
      "hash": null,
      "id": "s1=1:read claude digest of page",
      "seq": 5,
      "session": "s1",
      "turn": 1,
      "type": "completion.read",
      "version": 1,
    }
  `)
  expect(event?.at).toEqual(new Date(before.at))
  // Whoever drives the session neither knows nor minds: its turn is open, and ends as it would have.
  expect(await turn.end()).toEqual({ reminders: [], watcher: [] })
  expect(await verifyChain(store)).toMatchObject({ ok: true })
})

test('the same page is recorded once a reader, whatever is answered the second time', async () => {
  const { store, other } = await underWay()
  await other.recordReading('s1', aReading('page'))
  await other.recordReading('s1', aReading('page', { cost: null, answer: null }))
  await other.recordReading('s1', aReading('page', { reader: 'codex', answer: null }))
  expect(await answersOf(store)).toEqual(['claude partly', 'codex undefined'])
})

test('many readers and the host at once: nobody fails, and each answer is there once', async () => {
  const { store, other, session, turn } = await underWay()
  const third = openLedger({ store, turnLeases: false })
  const pages = Array.from({ length: 12 }, (_, index) => aReading(`page ${index}`))
  await Promise.all([
    ...pages.flatMap((page) => [other.recordReading('s1', page), third.recordReading('s1', page)]),
    turn.recordTool({ call: 'w', name: 'Bash', input: { command: 'make' }, ok: true }),
    turn.end(),
  ])
  expect(await answersOf(store)).toHaveLength(12)
  const events = await readAll(store.read('s1'))
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
  expect(session.state.turn.open).toBe(false)
})

test('there must be such a session, and it must not be forgotten', async () => {
  const { ledger, other } = await underWay()
  await expect(other.recordReading('s2', aReading('page'))).rejects.toThrow(HostError)
  await ledger.forget('s1')
  await expect(other.recordReading('s1', aReading('page'))).rejects.toThrow(StoreError)
})

test('a secret in an answer is taken out, also later', async () => {
  const { store, ledger } = await underWay()
  const token = ['gh', 'p_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('')
  const { answer } = aReading('page')
  if (answer === null) throw new Error('there is an answer')
  await ledger.recordReading(
    's1',
    aReading('page', { answer: { ...answer, why: token, quote: 'of hunter2' } }),
  )
  await ledger.redact('s1', { secret: 'hunter2' })
  const texts = JSON.stringify(await readAll(store.read('s1')))
  expect(texts).not.toContain(token)
  expect(texts).not.toContain('hunter2')
  expect(texts).toContain('digest of page')
})

test('an event of before is read at its time, whenever the answer came', async () => {
  const { store, other, session, turn } = await underWay()
  await other.recordReading('s1', aReading('page'))
  await turn.recordTool({ call: 'w', name: 'Bash', input: {}, ok: true })
  const at = new Date(session.state.at)
  expect((await stateAt(store.read('s1'), { at }))?.seq).toBe(session.state.seq)
})

const _begin: Action = { do: 'startRun', input: { trigger: 'user', text: 'Begin.' } }

describe('a host that never hears of readers', () => {
  test.each(systems.map(({ profile }, system) => ({ name: profile.name, system })))(
    'does the same with answers between any two of its events: $name',
    async ({ system }) => {
      await fc.assert(
        fc.asyncProperty(
          arbitraryScript,
          fc.array(fc.constantFrom(null, 'reading first' as const), { minLength: 1, maxLength: 60 }),
          fc.boolean(),
          async (script, faults, named) => {
            const expected = await playScript(system, script, { faults: [], named, restarts: false })
            const played = await playScript(system, script, { faults, named, restarts: false })
            expect(played.answers).toEqual(expected.answers)
            expect(played.events).toEqual(expected.events)
            expect(played.told).toHaveLength(expected.told.length)
            expect(played.states[0]).toEqual(played.states[1])
            expect(played.failures).toBe(expected.failures)
          },
        ),
        { numRuns: runs(100) },
      )
    },
  )
})

test('wherever it stands in a log, it changes the seq of the state and nothing else', async () => {
  const { store } = await underWay()
  const reducer = createReducer()
  let state = reducer.replay().state
  for (const event of await readAll(store.read('s1'))) {
    state = reducer.accept(state, event)
    const read: TodoEvent = {
      id: 'r',
      session: 's1',
      seq: state.seq + 1,
      turn: state.turn.number,
      at: new Date(state.at),
      type: 'completion.read',
      version: eventVersions['completion.read'],
      data: aReading('page'),
    }
    expect(reducer.accept(state, read)).toEqual({ ...state, seq: read.seq })
  }
})

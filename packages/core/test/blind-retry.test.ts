import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { isLongRun, runs } from '../../../test/random.js'
import { openLedger } from '../src/ledger.js'
import { profiles } from '../src/profiles/builtin-profiles.js'
import type { EventStore } from '../src/store/event-store.js'
import { memoryStore } from '../src/store/memory/memory-store.js'
import { arbitraryScript } from './arbitrary-script.js'
import type { AppendFault } from './failing-store.js'
import { readAll } from './open-session.js'
import { type Action, type Play, type Played, playScript, systems } from './scripted-host.js'

const undisturbed = { faults: [], restarts: false }

/** Every thing that a host can do, between turns and in them, more than once. */
const wholeSession: readonly Action[] = [
  { do: 'message' },
  { do: 'startRun', input: { trigger: 'user', text: 'Begin.' } },
  { do: 'nag' },
  { do: 'startTurn' },
  { do: 'todo', number: 0 },
  { do: 'todo', number: 1 },
  { do: 'work', number: 2 },
  { do: 'call', number: 3 },
  { do: 'message' },
  { do: 'result', number: 3 },
  { do: 'endTurn', interrupted: false },
  { do: 'startSubagent' },
  { do: 'startTurn' },
  { do: 'call', number: 4 },
  { do: 'endTurn', interrupted: true },
  { do: 'result', number: 4 },
  { do: 'endSubagent' },
  ...[5, 6, 7].flatMap((number): Action[] => [
    { do: 'startTurn' },
    { do: 'work', number },
    { do: 'endTurn', interrupted: false },
  ]),
  { do: 'compact' },
  { do: 'endRun', ending: { text: 'Done.' } },
  { do: 'startRun', input: { trigger: 'continuation', text: 'Go on.' } },
  { do: 'startTurn' },
  { do: 'endTurn', interrupted: false },
  { do: 'endRun', ending: { text: 'Done.' } },
  { do: 'startRun', input: { trigger: 'reply', text: 'Yes.' } },
  { do: 'endRun', ending: {} },
  { do: 'startRun', input: { trigger: 'subagent', text: 'It is done.' } },
  { do: 'startTurn' },
  { do: 'endTurn', interrupted: false },
  { do: 'endRun', ending: { complete: false, waitingFor: 'a reply' } },
]

/** Both came to the same answers and the same log, and nobody was told of anything else. */
function mustBeTheSame(played: Played, expected: Played, { restarts }: Pick<Play, 'restarts'>): void {
  expect(played.answers).toEqual(expected.answers)
  expect(played.events).toEqual(expected.events)
  expect(played.states[0]).toEqual(played.states[1])
  // A listener is told of every event once, in order; one that came with a new process, of those since then.
  if (!restarts) expect(played.told).toEqual(expected.told)
}

const ways: readonly { readonly fault: AppendFault; readonly named: boolean; readonly restarts: boolean }[] =
  [
    { fault: 'answer lost', named: false, restarts: false },
    { fault: 'not stored', named: false, restarts: false },
    { fault: 'answer lost', named: true, restarts: false },
    { fault: 'not stored', named: true, restarts: false },
    { fault: 'answer lost, store away', named: true, restarts: false },
    { fault: 'answer lost', named: true, restarts: true },
    { fault: 'not stored', named: true, restarts: true },
    { fault: 'answer lost, store away', named: true, restarts: true },
  ]

/** `npm run test:long` lets each append fail, `npm test` every seventh: others under each system. */
const step = isLongRun ? 1 : 7

describe.each(systems.map(({ profile }, system) => ({ name: profile.name, system })))(
  '$name',
  ({ system }) => {
    test.each(ways)(
      'each append of a session fails once: $fault, named $named, restarts $restarts',
      async (way) => {
        const expected = await playScript(system, wholeSession, { ...undisturbed, named: way.named })
        expect(expected.appends).toBeGreaterThan(30)
        for (let at = (system + ways.indexOf(way)) % step; at < expected.appends; at += step) {
          const faults = [...Array.from({ length: at }, () => null), way.fault]
          mustBeTheSame(await playScript(system, wholeSession, { ...way, faults }), expected, way)
        }
      },
    )
  },
)

test('a script meets what it is there for', async () => {
  const types = new Set<unknown>()
  const outcomes: unknown[] = []
  for (const system of systems.keys()) {
    const { events, answers } = await playScript(system, wholeSession, { ...undisturbed, named: true })
    for (const event of events) types.add(Reflect.get(Object(event), 'type'))
    outcomes.push(...answers)
  }
  expect([...types].sort()).toMatchInlineSnapshot(`
    [
      "context.compacted",
      "continuation.issued",
      "continuation.stopped",
      "message.recorded",
      "nag.issued",
      "run.started",
      "session.opened",
      "session.yielded",
      "subagent.ended",
      "subagent.started",
      "todos.rejected",
      "todos.rolled-back",
      "todos.updated",
      "tool.called",
      "tool.returned",
      "turn.ended",
      "turn.started",
    ]
  `)
  expect(outcomes).toContainEqual({ started: false, reason: 'budget' })
  expect(outcomes).toContainEqual(expect.objectContaining({ action: 'continue' }))
  expect(outcomes).toContainEqual(expect.objectContaining({ reminders: [expect.any(String)] }))
})

function anyFaults(...kinds: readonly AppendFault[]): fc.Arbitrary<(AppendFault | null)[]> {
  return fc.array(fc.option(fc.constantFrom(...kinds), { freq: 2 }), { maxLength: 40, size: 'max' })
}

test('any script, in any order, under any faults comes to the same where the host names what it records', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(),
      arbitraryScript,
      anyFaults('answer lost', 'not stored', 'answer lost, store away'),
      fc.boolean(),
      async (system, script, faults, restarts) => {
        const play = { faults, named: true, restarts }
        const expected = await playScript(system, script, { ...undisturbed, named: true })
        mustBeTheSame(await playScript(system, script, play), expected, play)
      },
    ),
    { numRuns: runs(60) },
  )
})

test('and without names as long as the store can be asked what became of an append', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(),
      arbitraryScript,
      anyFaults('answer lost', 'not stored'),
      async (system, script, faults) => {
        const play = { faults, named: false, restarts: false }
        const expected = await playScript(system, script, { ...undisturbed, named: false })
        mustBeTheSame(await playScript(system, script, play), expected, play)
      },
    ),
    { numRuns: runs(60) },
  )
})

/**
 * A host that dies at its n-th append: before the store has it, or after the store has it and before it is told. What
 * is dead asks nothing more of its store.
 */
function dyingStore(store: EventStore, dies: { at: number; when: 'before' | 'after' }): EventStore {
  let appends = 0
  let isDead = false
  const die = (): never => {
    isDead = true
    throw new Error('killed')
  }
  // The methods stand in the store's class: a spread would leave them out.
  return new Proxy(store, {
    get(target, name) {
      if (isDead) return die
      if (name === 'append') return append
      const member: unknown = Reflect.get(target, name, target)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })

  async function append(...asked: Parameters<EventStore['append']>): ReturnType<EventStore['append']> {
    appends += 1
    if (appends === dies.at && dies.when === 'before') return die()
    const result = await store.append(...asked)
    return appends === dies.at ? die() : result
  }
}

/** How many appends a host makes that lives. */
async function appendsOf(run: (store: EventStore) => Promise<void>): Promise<number> {
  const store = memoryStore()
  const append = store.append.bind(store)
  let appends = 0
  store.append = (...asked) => {
    appends += 1
    return append(...asked)
  }
  await run(store)
  return appends
}

/**
 * What a host does in three runs of a wake loop with a nag: goes on from whatever the log says, so that it can begin
 * anywhere. Stops when the session has yielded.
 */
async function host(store: EventStore): Promise<void> {
  const session = await openLedger({ store, turnLeases: false }).session('s1', { profile })
  if (session.state.run.number === 0) await session.startRun({ trigger: 'user', text: 'Begin.' })
  for (;;) {
    const [waiting] = session.pending().filter((entry) => entry.kind === 'continuation')
    if (session.state.yielded !== null) return
    if (waiting !== undefined) await session.startRun({ trigger: 'wake', text: waiting.text })
    while (session.state.run.turns < 4) {
      const turn = await session.startTurn()
      const call = `r${session.state.run.number}t${session.state.run.turns}`
      if (session.state.items.length === 0) await turn.callTodoTool('todo_write', { items: ['a'] }, { call })
      else await turn.recordTool({ call, name: 'bash', input: {}, ok: true })
      await turn.end()
    }
    await session.endRun({ text: `answer ${session.state.run.number}` })
  }
}

const nag = profiles.todoManager.nag
const profile = { ...profiles.wakeLoop.with({ maxWakeCycles: 2 }), nag }

it('a host killed at any step issues each nag and continuation once, and delivers each once', async () => {
  const appends = await appendsOf(host)
  expect(appends).toBeGreaterThan(30)
  for (const when of ['before', 'after'] as const) {
    for (let at = 1; at <= appends; at += 1) {
      const store = memoryStore()
      await expect(host(dyingStore(store, { at, when }))).rejects.toThrow('killed')
      await host(store)
      const events = await readAll(store.read('s1'))
      const issued = events.flatMap((e) =>
        e.type === 'nag.issued' || e.type === 'continuation.issued' ? [e.id] : [],
      )
      const delivered = events.flatMap((e) =>
        e.type === 'run.started' || e.type === 'turn.started' ? e.data.delivers : [],
      )
      expect(new Set(delivered).size).toBe(delivered.length)
      // The last turns' nags wait for a turn that never comes.
      const last = await openLedger({ store, turnLeases: false }).session('s1')
      const waiting = last.pending().map((entry) => entry.id)
      expect([...delivered, ...waiting].toSorted()).toEqual(issued.toSorted())
      const continuations = events.filter((event) => event.type === 'continuation.issued')
      expect(continuations.map((event) => event.type === 'continuation.issued' && event.data.used)).toEqual([
        1, 2,
      ])
      expect(events.filter((event) => event.type === 'session.yielded')).toHaveLength(1)
    }
  }
})

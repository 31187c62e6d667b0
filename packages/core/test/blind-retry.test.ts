import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLongRun, runs } from '../../../test/random.js'
import { arbitraryScript } from './arbitrary-script.js'
import type { AppendFault } from './failing-store.js'
import { type Action, type Play, type Played, playScript, systems } from './scripted-host.js'

const undisturbed = { faults: [], restarts: false }

/** Every thing that a host can do, between turns and in them, more than once. */
const wholeSession: readonly Action[] = [
  { do: 'message' },
  { do: 'adopt' },
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

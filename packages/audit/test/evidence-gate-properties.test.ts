import type { EventOf, Profile, TodoEvent } from '@todo-ledger/core'
import {
  createReducer,
  encodeEvent,
  initialState,
  memoryStore,
  openLedger,
  profileList,
  profiles,
} from '@todo-ledger/core'
import { decide } from '@todo-ledger/core/profiles'
import { completedBy } from '@todo-ledger/core/rules'
import { arbitrarySession, checkProfile, driveSession } from '@todo-ledger/core/testing'
import { profileNamed } from '@todo-ledger/recordings'
import { codex } from '@todo-ledger/recordings/agents'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../test/random.js'
import { readAll } from '../../core/test/open-session.js'
import { evidence, LiveEvidence } from '../src/evidence.js'
import { GatedHost, planOf, type Told, withStates } from './gated-host.js'

/** One thing that a host under `codex` does. */
type Act =
  | { readonly do: 'list'; readonly items: readonly string[] }
  | { readonly do: 'edit'; readonly path: string }
  | { readonly do: 'bash'; readonly command: string; readonly ok: boolean }
  | { readonly do: 'start'; readonly command: string }
  | { readonly do: 'say'; readonly text: string }

const texts = [
  'Run the tests',
  'Fix the parser',
  'Deploy the site',
  'Write src/parser.ts and run the linter',
  'Decide on the approach',
  'Muokkaa asetuksia',
]
const item = fc
  .tuple(fc.constantFrom('pending', 'in_progress', 'completed', 'completed'), fc.constantFrom(...texts))
  .map(([status, text]) => `${status} ${text}`)

const command = fc.constantFrom('npx vitest run', 'npm run lint', 'ls', 'kubectl apply -f site.yaml')

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('list' as const), items: fc.array(item, { maxLength: 4 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('edit' as const),
      path: fc.constantFrom('src/parser.ts', 'a.md'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('bash' as const), command, ok: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('start' as const), command }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('say' as const),
      text: fc.constantFrom('All tests pass.', 'Deployed.'),
    }),
  },
)
const script = fc.array(act, { maxLength: 25 })

const gate = fc.record({
  threshold: fc.constantFrom(0.3, 0.7, 1),
  releaseAfter: fc.integer({ min: 0, max: 3 }),
})

async function play(host: GatedHost, { ...step }: Act): Promise<void> {
  switch (step.do) {
    case 'list':
      await host.list(...step.items)
      return
    case 'edit':
      return host.edit(step.path)
    case 'bash':
      return host.bash(step.command, step.ok ? 'ok' : 'FAILED', step.ok)
    case 'start':
      return host.callWithoutResult(step.command)
    case 'say':
      return host.session.recordMessage({ text: step.text })
  }
}

/** The events of a script with the state after each. */
async function played(acts: readonly Act[], profile: Profile): Promise<readonly Told[]> {
  const host = await GatedHost.open(profile)
  for (const each of acts) await play(host, each)
  return withStates(await readAll(host.store.read('s1')))
}

function refusals(told: readonly Told[]): readonly (EventOf<'todos.rejected'> & { readonly at: Date })[] {
  return told.flatMap(({ event }) =>
    event.type === 'todos.rejected' && event.data.violations.some(({ rule }) => rule === 'evidence-required')
      ? [event]
      : [],
  )
}

describe('where the gate is off', () => {
  it('a log is byte for byte what it was', () =>
    fc.assert(
      fc.asyncProperty(
        fc
          .constantFrom(...profileList)
          .chain((profile) => fc.tuple(fc.constant(profile), arbitrarySession(profile, { maxSteps: 8 }))),
        async ([profile, steps]) => {
          const bytes = async (under: Profile) =>
            (await driveSession(under, steps)).events.map((event) => encodeEvent(event))
          const off = profile.with({ evidenceRequired: true }).with({ evidenceRequired: false })
          const log = await bytes(off)
          expect(log).toEqual(await bytes(profile))
          expect(log.join('\n')).not.toMatch(/evidence|"support"|waivedRules|unsupported/u)
        },
      ),
      { numRuns: runs(30) },
    ))
})

describe('where the gate is on', () => {
  it('only updates that complete something are refused, and none more often than it may be', () =>
    fc.assert(
      fc.asyncProperty(script, gate, async (acts, evidenceRequired) => {
        const profile = codex.profile.with({ evidenceRequired })
        const told = await played(acts, profile)
        const counts = new Map<string, number>()
        for (const refusal of refusals(told)) {
          const state = told[refusal.seq - 2]?.state ?? initialState
          const { tool, input, unsupported = [] } = refusal.data
          const { changes } = decide(state, profile.read({ tool, input, state, recorded: null }).intent)
          const next = createReducer().attempt(state, { ...refusal, ...updateOf(refusal, changes) }).next
          const completed = completedBy(changes, next)
          expect(completed.length).toBeGreaterThan(0)
          for (const { text, support } of unsupported) {
            expect(completed.map((each) => each.text)).toContain(text)
            expect(support).toBeLessThan(evidenceRequired.threshold)
          }
          for (const name of new Set(unsupported.map(({ key, text }) => key ?? `new ${text}`))) {
            counts.set(name, (counts.get(name) ?? 0) + 1)
          }
        }
        for (const count of counts.values()) expect(count).toBeLessThanOrEqual(evidenceRequired.releaseAfter)
      }),
      { numRuns: runs(60) },
    ))

  it('the support in the log is what the log itself gives, whenever it is worked out', () =>
    fc.assert(
      fc.asyncProperty(script, gate, async (acts, evidenceRequired) => {
        const told = await played(acts, codex.profile.with({ evidenceRequired }))
        const evidence = new LiveEvidence()
        for (const { event, state } of told) {
          if (event.type === 'todos.updated') {
            const claims = new Map(evidence.judge(event, state).map(({ key, support }) => [key, support]))
            for (const [key, support] of Object.entries(event.data.support ?? {})) {
              expect(claims.get(key)).toBe(support)
            }
          }
          evidence.observe(event, state)
        }
      }),
      { numRuns: runs(60) },
    ))

  it('a session that is resumed decides like one that was never closed', () =>
    fc.assert(
      fc.asyncProperty(
        script,
        gate,
        fc.constantFrom(3, 1000),
        async (acts, evidenceRequired, snapshotInterval) => {
          const profile = codex.profile.with({ evidenceRequired })
          const steady = await played(acts, profile)
          let host = await GatedHost.open(profile, { snapshotInterval })
          for (const each of acts) {
            host = await host.reopened({ snapshotInterval })
            await play(host, each)
          }
          const resumed = await readAll(host.store.read('s1'))
          const said = (event: TodoEvent) => [event.type, event.turn, event.data]
          expect(resumed.map(said)).toEqual(steady.map(({ event }) => said(event)))
        },
      ),
      { numRuns: runs(60) },
    ))

  it('a log replays to the state that the session had, without a disagreement', () =>
    fc.assert(
      fc.asyncProperty(script, gate, async (acts, evidenceRequired) => {
        const host = await GatedHost.open(codex.profile.with({ evidenceRequired }))
        for (const each of acts) await play(host, each)
        const told = withStates(await readAll(host.store.read('s1')))
        expect(told.at(-1)?.state).toEqual(host.session.state)
        expect(host.session.state.disagreements).toEqual([])
      }),
      { numRuns: runs(30) },
    ))
})

function updateOf(
  { data: { call, tool, input } }: EventOf<'todos.rejected'>,
  changes: EventOf<'todos.updated'>['data']['changes'],
): Pick<EventOf<'todos.updated'>, 'type' | 'data'> {
  const data = { call, tool, input, changes, numbered: true, query: false, flags: [], reply: '' }
  return { type: 'todos.updated', data }
}

describe('every invariant of a profile', () => {
  const some = [profiles.todoListMiddleware, profiles.loki, profiles.recommended]
  it.each(some.map((profile) => [profile.name, profile] as const))(
    'holds with the gate: %s',
    async (_, profile) => {
      const gated = profile.with({ evidenceRequired: { releaseAfter: 1 } })
      const { runs: checked } = await checkProfile(gated, {
        runs: 15,
        seed: 7,
        evidence: evidence(),
      })
      expect(checked).toBe(15)
    },
  )
})

describe('a host that asks again', () => {
  it('under the same call id gets the same refusal, which counts once', async () => {
    const host = await GatedHost.open(codex.profile.with({ evidenceRequired: { releaseAfter: 1 } }))
    await host.list('in_progress Run the tests')
    await host.edit('src/parser.ts')
    const turn = await host.session.startTurn()
    const ask = () => turn.callTodoTool('update_plan', planOf(['completed Run the tests']), { call: 'x' })
    const first = await ask()
    expect(first.ok).toBe(false)
    expect(await ask()).toEqual(first)
    expect(await ask()).toEqual(first)
    const told = withStates(await readAll(host.store.read('s1')))
    expect(refusals(told)).toHaveLength(1)
  })

  it('several times in one response is counted each time', async () => {
    const host = await GatedHost.open(codex.profile.with({ evidenceRequired: { releaseAfter: 2 } }))
    await host.list('in_progress Run the tests')
    await host.edit('src/parser.ts')
    const turn = await host.session.startTurn()
    const call = { name: 'update_plan', input: planOf(['completed Run the tests']) }
    const replies = await turn.callTodoTools([
      { ...call, call: 'a' },
      { ...call, call: 'b' },
      { ...call, call: 'c' },
    ])
    expect(replies.map(({ ok }) => ok)).toEqual([false, false, true])
  })

  it('in another process sees what was recorded here', async () => {
    const store = memoryStore()
    const here = await GatedHost.open(codex.profile.with({ evidenceRequired: true }), { store })
    await here.list('in_progress Run the tests')
    const ledger = openLedger({ store, evidence: evidence(), profileNamed, turnLeases: false })
    const there = await ledger.session('s1')
    await here.edit('src/parser.ts')
    await here.bash('npx vitest run', 'Tests  12 passed (12)')
    const turn = await there.startTurn({ id: 't' })
    const reply = await turn.callTodoTool('update_plan', planOf(['completed Run the tests']))
    expect(reply.ok).toBe(true)
  })
})

describe('what is taken out of a log', () => {
  it.each(['here', 'in another process'])('counts no more: %s', async (place) => {
    const store = memoryStore()
    const ledger = openLedger({ store, evidence: evidence(), profileNamed, turnLeases: false })
    const session = await ledger.session('s1', { profile: codex.profile.with({ evidenceRequired: true }) })
    const host = new GatedHost(session, undefined, store)
    await host.begin()
    await host.list('in_progress Run the tests')
    await host.edit('src/parser.ts')
    await host.bash('npx vitest run', 'fine')
    const redacting =
      place === 'here' ? ledger : openLedger({ store, evidence: evidence(), profileNamed, turnLeases: false })
    await redacting.redact('s1', { secret: 'npx vitest run', reason: 'test' })
    if (place !== 'here') await session.recordCompaction()
    expect((await host.list('completed Run the tests')).ok).toBe(false)
  })
})

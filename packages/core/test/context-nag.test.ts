import { expect, it } from 'vitest'
import { profiles } from '../src/profiles/builtin-profiles.js'
import { initialState, type SessionState, type TodoItem } from '../src/state.js'
import { troubleSigns } from '../src/supervisor/signs.js'
import { openSession } from './open-session.js'

/** Document 000 wishes “Context-aware intervention thresholds” and “Adaptive nagging strategies”. */
const policy = profiles.recommended.with({ reminders: 'context' }).nag

const minute = 60_000
const item = (more: Partial<TodoItem> = {}): TodoItem => ({
  ...{ key: 'k1', id: '1', text: 'a', status: 'pending', reason: null, parent: null, dependencies: [] },
  ...{ activeForm: null, priority: null, owner: null, notes: null, estimate: null, metadata: null },
  ...{ added: { turn: 1, seq: 2, at: 0 }, started: null, closed: null, blocked: null, actor: null },
  ...more,
})
const underWay = (estimate: string) =>
  item({ status: 'in_progress', started: { turn: 1, seq: 2, at: 0 }, estimate })

/** Three turns after an update, in a turn with work. */
const state = (more: Partial<SessionState> = {}): SessionState => ({
  ...initialState,
  items: [item()],
  turn: { ...initialState.turn, number: 9, own: 9, otherCalls: 1 },
  turnsSinceUpdate: 3,
  at: 50 * minute,
  ...more,
})
const news = (writes: number, failedChecks = 0, subagents = 0) => ({
  unlisted: { writes, failedChecks, subagents },
})
const nagged = (lastTurn: number, level = 1) => ({
  nags: { issued: 1, lastTurn, level, threshold: null, answeredTurn: null, updatedTurn: null },
})

const moments: readonly (readonly [what: string, level: number | null, state: SessionState])[] = [
  ['nothing happened', null, state()],
  ['three writes', null, state(news(3))],
  ['four writes without an update', 1, state(news(4))],
  ['a check that failed', null, state(news(0, 1))],
  ['two that did', 1, state(news(0, 2))],
  ['a sub-agent that ended', 1, state(news(0, 0, 1))],
  ['an item at less than twice its estimate', null, state({ items: [underWay('30m')] })],
  ['an item far beyond its estimate', 1, state({ items: [underWay('20 min')] })],
  ['an estimate in points, which are no time', null, state({ items: [underWay('1 point')] })],
  ['eight turns, whatever happened', 1, state({ turnsSinceUpdate: 8 })],
  ['news right after the update', null, state({ ...news(9), turnsSinceUpdate: 1 })],
  ['news right after a nag', null, state({ ...news(9), ...nagged(8) })],
  ['news after a nag that was not heeded: firmer', 2, state({ ...news(4), ...nagged(7) })],
  ['and firmer, to the cap', 3, state({ ...news(4), ...nagged(7, 3) })],
  ['an overdue item is told once in a silence', null, state({ items: [underWay('20m')], ...nagged(6) })],
  ['nothing open', null, state({ ...news(9), items: [item({ status: 'completed' })] })],
  ['a turn without calls', null, state({ ...news(9), turn: { ...initialState.turn, number: 9 } })],
]

it.each(moments)('by context: %s', (_what, level, moment) => {
  expect(policy?.(moment)?.level ?? null).toBe(level)
})

it('what happened since the last update or nag is counted in the state', async () => {
  const session = await openSession(profiles.recommended, {
    evidence: {
      newJudge: () => {
        throw new Error('Nobody asks it.')
      },
      describeCall: (name) => ({ effect: name === 'edit' ? 'write' : 'execute', verify: name === 'test' }),
    },
  })
  const turn = await session.startTurn()
  const work = (call: string, name: string, ok: boolean | null) =>
    turn.recordTool({ call, name, input: {}, ok, output: '' })
  await work('c1', 'edit', true)
  await work('c2', 'edit', false)
  await work('c3', 'test', false)
  await work('c4', 'test', true)
  await session.startSubagent({ child: 's1/a' })
  await session.endSubagent({ child: 's1/a' })
  expect(session.state.unlisted).toEqual({ writes: 1, failedChecks: 1, subagents: 1 })
  await turn.callTodoTool('list_todos', {})
  expect(session.state.unlisted.writes).toBe(1)
  await turn.callTodoTool('add_todos', { items: [{ text: 'a' }] })
  expect(session.state.unlisted).toEqual({ writes: 0, failedChecks: 0, subagents: 0 })
})

it('the same check that fails turn after turn is a reason of its own, and a sign of trouble until it passes', async () => {
  const session = await openSession(profiles.recommended, {
    evidence: {
      newJudge: () => {
        throw new Error('Nobody asks it.')
      },
      describeCall: (name) => ({ effect: 'execute', verify: name === 'bash' }),
    },
  })
  let call = 0
  /** One turn with an update of the list and runs of checks, `!` before one that fails. Gives what it reminds of. */
  const turn = async (...checks: readonly string[]) => {
    const started = await session.startTurn()
    const status = call % 2 === 0 ? 'in_progress' : 'pending'
    await started.callTodoTool('write_todos', { items: [{ text: 'Mend the parser', status }] })
    for (const check of checks) {
      call += 1
      const input = { command: check.replace('!', '') }
      await started.recordTool({ call: `c${call}`, name: 'bash', input, ok: !check.startsWith('!') })
    }
    const { reminders } = await started.end()
    return reminders.map((text) => text.split('\n')[0])
  }
  const signs = () => troubleSigns(session.state).map(({ kind, message }) => `${kind}: ${message}`)
  const told = [
    await turn('!npm test', '!npm test'),
    await turn('!npm test', 'npm run lint'),
    await turn(),
    await turn('!npm test'),
  ]
  expect(told).toEqual([[], [], [], ['<reminder>This check has failed in 3 turns: npm test']])
  expect(signs()).toEqual(['check-fails: The same check failed in 3 turns and did not pass since: npm test'])
  // Not each turn again, and not once it passed or another one fails.
  expect([await turn('!npm test'), await turn('!npm test'), await turn('!npm test')]).toEqual([
    [],
    [],
    ['<reminder>This check has failed in 6 turns: npm test'],
  ])
  await turn('npm test')
  expect([signs(), session.state.failing]).toEqual([[], null])
  await turn('!npm test')
  await turn('!npm run lint')
  expect(session.state.failing).toMatchObject({ check: 'npm run lint', turns: 1 })
})

it('says what the setting may be', () => {
  expect(() => profiles.recommended.with({ reminders: 'often' })).toThrow(
    'Setting reminders of profile recommended must be context or escalating, not "often".',
  )
})

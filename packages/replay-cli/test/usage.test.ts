/** Tokens and cost, from the recording to what is shown: each turn's, and what they come to. */

import { addedUsage, type TokenUsage } from '@todo-ledger/recordings'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import type { SessionUsage } from '../src/session-view/session-replay.js'
import { begun, debuggedFrom, pressed, screenText } from './debugged.js'
import { MemoryPlace } from './memory-place.js'
import { lines } from './recordings.js'

const head = (session: string): object => ({ recording: 'todo-ledger/1', session, profile: 'claude-code' })

function listed(turn: number, statuses: readonly string[], usage?: object): object {
  const todos = statuses.map((status, place) => ({ content: `Item ${place + 1}`, status, activeForm: 'x' }))
  const call = { id: `t${turn}`, name: 'TodoWrite', input: { todos }, ok: true, output: 'ok' }
  return { turn, calls: [call], ...(usage === undefined ? {} : { usage }) }
}

const spent = { input: 1200, output: 30, cacheRead: 1000, cost: 0.02 }
const session = lines(
  head('s1'),
  { input: 'Go', trigger: 'user' },
  listed(1, ['in_progress', 'pending'], spent),
  {
    turn: 2,
    calls: [{ id: 'c1', name: 'Bash', input: { command: 'make' }, ok: true, output: 'ok' }],
    usage: spent,
  },
  listed(3, ['completed', 'in_progress'], { ...spent, cost: null }),
  listed(4, ['completed', 'completed']),
)

test('stats says it in words and as JSON, of each session, and of all', async () => {
  const place = new MemoryPlace()
  place.write('all/one.jsonl', session)
  place.write('all/two.jsonl', session.replaceAll('"s1"', '"s2"'))
  place.write('none.jsonl', lines(head('s3'), { turn: 1, text: 'Hello.' }))
  const { stdout } = await place.run('stats all/one.jsonl')
  expect(stdout.split('\n').filter((line) => line.includes('tokens'))).toEqual([
    '  tokens         3,600 in (3,000 cached), 90 out, $0.0400 (of 3 of the 4 turns)',
  ])
  const { sessions, total } = JSON.parse((await place.run('stats all --json')).stdout)
  const all = { input: 3600, output: 90, cacheRead: 3000, cacheWrite: 0, cost: 0.04, turns: 3 }
  expect(sessions[0].usage).toEqual(all)
  expect(total.usage).toEqual({
    input: 7200,
    output: 180,
    cacheRead: 6000,
    cacheWrite: 0,
    cost: 0.08,
    turns: 6,
  })
  const none = await place.run('stats none.jsonl')
  expect(none.stdout).not.toContain('tokens')
  expect(JSON.parse((await place.run('stats none.jsonl --json')).stdout).total.usage).toBeNull()
})

test('the debugger says it of the turn', async () => {
  const debugged = await debuggedFrom(session)
  const screen = screenText(pressed(begun(debugged, [100, 24]), debugged, 'right'), debugged)
  expect(screen).toContain('tokens 1,200 in (1,000 cached), 30 out, $0.0200')
})

const usage = fc.record({
  input: fc.nat(100_000),
  output: fc.nat(10_000),
  cacheRead: fc.nat(10_000),
  cacheWrite: fc.nat(10_000),
  // Binary fractions, so that no order of adding them rounds otherwise.
  cost: fc.option(fc.nat(64).map((number) => number / 64)),
})

test('what the turns cost adds up to what the session did, and an item costs no more than that', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(usage), { maxLength: 12 }), async (costs) => {
      const turns = costs.map((cost, place) =>
        listed(place + 1, place % 3 === 0 ? ['in_progress'] : ['completed'], cost ?? undefined),
      )
      const sessions = await debuggedFrom(lines(head('s'), { input: 'Go' }, ...turns))
      const replay = sessions[0]?.replay
      const stated = (replay?.turns ?? []).flatMap((turn) => turn.usage ?? [])
      const [first, ...others] = stated
      const sum = first === undefined ? undefined : others.reduce<TokenUsage>(addedUsage, first)
      expect(replay?.usage && withoutItems(replay.usage)).toEqual(
        sum === undefined ? undefined : { ...sum, turns: stated.length },
      )
      for (const item of replay?.usage?.items ?? []) {
        expect(item.input).toBeLessThanOrEqual(sum?.input ?? 0)
        expect(item.turns).toBeLessThanOrEqual(stated.length)
      }
    }),
    { numRuns: runs(50) },
  )
})

function withoutItems({ items: _, ...all }: SessionUsage): object {
  return all
}

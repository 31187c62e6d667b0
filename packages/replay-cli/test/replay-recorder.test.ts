import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { SessionState } from '@todo-ledger/core'
import { expect, test } from 'vitest'
import { readReplays } from '../src/replay/read-replays.js'
import type { SessionReplay } from '../src/session-view/session-replay.js'
import { openSource } from '../src/sources/open-source.js'
import { listOf } from '../src/sources/read-options.js'
import { ReadReport } from '../src/sources/read-report.js'
import { sourceAt } from '../src/sources/source.js'
import { quietOutput } from './memory-host.js'

const fixtures = fileURLToPath(new URL('../../../fixtures', import.meta.url))
/** Messages are of no interest here. */
const output = quietOutput()
const cases = readdirSync(fixtures, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

interface Read {
  readonly replay: SessionReplay
  /** The state after the last event of each turn, by the turn's number. */
  readonly states: ReadonlyMap<number, SessionState>
}

async function read(folder: string): Promise<readonly Read[]> {
  const source = await sourceAt(`${fixtures}/${folder}`)
  const reading = { report: new ReadReport(output) }
  const states = new Map<string, Map<number, SessionState>>()
  await listOf(
    openSource(source, reading, ({ id }) => {
      const byTurn = new Map<number, SessionState>()
      states.set(id, byTurn)
      return { take: ({ event, state }) => byTurn.set(event.turn, state), finish: () => undefined }
    }),
  )
  const replays = await listOf(readReplays(source, reading, {}))
  return replays.map((replay) => ({ replay, states: states.get(replay.session) ?? new Map() }))
}

test.each(cases)('%s: every turn shows the list that stood at its end', async (folder) => {
  const sessions = await read(folder)
  expect(sessions.length).toBeGreaterThan(0)
  for (const { replay, states } of sessions) {
    expect(replay.turns.map(({ turn }) => turn)).toEqual(replay.turns.map((_, index) => index))
    for (const { turn, list, seqs } of replay.turns) {
      const state = states.get(turn)
      const shown = replay.lists[list]
      expect(shown?.goal).toBe(state?.goal)
      expect(shown?.items.map((item) => replay.listed[item])).toEqual(
        state?.items.map(({ key, id, text, status, reason, parent, actor }) => ({
          key,
          id,
          text,
          status,
          reason,
          parent,
          actor,
        })),
      )
      expect(seqs[1]).toBe(state?.seq)
    }
    expect(replay.turns.at(-1)?.turn).toBe(replay.audit.turns)
  }
})

test.each(cases)('%s: is plain data, and every call that evidence names is there', async (folder) => {
  for (const { replay } of await read(folder)) {
    expect(JSON.parse(JSON.stringify(replay))).toEqual(replay)
    const calls = new Set(replay.calls.map(({ seq }) => seq))
    for (const { facts } of replay.audit.completions) {
      for (const { seq, tool } of facts) if (tool !== '') expect(calls).toContain(seq)
    }
    const keys = new Set(replay.items.map(({ key }) => key))
    for (const { key } of replay.listed) expect(keys).toContain(key)
  }
})

test('what happened stands in its turn, with what it did', async () => {
  const [first] = await read('two-in-progress')
  const told = first?.replay.turns.flatMap(({ turn, events }) =>
    events.map(({ kind, tool, ok, violations = [] }) =>
      [turn, kind, tool, ok, ...violations.map(({ rule }) => rule)]
        .filter((each) => each !== undefined)
        .join(' '),
    ),
  )
  expect(told).toMatchInlineSnapshot(`
    [
      "0 input",
      "1 message",
      "1 update todo",
      "2 rejection todo single-in-progress",
      "3 call run_command true",
      "4 update todo",
      "5 call write_file true",
      "6 update todo",
      "7 call run_command true",
      "8 update todo",
      "9 message",
      "9 yield",
    ]
  `)
})

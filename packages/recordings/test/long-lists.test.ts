/** A call that lists more than anybody would write down ends the reading of its recording, and that is said. */

import { expect, test } from 'vitest'
import { openRecording } from '../src/open-recording.js'
import type { SkippedPiece } from '../src/recording.js'

const todos = (count: number) => ({ todos: Array.from({ length: count }, () => ({ content: 'Test' })) })

test.each([
  ['as many as may be', todos(50_000), 2],
  ['one too many', todos(50_001), 1],
  ['a list by itself', Array(50_001).fill(1), 1],
  ['no list', { text: 'a, b, c, d' }, 2],
  ['nothing', null, 2],
])('%s', async (_, input, read) => {
  const lines = [
    { recording: 'todo-ledger/1', session: 's', profile: 'claude-code' },
    { at: '2026-01-01T00:00:00Z', input: 'Work.' },
    { turn: 1, calls: [{ id: 'c1', name: 'Bash', input: { command: 'ls' }, ok: true, output: '' }] },
    { turn: 2, calls: [{ id: 'c2', name: 'TodoWrite', input, ok: true, output: '' }] },
  ]
  const bytes = (async function* () {
    for (const line of lines) yield `${JSON.stringify(line)}\n`
  })()
  const skipped: SkippedPiece[] = []
  const { steps } = await openRecording({ name: 'a', bytes }, { onSkipped: (piece) => skipped.push(piece) })
  let calls = 0
  for await (const { kind } of steps) if (kind === 'call') calls += 1
  expect(calls).toBe(read)
  const reason = 'a call lists more than 50,000 things; it is read no further'
  expect(skipped).toEqual(read === 2 ? [] : [{ file: 'a', line: 4, reason, rest: true }])
})

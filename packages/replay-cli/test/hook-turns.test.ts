/** One call that hooks tell in two ways. */

import { memoryStore } from '@todo-ledger/core'
import { expect, test } from 'vitest'
import { type LiveSession, openLive } from '../src/hook/live-session.js'
import { recordCall, recordOutcome } from '../src/hook/recorded-calls.js'
import { Transcript } from '../src/hook/transcript.js'

test('a call that hooks tell with two inputs and two outputs is the one that was told first', async () => {
  const store = memoryStore()
  const transcript = new Transcript(null)
  const session = await openLive(store, 's1', { gate: false, parent: null, at: new Date() })
  const live: LiveSession = { session, store, transcript, at: new Date() }
  const call = { call: 'c1', name: 'Bash', input: { command: 'npm test' } }
  const outcome = { ...call, ok: true, output: 'told first', details: null }
  await recordCall(live, call)
  await recordOutcome(live, { ...outcome, input: { command: 'npm test', timeout: 60 } })
  await recordOutcome(live, { ...outcome, ok: false, output: 'told again' })
  const told: unknown[] = []
  for await (const { type, data } of store.read('s1'))
    if (type === 'tool.called') told.push(data.input)
    else if (type === 'tool.returned') told.push(data.ok, data.output)
  expect(told).toEqual([{ command: 'npm test' }, true, 'told first'])
})

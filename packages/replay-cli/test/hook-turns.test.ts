/** Which turn a call belongs to, while other processes record the same session. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EventStore, memoryStore } from '@todo-ledger/core'
import { afterAll, expect, test } from 'vitest'
import { Transcript } from '../src/hook/claude-code/transcript.js'
import { type LiveSession, openLive } from '../src/hook/live-session.js'
import { untilFirst } from '../src/hook/races.js'
import { recordCall, recordOutcome } from '../src/hook/recorded-calls.js'
import { TimeLimit, timedStore } from '../src/hook/time-limit.js'
import { turnOf } from '../src/hook/turns.js'

const folder = mkdtempSync(join(tmpdir(), 'hook-turns-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A store that lets something else happen before its first append. */
function delayed(base: EventStore, meanwhile: () => Promise<void>): EventStore {
  let isFirst = true
  return {
    ...timedStore(base, new TimeLimit(20, performance.now())),
    append: async (session, events, options) => {
      if (isFirst) {
        isFirst = false
        await meanwhile()
      }
      return base.append(session, events, options)
    },
  }
}

test('a turn that another process begins while a call is judged is not cut off', async () => {
  const transcript = join(folder, 's1.jsonl')
  const told = { type: 'tool_result', tool_use_id: 'c1', content: 'Exit code 1', is_error: true }
  writeFileSync(transcript, `${JSON.stringify({ type: 'user', message: { content: [told] } })}\n`)
  const base = memoryStore()
  const live = async (store: EventStore): Promise<LiveSession> => {
    const session = await openLive(store, 's1', { gate: false, parent: null, at: new Date() })
    return { session, store, transcript: new Transcript(transcript), batches: false, at: new Date() }
  }
  const record = async (store: EventStore, call: string): Promise<void> => {
    const input = { command: call }
    await untilFirst(new TimeLimit(20, performance.now()), async () => {
      await (await turnOf(await live(store), call)).recordCall({ call, name: 'Bash', input })
    })
  }
  await record(base, 'c1')
  // c2 and c3 are calls of one response, and both of them are the first to hear that c1 has failed.
  await record(
    delayed(base, () => record(base, 'c2')),
    'c3',
  )
  const events = []
  for await (const { type, turn, data } of base.read('s1')) {
    if ('call' in data) events.push(`${turn} ${type} ${data.call}`)
    else if ('interrupted' in data) events.push(`${turn} ${type}${data.interrupted ? ' interrupted' : ''}`)
  }
  expect(events).toEqual([
    '1 tool.called c1',
    '1 tool.returned c1',
    '1 turn.ended',
    '2 tool.called c2',
    '2 tool.called c3',
  ])
})

test('a call that hooks tell with two inputs and two outputs is the one that was told first', async () => {
  const store = memoryStore()
  const transcript = new Transcript(join(folder, 'none.jsonl'))
  const session = await openLive(store, 's1', { gate: false, parent: null, at: new Date() })
  const live: LiveSession = { session, store, transcript, batches: true, at: new Date() }
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

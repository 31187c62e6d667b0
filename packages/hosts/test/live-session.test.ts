import { memoryStore, openLedger, profiles } from '@todo-ledger/core'
import { expect, it } from 'vitest'
import { LiveSession } from '../src/live-session.js'

async function underWay() {
  const ledger = openLedger({ store: memoryStore() })
  const session = await ledger.session('s', { profile: profiles.todoListMiddleware })
  const live = new LiveSession(session)
  await live.startRun('Begin.')
  await live.startTurn()
  return { ledger, session, live }
}

it('a record that failed is told of once, and the run goes on', async () => {
  const { session, live } = await underWay()
  live.called('c1', 'read_file', { onProgress: () => undefined })
  await expect(live.endTurn()).rejects.toMatchObject({ code: 'not-encodable' })
  await live.endTurn()
  expect(session.state.turn.open).toBe(false)
  await live.startTurn()
  expect(await live.endRun()).toMatchObject({ action: 'stop' })
})

it('what a tool gave back is recorded, whatever it is', async () => {
  const { ledger, live } = await underWay()
  const circular: { self?: object } = {}
  circular.self = circular
  const given = ['text', new Error('failed'), { a: 1 }, undefined, 10n, { n: 10n }, circular]
  for (const [index, output] of given.entries()) {
    live.called(`c${index}`, 'read_file', {})
    live.returned(`c${index}`, null, output)
  }
  await live.endTurn()
  const outputs: string[] = []
  for await (const { type, data } of ledger.events('s'))
    if (type === 'tool.returned') outputs.push(data.output)
  expect(outputs).toEqual(['text', 'failed', '{"a":1}', '', '10', '[object Object]', '[object Object]'])
})

it('of a call that is told again in its turn, in other words, the first word stays', async () => {
  const { ledger, live } = await underWay()
  live.called('c1', 'fetch', { page: 1 })
  live.returned('c1', false, 'Timed out.')
  live.called('c1', 'fetch', { page: 1, retry: true })
  live.returned('c1', true, 'A page.')
  await live.startTurn()
  const told: unknown[] = []
  for await (const { type, data } of ledger.events('s')) {
    if (type === 'tool.called') told.push(data.input)
    if (type === 'tool.returned') told.push(data.ok, data.output)
  }
  expect(told).toEqual([{ page: 1 }, false, 'Timed out.'])
  // Another turn's call is another one: an id that is given out again is no repetition.
  live.called('c1', 'fetch', { page: 2 })
  live.returned('c1', true, 'Another page.')
  await live.endTurn()
  const ids: string[] = []
  for await (const { type, data } of ledger.events('s')) if (type === 'tool.returned') ids.push(data.call)
  expect(ids).toEqual(['c1', 'c1-turn-2'])
})

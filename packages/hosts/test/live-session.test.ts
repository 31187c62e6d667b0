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

// A server under load: some seconds of it in the long run, all of it with `npm run trial -- load`, which prints what was measured.

import { expect, test } from 'vitest'
import { fairnessOf } from './fairness.js'
import { load } from './load.js'
import { ratesOf, rowOf, tableHead } from './rates.js'

const seconds = Number(process.env['TODO_LEDGER_LOAD'] ?? 0)
const isTrial = seconds > 0
const tableSeconds = Number(process.env['TODO_LEDGER_LOAD_TABLE'] ?? 0)
const isTable = tableSeconds > 0
const stores = ['sqlite', 'postgres'] as const

test.each(stores)('%s: another is answered beside eight clients that ask for audits', async (store) => {
  const told = await fairnessOf(store, isTrial ? 3_000 : 100, isTrial ? 10 : 1)
  if (told === null) return
  if (isTrial) console.log(store, 'beside audits', told)
  expect(told.refusals).toEqual([])
  expect(told.audits).toBeGreaterThan(0)
})

test.each(stores)('%s: requests a second, beside a bare loop of Hono and the store', async (store) => {
  // One in a long run, none in a trial that measures something else.
  const clients = isTable ? [1, 16, 64] : !isTrial && store === 'sqlite' ? [4] : []
  if (isTable && store === 'sqlite') console.log(tableHead)
  for (const count of clients) {
    const rates = await ratesOf(store, count, isTable ? tableSeconds : 1)
    if (rates === null) return
    if (isTable) console.log(rowOf(store, count, rates))
    for (const { rate, refusals } of [rates.served, rates.bare]) {
      expect(refusals).toEqual([])
      expect(rate).toBeGreaterThan(0)
    }
  }
})

test.each(stores)('%s: nothing that was acknowledged is lost, nothing is there twice', async (store) => {
  const plan = isTrial ? { seconds, sessions: 1000, clients: 50 } : { seconds: 6, sessions: 40, clients: 8 }
  const told = await load({ ...plan, store })
  if (told === null) return
  if (isTrial) console.log(store, plan, { ...told, refusals: told.refusals.slice(0, 3) })
  const { refusals, lost, twice, chain, acknowledged } = told
  expect({ refusals: refusals.slice(0, 5), lost, twice, chain }).toEqual({
    ...{ refusals: [], lost: 0, twice: 0, chain: true },
  })
  expect(acknowledged).toBeGreaterThan(plan.sessions)
})

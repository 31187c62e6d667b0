// A server under load: some seconds of it in the long run, all of it with `npm run trial -- load`.

import { expect, test } from 'vitest'
import { type LoadPlan, load } from './load.js'
import { fairnessOf, ratesOf, type Waits } from './rates.js'

const asked: Partial<LoadPlan> & { readonly table?: number } = JSON.parse(
  process.env['TODO_LEDGER_LOAD'] ?? '{}',
)
const isMeasured = process.env['TODO_LEDGER_LOAD'] !== undefined
const stores = (['memory', 'sqlite', 'postgres'] as const).filter(
  (store) => asked.store === undefined || store === asked.store,
)

const kept = stores.filter((store) => store !== 'memory')
const { table: tableSeconds = isMeasured ? 10 : 1 } = asked

test.each(kept)('%s: requests a second, beside Hono and the store alone', async (store) => {
  const rows = await ratesOf(store, isMeasured ? [1, 16, 64] : [4], tableSeconds)
  for (const { clients, served, bare } of rows ?? []) {
    expect([...served.refusals, ...bare.refusals]).toEqual([])
    const share = `${Math.round((100 * served.rate) / bare.rate)} %`
    if (isMeasured)
      console.log(`| ${store} | ${clients} | ${toldWaits(served)} | ${toldWaits(bare)} | ${share} |`)
  }
})

test.each(kept)('%s: what another waits beside eight clients that ask for audits', async (store) => {
  const row = await fairnessOf(store, isMeasured ? 3_000 : 100, tableSeconds)
  if (row === null) return
  expect(row.others.refusals).toEqual([])
  expect(row.audits).toBeGreaterThan(0)
  if (isMeasured)
    console.log(
      `${store}: ${row.audits} audits of ${row.items} items, ${row.refused} refused; others ${toldWaits(row.others)}`,
    )
})

/** Requests a second, and what half and 95 % of them waited at most. */
function toldWaits({ rate, p50, p95 }: Waits): string {
  return `${rate.toFixed(0)} | ${p50.toFixed(1)} ms | ${p95.toFixed(1)} ms`
}

const isTableAlone = asked.table !== undefined

test.skipIf(isTableAlone).each(stores)(
  '%s: nothing that was acknowledged is lost, nothing is there twice',
  async (store) => {
    const plan = isMeasured
      ? { seconds: 120, sessions: 1000, clients: 50, ...asked, store }
      : { seconds: 8, sessions: 60, clients: 10, store }
    const report = await load(plan)
    if (report === null) return
    const { acknowledged, lost, twice, refusals, chain } = report
    if (isMeasured) console.log(told(plan, report))
    expect({ refusals: refusals.slice(0, 5), lost, twice, chain }).toEqual({
      ...{ refusals: [], lost: 0, twice: 0 },
      chain: store === 'memory' ? null : true,
    })
    expect(acknowledged).toBeGreaterThan(plan.sessions)
  },
)

function told(plan: LoadPlan, report: NonNullable<Awaited<ReturnType<typeof load>>>): string {
  const { acknowledged, rate, p50, p99, slowest, restarts, retries, cpu, lost, twice, memory } = report
  const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`
  return [
    `${plan.store}: ${plan.sessions} sessions, ${plan.clients} clients, ${plan.seconds} s, ${restarts} restarts`,
    `  ${acknowledged} requests acknowledged, ${Math.round(rate)} a second; p50 ${ms(p50)}, p99 ${ms(p99)}, slowest ${ms(slowest)}; ${ms(cpu)} of CPU each`,
    ...report.refusals.slice(0, 3).map((refusal) => `  REFUSED ${refusal}`),
    `  ${retries} asked again; ${lost} lost, ${twice} twice; memory ${memory.map((each) => each.toFixed(0)).join(' to ')} MB`,
  ].join('\n')
}

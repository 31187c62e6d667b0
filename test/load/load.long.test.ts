// A server under load: some seconds of it in the long run, all of it with `npm run trial -- load`.

import { expect, test } from 'vitest'
import { type LoadPlan, load } from './load.js'

const asked: Partial<LoadPlan> = JSON.parse(process.env['TODO_LEDGER_LOAD'] ?? '{}')
const isMeasured = process.env['TODO_LEDGER_LOAD'] !== undefined
const stores = (['memory', 'sqlite', 'postgres'] as const).filter(
  (store) => asked.store === undefined || store === asked.store,
)

test.each(stores)('%s: nothing that was acknowledged is lost, nothing is there twice', async (store) => {
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
})

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

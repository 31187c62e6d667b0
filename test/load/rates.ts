/** How much a server does in a second, by clients, beside Hono and the store alone. */

import { fileURLToPath } from 'node:url'
import { drive, LoadedSession, type Tally } from './clients.js'
import { type Store, waitsOf, withStore } from './load.js'
import { freePort, ServedLedger } from './served.js'

/** What clients were answered, and what they waited. */
interface Rates {
  readonly rate: number
  readonly p50: number
  readonly p95: number
  readonly refusals: readonly string[]
}

const bareLoop = fileURLToPath(new URL('bare.mjs', import.meta.url))

/** Measures so many clients, each on a new store. Null where the store can't be had. */
export async function ratesOf(store: Store, clients: number, seconds: number) {
  const served = await measured(store, clients, seconds, ServedLedger.start)
  const bare = await measured(store, clients, seconds, async (address) => {
    const port = await freePort()
    const server = new ServedLedger(port, '', [bareLoop, address, `${port}`])
    await server.startAgain()
    return server
  })
  return served === null || bare === null ? null : { served, bare }
}

async function measured(
  store: Store,
  clients: number,
  seconds: number,
  start: (address: string, folder: string) => Promise<ServedLedger>,
): Promise<Rates | null> {
  return await withStore(store, async (address, folder) => {
    const server = await start(address, folder)
    try {
      const from = performance.now()
      const elapsed = () => (performance.now() - from) / 1000
      const isOver = () => elapsed() >= seconds
      const tally: Tally = { latencies: [], retries: 0, refusals: [], isOver, chance: () => 1 }
      const driven = Array.from({ length: clients }, (_, client) =>
        drive(server, [new LoadedSession(`load.s${client}`), new LoadedSession(`load.t${client}`)], tally),
      )
      await Promise.all(driven)
      const { latencies, refusals } = tally
      return { rate: latencies.length / elapsed(), ...waitsOf(latencies), refusals }
    } finally {
      await server.end('SIGKILL')
    }
  })
}

/** What stands above the rows, as Markdown. */
export const tableHead = `| store | clients | per second | p50 | p95 | the bare loop: per second | p50 | p95 | share |
|${' --- |'.repeat(9)}`

/** One row of the table. */
export function rowOf(
  store: Store,
  clients: number,
  { served, bare }: { readonly served: Rates; readonly bare: Rates },
): string {
  const figures = [served, bare].flatMap(({ rate, p50, p95 }) => [
    rate.toFixed(0),
    `${p50.toFixed(1)} ms`,
    `${p95.toFixed(1)} ms`,
  ])
  const share = `${Math.round((100 * served.rate) / bare.rate)} %`
  const name = store === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  return `| ${[name, clients, ...figures, share].join(' | ')} |`
}

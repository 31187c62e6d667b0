/** What one client waits while others ask for audits of a long session. */

import { setTimeout as wait } from 'node:timers/promises'
import { type Address, drive, LoadedSession, type Tally } from './clients.js'
import { type Store, waitsOf, withStore } from './load.js'
import { ServedLedger } from './served.js'

const session = 'auditor.long'

/** One client beside eight others, of another token, that ask for audits of a session with so many items. Null where the store can't be had. */
export async function fairnessOf(store: Store, items: number, seconds: number) {
  return await withStore(store, async (address, folder) => {
    const server = await ServedLedger.start(address, folder)
    try {
      const asAuditor = { port: server.port, token: ServedLedger.token(folder, 'auditor') }
      await fill(asAuditor, items)
      const until = performance.now() + seconds * 1000
      const isOver = () => performance.now() >= until
      const counts = { audits: 0, refused: 0 }
      const auditing = Array.from({ length: 8 }, () => audit(asAuditor, isOver, counts))
      const tally: Tally = { latencies: [], retries: 0, refusals: [], isOver, chance: () => 1 }
      await drive(server, [new LoadedSession('load.s0'), new LoadedSession('load.t0')], tally)
      await Promise.all(auditing)
      return { ...counts, ...waitsOf(tally.latencies), refusals: tally.refusals }
    } finally {
      await server.end('SIGKILL')
    }
  })
}

/** A session whose items are completed in twelve updates of the list, with a call of another tool for each. */
async function fill(address: Address, items: number): Promise<void> {
  const at = `/v1/sessions/${session}`
  await post(address, '/v1/sessions', { id: session, profile: 'todo-list-middleware' })
  await post(address, `${at}/runs`, { text: 'Write all of it' })
  const step = Math.ceil(items / 12)
  for (let done = 0; ; done = Math.min(items, done + step)) {
    const todos = Array.from({ length: items }, (_, index) => ({
      content: `Write src/step-${index}.ts`,
      status: index < done ? 'completed' : index === done ? 'in_progress' : 'pending',
    }))
    await post(address, `${at}/calls`, { name: 'write_todos', input: { todos } })
    if (done === items) return
    const { turn } = await post(address, `${at}/turns`, {})
    const call = `write-${done}`
    const input = { path: `src/step-${done}.ts` }
    await post(address, `${at}/calls`, { turn, call, name: 'write_file', input })
    await post(address, `${at}/results`, { call, ok: true })
    await post(address, `${at}/turns/${turn}/end`, {})
  }
}

async function post(
  { port, token }: Address,
  path: string,
  body: object,
): Promise<{ readonly turn?: number }> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`POST ${path} is answered ${answer.status}: ${text}`)
  return JSON.parse(text)
}

async function audit(
  { port, token }: Address,
  isOver: () => boolean,
  counts: { audits: number; refused: number },
): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  while (!isOver()) {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/sessions/${session}/audit`, { headers })
    await answer.arrayBuffer()
    if (answer.ok) counts.audits += 1
    else {
      counts.refused += 1
      await wait(1000 * Number(answer.headers.get('retry-after') ?? 1))
    }
  }
}

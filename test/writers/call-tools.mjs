/**
 * Several hosts in one process that share one session: each calls a todo tool in turns of its own, while the others
 * record messages. Prints what was answered, `[id, reply]` a line, right away; what
 * else went wrong is `{ failure }`. Run: node call-tools.mjs LEDGER NAME HOSTS CALLS
 */

import { writeSync } from 'node:fs'
import { HostError, openLedger } from '@todo-ledger/core'
import { sqliteStore } from '@todo-ledger/core/sqlite'

const [path = '', name = '', hosts = '', calls = ''] = process.argv.slice(2)
const print = (/** @type {unknown} */ value) => writeSync(1, `${JSON.stringify(value)}\n`)
const store = sqliteStore(path, { busyTimeout: 60_000 })

/** @param {import('@todo-ledger/core').Session} session */
async function takeTurn(session) {
  for (;;) {
    try {
      return await session.startTurn()
    } catch (error) {
      if (!(error instanceof HostError) || error.code !== 'turn-open') throw error
      // Another host has the turn.
      await new Promise((resolve) => setTimeout(resolve, 1))
      await session.refresh()
    }
  }
}

/** @param {import('@todo-ledger/core').Session} session @param {string} host */
async function work(session, host) {
  for (let step = 1; step <= Number(calls); step += 1) {
    const call = `${host}/${step}`
    await session.recordMessage({ text: `${call} will come` })
    const turn = await takeTurn(session)
    const input = { items: [{ text: call, status: 'pending' }] }
    const reply = await turn.callTodoTool('todo', input, { call })
    print([`s1/${call}`, reply.text])
    // As a host does that did not get the answer.
    const again = await turn.callTodoTool('todo', input, { call })
    if (!reply.ok || again.text !== reply.text) print({ failure: `${call} was answered anew` })
    await turn.end()
  }
}

// Opening a session ends a turn that is open there, so all hosts open it before the first one begins.
const sessions = []
for (let host = 1; host <= Number(hosts); host += 1) {
  sessions.push(await openLedger({ store }).session('s1'))
}
print('ready')
await new Promise((resolve) => process.stdin.once('data', resolve))
process.stdin.pause()
const done = sessions.map((session, index) =>
  work(session, `${name}/${index + 1}`).catch((error) =>
    print({ failure: `${error?.code}: ${error?.stack}` }),
  ),
)
await Promise.all(done)
await store.close()

// What a host does with a ledger, wherever it runs: appends, replays, looks back, checks the chain. It prints the same
// lines in Node.js and in a browser, hashes included.

import { memoryStore, openLedger, profiles } from '@todo-ledger/core'
import { listDiff } from '@todo-ledger/core/history'
import { anchorLine, verifyChain } from '@todo-ledger/core/store'

let count = 0
const next = () => {
  count += 1
  return count
}
const store = memoryStore({ random: (size) => new Uint8Array(size).fill(next()) })
const ledger = openLedger({
  store,
  turnLeases: false,
  clock: () => new Date(next()),
  ids: () => `id-${next()}`,
})
const session = await ledger.session('login-page', { profile: profiles.todoListMiddleware })
const key = `sk-ant-api03-${'a1B2c3D4'.repeat(12)}`

/** @param {string} design @param {string} check */
const write = (design, check) => ({
  todos: [
    { content: `Design the form — “ü” \ud83d\ude00`, status: design },
    { content: `Check it with ${key}`, status: check },
  ],
})
await session.startRun({ trigger: 'user', text: `The key is ${key}, or ${btoa(key)}.` })
for (const input of [
  write('in_progress', 'pending'),
  write('pending', 'x'),
  write('completed', 'in_progress'),
]) {
  const turn = await session.startTurn()
  const { text } = await turn.callTodoTool('write_todos', input)
  console.log(text)
  await turn.end()
}
const { action } = await session.endRun({ text: 'Done.' })
console.log(action)

for await (const { type, seq, data } of ledger.events('login-page'))
  console.log(`${seq} ${type} ${JSON.stringify(data)}`)
const then = await ledger.stateAt('login-page', { turn: 1 })
console.log(JSON.stringify(then?.items.map(({ text, status }) => [text, status])))
console.log(JSON.stringify(await listDiff(ledger.events('login-page'), { turn: 1 }, 'end')))
const { ok, events, head } = await verifyChain(store)
console.log(ok, events, head === null ? '' : anchorLine(head))
await ledger.close()

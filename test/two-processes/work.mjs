/**
 * Works on the session `s1` of a ledger, turn after turn, until a line comes; then it begins one more turn, says `held`,
 * and does nothing any more. Run: node work.mjs LEDGER
 */

import { writeSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { openLedger, profiles } from '@todo-ledger/core'
import { sqliteStore } from '@todo-ledger/core/sqlite'

let isTold = false
process.stdin.once('data', () => {
  isTold = true
})
const ledger = openLedger({ store: sqliteStore(process.argv[2] ?? '', { busyTimeout: 60_000 }) })
const session = await ledger.session('s1', { profile: profiles.todoManager })
await session.startRun({ trigger: 'user', text: 'Begin.' })
for (let number = 1; ; number += 1) {
  const turn = await session.startTurn()
  if (number === 1) writeSync(1, '"working"\n')
  if (isTold) break
  await wait(1)
  const items = [{ text: `Step ${number}`, status: 'in_progress' }]
  await turn.callTodoTool('todo', { items }, { call: `t${number}` })
  await turn.recordTool({ call: `w${number}`, name: 'Read', input: {}, ok: true })
  await wait(1)
  await turn.end()
}
writeSync(1, '"held"\n')
// Until it is killed.
await wait(2 ** 31 - 1)

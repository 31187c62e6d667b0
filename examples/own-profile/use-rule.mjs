// use-rule.mjs
import { memoryStore, openLedger } from '@todo-ledger/core'
import { errands } from './errands.mjs'
import { openErrands } from './open-errands.mjs'

const strict = {
  ...errands,
  rules: [
    ...errands.rules,
    { id: 'open-errands', mode: /** @type {const} */ ('reject'), options: { max: 1 } },
  ],
}
const ledger = openLedger({ store: memoryStore(), rules: [openErrands] })
const session = await ledger.session('monday', { profile: strict })
await session.startRun({ trigger: 'user', text: 'What is there to do?' })
const turn = await session.startTurn()
for (const text of ['Milk', 'Bread']) console.log((await turn.callTodoTool('add', { text })).text)

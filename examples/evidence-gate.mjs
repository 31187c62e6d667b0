// A gate in a live session: a completion that a tool's own words contradict is refused. The model is scripted here.

import { evidence } from '@todo-ledger/audit'
import { memoryStore, openLedger, profiles } from '@todo-ledger/core'

const ledger = openLedger({ store: memoryStore(), evidence: evidence() })
const profile = profiles.recommended.with({ evidenceRequired: { releaseAfter: 2 } })
const session = await ledger.session('release-7', { profile })

/**
 * One response of the model: a call of a todo tool, or of another tool with what came back.
 * @param {string} name the tool
 * @param {unknown} input what the model gives it
 * @param {{ readonly ok: boolean, readonly output: string }} [result] what another tool gave back
 */
async function respond(name, input, result) {
  const turn = await session.startTurn()
  if (session.isTodoTool(name)) {
    const reply = await turn.callTodoTool(name, input)
    console.log(`${name} -> ${reply.text}\n`)
  } else if (result !== undefined) {
    // Only what is recorded counts.
    await turn.recordTool({ call: `call-${turn.number}`, name, input, ...result })
    console.log(`${name} -> ${result.output}\n`)
  }
  await turn.end()
}

/** @param {string} id the item to complete */
const complete = (id) => respond('update_todo', { id, status: 'completed' })

await session.startRun({ trigger: 'user', text: 'Fix the date parser and release it.' })
await respond('write_todos', {
  items: [
    { text: 'Fix the date parser', status: 'in_progress' },
    { text: 'Run the tests', status: 'pending' },
    { text: 'Deploy to production', status: 'pending' },
    { text: 'Summarize what was done', status: 'pending' },
  ],
})
const change = { file_path: 'src/date-parser.js', old_string: 'm - 1', new_string: 'm' }
await respond('Edit', change, { ok: true, output: 'updated' })
await complete('1')

console.log('The tests were not run. The reply says so, and the model runs them:\n')
await complete('2')
await respond('Bash', { command: 'npm test' }, { ok: true, output: '14 passing' })
await complete('2')

console.log(
  'Nothing is deployed, and the model insists. After two refusals the gate lets go, and the log says so:\n',
)
for (let attempt = 1; attempt <= 3; attempt += 1) await complete('3')

console.log('What no tool says anything of is let through:\n')
await complete('4')

for await (const event of ledger.events('release-7')) {
  if (event.type !== 'todos.updated') continue
  const { contradictions = {}, flags } = event.data
  for (const [key, facts] of Object.entries(contradictions))
    for (const { sentence } of facts) console.log(`${key}: ${sentence}`)
  for (const { rule, item } of flags.filter((flag) => flag.rule === 'evidence-required'))
    console.log(`item ${item} is flagged: ${rule}`)
}
await ledger.close()

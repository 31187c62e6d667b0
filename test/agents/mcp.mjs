/**
 * The real program with the ledger as its MCP server: one entry in its configuration, and its model keeps its list there.
 * What is held: what the program offers its model, what the model is answered, what the ledger holds, and that the audit
 * finds the other work in the program's own recording.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../tools/set-up.mjs'
import { prompts, writeSum } from './list-scripts.mjs'

/** The words that start the server, as they stand in a configuration. */
export const server = {
  command: process.execPath,
  args: [join(root, 'packages/server/bin/todo-ledger.js'), 'mcp'],
}

const list = [
  { text: 'Mend the sum in sum.mjs', status: 'in_progress' },
  { text: 'Run node sum.test.mjs', status: 'pending' },
  { text: 'Translate the labels', status: 'pending' },
]

/**
 * Holds the program as a client.
 * @param {import('./place.mjs').Place} place
 * @param {object} how
 * @param {string} how.title what people call the program
 * @param {import('./list-scripts.mjs').Words} how.words its own tools
 * @param {(scripts: object) => Promise<any>} how.model starts the scripted model
 * @param {(request: any, tool: string) => object} how.tool the tool of the server, as the program offers it to the model
 * @param {readonly any[]} [how.first] what the model does before its first call
 * @param {(model: any, prompt: string) => Promise<import('./place.mjs').Ended>} how.run plays a prompt
 */
export async function checkMcp(place, how) {
  const { title, words, model: start, tool, first = [], run } = how
  const { project, home } = place
  writeSum(project)
  const sum = join(project, 'sum.mjs')
  const todo = (name, input) => (request) => {
    const offered = tool(request, name)
    return { calls: [{ ...offered, input }] }
  }
  const model = await start({
    work: [
      ...first,
      todo('write_todos', { items: list }),
      { calls: [words.read(sum)] },
      { calls: [words.edit(sum, 'a - b', 'a + b')] },
      todo('update_todo', { id: '1', status: 'completed' }),
      todo('update_todo', { id: '2', status: 'in_progress' }),
      { calls: [words.shell('node sum.test.mjs')] },
      todo('update_todo', { id: '2', status: 'completed' }),
      todo('update_todo', { id: '9', status: 'completed' }),
      todo('update_todo', { id: '3', status: 'completed' }),
      { text: 'All is done.' },
    ],
  })
  const { status, stdout, stderr } = await run(model, prompts.work)
  place.expect(
    `${title} ends well`,
    { status, told: status === 0 ? '' : stdout + stderr },
    { status: 0, told: '' },
  )
  place.expect('every script was played', model.left(), [])
  const answered = JSON.stringify(model.requests.at(-1))
  for (const text of ['[x] #1: Mend the sum in sum.mjs', '(3/3 completed)', 'Error: '])
    if (!answered.includes(text))
      place.fail(`the model is answered ${JSON.stringify(text)}`, answered.slice(-3000))
  place.expect('the work was done', readFileSync(sum, 'utf8'), 'export const sum = (a, b) => a + b\n')

  const ledger = join(home, '.local/share/todo-ledger/todos.db')
  const { stdout: json } = await place.replay('audit', ledger, '--fail-on', 'never', '--json')
  const { sessions } = JSON.parse(json)
  const [audit, ...others] = sessions
  place.expect('the folder has one list', others, [])
  place.expect(
    'the audit has the work of the recording',
    audit.completions.map(({ text, verdict }) => `${text}: ${verdict}`),
    [
      'Mend the sum in sum.mjs: undecided',
      'Run node sum.test.mjs: supported',
      'Translate the labels: undecided',
    ],
  )
  await model.close()
}

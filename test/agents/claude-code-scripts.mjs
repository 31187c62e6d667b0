/**
 * What the model of Claude Code's sessions does, response by response, and what must be read of each: `reads` are the
 * lines of outline.mjs without `turn N`.
 */

import { join } from 'node:path'

const bash = (command) => ({ name: 'Bash', input: { command, description: 'As scripted' } })

/** A command that does not end while anybody waits. */
export const longCommand = 'node -e "setTimeout(() => {}, 50000)"'

/** A response that says something. */
const says = (text, response = {}) => ({
  ...response,
  text,
  reads: [`assistant: ${text}`, ...(response.reads ?? [])],
})

/**
 * The scripts, for one list that goes on from each to the next.
 * @param {string} project the folder that the agent works in
 * @param {import('./claude-code-lists.mjs').WholeList | import('./claude-code-lists.mjs').TaskList} list the list
 * @param {import('./claude-code.mjs').Traits} traits what the edition does
 */
export function claudeScripts(project, list, { agentTool, background }) {
  const sum = join(project, 'sum.mjs')
  const [done, doing] = ['completed', 'in_progress']
  const delegated = {
    description: 'Looks',
    prompt: 'Look around. script:child',
    subagent_type: 'general-purpose',
  }
  const read = { name: 'Read', input: { file_path: sum } }
  const edit = { name: 'Edit', input: { file_path: sum, old_string: 'a - b', new_string: 'a + b' } }
  const write = { name: 'Write', input: { file_path: join(project, 'notes.md'), content: 'It adds.\n' } }
  const [made, ...madeLater] = list.made()
  return {
    work: [
      says('I make a list.', { thinking: 'First a list.', ...made }),
      ...madeLater,
      { calls: [bash('node sum.test.mjs')], reads: ['Bash: failed, execute'] },
      says('Two at once.', {
        calls: [read, bash('ls')],
        reads: ['Read: worked, read', 'Bash: worked, read'],
      }),
      { calls: [edit], reads: ['Edit: worked, write'] },
      { calls: [bash('node sum.test.mjs')], reads: ['Bash: worked, execute'] },
      list.marked({ 0: done }),
      list.marked({ 1: done }),
      list.marked({ 2: doing }),
      says('This is refused.', {
        calls: [bash('curl http://127.0.0.1:9/')],
        reads: ['Bash: failed, execute'],
      }),
      list.refused,
      { calls: [{ name: agentTool, input: delegated }], reads: [`${agentTool}: worked, delegate`] },
      says('All but the notes is done.'),
      ...(background ? [says('The sub-agent is back.', { wakes: true })] : []),
    ],
    child: [
      says('I look.', { calls: [bash('ls')], reads: ['Bash: worked, read'] }),
      says('There are two files.'),
    ],
    more: [{ calls: [write], reads: ['Write: worked, write'] }, says('The notes are written.')],
    stopped: [{ calls: [bash(longCommand)], reads: ['Bash: failed, execute', 'interrupted'] }],
    again: [list.marked({ 2: done }), says('Now it is marked.')],
    fork: [list.copy().marked({ 2: doing }), says('It goes on elsewhere.')],
    compacted: [list.marked({ 1: doing }), says('The tests run once more.')],
  }
}

/** A script in which a completion is refused until the work for it is recorded. @param {string} project as above; @param {any} list as above */
export function gatedScript(project, list) {
  const file = join(project, 'sum.mjs')
  const write = { name: 'Write', input: { file_path: file, content: 'export const sum = (a, b) => a + b\n' } }
  const made = list.made()
  const marked = list.marked({ 1: 'completed' })
  const [tool] = marked.reads[0].split(':')
  return [
    ...made,
    { calls: [{ name: 'Read', input: { file_path: file } }], reads: ['Read: worked, read'] },
    { calls: [write], reads: ['Write: worked, write'] },
    { ...marked, reads: [`${tool} refused`] },
    { calls: [bash('node sum.test.mjs')], reads: ['Bash: worked, execute'] },
    marked,
    says('The tests pass.'),
  ]
}

/**
 * The outline of a session that plays scripts.
 * @param {readonly { name: string, run: string, ends: string }[]} runs the runs; a name that is no script is a line
 */
export function outlineOf(scripts, runs) {
  let turn = 0
  return runs.flatMap(({ name, run, ends }) => [
    run,
    ...scripts[name].flatMap(({ reads, wakes }) => [
      ...(wakes ? [`yields: ${ends}`, 'run external: <task-notification>'] : []),
      `turn ${++turn}`,
      ...reads,
    ]),
    `yields: ${ends}`,
  ])
}

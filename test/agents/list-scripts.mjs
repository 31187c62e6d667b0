/**
 * What the model does in the sessions of agents whose list is rewritten whole, in the agent's own tools, and what must be
 * read of each turn: `reads` are the lines of outline.mjs without `turn N`.
 *
 * @typedef {import('./scripted.mjs').ScriptedCall} Call
 * @typedef {object} Words an agent's tools
 * @property {(items: readonly { text: string, status: string }[]) => Call} list writes the list
 * @property {Call} refused writes a list that the agent refuses
 * @property {(file: string) => Call} read reads a file
 * @property {(file: string, old: string, now: string) => Call} edit changes a file
 * @property {(file: string, text: string) => Call} write writes a file
 * @property {(command: string) => Call} shell runs a command
 * @property {((prompt: string) => Call) | null} delegate starts a sub-agent and waits for it
 */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checklist } from './outline.mjs'

const texts = ['Mend the sum', 'Run node sum.test.mjs', 'Write the notes']

/** What each script asks for first. */
export const prompts = { work: 'Mend the sum. script:work', more: 'Write the notes. script:more' }

/** Writes the files that the sessions are about. @param {string} project the folder that the agent works in */
export function writeSum(project) {
  writeFileSync(join(project, 'sum.mjs'), 'export const sum = (a, b) => a - b\n')
  writeFileSync(
    join(project, 'sum.test.mjs'),
    "import { sum } from './sum.mjs'\nif (sum(1, 2) !== 3) throw new Error('not 3')\n",
  )
}

/**
 * The scripts, in the order in which they are played.
 * @param {string} project the folder that the agent works in; @param {Words} words its tools
 */
export function listScripts(project, words) {
  const sum = join(project, 'sum.mjs')
  const [done, doing, open] = ['completed', 'in_progress', 'pending']
  const marked = (...statuses) => {
    const items = texts.map((text, index) => ({ text, status: statuses[index] }))
    const call = words.list(items)
    return { calls: [call], reads: [`${call.name}: ${checklist({ items })}`] }
  }
  const made = (call, came) => ({ calls: [call], reads: [`${call.name}: ${came}`] })
  const says = (text, turn = {}) => ({ ...turn, text, reads: [`assistant: ${text}`, ...(turn.reads ?? [])] })
  const test = words.shell('node sum.test.mjs')
  return {
    work: [
      says('I make a list.', marked(doing, open, open)),
      made(test, 'failed, execute'),
      made(words.read(sum), 'worked, read'),
      made(words.edit(sum, 'a - b', 'a + b'), 'worked, write'),
      { calls: [words.refused], reads: [`${words.refused.name} refused`] },
      marked(done, doing, open),
      made(test, 'worked, execute'),
      ...(words.delegate === null
        ? []
        : [made(words.delegate('Look around. script:child'), 'worked, delegate')]),
      marked(done, done, open),
      says('All but the notes is done.'),
    ],
    ...(words.delegate === null
      ? {}
      : { child: [says('I look.', made(words.read(sum), 'worked, read')), says('It is one line.')] }),
    more: [
      marked(done, done, doing),
      made(words.write(join(project, 'notes.md'), 'It adds.\n'), 'worked, write'),
      marked(done, done, done),
      says('The notes are written.'),
    ],
  }
}

/** The outline of a session that plays both scripts, one run each. @param {(prompt: string) => string} asked the prompt as it is recorded */
export function outlineOfBoth(scripts, asked = (prompt) => prompt) {
  let turn = 0
  return [
    ['work', 'idle'],
    ['more', 'dormant'],
  ].flatMap(([name, ends]) => [
    `run user: ${asked(prompts[name])}`,
    ...scripts[name].flatMap(({ reads }) => [`turn ${++turn}`, ...reads]),
    `yields: ${ends}`,
  ])
}

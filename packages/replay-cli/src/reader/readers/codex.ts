/** `codex`: Codex as a reader, read-only, without the user's settings and rules, and without what would let it look around. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answerSchema } from '@todo-ledger/audit/reader'
import { type AskProgram, inEmptyFolder, printedBy } from './program.js'

/**
 * What is off beside the user's settings: its shell, its search and what else it could do but answer, and what would stand
 * before the page. One that a version does not know is passed over there. Held with the real program: `npm run test:agents`.
 */
const off = [
  ...['shell_tool', 'unified_exec', 'view_image', 'goals', 'apps', 'plugins', 'hooks'].map(featureOff),
  ...['skill_search', 'multi_agent', 'image_generation'].map(featureOff),
  'web_search="disabled"',
  'skills.include_instructions=false',
  'include_permissions_instructions=false',
  'include_environment_context=false',
]

function featureOff(name: string): string {
  return `features.${name}=false`
}

/** Asks it. */
export const codex: AskProgram = ({ question, page }, signal, env) =>
  inEmptyFolder(async (cwd) => {
    const [schema, answer] = [join(cwd, 'schema.json'), join(cwd, 'answer.json')]
    writeFileSync(schema, JSON.stringify(answerSchema))
    const args = [
      ...['exec', '--ephemeral', '--ignore-user-config', '--ignore-rules', '--skip-git-repo-check'],
      ...['-s', 'read-only', ...off.flatMap((setting) => ['-c', setting])],
      ...['--output-schema', schema, '-o', answer, '-'],
    ]
    await printedBy({ program: 'codex', args, input: `${question}\n\n${page}\n`, cwd, signal, env })
    return { answer: readFileSync(answer, 'utf8'), model: 'codex', cost: null }
  })

/** `codex`: Codex as a reader, read-only, without the user's settings and rules, and without what would let it look around. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answerSchema } from '@todo-ledger/audit/reader'
import type { ReaderKind } from '../reader.js'
import { runProgram } from './run-program.js'

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

/** The kind of reader. */
export const codex: ReaderKind = {
  form: 'codex',
  named: (name, env) =>
    name !== 'codex'
      ? null
      : {
          name,
          where: 'the program codex, and by it to its provider',
          async ask({ question, page }, signal) {
            const answer = await runProgram(
              {
                program: 'codex',
                words: (folder) => [
                  'exec',
                  '--ephemeral',
                  '--ignore-user-config',
                  '--ignore-rules',
                  '--skip-git-repo-check',
                  '-s',
                  'read-only',
                  ...off.flatMap((setting) => ['-c', setting]),
                  '--output-schema',
                  join(folder, 'schema.json'),
                  '-o',
                  join(folder, 'answer.json'),
                  '-',
                ],
                input: `${question}\n\n${page}\n`,
                signal,
                env,
                missing: 'Install Codex, or name another reader.',
                prepare: (folder) => writeFileSync(join(folder, 'schema.json'), JSON.stringify(answerSchema)),
              },
              (folder) => readFileSync(join(folder, 'answer.json'), 'utf8'),
            )
            return { answer, model: name, cost: null }
          },
        },
}

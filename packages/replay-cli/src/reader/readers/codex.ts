/** `codex`: Codex as a reader, read-only, without the user's settings and rules. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answerSchema } from '@todo-ledger/audit/reader'
import type { ReaderKind } from '../reader.js'
import { runProgram } from './run-program.js'

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

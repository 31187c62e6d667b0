/** `gemini`: Gemini CLI as a reader, in plan mode, which changes nothing. It takes no schema. */

import type { ReaderKind } from '../reader.js'
import { fieldOf, jsonFrom, runProgram } from './run-program.js'

/** The kind of reader. */
export const gemini: ReaderKind = {
  form: 'gemini',
  named: (name, env) =>
    name !== 'gemini'
      ? null
      : {
          name,
          where: 'the program gemini, and by it to its provider',
          async ask({ question, page }, signal) {
            const printed = await runProgram({
              program: 'gemini',
              words: () => ['-p', question, '-o', 'json', '--approval-mode', 'plan'],
              input: `${page}\n`,
              signal,
              // Else it answers nothing in a folder that it does not know; this one is empty and our own.
              env: { ...env, GEMINI_CLI_TRUST_WORKSPACE: 'true' },
              missing: 'Install Gemini CLI, or name another reader.',
            })
            const result = jsonFrom('gemini', printed.slice(Math.max(0, printed.indexOf('{'))))
            const [model = name] = Object.keys(fieldOf(fieldOf(result, 'stats'), 'models') ?? {})
            return { answer: fieldOf(result, 'response'), model, cost: null }
          },
        },
}

/** `claude`: Claude Code as a reader, without tools, settings, servers or a session of its own. */

import { answerSchema } from '@todo-ledger/audit/reader'
import { type ReaderKind, ReaderTrouble } from '../reader.js'
import { fieldOf, jsonFrom, runProgram } from './run-program.js'

const words: readonly string[] = [
  '-p',
  '--safe-mode',
  '--tools',
  '',
  '--strict-mcp-config',
  '--no-session-persistence',
  '--output-format',
  'json',
  '--json-schema',
  JSON.stringify(answerSchema),
]

/** The kind of reader. */
export const claude: ReaderKind = {
  form: 'claude',
  named: (name, env) =>
    name !== 'claude'
      ? null
      : {
          name,
          where: 'the program claude, and by it to its provider',
          async ask({ question, page }, signal) {
            const missing = 'Install Claude Code, or name another reader.'
            const input = `${question}\n\n${page}\n`
            const printed = await runProgram({
              program: 'claude',
              words: () => words,
              input,
              signal,
              env,
              missing,
            })
            const result = jsonFrom('claude', printed)
            if (fieldOf(result, 'is_error') === true)
              throw new ReaderTrouble(`claude says: ${String(fieldOf(result, 'result')).slice(0, 300)}`)
            const cost = fieldOf(result, 'total_cost_usd')
            const [model = name] = Object.keys(fieldOf(result, 'modelUsage') ?? {})
            return {
              answer: fieldOf(result, 'structured_output') ?? fieldOf(result, 'result'),
              model,
              cost: typeof cost === 'number' ? cost : null,
            }
          },
        },
}

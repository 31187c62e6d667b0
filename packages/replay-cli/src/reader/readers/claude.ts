/** `claude`: Claude Code as a reader, without tools, settings, servers or a session of its own. */

import { answerSchema } from '@todo-ledger/audit/reader'
import { ReaderTrouble } from '../reader.js'
import { type AskProgram, fieldOf, inEmptyFolder, jsonFrom, printedBy } from './program.js'

const args = [
  ...['-p', '--safe-mode', '--tools', '', '--strict-mcp-config', '--no-session-persistence'],
  ...['--output-format', 'json', '--json-schema', JSON.stringify(answerSchema)],
]

/** Asks it. */
export const claude: AskProgram = async ({ question, page }, signal, env) => {
  const input = `${question}\n\n${page}\n`
  const printed = await inEmptyFolder((cwd) =>
    printedBy({ program: 'claude', args, input, cwd, signal, env }),
  )
  const result = jsonFrom('claude', printed)
  if (fieldOf(result, 'is_error') === true)
    throw new ReaderTrouble(`claude says: ${String(fieldOf(result, 'result')).slice(0, 300)}`)
  const cost = fieldOf(result, 'total_cost_usd')
  const [model = 'claude'] = Object.keys(fieldOf(result, 'modelUsage') ?? {})
  const answer = fieldOf(result, 'structured_output') ?? fieldOf(result, 'result')
  return { answer, model, cost: typeof cost === 'number' ? cost : null }
}

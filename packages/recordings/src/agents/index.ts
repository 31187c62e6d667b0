/** The agents whose recordings are read. Loads no database driver. */

import { KnownTools } from '@todo-ledger/audit'
import type { Agent } from './agent.js'
import { claudeCode } from './claude-code/index.js'
import { cline } from './cline/index.js'
import { codex } from './codex/index.js'
import { geminiCli } from './gemini-cli/index.js'
import { langchain } from './langchain/index.js'
import { opencode } from './opencode/index.js'
import { openhands } from './openhands/index.js'
import { qwenCode } from './qwen-code/index.js'
import { roo } from './roo/index.js'

export * from './agent.js'
export { newestFirst, newestOf } from './session-files.js'
export { claudeCode, cline, codex, geminiCli, langchain, opencode, openhands, qwenCode, roo }

/** Every agent, in the order in which they are named and their formats are asked. */
export const agents: readonly Agent[] = Object.freeze([
  claudeCode,
  codex,
  geminiCli,
  qwenCode,
  opencode,
  langchain,
  cline,
  roo,
  openhands,
])

export function toolsOf(all: readonly Agent[]): KnownTools {
  return all === agents ? agentTools : new KnownTools(all.map(({ tools }) => tools))
}

export const agentTools: KnownTools = new KnownTools(agents.map(({ tools }) => tools))

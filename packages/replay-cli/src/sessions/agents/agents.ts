/** The agents whose own folders are known. */

import type { AgentFor } from './agent.js'
import { claudeCodeAgent } from './claude-code-agent.js'
import { clineAgent, rooCodeAgent } from './cline-agents.js'
import { codexAgent } from './codex-agent.js'
import { geminiCliAgent } from './gemini-cli-agent.js'
import { opencodeAgent } from './opencode-agent.js'
import { openhandsAgent } from './openhands-agent.js'
import { qwenCodeAgent } from './qwen-code-agent.js'

/** All of them. The last ones may find out where a session was begun from those of the others. */
export const agents: readonly AgentFor[] = [
  claudeCodeAgent,
  codexAgent,
  opencodeAgent,
  clineAgent,
  rooCodeAgent,
  openhandsAgent,
  geminiCliAgent,
  qwenCodeAgent,
]

/** Their names, to stand in a sentence. */
export const agentNames = 'Claude Code, Codex, Gemini CLI, Qwen Code, opencode, Cline, Roo Code and OpenHands'

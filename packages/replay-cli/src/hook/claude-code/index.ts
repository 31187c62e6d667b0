/** Claude Code as the agent that is recorded while it runs: what it reports, its settings, and its name in sentences. */

export {
  type HookCall,
  type HookEvent,
  type HookInput,
  HookInputError,
  type HookOutcome,
  mayComplete,
  readHookInput,
} from './hook-input.js'
export { claudeSettings as settingsFor } from './settings.js'
export { Transcript } from './transcript.js'

/** The agent's name, as its profile and formats have it. */
export const agentName = 'claude-code'

/** What people call it. */
export const agentTitle = 'Claude Code'

/** Before which version it does not report when all calls of a response are done. */
export const firstWithBatches = '2.1.119, which has no PostToolBatch'

/** Where its settings go. */
export const settingsPlace =
  'Put this into ~/.claude/settings.json for all projects, or into .claude/settings.local.json of one; where there are hooks already, add these to them.'

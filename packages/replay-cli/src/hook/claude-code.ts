/** What a person puts into Claude Code's settings so that it calls the hook. Source: https://code.claude.com/docs/en/hooks */

import { resolve } from 'node:path'
import { shellWord } from '../text/printable.js'

/** How a hook is set. */
export interface HookSettings {
  readonly ledger?: string | undefined
  /** True: completions without evidence are refused. */
  readonly gate: boolean
  /** The file for its own faults. */
  readonly log?: string | undefined
}

/** The agent's name, as its profile and formats have it. */
export const agentName = 'claude-code'

/** The longest that a hook takes where many run at once and others write to the ledger, in seconds. */
export const longest = 20

const eventsOfTools = ['PreToolUse', 'PostToolUse', 'PostToolUseFailure']
const otherEvents = [
  ...['PostToolBatch', 'UserPromptSubmit', 'SubagentStart', 'SubagentStop', 'PreCompact', 'SessionStart'],
  ...['Stop', 'StopFailure', 'SessionEnd'],
]

/**
 * The settings for a hook.
 * @param program the file that is run; @param cwd what its paths are relative to
 */
export function claudeSettings(program: string, { ledger, gate, log }: HookSettings, cwd: string) {
  const words = [
    ...[process.execPath, program, 'hook'],
    ...(ledger === undefined ? [] : ['--ledger', resolve(cwd, ledger)]),
    ...(gate ? ['--gate'] : []),
    ...(log === undefined ? [] : ['--log', resolve(cwd, log)]),
  ]
  // Claude Code ends a hook that should have ended by itself, as on a disk that hangs.
  const hooks = [{ type: 'command', command: words.map(shellWord).join(' '), timeout: longest + 10 }]
  return {
    hooks: Object.fromEntries([
      ...eventsOfTools.map((event) => [event, [{ matcher: '*', hooks }]]),
      ...otherEvents.map((event) => [event, [{ hooks }]]),
    ]),
  }
}

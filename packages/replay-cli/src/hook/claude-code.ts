/** What a person puts into Claude Code's settings so that it calls the hook. Source: https://code.claude.com/docs/en/hooks */

import { resolve } from 'node:path'
import { shellWord } from '../text/printable.js'
import { type HookSettings, lastLimit, usualLimit } from './hook-settings.js'

/** The agent's name, as its profile and formats have it. */
export const agentName = 'claude-code'

/** Where its settings go. */
export const settingsPlace =
  'Put this into ~/.claude/settings.json for all projects, or into .claude/settings.local.json of one; where there are hooks already, add these to them.'

const toolEvents = ['PreToolUse', 'PostToolUse', 'PostToolUseFailure']
const otherEvents = [
  ...['PostToolBatch', 'UserPromptSubmit', 'SubagentStart', 'SubagentStop', 'PreCompact', 'SessionStart'],
]
/** After these no other may come for long: they record what waits. */
const lastEvents = ['Stop', 'StopFailure', 'SessionEnd']

/** Claude Code ends the hook so many seconds after it should have ended by itself, as on a disk that hangs. */
const grace = 10

/**
 * The settings for a hook.
 * @param program the file that is run; @param limit how long it may take, where that is not as usual
 * @param cwd what its paths are relative to
 */
export function claudeSettings(
  program: string,
  { ledger, gate, log }: Pick<HookSettings, 'ledger' | 'gate' | 'log'>,
  limit: number | undefined,
  cwd: string,
) {
  const words = [
    ...[process.execPath, program, 'hook'],
    ...(ledger === undefined ? [] : ['--ledger', resolve(cwd, ledger)]),
    ...(gate ? ['--gate'] : []),
    ...(limit === undefined ? [] : ['--limit', String(limit)]),
    ...(log === undefined ? [] : ['--log', resolve(cwd, log)]),
  ]
  const timeout = Math.ceil(limit ?? usualLimit) + grace
  const command = { type: 'command', command: words.map(shellWord).join(' '), timeout }
  const last = { ...command, timeout: Math.max(timeout, lastLimit + grace) }
  return {
    hooks: Object.fromEntries([
      ...toolEvents.map((event) => [event, [{ matcher: '*', hooks: [command] }]]),
      ...otherEvents.map((event) => [event, [{ hooks: [command] }]]),
      ...lastEvents.map((event) => [event, [{ hooks: [last] }]]),
    ]),
  }
}

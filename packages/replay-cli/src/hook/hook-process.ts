/**
 * The hook as a process of its own. One starts for every tool call, so it is loaded without the rest of the program,
 * and it ends with exit code 0 whatever happens: 2 would block the agent's call, and any other would be shown.
 */

import { readHookSettings } from './hook-settings.js'
import { runHook } from './run-hook.js'

/** Runs the hook and ends the process. @param words the words after `hook` */
export async function hookProcess(words: readonly string[]): Promise<never> {
  // What nobody foresaw is no reason to stop the agent either.
  process.on('uncaughtException', () => process.exit(0))
  await runHook(readHookSettings(words), process, 0)
  // What is still under way when time is up must not hold the agent.
  process.exit(0)
}

/** True for words that a hook is called with; a person who asks or tries something gets the whole program. */
export function isHookCall(words: readonly string[]): boolean {
  const asks = words.some((word) => ['--help', '-h', '--print-settings', '--drain'].includes(word))
  return words[0] === 'hook' && !asks && process.stdin.isTTY !== true
}

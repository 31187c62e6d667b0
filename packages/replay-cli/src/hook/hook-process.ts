/**
 * The hook as a process of its own. One starts for every tool call, so it is loaded without the rest of the program,
 * and it ends with exit code 0 whatever happens: 2 would block the agent's call, and any other would be shown.
 */

import { parseArgs } from 'node:util'
import { runHook } from './run-hook.js'

/** Runs the hook and ends the process. @param words the words after `hook` */
export async function hookProcess(words: readonly string[]): Promise<never> {
  // What nobody foresaw is no reason to stop the agent either.
  process.on('uncaughtException', () => process.exit(0))
  const { settings, mistakes } = readHookSettings(words)
  await runHook(settings, process, { mistakes })
  // What is still under way when time is up must not hold the agent.
  process.exit(0)
}

/** True for words that a hook is called with; a person who asks or tries something gets the whole program. */
export function isHookCall(words: readonly string[]): boolean {
  const asks = words.some((word) => ['--help', '-h', '--print-settings'].includes(word))
  return words[0] === 'hook' && !asks && process.stdin.isTTY !== true
}

/**
 * Reads the words after `hook`. What is not understood is passed over and logged: a hook that fails with exit code 2
 * blocks the agent's calls, and a mistyped option must not.
 */
export function readHookSettings(words: readonly string[]) {
  const { tokens } = parseArgs({
    args: [...words],
    strict: false,
    tokens: true,
    options: { ledger: { type: 'string' }, log: { type: 'string' }, gate: { type: 'boolean' } },
  })
  const mistakes: string[] = []
  const settings: { ledger?: string; log?: string; gate: boolean } = { gate: false }
  for (const token of tokens) {
    if (token.kind === 'positional') mistakes.push(`${JSON.stringify(token.value)} means nothing here`)
    if (token.kind !== 'option') continue
    if (token.name === 'gate') settings.gate = true
    else if (token.name !== 'ledger' && token.name !== 'log')
      mistakes.push(`there is no option ${token.rawName}`)
    else if (token.value === undefined) mistakes.push(`${token.rawName} needs a value`)
    else settings[token.name] = token.value
  }
  return { settings, mistakes }
}

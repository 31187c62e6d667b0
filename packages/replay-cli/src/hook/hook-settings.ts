/** How a hook is set: from its command line alone, and never so that a mistake in it stops the agent. */

import { parseArgs } from 'node:util'

export type HookSettings = ReturnType<typeof readHookSettings>

/** As long as the agent waits for a hook at the most, in seconds, where nothing else is said. */
export const usualLimit = 2

/** So long may the last hook of a run take, in seconds: there may be none after it that records what waits. */
export const lastLimit = 30

/** Why hooks don't record into a database with an address: connecting takes as long as many hooks. */
export const noAddress =
  '--ledger is the address of a database, and hooks record into files only. Name a file; todo-replay import FILE --ledger ADDRESS copies what it holds.'

const known = {
  ledger: { type: 'string' },
  gate: { type: 'boolean' },
  limit: { type: 'string' },
  log: { type: 'string' },
} as const

/**
 * Reads the words after `hook`. What is not understood is passed over and logged: a hook that fails with exit code 2
 * blocks the agent's calls, and a mistyped option must not.
 */
export function readHookSettings(words: readonly string[]) {
  const { tokens } = parseArgs({ args: [...words], strict: false, tokens: true, options: known })
  const mistakes: string[] = []
  const given = new Map<string, string | true>()
  for (const token of tokens) {
    if (token.kind === 'positional') mistakes.push(`${JSON.stringify(token.value)} means nothing here`)
    if (token.kind !== 'option') continue
    const type = Object.entries(known).find(([name]) => name === token.name)?.[1].type
    if (type === undefined) mistakes.push(`there is no option ${token.rawName}`)
    else if (type === 'string' && token.value === undefined) mistakes.push(`${token.rawName} needs a value`)
    else given.set(token.name, token.value ?? true)
  }
  const text = (name: string): string | undefined => {
    const value = given.get(name)
    return typeof value === 'string' ? value : undefined
  }
  const limit = limitOf(text('limit'))
  if (limit === null) mistakes.push(`--limit must be seconds, such as ${usualLimit}`)
  return {
    ledger: text('ledger'),
    /** True: completions without evidence are refused. */
    gate: given.has('gate'),
    /** How long it may take, in seconds. */
    limit: limit ?? usualLimit,
    /** The file for its own faults. */
    log: text('log'),
    /** What was passed over of the command line, in words. */
    mistakes,
  }
}

/** Seconds as a person writes them; null where it is no such number. */
export function limitOf(text: string | undefined): number | null {
  if (text === undefined) return usualLimit
  const seconds = /^\d{1,3}(?:\.\d{1,3})?$/.test(text) ? Number(text) : 0
  return seconds > 0 ? seconds : null
}

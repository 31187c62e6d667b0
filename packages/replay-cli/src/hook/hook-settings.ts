/** How a hook is set: from its command line alone, and never so that a mistake in it stops the agent. */

import { parseArgs } from 'node:util'

/** How a hook is set. */
export interface HookSettings {
  /** The ledger's file, or undefined for the usual one. */
  readonly ledger: string | undefined
  /** True: completions without evidence are refused. */
  readonly gate: boolean
  /** How long it may take, in seconds. */
  readonly limit: number
  /** The file for its own faults, or undefined for the usual one. */
  readonly log: string | undefined
  /** True: the agent reports when all calls of a response are done, which ends the turn. */
  readonly batches: boolean
  /** What was not understood of the command line and is passed over, in words. */
  readonly mistakes: readonly string[]
}

/** As long as the agent waits for a hook at the most, in seconds, where nothing else is said. */
export const usualLimit = 2

/**
 * Reads the words after `hook`. What is not understood is passed over and logged: a hook that fails with exit code 2
 * blocks the agent's calls, and a mistyped option must not.
 */
export function readHookSettings(words: readonly string[]): HookSettings {
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
    gate: given.has('gate'),
    limit: limit ?? usualLimit,
    log: text('log'),
    batches: !given.has('no-batch'),
    mistakes,
  }
}

/** Seconds as a person writes them; null where it is no such number. */
export function limitOf(text: string | undefined): number | null {
  if (text === undefined) return usualLimit
  const seconds = /^\d{1,3}(?:\.\d{1,3})?$/.test(text) ? Number(text) : 0
  return seconds > 0 ? seconds : null
}

const known = {
  ledger: { type: 'string' },
  gate: { type: 'boolean' },
  limit: { type: 'string' },
  log: { type: 'string' },
  'no-batch': { type: 'boolean' },
} as const

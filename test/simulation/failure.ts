/** What a simulation throws. */

/** The store or a session did what it must not. */
export class SimulationFailure extends Error {}

/** A host died in the middle of a command; the rest of the command does not happen. */
export class HostDied extends Error {}

/** Fails the history unless the condition holds. */
export function must(condition: boolean, what: string | (() => string)): asserts condition {
  if (!condition) throw new SimulationFailure(typeof what === 'string' ? what : what())
}

/** A value as a person reads it in a trace, cut. */
export function shown(value: unknown, most = 200): string {
  let text: string
  try {
    text =
      JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? `${each}n` : each)) ??
      'undefined'
  } catch {
    text = String(value)
  }
  return text.length > most ? `${text.slice(0, most)}…` : text
}

/** The code of an error of core, or its class. */
export function codeOf(error: unknown): string {
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' ? code : error instanceof Error ? error.constructor.name : String(error)
}

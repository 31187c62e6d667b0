/** What went wrong in a hook, in words. */

import type { HookInput } from './adapter.js'

/** The hook that something is said of. */
export function placeOf(input: HookInput | null): string {
  if (input === null) return 'standard input'
  const { name, session, agent, event } = input
  const call = event.kind === 'call' ? event.call : event.kind === 'outcome' ? event.outcome : null
  const place = `${name} of session ${agent === null ? session : `${session}/${agent}`}`
  return call === null ? place : `${place}, ${call.name} ${call.call}`
}

/** What went wrong. */
export function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return `${code}: ${error.message}`
}

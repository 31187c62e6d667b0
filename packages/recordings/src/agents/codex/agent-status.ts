/** The states of Codex's sub-agents. */

import { isObject } from '../../json-value.js'

const finalStates: ReadonlySet<string> = new Set(['completed', 'errored', 'shutdown', 'not_found'])

/** True where a sub-agent in this state is at work no more: `"shutdown"`, or `{"completed": "what it says"}`. */
export function isFinal(status: unknown): boolean {
  if (isObject(status)) {
    const state = status['status']
    return typeof state === 'string'
      ? finalStates.has(state)
      : Object.keys(status).some((key) => finalStates.has(key))
  }
  return typeof status === 'string' && finalStates.has(status)
}

/** The one session of a source that a command is about. */

import { Failure } from '../failure.js'
import { someOf } from '../text/count.js'

/**
 * The one that is no sub-agent of another.
 * @param does what is done with it, for the message
 * @throws Failure `several-sessions`
 */
export function oneSession<Session extends { readonly session: string; readonly parent: string | null }>(
  all: readonly Session[],
  does: string,
): Session {
  const ids = new Set(all.map(({ session }) => session))
  const heads = all.filter(({ parent }) => parent === null || !ids.has(parent))
  const [only, ...others] = heads
  if (only !== undefined && others.length === 0) return only
  const names = someOf(heads.map(({ session }) => JSON.stringify(session.slice(0, 200))))
  throw new Failure(
    'several-sessions',
    `There are ${heads.length} sessions: ${names}. Say which one to ${does}: --session ID.`,
  )
}

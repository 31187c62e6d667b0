/** The session that a person named by its id, or by the beginning of it. */

import { Failure } from '../failure.js'
import { someOf } from '../text/count.js'
import { sessionIds } from './session-ids.js'
import type { Source } from './source.js'

/**
 * The whole id of a session. The beginning of an id that others share stands for the session whose sub-agents the others
 * are.
 * @returns what was given where nothing begins with it: reading the source says so
 * @throws Failure `ambiguous-session`
 */
export async function sessionNamed(source: Source, given: string): Promise<string> {
  const meant = new Set<string>()
  for await (const id of sessionIds(source, given)) {
    if (id === given) return given
    if (given !== '' && id.startsWith(given)) meant.add(id)
  }
  const ids = [...meant].toSorted((one, other) => one.length - other.length || (one < other ? -1 : 1))
  const [shortest] = ids
  if (shortest === undefined) return given
  const begun = withoutSubagents(ids)
  if (begun.length === 1) return shortest
  throw new Failure(
    'ambiguous-session',
    `Several sessions begin with ${JSON.stringify(given)}: ${someOf(begun)}. Give more of the id.`,
  )
}

/** The sessions of some that are no sub-agents of another of them. */
export function withoutSubagents(ids: readonly string[]): readonly string[] {
  return ids.filter((id) => !ids.some((other) => id.startsWith(`${other}/`)))
}

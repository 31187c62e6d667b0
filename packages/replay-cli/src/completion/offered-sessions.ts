/** The session ids that completion offers: those of the source on the line; without one those that agents recorded. */

import { homedir } from 'node:os'
import type { Host } from '../host.js'
import { newestSession } from '../sources/newest-session.js'
import { sessionIds } from '../sources/session-ids.js'
import { sourceAt } from '../sources/source.js'
import type { Candidate } from './candidate.js'

/** A person waits for it: so many ids, and so many milliseconds, and no more. */
const mostIds = 200
const mostMilliseconds = 1_000

/** A shell would take other characters for something else, an id comes from outside, and nobody types a longer one. */
const plain = /^[A-Za-z0-9][A-Za-z0-9._/@+-]{0,499}$/

/** The ids of a source's sessions; none where it can't be read. @param typed the source as it stands on the line */
export async function offeredSessions(
  typed: string | undefined,
  host: Pick<Host, 'cwd' | 'env'>,
): Promise<readonly Candidate[]> {
  const ids = new Set<string>()
  try {
    const end = Date.now() + mostMilliseconds
    const found = typed === undefined ? ofAgents(host) : sessionIds(await sourceAt(unquoted(typed, host)))
    for await (const id of found) {
      if (plain.test(id)) ids.add(id)
      if (ids.size >= mostIds || Date.now() > end) break
    }
  } catch {
    // Nobody reads it: the command itself will say what is wrong.
  }
  return [...ids].map((word) => ({ word, means: '' }))
}

/** Those of the newest session of the current folder, then those that `sessions` has listed before. */
async function* ofAgents(host: Pick<Host, 'cwd' | 'env'>): AsyncGenerator<string, void, undefined> {
  const newest = await newestSession(host).catch(() => null)
  if (newest !== null) yield* sessionIds(await sourceAt(newest.path))
  const { knownSessions } = await import('../sessions/session-anywhere.js')
  yield* knownSessions(host)
}

/** A path as it is typed in a shell, without its quotation marks, its backslashes and its `~`. */
function unquoted(typed: string, { env }: Pick<Host, 'env'>): string {
  const [quote = ''] = typed
  if (quote === '"' || quote === "'") return typed.slice(1).replace(/["']$/, '')
  return typed.replace(/^~(?=\/|$)/, () => env['HOME'] ?? homedir()).replace(/\\(.)/g, '$1')
}

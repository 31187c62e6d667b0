/** The sessions of a ledger that a redaction is about. */

import type { EventStore } from '@todo-ledger/core'
import { Failure } from '../failure.js'
import { someOf } from '../text/count.js'
import { didYouMean } from '../text/did-you-mean.js'

/**
 * The ids of the sessions: the one that was asked for, else all.
 * @throws Failure `unknown-session`
 */
export async function sessionsToRedact(
  store: EventStore,
  file: string,
  wanted: string | undefined,
): Promise<readonly string[]> {
  const all = (await store.sessions()).map(({ session }) => session)
  if (wanted === undefined) return all
  if (all.includes(wanted)) return [wanted]
  throw new Failure(
    'unknown-session',
    `There is no session ${JSON.stringify(wanted)} in ${file}.${didYouMean(wanted, all) || ` It holds ${someOf(all)}.`}`,
  )
}

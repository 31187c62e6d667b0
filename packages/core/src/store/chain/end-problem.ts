/** Whether a ledger can be gone on with. */

import type { ChainedStore } from '../chained-store.js'
import { firstLink, linkOf } from './chain.js'

/**
 * What is wrong with the end of a ledger, in a sentence; null where nothing is. It must stand where the sessions say, and
 * its last link must hold. Only the last two records are read: whether all are whole, `verifyChain` says.
 */
export async function endProblem(store: ChainedStore): Promise<string | null> {
  for (let last = await eventsIn(store); ; ) {
    const problem = await problemAt(last, store)
    if (problem === null) return null
    const now = await eventsIn(store)
    // Somebody may have written meanwhile.
    if (now === last) return problem
    last = now
  }
}

/** How many events the sessions have, which is also the last position. */
export async function eventsIn(store: ChainedStore): Promise<number> {
  const sessions = await store.sessions()
  return sessions.reduce((sum, { lastSeq }) => sum + lastSeq, 0)
}

async function problemAt(last: number, store: ChainedStore): Promise<string | null> {
  let position = Math.max(last - 2, 0)
  let link = position === 0 ? firstLink(store.ledger()) : null
  for await (const record of store.records({ after: position })) {
    position += 1
    if ('unreadable' in record) return record.unreadable
    if (position > last || record.position !== position) {
      return `the sessions hold ${last} events, and there is one at position ${record.position}`
    }
    if (link !== null && record.link !== linkOf(link, position, record.hash)) {
      return `the event at position ${position} does not follow the one before it`
    }
    link = record.link
  }
  return position === last ? null : `the event at position ${position + 1} is nowhere`
}

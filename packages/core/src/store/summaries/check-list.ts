/** Holds the list of sessions that a store keeps against their events. */

import type { EventStore } from '../event-store.js'
import { mergedSummary, type SummaryFields, summaryOf } from './session-summary.js'
import { pageOf, type SessionsPage, wholeQuery } from './sessions-page.js'

/**
 * The sessions of which the list says something else than their events, or nothing.
 * @throws StoreError where the events can't be read
 */
export async function wronglyListed(store: EventStore): Promise<readonly string[]> {
  const wrong: string[] = []
  const listed = new Map<string, string>()
  for (let after: string | undefined; ; ) {
    const page: SessionsPage = await store.listSessions({
      limit: 1000,
      ...(after === undefined ? {} : { after }),
    })
    for (const summary of page.sessions) listed.set(summary.session, JSON.stringify(summary))
    if (page.next === null) break
    after = page.next
  }
  for (const { session, lastSeq } of await store.sessions()) {
    let fields: SummaryFields | null = null
    for await (const event of store.read(session)) {
      const said = summaryOf([event])
      fields = fields === null ? said : mergedSummary(fields, said)
    }
    if (fields === null) continue
    const { sessions } = pageOf([{ session, lastSeq, fields, number: 0 }], wholeQuery({}))
    if (JSON.stringify(sessions[0]) !== listed.get(session)) wrong.push(session)
  }
  return wrong
}

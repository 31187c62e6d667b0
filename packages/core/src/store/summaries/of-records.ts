/** Summaries of sessions, made anew from records: of ledgers that had none, and where contents were taken out. */

import { StoreError } from '../../errors.js'
import { decodeRecord } from '../codec/record-codec.js'
import type { StoredRecord } from '../stored-record.js'
import { mergedSummary, nothingSaid, type SummaryFields, summaryOf } from './session-summary.js'
import type { PlacedSummary } from './sessions-page.js'

/** The types of events whose data says something of their session. */
export const sayingTypes: readonly string[] = [
  'session.opened',
  'run.started',
  'todos.updated',
  'todos.rolled-back',
]
const saying: ReadonlySet<string> = new Set(sayingTypes)

/** What records say of their sessions, which come in the order of their first records. */
export function summariesOf(records: Iterable<StoredRecord>): Iterable<PlacedSummary> {
  const summaries = new Map<string, PlacedSummary>()
  for (const record of records) {
    const { session, seq: lastSeq, position: number } = record
    const before = summaries.get(session)
    const said = saidBy(record)
    summaries.set(
      session,
      before === undefined
        ? { session, lastSeq, number, fields: said }
        : { ...before, lastSeq, fields: mergedSummary(before.fields, said) },
    )
  }
  return summaries.values()
}

function saidBy(record: StoredRecord): SummaryFields {
  const { turn, at, type, data } = record
  if (data === null || !saying.has(type)) return nothingSaid(turn, at, type)
  try {
    return summaryOf([decodeRecord(record, 'The event')])
  } catch (error) {
    // `verify` names what can't be read; here it must not keep a ledger from being opened.
    if (error instanceof StoreError) return nothingSaid(turn, at, type)
    throw error
  }
}

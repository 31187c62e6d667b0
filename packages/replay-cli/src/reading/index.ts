/** Sessions as data, for a program that shows them while they go on. */

export { pageJson, reportEntry } from '../report/report-writer.js'
export { verifyRemembered } from '../verify/remembered-anchor.js'
export {
  type FindWork,
  type LedgerEntry,
  LedgerReplays,
  type LedgerSession,
  type ReadSession,
  type RecordedWork,
} from './ledger-replays.js'

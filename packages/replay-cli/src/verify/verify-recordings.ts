/** Verifies recordings: they carry no hashes, so their order and the rules are all that can be checked. */

import type { SessionState } from '@todo-ledger/core'
import type { Output } from '../output.js'
import { openSource } from '../sources/open-source.js'
import { listOf } from '../sources/read-options.js'
import { ReadReport } from '../sources/read-report.js'
import { nameOf, type Source } from '../sources/source.js'
import { ReplayNotes } from './replay-sessions.js'
import { firstBadOf, type VerifyResult } from './verify-result.js'

/**
 * Verifies the recordings of a source.
 * @throws RecordingError, Failure where it can't be read
 */
export async function verifyRecordings(
  source: Source,
  output: Output,
): Promise<{ readonly result: VerifyResult; readonly report: ReadReport }> {
  const notes = new ReplayNotes()
  const report = new ReadReport(output)
  let events = 0
  await listOf(
    openSource(source, { report }, () => {
      let last: SessionState | null = null
      return {
        take({ state }) {
          events += 1
          last = state
        },
        finish() {
          if (last !== null) notes.finished(last)
        },
      }
    }),
  )
  const firstBad = firstBadOf(null, notes, null)
  const result: VerifyResult = {
    ok: firstBad === null,
    source: nameOf(source),
    kind: 'recording',
    events,
    sessions: notes.sessions,
    firstBad,
    file: null,
    warnings: [],
    hashed: false,
    redacted: [],
    anchors: [],
    head: null,
    snapshots: null,
    replay: notes,
  }
  return { result, report }
}

/** Verifies recordings: they carry no hashes, so their order and the rules are all that can be checked. */

import type { SessionState } from '@todo-ledger/core'
import type { Host } from '../host.js'
import type { Output } from '../output.js'
import type { ReadReport } from '../sources/read-report.js'
import { readSource } from '../sources/read-source.js'
import type { Source } from '../sources/source.js'
import { ReplayNotes } from './replay-sessions.js'
import { firstBadOf, type VerifyResult } from './verify-result.js'

/**
 * Verifies the recordings of a source.
 * @throws RecordingError, Failure where it can't be read
 */
export async function verifyRecordings(
  source: Source,
  name: string,
  host: Host,
  output: Output,
): Promise<{ readonly result: VerifyResult; readonly report: ReadReport }> {
  const notes = new ReplayNotes()
  let events = 0
  const report = await readSource(
    source,
    {
      listenerFor: () => {
        let last: SessionState | null = null
        return {
          passed: (_event, state) => {
            events += 1
            last = state
            return 'more'
          },
          finished: () => {
            if (last !== null) notes.finished(last)
          },
        }
      },
    },
    host,
    output,
  )
  const firstBad = firstBadOf(null, notes, null)
  const result: VerifyResult = {
    ok: firstBad === null,
    source: name,
    kind: 'recording',
    events,
    sessions: notes.sessions,
    firstBad,
    file: null,
    hashed: false,
    redacted: [],
    anchors: [],
    head: null,
    snapshots: null,
    replay: notes,
  }
  return { result, report }
}

/** What a redaction did, in words. */

import type { SessionRedaction } from '@todo-ledger/core'
import type { Output } from '../output.js'
import { isLedgerAddress } from '../sources/is-ledger-address.js'
import { count, ranges } from '../text/count.js'
import { printable } from '../text/printable.js'

/** What was taken out of one session, as a line. */
export function redactedLine({ session, events, left }: SessionRedaction, dryRun: boolean): string {
  const patterns = new Map<string, number>()
  for (const { found } of events) {
    for (const [name, times] of Object.entries(found)) patterns.set(name, (patterns.get(name) ?? 0) + times)
  }
  const names = [...patterns].map(([name, times]) => `${name} ${times}`).join(', ')
  const seqs = ranges(events.map(({ seq }) => seq))
  const what = dryRun ? 'would be redacted' : 'redacted'
  const taken =
    events.length === 0
      ? `nothing ${what}`
      : `${what} in ${count(events.length, 'event')} (${seqs}): ${names}`
  const stays =
    left.length === 0
      ? ''
      : `; still in the ids of events ${ranges(left)}: ids can not be changed, forget the session`
  return printable(`${printable(session, 200)}: ${taken}${stays}`)
}

/** Says that the old contents are still in the file. */
export function wipeWarning(output: Output, file: string): string {
  const warning = output.messageStyle('yellow', 'warning:')
  if (isLedgerAddress(file)) {
    return `${warning} the old contents may stay in the files and logs of ${printable(file)} until the server writes over them, in its replicas, and in backups.`
  }
  return `${warning} another program is reading ${printable(file)}: until all such programs have ended, the old contents can be read in ${printable(file)}-wal.`
}

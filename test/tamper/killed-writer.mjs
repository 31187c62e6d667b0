/**
 * Writes to a ledger and is killed, so that its write-ahead log stays. The log was begun anew once: behind what counts
 * stands what was written before. Prints `written`, and waits for its end.
 */

import { sqliteStore } from '@todo-ledger/core/sqlite'
import { makeLedger } from './small-ledger.mjs'

const [, , file = ''] = process.argv
await makeLedger(file, 2)
const store = sqliteStore(file)
await append(1, 20)
// Whoever closes it moves the log into the file; the next to write begins the log anew.
await sqliteStore(file).close()
await append(21, 30)
console.log('written')
setInterval(() => {}, 60_000)

/** @param {number} from @param {number} to */
async function append(from, to) {
  for (let seq = from; seq <= to; seq += 1) {
    const data =
      seq === 1
        ? { profile: 'todo-manager', settings: {}, rules: [], goal: null, source: null, parent: null }
        : { role: 'assistant', text: `said ${seq} `.repeat(10) }
    const event = /** @type {import('@todo-ledger/core').TodoEvent} */ ({
      id: `e${seq}`,
      session: 'killed',
      seq,
      turn: 0,
      at: new Date(seq),
      type: seq === 1 ? 'session.opened' : 'message.recorded',
      version: 1,
      data,
    })
    await store.append('killed', [event], { expectedSeq: seq - 1 })
  }
}

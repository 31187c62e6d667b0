/**
 * Several writers in one process that append to one session, each again after a lost race, and now and then blindly
 * once more after an answer. Prints what was acknowledged, `[id, seq]` a line, right away; what else went wrong is
 * `{ failure }`. Run: node append.mjs LEDGER NAME WRITERS EVENTS
 */

import { writeSync } from 'node:fs'
import { sqliteStore } from '@todo-ledger/core/sqlite'

const [path = '', name = '', writers = '', events = ''] = process.argv.slice(2)
const print = (/** @type {unknown} */ value) => writeSync(1, `${JSON.stringify(value)}\n`)
const store = sqliteStore(path, { busyTimeout: 60_000 })

/** @param {number} writer */
async function write(writer) {
  let last = 0
  for (let step = 1; step <= Number(events); ) {
    const id = `${name}/${writer}/${step}`
    const seq = last + 1
    const event = /** @type {const} */ ({
      id,
      session: 's1',
      seq,
      turn: 0,
      at: new Date(0),
      type: 'message.recorded',
      version: 1,
      data: { role: 'assistant', text: id },
    })
    try {
      const { lastSeq } = await store.append('s1', [event], { expectedSeq: last })
      print([id, seq])
      // As a host does that did not get the answer.
      const again = step % 5 === 0 ? await store.append('s1', [event], { expectedSeq: last }) : null
      if (again !== null && again.events[0]?.seq !== seq) print({ failure: `${id} was stored twice` })
      last = lastSeq
      step += 1
    } catch (error) {
      if (error?.code !== 'concurrency') return print({ failure: `${error?.code}: ${error}` })
      last = error.current
    }
  }
}

await Promise.all(Array.from({ length: Number(writers) }, (_, index) => write(index + 1)))
await store.close()

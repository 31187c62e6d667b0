/**
 * Follows a ledger as another process does, from its beginning, and prints the position, session, seq and id of every
 * event, one a line, until an event of the session `the end` comes. It connects anew after some events, again and again. Run: node follow.mjs LEDGER
 */

import { writeSync } from 'node:fs'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import { subscribe } from '@todo-ledger/core/store'

const [path = ''] = process.argv.slice(2)
let after = 0
for (let length = 1; after >= 0; length = (length % 17) + 1) {
  const store = sqliteStore(path, { readOnly: true })
  let taken = 0
  for await (const { position, event } of subscribe(store, { after, pollInterval: 2 })) {
    writeSync(1, `${JSON.stringify([position, event.session, event.seq, event.id])}\n`)
    taken += 1
    after = event.session === 'the end' ? -1 : position
    if (after < 0 || taken === length) break
  }
  await store.close()
}

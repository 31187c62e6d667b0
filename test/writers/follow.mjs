/**
 * Follows a ledger as another process does, from its beginning, and prints the position, session, seq and id of every
 * event, one a line, until an event of the session `the end` comes. Run: node follow.mjs LEDGER
 */

import { writeSync } from 'node:fs'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import { subscribe } from '@todo-ledger/core/store'

const [path = ''] = process.argv.slice(2)
const store = sqliteStore(path, { readOnly: true })
for await (const { position, event } of subscribe(store, { after: 0, pollInterval: 2 })) {
  writeSync(1, `${JSON.stringify([position, event.session, event.seq, event.id])}\n`)
  if (event.session === 'the end') break
}
await store.close()

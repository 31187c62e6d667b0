/** A ledger of the first schema, large enough to be killed while it is brought up to date. */

import { copyFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { decodeEvent } from '@todo-ledger/core'
import { Model } from './model.mjs'
import { openDatabase } from './sqlite-databases.mjs'
import { textOf } from './told-store.mjs'
import { trulyClosed } from './truly-closed.mjs'

const fixture = fileURLToPath(new URL('../../packages/core/test/old-versions/schema-1.db', import.meta.url))

/**
 * Makes the ledger and the model of it.
 * @param {string} file @param {number} copies how often the fixture's sessions stand in it
 */
export async function makeOldLedger(file, copies) {
  copyFileSync(fixture, file)
  const bodies = copySessions(file, copies)
  // Closed by its last user, the file stands alone, without a write-ahead log.
  await trulyClosed(file)
  const model = new Model()
  for (const body of bodies) {
    const event = decodeEvent(body)
    model.settled.set(event.session, [...model.eventsOf(event.session), textOf(event)])
  }
  return model
}

/** Gives the texts of all events then. @param {string} file @param {number} copies */
function copySessions(file, copies) {
  const database = openDatabase(file)
  const rows = /** @type {Record<string, string | number | null>[]} */ (
    database.prepare('SELECT session, seq, id, type, turn, at, body FROM events ORDER BY position').all()
  )
  const insert = database.prepare(
    'INSERT INTO events (session, seq, id, type, turn, at, body) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const bodies = rows.map(({ body }) => String(body))
  database.exec('BEGIN')
  for (let copy = 1; copy < copies; copy += 1) {
    for (const { session, seq, id, type, turn, at, body } of rows) {
      const name = `copy-${copy}-${session}`
      const text = String(body).replace(`"session":"${session}"`, `"session":"${name}"`)
      insert.run(name, Number(seq), String(id), String(type), Number(turn), Number(at), text)
      bodies.push(text)
    }
  }
  database.exec('COMMIT')
  database.close()
  return bodies
}

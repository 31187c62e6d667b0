/** An empty store for each test: making the tables anew takes longer than most tests. */

import { type EventStore, firstLink, newLedgerId, systemRandom } from '@todo-ledger/core/store'
import { type PostgresDatabase, postgresStore } from '../src/index.js'

/** Opens the ledger of a database without what is in it: the triggers that keep it are passed by as a replica does. */
export async function emptied(database: PostgresDatabase): Promise<EventStore> {
  const [found] = await database.query(`SELECT to_regclass('todo_ledger.about') IS NOT NULL AS there`)
  if (found?.['there'] === true) {
    const id = newLedgerId(systemRandom())
    await database.transaction(async ({ query }) => {
      await query('SET LOCAL session_replication_role = replica')
      const tables = ['sessions', 'events', 'unlinked', 'positions', 'side'].map(
        (table) => `todo_ledger.${table}`,
      )
      await query(`TRUNCATE ${tables.join(', ')} RESTART IDENTITY`)
      await query('UPDATE todo_ledger.about SET id = $1, position = 0, link = $2', [id, firstLink(id)])
    })
  }
  return await postgresStore(database)
}

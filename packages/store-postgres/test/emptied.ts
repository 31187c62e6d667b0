/** An empty store for each test: making the tables anew takes longer than most tests. */

import { type EventStore, firstLink, newLedgerId, systemRandom } from '@todo-ledger/core/store'
import { type PostgresDatabase, postgresStore } from '../src/index.js'

/** Opens the ledger of a database without what is in it: the triggers that keep it are passed by as a replica does. */
export async function emptied(database: PostgresDatabase): Promise<EventStore> {
  const [found] = await database.query(`SELECT to_regclass('todo_ledger.about') IS NOT NULL AS there`)
  if (found?.['there'] === true) {
    const id = newLedgerId(systemRandom())
    const tables = ['sessions', 'events', 'unlinked', 'positions', 'side'].map(
      (table) => `todo_ledger.${table}`,
    )
    await database.query(`DO $$ BEGIN
      SET LOCAL session_replication_role = replica;
      TRUNCATE ${tables.join(', ')} RESTART IDENTITY;
      UPDATE todo_ledger.about SET id = '${id}', position = 0, link = '${firstLink(id)}';
    END $$`)
  }
  return await postgresStore(database)
}

/** An empty store for each test: making the tables anew takes longer than most tests. */

import type { ChainedStore } from '@todo-ledger/core/store'
import { type PostgresDatabase, postgresStore } from '../src/index.js'

/** Opens the ledger of a database without what is in it: the triggers that keep it are passed by as a replica does. */
export async function emptied(database: PostgresDatabase): Promise<ChainedStore> {
  const [found] = await database.query(`SELECT to_regclass('todo_ledger.about') IS NOT NULL AS there`)
  if (found?.['there'] === true) {
    await database.transaction(async ({ query }) => {
      await query('SET LOCAL session_replication_role = replica')
      await query(
        `TRUNCATE ${['about', 'sessions', 'events', 'unlinked', 'positions', 'snapshots', 'owners'].map((table) => `todo_ledger.${table}`).join(', ')} RESTART IDENTITY`,
      )
    })
  }
  return await postgresStore(database)
}

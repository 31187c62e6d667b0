/** PGlite as the database of a store: PostgreSQL within the process. It never syncs, so it proves no durability. */

import { PGlite } from '@electric-sql/pglite'
import type { PostgresDatabase, PostgresRow } from '../src/index.js'

/** Opens a database in memory. Stores that are given it may be opened and closed; `end` ends it. */
export function pgliteDatabase(): PostgresDatabase & { end(): Promise<void> } {
  const lite = new PGlite()
  return {
    name: 'PGlite',
    query: async (statement, values = []) => (await lite.query<PostgresRow>(statement, [...values])).rows,
    close: async () => {},
    end: () => lite.close(),
  }
}

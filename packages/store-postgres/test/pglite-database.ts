/** PGlite as the database of a store: PostgreSQL within the process. It never syncs, so it proves no durability. */

import { PGlite, type Transaction } from '@electric-sql/pglite'
import type { PostgresDatabase, PostgresRow, PostgresValue } from '../src/index.js'

/** Opens a database in memory. Stores that are given it may be opened and closed; `end` ends it. */
export function pgliteDatabase(): PostgresDatabase & { end(): Promise<void> } {
  const lite = new PGlite()
  const name = 'PGlite'
  const ask = async (
    connection: PGlite | Transaction,
    statement: string,
    values: readonly PostgresValue[] = [],
  ): Promise<readonly PostgresRow[]> => (await connection.query<PostgresRow>(statement, [...values])).rows
  return {
    name,
    query: (statement, values) => ask(lite, statement, values),
    transaction: (work) =>
      lite.transaction((connection) =>
        work({ query: (statement, values) => ask(connection, statement, values) }),
      ),
    close: async () => {},
    end: () => lite.close(),
  }
}

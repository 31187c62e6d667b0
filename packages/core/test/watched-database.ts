/** A database whose statements are seen, and can be made to fail, before and after they run. */

import type { SqliteDatabase } from '../src/sqlite.js'

/** Is called instead of a statement, and runs it, or not. */
export type Watcher = (sql: string, run: () => unknown) => unknown

/** The same database, with every statement passed to a watcher. Preparing is not a step of its own. */
export function watchedDatabase(database: SqliteDatabase, watch: Watcher): SqliteDatabase {
  return {
    prepare: (sql) => {
      const statement = database.prepare(sql)
      return {
        run: (...values) => {
          let changed = { changes: 0 }
          watch(sql, () => {
            changed = statement.run(...values)
          })
          return changed
        },
        get: (...values) => watch(sql, () => statement.get(...values)),
        all: (...values) => {
          const rows = watch(sql, () => statement.all(...values))
          return Array.isArray(rows) ? rows : []
        },
      }
    },
    exec: (sql) => watch(sql, () => database.exec(sql)),
    close: () => database.close(),
  }
}

/** A store of events in PostgreSQL: many processes write at a time. */

export type { PostgresDatabase, PostgresRow, PostgresValue } from './database.js'
export { type PostgresStoreOptions, postgresStore } from './postgres-store.js'

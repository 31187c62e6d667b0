export type { SqliteDatabase, SqliteStatement, SqliteValue } from './store/sqlite/connection.js'
export { sqliteIntegrity } from './store/sqlite/integrity.js'
export type { Durability } from './store/sqlite/open.js'
export { type GivenDatabase, type SqliteStoreOptions, sqliteStore } from './store/sqlite/sqlite-store.js'

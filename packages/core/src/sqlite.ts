export type { SqliteDatabase, SqliteStatement, SqliteValue } from './store/sqlite-connection.js'
export { type GivenDatabase, type SqliteStoreOptions, sqliteStore } from './store/sqlite-store.js'

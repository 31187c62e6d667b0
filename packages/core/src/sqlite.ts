export {
  type DatabaseAccess,
  databaseAddress,
  openDatabase,
  type SqliteDatabase,
  type SqliteStatement,
  type SqliteValue,
} from './store/sqlite/driver.js'
export { sqliteIntegrity } from './store/sqlite/integrity.js'
export type { Durability, SqliteStoreOptions } from './store/sqlite/open.js'
export { type GivenDatabase, sqliteStore } from './store/sqlite/sqlite-store.js'

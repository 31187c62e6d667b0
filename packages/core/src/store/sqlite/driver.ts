/** The driver, a native addon: it is required where it is installed, for no bundler can take it into a bundle. */

import { createRequire } from 'node:module'
import { type DatabaseAccess, databaseAddress } from './address.js'
import type { SqliteDatabase } from './connection.js'

// In a bundle of CommonJS import.meta is empty.
const require = createRequire(import.meta.url ?? __filename)

/** Opens what an address names, or `:memory:`. */
export const Database: new (address: string) => SqliteDatabase = require('libsql')

/** Opens a database file with the store's driver. Who opened it closes it. */
export function openDatabase(path: string, access: DatabaseAccess = {}): SqliteDatabase {
  return new Database(databaseAddress(path, access))
}

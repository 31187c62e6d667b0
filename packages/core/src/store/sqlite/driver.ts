/** The driver, a native addon, and how it is told which file to open. */

import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** What can be bound to a statement. */
export type SqliteValue = string | number | null

/** A prepared statement. What is bound is given as one list, for libsql copies what is spread. */
export interface SqliteStatement {
  run(...values: (SqliteValue | SqliteValue[])[]): { readonly changes: number }
  /** Its first row, or undefined. */
  get(...values: (SqliteValue | SqliteValue[])[]): unknown
  /** All its rows. */
  all(...values: (SqliteValue | SqliteValue[])[]): unknown[]
}

/** The part of libsql's interface that the store uses. */
export interface SqliteDatabase {
  prepare(sql: string): SqliteStatement
  /** Runs statements without parameters. */
  exec(sql: string): unknown
  close(): unknown
}

// Required where it is installed, for no bundler can take it into a bundle. In one of CommonJS import.meta is empty.
const require = createRequire(import.meta.url ?? __filename)

/** Opens what an address names, or `:memory:`. */
export const Database: new (address: string) => SqliteDatabase = require('libsql')

/** How a database file is to be opened. */
export interface DatabaseAccess {
  /** `ro`: only to be read; `rwc`, the default: it is created where there is none. */
  readonly mode?: 'ro' | 'rwc'
  /** True: nobody writes to it meanwhile, so no lock is taken and no file made beside it. False when absent. */
  readonly immutable?: boolean
}

/** Opens a database file with the store's driver. Who opened it closes it. */
export function openDatabase(path: string, access: DatabaseAccess = {}): SqliteDatabase {
  return new Database(databaseAddress(path, access))
}

/**
 * The address of a database file, for the driver. It names SQLite's own way to the disk: the one that the driver would
 * take, SQLite3MultipleCiphers', gives a read that failed as one that worked, and a checkpoint then writes over what
 * was acknowledged. A build without that name fails to open.
 */
export function databaseAddress(
  path: string,
  { mode = 'rwc', immutable = false }: DatabaseAccess = {},
): string {
  const address = pathToFileURL(resolve(path))
  address.searchParams.set('vfs', process.platform === 'win32' ? 'win32' : 'unix')
  address.searchParams.set('mode', mode)
  if (immutable) address.searchParams.set('immutable', '1')
  // SQLite knows no host, as the path of a Windows share has one: there it stands in the path.
  return address.href.replace(/^file:\/\/(?=[^/])/, 'file:////')
}

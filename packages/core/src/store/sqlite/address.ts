/** How SQLite is told which file to open. */

import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** How a database file is to be opened. */
export interface DatabaseAccess {
  /** `ro`: only to be read; `rwc`, the default: it is created where there is none. */
  readonly mode?: 'ro' | 'rwc'
  /** True: nobody writes to it meanwhile, so no lock is taken and no file made beside it. False when absent. */
  readonly immutable?: boolean
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

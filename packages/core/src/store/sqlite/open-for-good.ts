/** Reads the file of a database beside SQLite. */

import { openSync, statSync } from 'node:fs'

/** By device and inode. */
const opened = new Map<string, number>()

/**
 * Opens the file of a database, once for each file, and never closes it: on POSIX systems closing any descriptor of a
 * file takes away the locks that anything in the process has on it. So it is to be asked for only where something is
 * wrong.
 */
export function openForGood(path: string): number {
  const { dev, ino } = statSync(path, { bigint: true })
  const known = opened.get(`${dev} ${ino}`)
  if (known !== undefined) return known
  const file = openSync(path, 'r')
  opened.set(`${dev} ${ino}`, file)
  return file
}

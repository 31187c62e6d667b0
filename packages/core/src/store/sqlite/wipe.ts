/** Wipes what was taken out of a ledger from the write-ahead log. */

import type { SqliteConnection } from './connection.js'

/** How often to look whether other readers are done, in milliseconds. */
const pause = 10

/**
 * Moves the write-ahead log into the file and cuts it to nothing, so that the old bytes stand in neither: in the file
 * they are overwritten, as `secure_delete` is on. Waits for other readers without blocking the event loop.
 * @param patience how long to wait for them, in milliseconds; it is also what the connection's own timeout is set to
 * @returns false when the log could not be cut, since somebody still reads from it
 */
export async function wipeLog(connection: SqliteConnection, patience: number): Promise<boolean> {
  for (let waited = 0; ; waited += pause) {
    if (cutLog(connection, patience)) return true
    if (waited >= patience) return false
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

function cutLog(connection: SqliteConnection, patience: number): boolean {
  connection.setBusyTimeout(0)
  try {
    const row = connection.get('PRAGMA wal_checkpoint(TRUNCATE)')
    return row !== undefined && connection.number(row, 'busy') === 0
  } finally {
    connection.setBusyTimeout(patience)
  }
}

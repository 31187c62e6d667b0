/** The folders in which the sessions of an opencode database were begun. Shapes: docs/sources/opencode.md. */

import { ReadOnlyConnection, textIn } from './connection.js'
import { hasColumn } from './stored-sessions.js'

/**
 * The folder of each session of a database, by the session's id; of sessions whose folder is not known there is none.
 * @throws RecordingError `unreadable`
 */
export async function opencodeFolders(path: string): Promise<ReadonlyMap<string, string>> {
  const connection = await ReadOnlyConnection.open(path)
  try {
    const folders = new Map<string, string>()
    if (!hasColumn(connection, 'session', 'directory')) {
      return folders
    }
    const rows = connection.all(
      'SELECT CAST(id AS BLOB) AS id, CAST(directory AS BLOB) AS directory FROM session',
    )
    for (const row of rows) {
      const id = textIn(row, 'id')
      const folder = textIn(row, 'directory')
      if (id !== null && folder !== null && folder !== '') {
        folders.set(id, folder)
      }
    }
    return folders
  } finally {
    connection.close()
  }
}

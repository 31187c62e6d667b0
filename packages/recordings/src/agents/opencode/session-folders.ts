/** Where and when the sessions of an opencode database or storage were begun. Shapes: docs/sources/opencode.md. */

import { basename, join } from 'node:path'
import { isObject, objectIn, stringIn } from '../../json-value.js'
import { jsonOf, namesIn } from '../session-files.js'
import { numberIn, ReadOnlyConnection, textIn } from './connection.js'
import { layoutOf } from './storage-folder.js'
import { hasColumn } from './stored-sessions.js'

/** A session and its folder. */
export interface PlacedSession {
  /** Its id. */
  readonly id: string
  /** The folder in which it was begun. */
  readonly folder: string
  /** True for one of a sub-agent. */
  readonly isSubagent: boolean
  /** When it last changed, in milliseconds; 0 where that is not known. */
  readonly at: number
}

/**
 * The sessions of a database whose folder is known.
 * @throws RecordingError `unreadable`
 */
export async function databaseSessions(path: string): Promise<readonly PlacedSession[]> {
  const connection = await ReadOnlyConnection.open(path)
  try {
    const isWhole = ['id', 'parent_id', 'directory'].every((column) =>
      hasColumn(connection, 'session', column),
    )
    if (!isWhole) return []
    const at = hasColumn(connection, 'session', 'time_updated') ? 'time_updated' : '0'
    const rows = connection.all(
      `SELECT CAST(id AS BLOB) AS id, CAST(parent_id AS BLOB) AS parent, CAST(directory AS BLOB) AS directory, ${at} AS at FROM session`,
    )
    return rows.flatMap((row) => {
      const id = textIn(row, 'id')
      const folder = textIn(row, 'directory')
      if (id === null || folder === null || folder === '') return []
      return [{ id, folder, isSubagent: textIn(row, 'parent') !== null, at: numberIn(row, 'at') ?? 0 }]
    })
  } finally {
    connection.close()
  }
}

/** The sessions of a storage whose folder is known. */
export async function storedSessions(storage: string): Promise<readonly PlacedSession[]> {
  const layout = layoutOf(storage)
  const {
    sessions: all,
    byProject,
    messages,
  } = layout ?? {
    sessions: join(storage, 'session'),
    byProject: true,
    messages: join(storage, 'message'),
  }
  const found: PlacedSession[] = []
  const folders = byProject ? (await namesIn(all)).map((project) => join(all, project)) : [all]
  for (const inner of folders) {
    for (const name of await namesIn(inner)) {
      const session = await jsonOf(join(inner, name))
      if (!isObject(session)) continue
      const id = stringIn(session, 'id') ?? name.replace(/\.json$/, '')
      const folder = stringIn(session, 'directory') ?? (await rootOf(messages, id))
      if (folder === null || folder === '') continue
      const at = objectIn(session, 'time')?.['updated']
      const isSubagent = stringIn(session, 'parentID') !== null
      found.push({ id, folder, isSubagent, at: typeof at === 'number' ? at : 0 })
    }
  }
  return found
}

/** So many messages of a session are looked at for where it was begun. */
const mostLooked = 20

/** Where a session was begun, as the messages of the oldest storages say: `path.cwd` of what the model answered. */
async function rootOf(messages: string, session: string): Promise<string | null> {
  if (basename(session) !== session || session === '..') return null
  const names = await namesIn(join(messages, session))
  for (const name of names.slice(0, mostLooked)) {
    const message = await jsonOf(join(messages, session, name))
    const place = isObject(message) ? objectIn(message, 'path') : null
    const folder = place === null ? null : (stringIn(place, 'cwd') ?? stringIn(place, 'root'))
    if (folder !== null) return folder
  }
  return null
}

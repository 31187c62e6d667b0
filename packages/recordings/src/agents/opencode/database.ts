/**
 * The database of opencode since February 2026. Shapes: docs/sources/opencode.md#the-database. It is known by its tables:
 * its header names no program, where that of a ledger says `todo`, so a ledger is distinguished from it without loading the driver.
 * A sub-agent's messages come within the call of its parent that started it, as far as they were there when that call
 * ended; what is left of them comes at the end.
 */

import type { OpenedPath, PathContext, RecordingStep } from '../../recording.js'
import { applicationOf } from '../../sqlite-file.js'
import { ReadOnlyConnection } from './connection.js'
import { OpencodeReader } from './reader.js'
import { isOpencode, StoredSessions } from './stored-sessions.js'

/** True where a file is a database of opencode. */
export async function isOpencodeDatabase(path: string): Promise<boolean> {
  try {
    const connection = await connectionTo(path)
    connection?.close()
    return connection !== null
  } catch {
    return false
  }
}

/** A connection to a database of opencode; null where the file is none. @throws RecordingError `unreadable` */
async function connectionTo(path: string): Promise<ReadOnlyConnection | null> {
  if ((await applicationOf(path)) !== 0) return null
  const connection = await ReadOnlyConnection.open(path)
  let isOurs = false
  try {
    isOurs = isOpencode(connection)
    return isOurs ? connection : null
  } finally {
    if (!isOurs) connection.close()
  }
}

/**
 * Opens a database as a recording of all its sessions; null where the file is none.
 * @throws RecordingError `unreadable`
 */
export async function openOpencodeDatabase(path: string, context: PathContext): Promise<OpenedPath | null> {
  const connection = await connectionTo(path)
  if (connection === null) return null
  let isOpen = true
  const close = async (): Promise<void> => {
    if (isOpen) {
      isOpen = false
      connection.close()
    }
  }
  return { steps: read(connection, context, close), close }
}

async function* read(
  connection: ReadOnlyConnection,
  { file, onSkipped, limits }: PathContext,
  close: () => Promise<void>,
): AsyncIterable<RecordingStep> {
  const skipped = (line: number, reason: string, rest?: true): void =>
    onSkipped({ file, line, reason, ...(rest === undefined ? {} : { rest }) })
  try {
    const stored = new StoredSessions(connection, skipped, limits)
    const reader = new OpencodeReader({
      onSkipped: skipped,
      messagesOf: (child, before) => stored.messagesOf(child, before),
    })
    for (const session of stored.inOrder()) {
      for (const message of stored.messagesOf(session.id, null)) {
        yield* reader.take(message, session, session.id)
      }
      yield* reader.finishSession(session.id)
      stored.forget(session.id)
    }
    yield* reader.finish()
  } finally {
    await close()
  }
}

/**
 * The database of opencode since February 2026. Shapes: docs/sources/opencode.md#the-database. It is known by its tables:
 * its header names no program, where that of a ledger says `todo`, so a ledger is told from it without loading the driver.
 * A sub-agent's messages come within the call of its parent that started it, as far as they were there when that call
 * ended; what is left of them comes at the end.
 */

import type { ReadContext, RecordingStep } from '../recording.js'
import { RecordingError } from '../recording-error.js'
import { applicationOf } from '../sqlite-file.js'
import { ReadOnlyConnection } from './connection.js'
import { OpencodeReader } from './reader.js'
import { isOpencode, StoredSessions } from './stored-sessions.js'

/** A database that is open. */
export interface OpenedDatabase {
  /** What happened in all its sessions; can be read once. */
  readonly steps: AsyncIterable<RecordingStep>
  /** Closes the file, where the steps are not read to their end. */
  close(): Promise<void>
}

/** True where a file is a database of opencode. */
export async function isOpencodeDatabase(path: string): Promise<boolean> {
  if ((await applicationOf(path)) !== 0) {
    return false
  }
  let connection: ReadOnlyConnection | null = null
  try {
    connection = await ReadOnlyConnection.open(path)
    return isOpencode(connection)
  } catch {
    return false
  } finally {
    connection?.close()
  }
}

/**
 * Opens a database as a recording of all its sessions.
 * @throws RecordingError `unreadable`, or `unknown-format` where it is not opencode's
 */
export async function openOpencodeDatabase(context: ReadContext): Promise<OpenedDatabase> {
  const { file } = context
  const connection = await ReadOnlyConnection.open(file)
  let isOpen = true
  const close = async (): Promise<void> => {
    if (isOpen) {
      isOpen = false
      connection.close()
    }
  }
  try {
    if (!isOpencode(connection)) {
      const message = "this SQLite database is not opencode's; others are no recordings"
      throw new RecordingError('unknown-format', file, message)
    }
  } catch (error) {
    await close()
    throw error
  }
  return { steps: read(connection, context, close), close }
}

async function* read(
  connection: ReadOnlyConnection,
  { file, onSkipped }: ReadContext,
  close: () => Promise<void>,
): AsyncIterable<RecordingStep> {
  const skipped = (line: number, reason: string): void => onSkipped({ file, line, reason })
  try {
    const stored = new StoredSessions(connection, skipped)
    const reader = new OpencodeReader({
      onSkipped: skipped,
      messagesOf: (child, before) => stored.messagesOf(child, before),
    })
    for (const session of stored.inOrder()) {
      for (const message of stored.messagesOf(session.id, null)) {
        yield* reader.take(message, session, session.id)
      }
      yield* reader.finishSession(session.id)
    }
    yield* reader.finish()
  } finally {
    await close()
  }
}

/** Follows a conversation that is kept an event a file: new events are new files. */

import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { FileChanges } from './file-changes.js'
import { type Following, readRecording } from './following.js'

/**
 * Follows the folder of a conversation until the watch ends.
 * @throws RecordingError where it is no recording
 */
export async function followConversation(folder: string, following: Following): Promise<void> {
  const { watcher, reading, end, once } = following
  const changes = new FileChanges(join(folder, 'event'))
  let latest: number | null = null
  const more = async (): Promise<boolean> => {
    if (!once && end.reason === null) {
      await changes.next(end.stop, watcher.caughtUp())
      const at = await changedAt(folder)
      if (at !== latest) end.moved()
      latest = at
    }
    if (!once && end.reason === null) return true
    if (end.reason === 'asked') throw new Error('the watch is over')
    watcher.drained()
    return false
  }
  try {
    await readRecording(folder, reading, more)
  } catch (error) {
    if (end.reason === null) throw error
  } finally {
    changes.close()
  }
}

/** When a file was last added to a folder or taken out of it; null where it is gone. */
async function changedAt(folder: string): Promise<number | null> {
  const entry = await stat(folder).catch(() => null)
  return entry?.mtimeMs ?? null
}

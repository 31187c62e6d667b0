/** Follows a recording that comes through a pipe. */

import type { RecordingStream } from '@todo-ledger/recordings'
import { type Following, readRecording } from './following.js'
import { withPauses } from './with-pauses.js'

/**
 * Follows a stream until it ends, or the watch does.
 * @throws RecordingError where it is no recording
 */
export async function followStream({ name, bytes }: RecordingStream, following: Following): Promise<void> {
  const { watcher, reading, end } = following
  async function* passing(): AsyncGenerator<Uint8Array | string, void, undefined> {
    for await (const piece of withPauses(bytes, () => watcher.caughtUp(), end.stop)) {
      end.moved()
      yield piece
    }
    if (end.reason === 'asked') throw new Error('the watch is over')
    watcher.drained()
  }
  try {
    await readRecording({ name, bytes: passing() }, reading)
  } catch (error) {
    if (end.reason === null) throw error
  }
}

/** The messages of a file, as its lines come (message-stream.ts). */

import { MessageStream } from './message-stream.js'
import type { FileLine } from './recording.js'
import type { StreamPiece } from './stream-piece.js'

/**
 * Takes the messages out of lines, and at the end what the end cut off.
 * @param listNames what arrays of messages are called in objects; `messages` when absent
 */
export async function* messagePieces(
  lines: AsyncIterable<FileLine>,
  listNames?: ReadonlySet<string>,
): AsyncGenerator<StreamPiece, void, undefined> {
  const stream = new MessageStream(listNames)
  for await (const line of lines) yield* stream.take(line)
  yield* stream.finish()
}

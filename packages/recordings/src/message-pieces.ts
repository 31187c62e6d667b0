/** The messages of a file, as its lines come (message-stream.ts). */

import { MessageStream } from './message-stream.js'
import type { StreamPiece } from './stream-piece.js'

/** As much of a line is looked at for its format. */
const mostLooked = 1_000_000

/**
 * Takes the messages out of the first lines of a file, to say whose they are; nothing where they are not worth it.
 * @param fields what a line must hold to be worth the parsing
 */
export function* headPieces(
  head: readonly string[],
  fields: RegExp,
  listNames?: ReadonlySet<string>,
): Generator<StreamPiece, void, undefined> {
  const lines = head.map((text) => text.slice(0, mostLooked))
  if (!lines.some((text) => fields.test(text))) return
  const stream = new MessageStream(listNames)
  for (const [index, text] of lines.entries()) yield* stream.take({ text, line: index + 1 })
}

/** Streams of the Agent Client Protocol, recorded a message a line, of both sides or of one. Shapes: docs/sources/acp.md. */

import { basename } from 'node:path'
import { recordsOfLine } from '../../line-records.js'
import { messagePieces } from '../../message-pieces.js'
import type { FileLine, ReadContext, RecordingFormat, RecordingStep } from '../../recording.js'
import { isSurely, readMessage } from './message.js'
import { AcpReader } from './reader.js'

/** Recorded streams of the Agent Client Protocol. */
export const acp: RecordingFormat = {
  name: 'acp',
  takesPieces: true,
  recognise,
  read,
}

/** Fields without which nothing is worth the parsing. */
const fields = /\\?"jsonrpc\\?"\s*:\s*\\?"2\.0\\?"/
const methods = /\\?"method\\?"\s*:\s*\\?"(?:session\/|initialize\\?")/
const noLists: ReadonlySet<string> = new Set()

function recognise(head: readonly string[]): number {
  for (const text of head) {
    if (!fields.test(text) || !methods.test(text)) continue
    const messages = recordsOfLine(text).records.map(readMessage)
    if (messages.some((message) => message !== null && isSurely(message))) return 1
  }
  return 0
}

async function* read(lines: AsyncIterable<FileLine>, context: ReadContext): AsyncIterable<RecordingStep> {
  const onSkipped = (line: number, reason: string): void =>
    context.onSkipped({ file: context.file, line, reason })
  const fallback = basename(context.file).replace(/(?:\.stream)?\.(?:nd)?jsonl?$/, '')
  const reader = new AcpReader(fallback, onSkipped)
  for await (const piece of messagePieces(lines, noLists)) {
    if (piece.kind === 'unreadable') onSkipped(piece.line, piece.reason)
    else if (piece.kind === 'message') {
      const message = readMessage(piece.value)
      if (message === null) onSkipped(piece.line, 'this is no message of the protocol')
      else yield* reader.take(message, piece.line)
    }
  }
  yield* reader.finish()
}

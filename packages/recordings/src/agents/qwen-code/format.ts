/** The chats of Qwen Code: `chats/<session>.jsonl`. Shapes: docs/sources/qwen-code.md. */

import { basename } from 'node:path'
import { type JsonObject, objectIn, stringIn } from '../../json-value.js'
import { recordsOfLine } from '../../line-records.js'
import { messagePieces } from '../../message-pieces.js'
import type { FileLine, ReadContext, RecordingFormat, RecordingStep } from '../../recording.js'
import { QwenReader } from './reader.js'

/** Chats that Qwen Code records. */
export const qwenCode: RecordingFormat = {
  name: 'qwen-code',
  takesPieces: true,
  recognise,
  read,
}

/** Fields that only its records have together; others are not worth the parsing. */
const fields = /"sessionId"\s*:/
const own = /"(?:parts|systemPayload|toolCallResult)"\s*:/

/** Sure where a record of a session holds a message of parts, or what only its program notes. */
function recognise(head: readonly string[]): number {
  for (const text of head) {
    const isWorth = fields.test(text) && own.test(text)
    if (isWorth && recordsOfLine(text).records.some(isOwn)) {
      return 1
    }
  }
  return 0
}

function isOwn(record: JsonObject): boolean {
  const isRecord = ['uuid', 'sessionId', 'timestamp', 'type'].every(
    (field) => stringIn(record, field) !== null,
  )
  const message = objectIn(record, 'message')
  return (
    isRecord &&
    (Array.isArray(message?.['parts']) || (message === null && objectIn(record, 'systemPayload') !== null))
  )
}

async function* read(lines: AsyncIterable<FileLine>, context: ReadContext): AsyncIterable<RecordingStep> {
  const onSkipped = (line: number, reason: string): void =>
    context.onSkipped({ file: context.file, line, reason })
  const reader = new QwenReader(basename(context.file, '.jsonl'), onSkipped)
  for await (const piece of messagePieces(lines)) {
    if (piece.kind === 'unreadable') {
      onSkipped(piece.line, piece.reason)
    } else if (piece.kind === 'message') {
      yield* reader.take(piece.value, piece.line)
    }
  }
  yield* reader.finish()
}

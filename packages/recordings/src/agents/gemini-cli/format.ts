/**
 * The chats of Gemini CLI, `session-*.json` and `.jsonl`. Shapes: docs/sources/gemini-cli.md. A document is read message
 * by message, whatever its layout, so its size does not matter; of one that was cut off all whole messages are read.
 */

import { basename, dirname } from 'node:path'
import { type JsonObject, stringIn } from '../../json-value.js'
import { recordsOfLine } from '../../line-records.js'
import { messagePieces } from '../../message-pieces.js'
import type { FileLine, ReadContext, RecordingFormat, RecordingStep } from '../../recording.js'
import { GeminiReader } from './reader.js'

/** Chats that Gemini CLI records. */
export const geminiCli: RecordingFormat = {
  name: 'gemini-cli',
  hasUniqueCalls: true,
  takesPieces: true,
  recognise,
  read,
}

/** A field that each line has by which the format is known; others are not worth the parsing. */
const fields = /"(?:projectHash|content)"\s*:/

/** Sure where the session and its project are named; nearly sure where a message is one of the model's. */
function recognise(head: readonly string[]): number {
  const start = head.join('\n').slice(0, 4_000_000)
  if (isDocument(start)) {
    return /"projectHash"\s*:/.test(start) || /"type"\s*:\s*"gemini"/.test(start) ? 1 : 0
  }
  let sure = 0
  for (const text of head) {
    for (const record of mayBeRecord(text) ? recordsOfLine(text).records : []) {
      sure = Math.max(sure, sureOf(record))
    }
  }
  return sure
}

/** A whole record with such a field; what surely is none is not worth the parsing. */
function mayBeRecord(text: string): boolean {
  return /^\s*\{/.test(text) && text.includes('}') && fields.test(text)
}

/** True where one document begins, over several lines or on one: its messages stand in it. */
function isDocument(start: string): boolean {
  return /^\s*\{/.test(start) && /"sessionId"\s*:/.test(start) && /"messages"\s*:\s*\[/.test(start)
}

function sureOf(record: JsonObject): number {
  if (stringIn(record, 'sessionId') !== null && stringIn(record, 'projectHash') !== null) {
    return 1
  }
  if (stringIn(record, 'id') === null || stringIn(record, 'timestamp') === null || !('content' in record)) {
    return 0
  }
  const type = stringIn(record, 'type')
  return type === 'gemini' ? 0.9 : type === 'user' || type === 'info' ? 0.7 : 0
}

async function* read(lines: AsyncIterable<FileLine>, context: ReadContext): AsyncIterable<RecordingStep> {
  const onSkipped = (line: number, reason: string): void =>
    context.onSkipped({ file: context.file, line, reason })
  const fallback = basename(context.file).replace(/\.jsonl?$/, '')
  const folder = basename(dirname(context.file))
  const reader = new GeminiReader(
    { fallback, folder: folder === '' || folder === '.' ? null : folder },
    onSkipped,
  )
  for await (const piece of messagePieces(lines)) {
    if (piece.kind === 'unreadable') {
      onSkipped(piece.line, piece.reason)
    } else if (piece.kind === 'message') {
      yield* reader.takeRecord(piece.value, piece.line)
    } else if (piece.head !== null) {
      yield* reader.takeRecord(piece.head, piece.line)
    }
  }
  yield* reader.finish()
}

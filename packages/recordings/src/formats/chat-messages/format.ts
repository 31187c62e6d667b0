/**
 * Conversations as arrays of messages, for the many programs that keep what they send to a model: OpenAI, Anthropic,
 * LangChain, the AI SDK. Shapes, and how they are read: docs/sources/chat-messages.md. Read message by message, whatever
 * the layout; of a file that was cut off, all whole messages are read.
 */

import { basename } from 'node:path'
import { headPieces, messagePieces } from '../../message-pieces.js'
import type { FileLine, ReadContext, RecordingFormat, RecordingStep } from '../../recording.js'
import { ChatConversations } from './conversations.js'
import { isSurely } from './message.js'
import { messagesOfParts } from './ui-parts.js'

/** Arrays of messages as they are sent to a model. */
export const chatMessages: RecordingFormat = {
  name: 'chat-messages',
  recognise,
  takesPieces: true,
  read,
}

/** Fields by which the format is known; without them nothing is worth the parsing. */
const fields = /"role"\s*:|"type"\s*:\s*"(?:human|ai|tool|system|constructor|function_call|AIMessageChunk)"/

/** Never quite sure, for others have messages, too; surer where tools are called. */
function recognise(head: readonly string[]): number {
  let sure = 0
  let isInArray = false
  for (const piece of headPieces(head, fields)) {
    isInArray ||= piece.kind === 'open'
    const found = piece.kind === 'message' ? isSurely(piece.value) : null
    if (found === 'worked') return 0.8
    sure = Math.max(sure, found === null ? 0 : isInArray ? 0.7 : 0.55)
  }
  return sure
}

async function* read(lines: AsyncIterable<FileLine>, context: ReadContext): AsyncIterable<RecordingStep> {
  const onSkipped = (line: number, reason: string): void =>
    context.onSkipped({ file: context.file, line, reason })
  const fallback = basename(context.file).replace(/\.jsonl?$/, '')
  const conversations = new ChatConversations({ fallback, onSkipped, todoTools: context.todoTools })
  for await (const piece of messagePieces(lines)) {
    if (piece.kind === 'unreadable') {
      onSkipped(piece.line, piece.reason)
    } else if (piece.kind === 'open') {
      yield* conversations.open(piece.head)
    } else {
      for (const message of messagesOfParts(piece.value) ?? [piece.value]) {
        yield* conversations.take(message, piece.line, piece.length)
      }
    }
  }
  yield* conversations.finish()
}

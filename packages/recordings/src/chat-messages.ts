/**
 * Conversations as arrays of messages, for the many programs that keep what they send to a model. Sources: formats.md,
 * part 5; the API references of OpenAI (chat completions, responses) and Anthropic (messages); `langchain_core/messages`
 * and `langchain_core/load/dump.py` of langchain-ai/langchain; `ModelMessage` of vercel/ai.
 *
 * Where the messages stand: an array; an object with `messages`, itself or within others (`{"values":{"messages":[…]}}`,
 * as LangGraph writes a state); an array of either; one of any of these a line; a message a line. Read message by
 * message, whatever the layout; of a file that was cut off, all whole messages are read.
 * - OpenAI: `role`, `content`, `tool_calls[].{id, function: {name, arguments}}`, the arguments JSON in a text; a result is
 *   a message of the role `tool` with `tool_call_id`. Older: `function_call`, and the role `function`. The items of the
 *   Responses API: `function_call` and `function_call_output` with `call_id`.
 * - Anthropic: blocks `tool_use {id, name, input}` and, in a user's message, `tool_result {tool_use_id, is_error}`.
 * - LangChain: `type` (`human`, `ai`, `tool`), `tool_calls[].{id, name, args}`, `status`; three ways to write it
 *   (chat-messages/wrappers.ts). A summary that its middleware wrote is a compaction.
 * - AI SDK: blocks `tool-call` and `tool-result`; as it keeps messages for a page, `parts` (chat-messages/ui-parts.ts).
 *
 * - A model's message is one response: a turn. Records of one response have the same `id`.
 * - A user's message starts a run, unless it holds results: what stands beside them the program put there.
 * - A result says whether it worked by `is_error`, `status` or the kind of its output; where it does not, nobody knows.
 *   A todo tool's counts as accepted unless it begins with an error.
 * - The profile is that of the first todo tool which is called (chat-messages/profile-of.ts); messages wait for it.
 * - An id that is used again in a later response is another call.
 * - An array that begins with all messages of an earlier one goes on with it (chat-messages/conversations.ts).
 * - Times are rare (`timestamp`, `created_at`, of a message or of the object around the array); without them everything
 *   happens at the same moment.
 */

import { basename } from 'node:path'
import { ChatConversations } from './chat-messages/conversations.js'
import { isSurely } from './chat-messages/message.js'
import { messagesOfParts } from './chat-messages/ui-parts.js'
import { messagePieces } from './message-pieces.js'
import { MessageStream } from './message-stream.js'
import type { FileLine, ReadContext, RecordingFormat, RecordingStep } from './recording.js'

/** Arrays of messages as they are sent to a model. */
export const chatMessages: RecordingFormat = {
  name: 'chat-messages',
  recognise,
  takesPieces: true,
  read,
}

/** Fields by which the format is known; without them nothing is worth the parsing. */
const fields = /"role"\s*:|"type"\s*:\s*"(?:human|ai|tool|system|constructor|function_call|AIMessageChunk)"/
/** As much of a line is looked at. */
const mostLooked = 1_000_000

/** Never quite sure, for others have messages, too; surer where tools are called. */
function recognise(head: readonly string[]): number {
  if (!head.some((text) => fields.test(text.slice(0, mostLooked)))) {
    return 0
  }
  const stream = new MessageStream()
  let sure = 0
  let isInArray = false
  for (const [index, text] of head.entries()) {
    for (const piece of stream.take({ text: text.slice(0, mostLooked), line: index + 1 })) {
      isInArray ||= piece.kind === 'open'
      const found = piece.kind === 'message' ? isSurely(piece.value) : null
      if (found === 'worked') {
        return 0.8
      }
      sure = Math.max(sure, found === null ? 0 : isInArray ? 0.7 : 0.55)
    }
  }
  return sure
}

async function* read(lines: AsyncIterable<FileLine>, context: ReadContext): AsyncIterable<RecordingStep> {
  const onSkipped = (line: number, reason: string): void =>
    context.onSkipped({ file: context.file, line, reason })
  const fallback = basename(context.file).replace(/\.jsonl?$/, '')
  const conversations = new ChatConversations({ fallback, onSkipped })
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

/**
 * Conversations as arrays of messages, for the many programs that keep what they send to a model: OpenAI, Anthropic,
 * LangChain, the AI SDK. Shapes, and how they are read: docs/sources/chat-messages.md.
 */

import { idOfFile } from '../../ids.js'
import type { RecordingFormat } from '../../recording.js'
import { ChatConversations } from './conversations.js'
import { readMessage } from './message.js'

export const chatMessages: RecordingFormat = {
  name: 'chat-messages',
  lists: new Set(['messages']),
  /** Never quite sure, for others have messages, too; surer where tools are called. */
  certaintyOf(record) {
    const message = readMessage(record)
    if (typeof message === 'string') return 0
    if (message.calls.length + message.results.length > 0) return 0.8
    return message.texts.length > 0 ? 0.6 : 0
  },
  reader({ file, onSkipped, todoTools }) {
    const conversations = new ChatConversations({
      fallback: idOfFile(file),
      onSkipped: (line, reason) => onSkipped({ file, line, reason }),
      todoTools,
    })
    return {
      begin: (head) => conversations.open(head),
      take: (record, line) => conversations.take(record, line),
      finish: () => conversations.finish(),
    }
  },
}

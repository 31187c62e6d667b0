/** The trajectories of SWE-agent: `<instance>.traj`. Shapes: docs/sources/swe-agent.md. */

import { basename } from 'node:path'
import { ChatConversations } from '../../formats/chat-messages/conversations.js'
import { type JsonObject, objectIn, stringIn } from '../../json-value.js'
import { headPieces, messagePieces } from '../../message-pieces.js'
import type { FileLine, ReadContext, RecordingFormat, RecordingStep } from '../../recording.js'
import { HistoryItems } from './history-items.js'

/** Trajectories of SWE-agent. */
export const sweAgent: RecordingFormat = {
  name: 'swe-agent',
  takesPieces: true,
  recognise,
  read,
}

const lists: ReadonlySet<string> = new Set(['trajectory', 'history'])
/** Fields by which the format is known; without them nothing is worth the parsing. */
const fields = /"(?:message_type|execution_time|response|thought)"\s*:/

/** Sure where an item of the history or a step of the trajectory stands. */
function recognise(head: readonly string[]): number {
  for (const piece of headPieces(head, fields, lists)) {
    if (piece.kind === 'message' && (isItem(piece.value) || isStep(piece.value))) return 0.95
  }
  return 0
}

/** In older histories an item does not say what kind of message it is; an assistant's has its thought and its command. */
function isItem(value: JsonObject): boolean {
  const isOlder = ['thought', 'action'].every((field) => typeof value[field] === 'string')
  return (
    ['role', 'agent'].every((field) => stringIn(value, field) !== null) &&
    (stringIn(value, 'message_type') !== null || isOlder)
  )
}

function isStep(value: JsonObject): boolean {
  const hasAll = ['action', 'observation', 'response', 'thought'].every(
    (field) => typeof value[field] === 'string',
  )
  return hasAll && (objectIn(value, 'state') !== null || typeof value['state'] === 'string')
}

async function* read(lines: AsyncIterable<FileLine>, context: ReadContext): AsyncIterable<RecordingStep> {
  const onSkipped = (line: number, reason: string): void =>
    context.onSkipped({ file: context.file, line, reason })
  const fallback = basename(context.file).replace(/\.(?:traj|json|jsonl)$/, '')
  const conversations = new ChatConversations({ fallback, onSkipped, todoTools: context.todoTools })
  let items = new HistoryItems()
  let isHistory = true
  let unread = 0
  let hasMessages = false
  let isCut = false
  for await (const piece of messagePieces(lines, lists)) {
    if (piece.kind === 'unreadable') {
      isCut ||= piece.isEnd === true
      onSkipped(piece.line, piece.reason)
    } else if (piece.kind === 'open') {
      isHistory = piece.name === null ? isHistory : piece.name === 'history'
      items = new HistoryItems()
      yield* isHistory ? conversations.open(null) : []
    } else if (isHistory) {
      const message = items.asMessage(piece.value)
      hasMessages = true
      yield* message === null ? [] : conversations.take(message, piece.line)
    } else {
      unread = piece.line
    }
  }
  if (!hasMessages && unread > 0 && !isCut) {
    onSkipped(unread, 'a trajectory without its history; the history is read')
  }
  yield* conversations.finish()
}

/** The trajectories of mini-SWE-agent: `<instance>.traj.json`. Shapes: docs/sources/swe-agent.md#mini-swe-agent. */

import { basename } from 'node:path'
import { ChatConversations } from '../../formats/chat-messages/conversations.js'
import { type JsonObject, objectIn, stringIn } from '../../json-value.js'
import { headPieces, messagePieces } from '../../message-pieces.js'
import type { FileLine, ReadContext, RecordingFormat, RecordingStep } from '../../recording.js'
import { MiniMessages } from './messages.js'

/** Trajectories of mini-SWE-agent. */
export const miniSweAgent: RecordingFormat = {
  name: 'mini-swe-agent',
  takesPieces: true,
  recognise,
  read,
}

/** Fields by which the format is known; without them nothing is worth the parsing. */
const fields = /"(?:mini_version|trajectory_format)"\s*:/

/** Sure where the object around the messages says so. */
function recognise(head: readonly string[]): number {
  for (const piece of headPieces(head, fields)) {
    if (piece.kind === 'open' && piece.head !== null && isOwn(piece.head)) return 1
  }
  return 0
}

function isOwn(head: JsonObject): boolean {
  const format = stringIn(head, 'trajectory_format')
  return (
    format?.startsWith('mini-swe-agent-1') === true ||
    stringIn(objectIn(head, 'info') ?? {}, 'mini_version') !== null
  )
}

async function* read(lines: AsyncIterable<FileLine>, context: ReadContext): AsyncIterable<RecordingStep> {
  const onSkipped = (line: number, reason: string): void =>
    context.onSkipped({ file: context.file, line, reason })
  const fallback = basename(context.file).replace(/(?:\.traj)?\.jsonl?$/, '')
  const conversations = new ChatConversations({ fallback, onSkipped, todoTools: context.todoTools })
  let messages = new MiniMessages()
  for await (const piece of messagePieces(lines)) {
    if (piece.kind === 'unreadable') onSkipped(piece.line, piece.reason)
    else if (piece.kind === 'open') {
      messages = new MiniMessages()
      yield* conversations.open(null)
    } else {
      for (const message of messages.asMessages(piece.value))
        yield* conversations.take(message, piece.line)
    }
  }
  yield* conversations.finish()
}

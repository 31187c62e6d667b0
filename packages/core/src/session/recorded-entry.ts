/** How each thing that a recording tells becomes events: the same for a session that is imported and one that is only folded. */

import type {
  Compaction,
  Message,
  Occurrence,
  Reminder,
  RunEnding,
  RunInput,
  Subagent,
  ToolCall,
  ToolResult,
  TurnEnding,
} from '../host-input.js'
import type { SessionState } from '../state.js'
import type { Work } from './log-question.js'
import { recordOnce } from './recall.js'
import { beginRun, beginTurn, endTurn, finishRun } from './runs-and-turns.js'
import type { SessionLog } from './session-log.js'
import { answerTodoCall, cleanCall, type IdentifiedCall } from './todo-call.js'
import { addResult, addToolCall } from './tool-events.js'
import type { EventBody, Transaction } from './transaction.js'

/** What is one event and has no answer. */
type Note =
  | ({ readonly kind: 'message' } & Message)
  | ({ readonly kind: 'nag' } & Reminder)
  | ({ readonly kind: 'compaction' } & Compaction)
  | ({ readonly kind: 'subagent-start' | 'subagent-end' } & Subagent)

/** One thing that happened in a recorded session. What belongs to a turn is passed over where none is under way. */
export type RecordedEntry =
  | ({ readonly kind: 'input' } & RunInput)
  | ({ readonly kind: 'turn' } & Occurrence)
  | ({ readonly kind: 'todo-call' } & IdentifiedCall)
  | ({ readonly kind: 'call' } & ToolCall)
  | ({ readonly kind: 'result' } & ToolResult)
  | ({ readonly kind: 'turn-end' } & TurnEnding)
  | ({ readonly kind: 'run-end' } & RunEnding)
  | Note

/**
 * Adds what an entry comes to.
 * @throws HostError `turn-open`, `no-run` where it can't come now
 */
export function* recordEntry(transaction: Transaction, entry: RecordedEntry): Work<void> {
  const isInTurn = transaction.state.turn.open
  switch (entry.kind) {
    case 'input':
      return beginRun(transaction, entry)
    case 'turn':
      return beginTurn(transaction, entry)
    case 'todo-call':
      if (isInTurn) yield* answerTodoCall(transaction, cleanCall(entry, transaction.context.redactor))
      return
    case 'call':
      if (isInTurn) yield* addToolCall(transaction, entry)
      return
    case 'result':
      return yield* addResult(transaction, entry)
    case 'turn-end':
      if (isInTurn) endTurn(transaction, entry)
      return
    case 'run-end':
      return finishRun(transaction, entry)
    default:
      transaction.add(noteOf(entry, transaction.state), entry)
  }
}

/** Records what is one event and has no answer. */
export async function recordNote(log: SessionLog, note: Note): Promise<void> {
  const { type, data } = noteOf(note, log.state)
  await recordOnce(log, note, {
    what: JSON.stringify(type),
    types: new RegExp(`^${type.replaceAll('.', '\\.')}$`),
    // How many turns went by before a reminder is not the host's word.
    said: type === 'nag.issued' ? { text: data.text } : data,
    record: (transaction) => transaction.add(noteOf(note, transaction.state), note),
  })
}

function noteOf(note: Note, { turnsSinceUpdate }: SessionState): EventBody {
  switch (note.kind) {
    case 'message': {
      const { role = 'assistant', text } = note
      return { type: 'message.recorded', data: { role, text } }
    }
    case 'nag': {
      const { text, policy = 'recorded' } = note
      return { type: 'nag.issued', data: { policy, level: 1, text, turnsSinceUpdate, watcher: null } }
    }
    case 'compaction':
      return { type: 'context.compacted', data: { summary: note.summary ?? null } }
    default: {
      const type = note.kind === 'subagent-start' ? 'subagent.started' : 'subagent.ended'
      return { type, data: { child: note.child, call: note.call ?? null } }
    }
  }
}

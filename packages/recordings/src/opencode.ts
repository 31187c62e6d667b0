/**
 * The sessions of opencode: what `opencode export` prints, its database (opencode/database.ts), and the folder that it had
 * before (opencode/storage-folder.ts). Sources: formats.md, part 4; `session/message-v2.ts`, `session/processor.ts`,
 * `session/compaction.ts`, `session/session.sql.ts`, `tool/task.ts`, `tool/bash.ts`, `tool/todo.ts` and
 * `cli/cmd/export.ts` of anomalyco/opencode, versions of 2025 and 2026; 1.1 and 1.18 with a scripted model (test/agents).
 *
 * An export is one document of `info` (the session: `id`, `parentID`) and `messages[]`, each of `info` (`id`, `role`,
 * `time.created`) and `parts[]`. It is read message by message; of one that was cut off, all whole messages are read.
 * - An `assistant` message is one response: a turn. Older versions put several responses into one message; a
 *   `step-start` after a `step-finish` begins the next.
 * - A `user` message starts a run. Where all its texts are `synthetic`, the program wrote it and the run goes on; one
 *   that says that the person ran a command of the shell is followed by that command, which is no response.
 * - A `tool` part is a call with its result in `state`: `completed`, `error`, or not over yet. A shell command that failed
 *   is `completed`, too: `metadata.exit` says how it ended. Calls that could not be read go to a tool called `invalid`.
 * - `callID` can be redacted, one word for all, and some models count from 1 in each response: a call is its part.
 *   `--sanitize` takes texts, inputs and outputs out; the list can't be read then.
 * - The tool `task` starts a sub-agent; its session is another one, `state.metadata.sessionId`, and says `parentID`.
 * - A `compaction` part asks for a summary, and the next message with `summary: true` is it.
 * - What was reverted (`info.revert`) stays: it is out of the model's sight, but it was done.
 * - `reasoning` is said to nobody; `patch`, `snapshot` and `step-finish` hold counts and hashes. Times are milliseconds.
 */

import { basename } from 'node:path'
import type { JsonObject } from './json-value.js'
import { messagePieces } from './message-pieces.js'
import { MessageStream } from './message-stream.js'
import { type OpencodeSession, readMessage, readSession } from './opencode/messages.js'
import { OpencodeReader } from './opencode/reader.js'
import type { FileLine, ReadContext, RecordingFormat, RecordingStep } from './recording.js'

/** Sessions that opencode exports. */
export const opencode: RecordingFormat = {
  name: 'opencode',
  recognise,
  takesPieces: true,
  read,
}

/** Fields by which the format is known; without them nothing is worth the parsing. */
const fields = /"(?:sessionID|parts|projectID)"\s*:/
/** How an export begins, however much it says of its session before the first message. */
const beginning = /^\s*\{\s*"info"\s*:\s*\{[^{}]*"projectID"\s*:/
/** As much of a line is looked at. */
const mostLooked = 1_000_000

/** Sure where a message says which session it belongs to; nearly sure where an export begins. */
function recognise(head: readonly string[]): number {
  if (!head.some((text) => fields.test(text))) {
    return 0
  }
  const stream = new MessageStream()
  for (const [index, text] of head.entries()) {
    for (const piece of stream.take({ text: text.slice(0, mostLooked), line: index + 1 })) {
      if (piece.kind === 'message' && isMessage(piece.value)) {
        return 1
      }
    }
  }
  return beginning.test(head.join('\n').slice(0, mostLooked)) ? 0.95 : 0
}

function isMessage(value: JsonObject): boolean {
  const message = readMessage(value)
  return typeof message !== 'string' && message.session !== null && Array.isArray(value['parts'])
}

async function* read(lines: AsyncIterable<FileLine>, context: ReadContext): AsyncIterable<RecordingStep> {
  const onSkipped = (line: number, reason: string): void =>
    context.onSkipped({ file: context.file, line, reason })
  const reader = new OpencodeReader({ onSkipped })
  const fallback = basename(context.file).replace(/\.jsonl?$/, '')
  let session: OpencodeSession = { id: null, parent: null }
  for await (const piece of messagePieces(lines)) {
    if (piece.kind === 'unreadable') {
      onSkipped(piece.line, piece.reason)
    } else if (piece.kind === 'open') {
      session = readSession(piece.head?.['info'])
    } else {
      yield* reader.take(piece, session, fallback)
    }
  }
  yield* reader.finish()
}

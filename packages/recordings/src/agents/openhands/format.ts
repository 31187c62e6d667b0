/**
 * The events of OpenHands, in the shape that it had until 2025 (action-events.ts) and the one since
 * (kind-events.ts); a conversation that is kept an event a file is read as a folder (event-folder.ts).
 * Shapes: docs/sources/openhands.md.
 */

import { basename, dirname } from 'node:path'
import { freeId } from '../../free-id.js'
import { type JsonObject, stringIn } from '../../json-value.js'
import { headPieces, messagePieces } from '../../message-pieces.js'
import type { FileLine, ReadContext, RecordingFormat, RecordingStep } from '../../recording.js'
import { isActionEvent, readActionEvent } from './action-events.js'
import { isKindEvent, readKindEvent } from './kind-events.js'
import { OpenHandsReader } from './reader.js'
import type { SpentByResponse } from './spent.js'

/** Events of OpenHands. */
export const eventFormat: RecordingFormat = {
  name: 'openhands',
  takesPieces: true,
  recognise,
  read,
}

/** What arrays of events are called. */
const lists: ReadonlySet<string> = new Set(['history', 'trajectory', 'events'])
/** Fields by which the format is known; without them nothing is worth the parsing. */
const fields = /"(?:args|extras)"\s*:\s*\{|"kind"\s*:\s*"(?:\w+Event|Condensation\w*|UserRejectObservation)"/

/** Sure where an event says who it is of, when it was, and what was done. */
function recognise(head: readonly string[]): number {
  for (const piece of headPieces(head, fields, lists)) {
    if (piece.kind === 'message' && (isActionEvent(piece.value) || isKindEvent(piece.value))) return 1
  }
  return 0
}

function read(lines: AsyncIterable<FileLine>, context: ReadContext): AsyncIterable<RecordingStep> {
  return readEvents(lines, context, new Map())
}

/** Reads events. @param spent what responses cost of which their events do not say it */
export async function* readEvents(
  lines: AsyncIterable<FileLine>,
  context: ReadContext,
  spent: SpentByResponse,
): AsyncIterable<RecordingStep> {
  const onSkipped = (line: number, reason: string): void =>
    context.onSkipped({ file: context.file, line, reason })
  const sessions = new Sessions(nameOf(context.file), spent)
  for await (const piece of messagePieces(lines, lists)) {
    if (piece.kind === 'unreadable') {
      onSkipped(piece.line, piece.reason)
    } else if (piece.kind === 'open') {
      yield* piece.name === null ? [] : sessions.begin(piece.head)
    } else {
      const event = isKindEvent(piece.value) ? readKindEvent(piece.value) : readActionEvent(piece.value)
      if (typeof event === 'string') {
        onSkipped(piece.line, event)
      } else {
        yield* sessions.current.take(event, piece.line)
      }
    }
  }
  yield* sessions.current.finish()
}

/** The sessions of a file: an evaluation writes many. */
class Sessions {
  current: OpenHandsReader
  readonly #fallback: string
  readonly #spent: SpentByResponse
  readonly #ids = new Set<string>()

  constructor(fallback: string, spent: SpentByResponse) {
    this.#fallback = fallback
    this.#spent = spent
    this.current = new OpenHandsReader(fallback, spent)
  }

  /** An array of events begins. It is a session of its own where it says whose it is, or another one came before it. */
  begin(head: JsonObject | null): readonly RecordingStep[] {
    const name = head === null ? null : (stringIn(head, 'instance_id') ?? stringIn(head, 'conversation_id'))
    if (name === null && this.current.isEmpty) {
      return []
    }
    const steps = this.current.finish()
    const id = freeId(name ?? this.#fallback, this.#ids)
    this.#ids.add(id)
    this.current = new OpenHandsReader(id, this.#spent)
    return steps
  }
}

/** A conversation is called by its folder where the file's name is any conversation's. */
function nameOf(file: string): string {
  const name = basename(file).replace(/\.jsonl?$/, '')
  const folder = basename(dirname(file))
  return /^(?:trajectory|events|history|output|session)$/.test(name) && folder !== '' && folder !== '.'
    ? folder
    : name
}

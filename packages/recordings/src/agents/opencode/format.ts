/**
 * The sessions of opencode: what `opencode export` prints, its database (database.ts), and the folder that it had
 * before (storage-folder.ts). Shapes: docs/sources/opencode.md. An export is read message by message; of one that
 * was cut off all whole messages are read.
 */

import { basename } from 'node:path'
import type { JsonObject } from '../../json-value.js'
import { headPieces, messagePieces } from '../../message-pieces.js'
import type {
  FileLine,
  OpenedPath,
  PathContext,
  ReadContext,
  RecordingFormat,
  RecordingStep,
} from '../../recording.js'
import { isOpencodeDatabase, openOpencodeDatabase } from './database.js'
import { type OpencodeSession, readMessage, readSession } from './messages.js'
import { OpencodeReader } from './reader.js'
import { oncePerStorage, readStorage, storageAt } from './storage-folder.js'

/** Sessions that opencode exports. */
export const opencode: RecordingFormat = {
  name: 'opencode',
  recognise,
  takesPieces: true,
  read,
  openPath,
  isDatabase: isOpencodeDatabase,
  pathsToRead: async (paths) => oncePerStorage(paths),
}

/** Fields by which the format is known; without them nothing is worth the parsing. */
const fields = /"(?:sessionID|parts|projectID)"\s*:/
/** How an export begins, however much it says of its session before the first message. */
const beginning = /^\s*\{\s*"info"\s*:\s*\{[^{}]*"projectID"\s*:/
/** As much of a line is looked at. */
const mostLooked = 1_000_000

/** Sure where a message says which session it belongs to; nearly sure where an export begins. */
function recognise(head: readonly string[]): number {
  for (const piece of headPieces(head, fields)) {
    if (piece.kind === 'message' && isMessage(piece.value)) return 1
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

async function openPath(path: string, context: PathContext): Promise<OpenedPath | null> {
  const database = await openOpencodeDatabase(path, context)
  const storage = database === null ? storageAt(path) : null
  return storage === null ? database : { steps: readStorage(storage, context), close: async () => undefined }
}

/** Opens a file or a stream as a recording: finds out its format and reads its steps. */

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { DamagedBytes } from './bytes/damaged-bytes.js'
import { plainBytes } from './bytes/plain-bytes.js'
import { formats } from './formats.js'
import { readPieces, wholeLines } from './lines.js'
import { openOpencodeDatabase } from './opencode/database.js'
import { readStorage, storageAt } from './opencode/storage-folder.js'
import { openConversation } from './openhands/event-lines.js'
import { recognise } from './recognition.js'
import type { FileLine, ReadContext, RecordingStep, SkippedPiece } from './recording.js'
import { RecordingError, type RecordingErrorCode } from './recording-error.js'
import { applicationOf } from './sqlite-file.js'

/** Bytes from elsewhere than a file, such as standard input. */
export interface RecordingStream {
  /** What messages call it. */
  readonly name: string
  /** The bytes. */
  readonly bytes: AsyncIterable<Uint8Array | string>
}

/** How a recording is opened. */
export interface OpenRecordingOptions {
  /** Is told each piece that was left out. */
  readonly onSkipped?: (piece: SkippedPiece) => void
  /** Is told how many bytes were read so far, now and then. */
  readonly onProgress?: (bytes: number) => void
  /**
   * Is asked at the end of a conversation that is kept an event a file: true once there may be more of them. Where it is
   * absent, or says false, the conversation ends there.
   */
  readonly more?: () => Promise<boolean>
}

/** A recording that is open. */
export interface OpenedRecording {
  /** The name of its format. */
  readonly format: string
  /** The file as it was named. */
  readonly file: string
  /** What happened, in order; can be read once. Reading throws RecordingError. */
  readonly steps: AsyncIterable<RecordingStep>
  /** Closes the file, where the steps are not read to their end. */
  close(): Promise<void>
}

/** As many bytes are read of a file at once. */
const highWaterMark = 256 * 1024

/**
 * Opens a recording.
 * @param source the path of a file, of the folder of a conversation of OpenHands, of opencode's storage, or a stream
 * @throws RecordingError `missing`, `is-directory`, `permission`, `unreadable`, `empty`, `not-a-recording`,
 * `unknown-format`
 */
export async function openRecording(
  source: string | RecordingStream,
  { onSkipped = () => undefined, onProgress = () => undefined, more }: OpenRecordingOptions = {},
): Promise<OpenedRecording> {
  const database = typeof source === 'string' ? await openDatabase(source, onSkipped) : null
  if (database !== null) {
    return database
  }
  const conversation = typeof source === 'string' ? await openFolder(source, onSkipped, more) : null
  if (conversation !== null) {
    return conversation
  }
  const { name: file, bytes } = typeof source === 'string' ? await openFile(source) : source
  const early: SkippedPiece[] = []
  let tell = (piece: SkippedPiece): unknown => early.push(piece)
  const context: ReadContext = { file, onSkipped: (piece) => void tell(piece) }
  const pieces = readPieces(plainBytes(namingTrouble(bytes, file)), { ...context, onProgress })
  const { format, head } = await recognise(pieces, context)
  if (format === null) {
    await pieces.return()
    throw unrecognised(file, head, early)
  }
  for (const piece of early) onSkipped(piece)
  tell = onSkipped
  const all = headFirst(head, pieces)
  return {
    format: format.name,
    file,
    steps: format.read(format.takesPieces === true ? all : wholeLines(all, context), context),
    close: async () => {
      await pieces.return()
    },
  }
}

async function* headFirst(head: readonly FileLine[], rest: AsyncIterable<FileLine>): AsyncIterable<FileLine> {
  yield* head
  yield* rest
}

function unrecognised(
  file: string,
  head: readonly FileLine[],
  skipped: readonly SkippedPiece[],
): RecordingError {
  const known = formats.map(({ name }) => name).join(', ')
  const [trouble] = skipped
  if (head.some(({ text }) => text.trim() !== '')) {
    return new RecordingError(
      'unknown-format',
      file,
      `this is no recording of a format that is known (${known})`,
    )
  }
  return trouble === undefined
    ? new RecordingError('empty', file, 'the file is empty; name a recorded session')
    : new RecordingError('unreadable', file, `nothing of it can be read: ${trouble.reason}`)
}

/** Opens a database of a program that keeps its sessions in one; null where the file is no database. */
async function openDatabase(
  file: string,
  onSkipped: ReadContext['onSkipped'],
): Promise<OpenedRecording | null> {
  if ((await applicationOf(file)) === null) {
    return null
  }
  return { format: 'opencode', file, ...(await openOpencodeDatabase({ file, onSkipped })) }
}

/** Opens what is kept in many files, a conversation or the storage of opencode; null where the path leads to neither. */
async function openFolder(
  file: string,
  onSkipped: ReadContext['onSkipped'],
  more: OpenRecordingOptions['more'],
): Promise<OpenedRecording | null> {
  const close = async (): Promise<void> => undefined
  const steps = await openConversation(file, { file, onSkipped }, more)
  if (steps !== null) {
    return { format: 'openhands', file, steps, close }
  }
  const storage = storageAt(file)
  return storage === null
    ? null
    : { format: 'opencode', file, steps: readStorage(storage, { file, onSkipped }), close }
}

/** Opens a file as far as it is written now: what is added while it is read does not tear its end. */
async function openFile(path: string): Promise<RecordingStream> {
  try {
    const file = await stat(path)
    if (file.isDirectory()) {
      throw new RecordingError('is-directory', path, 'this is a folder; name a file in it')
    }
    const what = file.isSocket() ? 'a socket' : file.isBlockDevice() ? 'a disk' : null
    if (what !== null) {
      throw new RecordingError('not-a-recording', path, `this is ${what}; name a file`)
    }
    // Some systems say 0 of files that they make up as they are read.
    const isMeasured = file.isFile() && file.size > 0
    const bytes = createReadStream(path, { highWaterMark, ...(isMeasured ? { end: file.size - 1 } : {}) })
    return { name: path, bytes }
  } catch (error) {
    throw asRecordingError(error, path)
  }
}

async function* namingTrouble(
  bytes: AsyncIterable<Uint8Array | string>,
  file: string,
): AsyncIterable<Uint8Array | string> {
  try {
    yield* bytes
  } catch (error) {
    throw error instanceof DamagedBytes ? error : asRecordingError(error, file)
  }
}

const troubles: ReadonlyMap<unknown, readonly [RecordingErrorCode, string]> = new Map([
  ['ENOENT', ['missing', 'there is no such file']],
  ['ENOTDIR', ['missing', 'there is no such file; a part of its path is no folder']],
  ['EISDIR', ['is-directory', 'this is a folder; name a file in it']],
  ['EACCES', ['permission', 'you may not read this file; change its permissions']],
  ['EPERM', ['permission', 'you may not read this file; change its permissions']],
])

function asRecordingError(error: unknown, file: string): RecordingError {
  if (error instanceof RecordingError) {
    return error
  }
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const [kind, message] = troubles.get(code) ?? [
    'unreadable',
    `the file can't be read (${String(code ?? error)})`,
  ]
  return new RecordingError(kind, file, message, null, { cause: error })
}

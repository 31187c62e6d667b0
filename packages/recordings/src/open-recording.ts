/** Opens a file or a stream as a recording: finds out its format and reads its steps. */

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { plainBytes } from './bytes/plain-bytes.js'
import { formats, recogniseFormat } from './formats.js'
import { readLines } from './lines.js'
import { openOpencodeDatabase } from './opencode/database.js'
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

/** So many lines, or characters, are looked at to find out the format. */
const headLines = 200
const headCharacters = 4_000_000

/**
 * Opens a recording.
 * @param source the path of a file, or a stream
 * @throws RecordingError `missing`, `is-directory`, `permission`, `unreadable`, `empty`, `not-a-recording`,
 * `unknown-format`
 */
export async function openRecording(
  source: string | RecordingStream,
  { onSkipped = () => undefined, onProgress = () => undefined }: OpenRecordingOptions = {},
): Promise<OpenedRecording> {
  const database = typeof source === 'string' ? await openDatabase(source, onSkipped) : null
  if (database !== null) {
    return database
  }
  const { name: file, bytes } = typeof source === 'string' ? await openFile(source) : source
  const context: ReadContext = { file, onSkipped }
  const lines = readLines(plainBytes(namingTrouble(bytes, file)), { ...context, onProgress })
  const head: FileLine[] = []
  const format = await recognise(lines, head)
  if (format === null) {
    await lines.return()
    throw unrecognised(file, head)
  }
  return {
    format: format.name,
    file,
    steps: format.read(headFirst(head, lines), context),
    close: async () => {
      await lines.return()
    },
  }
}

/** Reads lines into the head until a format is sure, the head is long enough, or there are no more. */
async function recognise(
  lines: AsyncIterator<FileLine>,
  head: FileLine[],
): Promise<ReturnType<typeof recogniseFormat>> {
  let characters = 0
  for (let next = await lines.next(); next.done !== true; next = await lines.next()) {
    head.push(next.value)
    characters += next.value.text.length
    if (
      recogniseFormat([next.value.text]) !== null ||
      head.length >= headLines ||
      characters >= headCharacters
    ) {
      break
    }
  }
  return recogniseFormat(head.map(({ text }) => text))
}

async function* headFirst(head: readonly FileLine[], rest: AsyncIterable<FileLine>): AsyncIterable<FileLine> {
  yield* head
  yield* rest
}

function unrecognised(file: string, head: readonly FileLine[]): RecordingError {
  const known = formats.map(({ name }) => name).join(', ')
  return head.every(({ text }) => text.trim() === '')
    ? new RecordingError('empty', file, 'the file is empty; name a recorded session')
    : new RecordingError('unknown-format', file, `this is no recording of a format that is known (${known})`)
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

async function openFile(path: string): Promise<RecordingStream> {
  try {
    if ((await stat(path)).isDirectory()) {
      throw new RecordingError('is-directory', path, 'this is a folder; name a file in it')
    }
  } catch (error) {
    throw asRecordingError(error, path)
  }
  return { name: path, bytes: createReadStream(path, { highWaterMark: 256 * 1024 }) }
}

async function* namingTrouble(
  bytes: AsyncIterable<Uint8Array | string>,
  file: string,
): AsyncIterable<Uint8Array | string> {
  try {
    yield* bytes
  } catch (error) {
    throw asRecordingError(error, file)
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

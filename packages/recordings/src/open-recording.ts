/** Opens a file or a stream as a recording: finds out its format and reads its steps. */

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Agent } from './agents/agent.js'
import { agents as builtinAgents } from './agents/index.js'
import { DamagedBytes } from './bytes/damaged-bytes.js'
import { plainBytes } from './bytes/plain-bytes.js'
import { formatsOf } from './formats/index.js'
import { jsonExcess } from './json-excess.js'
import { readPieces, wholeLines } from './lines.js'
import { todoToolsOf } from './profiles.js'
import { recognise } from './recognition.js'
import type {
  FileLine,
  PathContext,
  ReadContext,
  RecordingFormat,
  RecordingStep,
  SkippedPiece,
} from './recording.js'
import { RecordingError, type RecordingErrorCode } from './recording-error.js'
import { type SourceLimits, usualLimits } from './source-limits.js'
import { applicationOf } from './sqlite-file.js'

/** Bytes from elsewhere than a file, such as standard input. */
export interface RecordingStream {
  /** What messages call it. */
  readonly name: string
  /** The bytes. */
  readonly bytes: AsyncIterable<Uint8Array | string>
  /** True where they are what `plainBytes` gave: they are decompressed no further. */
  readonly isPlain?: boolean
}

/** How a recording is opened. */
export interface OpenRecordingOptions {
  /** Is called with each piece that was left out. */
  readonly onSkipped?: (piece: SkippedPiece) => void
  /** Is called with how many bytes were read so far, now and then. */
  readonly onProgress?: (bytes: number) => void
  /**
   * Is asked at the end of a conversation that is kept an event a file: true once there may be more of them. Where it is
   * absent, or says false, the conversation ends there.
   */
  readonly more?: () => Promise<boolean>
  /** What the recording may cost; the usual limits when absent. */
  readonly limits?: SourceLimits
  /** The agents whose formats are known; all that are built in when absent. */
  readonly agents?: readonly Agent[]
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
 * @param source the path of a file, or of a folder or a database that a format knows, or a stream
 * @throws RecordingError `missing`, `is-directory`, `permission`, `unreadable`, `empty`, `not-a-recording`,
 * `unknown-format`
 */
export async function openRecording(
  source: string | RecordingStream,
  {
    onSkipped = () => undefined,
    onProgress = () => undefined,
    more,
    limits = usualLimits,
    agents = builtinAgents,
  }: OpenRecordingOptions = {},
): Promise<OpenedRecording> {
  const formats = formatsOf(agents)
  const todoTools = todoToolsOf(agents)
  if (typeof source === 'string') {
    const base = { file: source, onSkipped, todoTools, limits }
    const opened = await openPath(source, more === undefined ? base : { ...base, more }, formats)
    if (opened !== null) return opened
  }
  const stream = typeof source === 'string' ? await openFile(source) : source
  const file = stream.name
  const early: SkippedPiece[] = []
  let report = (piece: SkippedPiece): unknown => early.push(piece)
  const context: ReadContext = { file, todoTools, onSkipped: (piece) => void report(piece) }
  const bytes = namingTrouble(stream.bytes, file)
  const plain = stream.isPlain === true ? bytes : plainBytes(bytes, limits)
  const pieces = readPieces(plain, { ...context, onProgress, limits })
  const { format, head } = await recognise(pieces, context, formats)
  if (format === null) {
    await pieces.return()
    throw unrecognised(file, head, early, formats)
  }
  for (const piece of early) onSkipped(piece)
  report = onSkipped
  const all = headFirst(head, pieces)
  return {
    format: format.name,
    file,
    steps: withinLimits(
      format.read(format.takesPieces === true ? all : wholeLines(all, context), context),
      context,
      limits,
    ),
    close: async () => {
      await pieces.return()
    },
  }
}

/** The steps before the first call that lists more than a session may hold. */
async function* withinLimits(
  steps: AsyncIterable<RecordingStep>,
  { file, onSkipped }: Pick<ReadContext, 'file' | 'onSkipped'>,
  { listed }: SourceLimits,
): AsyncGenerator<RecordingStep, void, undefined> {
  for await (const step of steps) {
    if (step.kind === 'call' && listedIn(step.input) > listed) {
      const reason = `a call lists more than ${listed.toLocaleString('en-US')} things; it is read no further`
      onSkipped({ file, line: step.source.line, reason, rest: true })
      return
    }
    yield step
  }
}

/** The length of the longest list that an input holds. */
function listedIn(input: unknown): number {
  if (typeof input !== 'object' || input === null) return 0
  const held: readonly unknown[] = Array.isArray(input) ? [input] : Object.values(input)
  return held.reduce<number>((most, each) => (Array.isArray(each) ? Math.max(most, each.length) : most), 0)
}

async function* headFirst(head: readonly FileLine[], rest: AsyncIterable<FileLine>): AsyncIterable<FileLine> {
  yield* head
  yield* rest
}

function unrecognised(
  file: string,
  head: readonly FileLine[],
  skipped: readonly SkippedPiece[],
  formats: readonly RecordingFormat[],
): RecordingError {
  const known = formats.map(({ name }) => name).join(', ')
  const [trouble] = skipped
  const excess = head.map(({ text }) => jsonExcess(text)).find((reason) => reason !== null)
  if (excess !== undefined) {
    return new RecordingError('unreadable', file, `nothing of it can be read: ${excess}`)
  }
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

/** Opens a folder or a database that a format knows; null where the path is neither. */
async function openPath(
  path: string,
  context: PathContext,
  formats: readonly RecordingFormat[],
): Promise<OpenedRecording | null> {
  for (const format of formats) {
    const opened = await format.openPath?.(path, context)
    if (opened != null) {
      const steps = withinLimits(opened.steps, context, context.limits)
      return { ...opened, format: format.name, file: path, steps }
    }
  }
  if ((await applicationOf(path)) === null) return null
  const known = formats.flatMap(({ name, isDatabase }) => (isDatabase === undefined ? [] : `${name}'s`))
  const message = `this SQLite database is not ${known.join(' or ')}; others are no recordings`
  throw new RecordingError('unknown-format', path, message)
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

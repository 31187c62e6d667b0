/** Opens a file, a stream, or a folder or database that a format knows, as a recording. */

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { agents as builtinAgents } from './agents/index.js'
import { plainBytes } from './bytes/plain-bytes.js'
import { formatsOf } from './formats/index.js'
import { withShortIds } from './ids.js'
import { untilDamage } from './lines.js'
import { todoToolsOf } from './profiles.js'
import type { PathContext, RecordingFormat, RecordingStep } from './recording.js'
import { RecordingError, type RecordingErrorCode } from './recording-error.js'
import { type ReaderOptions, RecordingReader, tooLong } from './recording-reader.js'
import { DamagedBytes, usualLimits } from './source-limits.js'
import { applicationOf } from './sqlite-file.js'

/** Bytes from elsewhere than a file, such as standard input. */
export interface RecordingStream {
  readonly name: string
  readonly bytes: AsyncIterable<Uint8Array | string>
  /** True where they are what `plainBytes` gave: they are decompressed no further. */
  readonly isPlain?: boolean
}

export interface OpenRecordingOptions extends ReaderOptions {
  /**
   * Is asked at the end of a conversation that is kept an event a file: true once there may be more of them. Where it is
   * absent, or says false, the conversation ends there.
   */
  readonly more?: () => Promise<boolean>
}

export interface OpenedRecording {
  readonly format: string
  readonly file: string
  /** What happened, in order; can be read once. Reading throws RecordingError. */
  readonly steps: AsyncIterable<RecordingStep>
  /** Closes the file, where the steps are not read to their end. */
  close(): Promise<void>
}

const highWaterMark = 256 * 1024

/**
 * Opens a recording.
 * @param source the path of a file, or of a folder or a database that a format knows, or a stream
 * @throws RecordingError `missing`, `is-directory`, `permission`, `unreadable`, `empty`, `not-a-recording`,
 * `unknown-format`
 */
export async function openRecording(
  source: string | RecordingStream,
  options: OpenRecordingOptions = {},
): Promise<OpenedRecording> {
  const opened = typeof source === 'string' ? await openPath(source, options) : null
  if (opened !== null) return opened
  const stream = typeof source === 'string' ? await openFile(source) : source
  const reader = new RecordingReader(stream.name, options)
  const steps = stepsOf(stream, reader, options)
  // What is not known until the end is known by then.
  const first = await steps.next()
  const all = async function* (): AsyncGenerator<RecordingStep, void, undefined> {
    try {
      if (first.done === true) return
      yield first.value
      yield* steps
    } finally {
      await steps.return()
    }
  }
  const close = async () => {
    await steps.return()
  }
  if (reader.format === null) throw new Error('a recording without a format gave no error')
  return { format: reader.format, file: stream.name, steps: all(), close }
}

async function* stepsOf(
  { name, bytes, isPlain }: RecordingStream,
  reader: RecordingReader,
  { limits = usualLimits }: OpenRecordingOptions,
): AsyncGenerator<RecordingStep, void, undefined> {
  const named = namingTrouble(bytes, name)
  const plain = isPlain === true ? named : plainBytes(named, limits)
  for await (const piece of untilDamage(plain, (damage) => reader.damaged(damage))) yield* reader.push(piece)
  yield* reader.end()
}

/** Opens a folder or a database that a format knows; null where the path is neither. */
async function openPath(
  path: string,
  { onSkipped = () => undefined, more, limits = usualLimits, agents = builtinAgents }: OpenRecordingOptions,
): Promise<OpenedRecording | null> {
  const formats = formatsOf(agents)
  const base = { file: path, onSkipped, todoTools: todoToolsOf(agents), limits }
  const context: PathContext = more === undefined ? base : { ...base, more }
  for (const format of formats) {
    const opened = await format.openPath?.(path, context)
    if (opened != null)
      return { ...opened, format: format.name, file: path, steps: withinLimits(opened.steps, context) }
  }
  if ((await applicationOf(path)) !== null) throw unknownDatabase(path, formats)
  return null
}

async function* withinLimits(
  steps: AsyncIterable<RecordingStep>,
  { file, onSkipped, limits }: PathContext,
): AsyncGenerator<RecordingStep, void, undefined> {
  for await (const step of steps) {
    const problem = tooLong(step, limits)
    if (problem !== null) {
      onSkipped({ file, line: step.source.line, reason: problem, rest: true })
      return
    }
    yield withShortIds(step)
  }
}

function unknownDatabase(path: string, formats: readonly RecordingFormat[]): RecordingError {
  const known = formats.flatMap(({ name, isDatabase }) => (isDatabase === undefined ? [] : `${name}'s`))
  const message = `this SQLite database is not ${known.join(' or ')}; others are no recordings`
  return new RecordingError('unknown-format', path, message)
}

/** Opens a file as far as it is written now: what is added while it is read does not tear its end. */
async function openFile(path: string): Promise<RecordingStream> {
  try {
    const file = await stat(path)
    if (file.isDirectory())
      throw new RecordingError('is-directory', path, 'this is a folder; name a file in it')
    const what = file.isSocket() ? 'a socket' : file.isBlockDevice() ? 'a disk' : null
    if (what !== null) throw new RecordingError('not-a-recording', path, `this is ${what}; name a file`)
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
  if (error instanceof RecordingError) return error
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const [kind, message] = troubles.get(code) ?? [
    'unreadable',
    `the file can't be read (${String(code ?? error)})`,
  ]
  return new RecordingError(kind, file, message, null, { cause: error })
}

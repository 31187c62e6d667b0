/** Opens a file, a stream, or a folder or database that a format knows, as a recording. */

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { agents as builtinAgents } from './agents/index.js'
import { formatsOf } from './formats/index.js'
import { plainBytes } from './plain-bytes.js'
import { todoToolsOf } from './profiles.js'
import type { RecordingStep } from './recording.js'
import { RecordingError, type RecordingErrorCode } from './recording-error.js'
import { listsTooMuch, type ReaderOptions, RecordingReader } from './recording-reader.js'

/** Bytes from elsewhere than a file, such as standard input. */
export interface RecordingStream {
  readonly name: string
  readonly bytes: AsyncIterable<Uint8Array | string>
}

export interface OpenedRecording {
  readonly format: string
  readonly file: string
  /** What happened, in order; can be read once. Reading throws RecordingError. */
  readonly steps: AsyncIterable<RecordingStep>
  /** Closes the file, where the steps are not read to their end. */
  close(): Promise<void>
}

/**
 * Opens a recording.
 * @param source the path of a file, or of a folder or a database that a format knows, or a stream
 * @throws RecordingError `missing`, `is-directory`, `permission`, `unreadable`, `empty`, `not-a-recording`,
 * `unknown-format`
 */
export async function openRecording(
  source: string | RecordingStream,
  options: ReaderOptions = {},
): Promise<OpenedRecording> {
  const opened = typeof source === 'string' ? await openPath(source, options) : null
  if (opened !== null) return opened
  const stream = typeof source === 'string' ? await openFile(source) : source
  const reader = new RecordingReader(stream.name, options)
  const steps = stepsOf(stream, reader)
  // What is not known until the end is known by then.
  const first = await steps.next()
  const close = async () => {
    await steps.return()
  }
  const all = async function* () {
    try {
      if (first.done === true) return
      yield first.value
      yield* steps
    } finally {
      await close()
    }
  }
  if (reader.format === null) throw new Error('a recording without a format gave no error')
  return { format: reader.format, file: stream.name, steps: all(), close }
}

async function* stepsOf(
  { name, bytes }: RecordingStream,
  reader: RecordingReader,
): AsyncGenerator<RecordingStep, void, undefined> {
  try {
    for await (const piece of plainBytes(bytes, (damage) => reader.damaged(damage))) yield* reader.push(piece)
  } catch (error) {
    throw asRecordingError(error, name)
  }
  yield* reader.end()
}

/** Opens a folder or a database that a format knows; null where the path is neither. */
async function openPath(
  path: string,
  { onSkipped = () => undefined, agents = builtinAgents }: ReaderOptions,
): Promise<OpenedRecording | null> {
  const steps: RecordingStep[] = []
  const skip = (line: number, reason: string) => onSkipped({ file: path, line, reason })
  const context = { file: path, todoTools: todoToolsOf(agents), steps, skip }
  for (const format of formatsOf(agents)) {
    const opened = await format.openPath?.(path, context)
    if (opened == null) continue
    let isOpen = true
    const close = async () => {
      if (isOpen) opened.close()
      isOpen = false
    }
    const all = async function* () {
      try {
        for (const step of opened.steps) {
          const rest = listsTooMuch(step)
          if (rest === null) yield step
          else return onSkipped({ file: path, ...rest })
        }
      } finally {
        await close()
      }
    }
    return { format: format.name, file: path, steps: all(), close }
  }
  return null
}

/** Opens a file as far as it is written now: what is added while it is read does not tear its end. */
async function openFile(path: string): Promise<RecordingStream> {
  try {
    const file = await stat(path)
    // Some systems say 0 of files that they make up as they are read.
    const end = file.isFile() && file.size > 0 ? { end: file.size - 1 } : {}
    return { name: path, bytes: createReadStream(path, { highWaterMark: 256 * 1024, ...end }) }
  } catch (error) {
    throw asRecordingError(error, path)
  }
}

const troubles: ReadonlyMap<unknown, readonly [RecordingErrorCode, string]> = new Map([
  ['ENOENT', ['missing', 'there is no such file']],
  ['ENOTDIR', ['missing', 'there is no such file; a part of its path is no folder']],
  ['EISDIR', ['is-directory', 'this is a folder; name a file in it']],
  ['EACCES', ['permission', 'you may not read this file; change its permissions']],
  ['EPERM', ['permission', 'you may not read this file; change its permissions']],
])

function asRecordingError(error: unknown, file: string): unknown {
  if (error instanceof RecordingError || !(error instanceof Error) || !('code' in error)) return error
  const [kind, message] = troubles.get(error.code) ?? ['unreadable', `the file can't be read (${error.code})`]
  return new RecordingError(kind, file, message, null, { cause: error })
}

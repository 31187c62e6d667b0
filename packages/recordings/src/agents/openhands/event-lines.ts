/** Reads the folder of a conversation as one recording: each event file is a line, whose number is the event's. */

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { plainBytes } from '../../bytes/plain-bytes.js'
import { readPieces } from '../../lines.js'
import type { FileLine, OpenedPath, PathContext, SkippedPiece } from '../../recording.js'
import { RecordingError } from '../../recording-error.js'
import { openFound } from '../session-files.js'
import { eventFilesIn, eventFolderAt } from './event-folder.js'
import { readEvents } from './format.js'
import { spentIn } from './spent.js'

/** As many characters of a file are given at once. */
const pieceLength = 1024 * 1024
/** What is not whole is read all the same when it was looked at so often. */
const patience = 4
/** So much of a file's end says whether it is whole. */
const endBytes = 64

/**
 * The steps of a conversation; null where the path leads to none. Pieces that are left out are reported with the folder and
 * the event's number.
 */
export async function openConversation(
  path: string,
  { more, ...context }: PathContext,
): Promise<OpenedPath | null> {
  const folder = await eventFolderAt(path)
  if (folder === null) {
    return null
  }
  const { file, onSkipped } = context
  const skipped = (line: number, reason: string): void => onSkipped({ file, line, reason })
  // The conversation is called by its folder, also where that is the current one.
  const called = resolve(folder)
  const given = {
    ...context,
    file: called,
    onSkipped: ({ line, reason }: SkippedPiece) => skipped(line, reason),
  }
  const steps = readEvents(eventLines(folder, skipped, more), given, await spentIn(called))
  return { steps, close: async () => undefined }
}

async function* eventLines(
  folder: string,
  skipped: (line: number, reason: string) => void,
  more: PathContext['more'],
): AsyncGenerator<FileLine, void, undefined> {
  // A line that is whole by itself says that every line is: what is torn in a file ends with it.
  yield { line: 0, text: '[]' }
  let last = -1
  let looks = 0
  do {
    for (const { number: line, name } of await eventFilesIn(folder)) {
      if (line <= last) {
        continue
      }
      if (more !== undefined && looks < patience && !(await isWhole(join(folder, name)))) {
        looks += 1
        break
      }
      looks = 0
      last = line
      try {
        yield* linesAsOne(join(folder, name), line, (reason) => skipped(line, reason))
      } catch (error) {
        skipped(line, reasonOf(error))
        yield { line, text: '' }
      }
    }
  } while (more !== undefined && (await more()))
}

/** True where a file ends as an event does: of one that is being written there is more to come. */
async function isWhole(path: string): Promise<boolean> {
  try {
    const file = await openFound(path)
    try {
      const { size } = await file.stat()
      const { buffer, bytesRead } = await file.read(
        Buffer.alloc(endBytes),
        0,
        endBytes,
        Math.max(0, size - endBytes),
      )
      return /\}\s*$/.test(buffer.toString('latin1', 0, bytesRead))
    } finally {
      await file.close()
    }
  } catch {
    return true // reading it says what is wrong
  }
}

/** A file as one line, in pieces where it is long. JSON has the same meaning with its lines in one. */
async function* linesAsOne(
  path: string,
  line: number,
  skipped: (reason: string) => void,
): AsyncGenerator<FileLine, void, undefined> {
  let begun: string[] = []
  let length = 0
  let isBlank = true
  if (!(await stat(path)).isFile()) {
    skipped('it is no file')
    yield { line, text: '' }
    return
  }
  const pieces = readPieces(plainBytes(createReadStream(path)), {
    file: path,
    onSkipped: ({ reason }) => {
      isBlank = false
      skipped(reason)
    },
  })
  for await (const { text, goesOn } of pieces) {
    isBlank &&= text.trim() === ''
    const piece = goesOn === true ? text : `${text}\n`
    begun.push(piece)
    length += piece.length
    if (length >= pieceLength) {
      yield { line, text: begun.join(''), goesOn: true }
      begun = []
      length = 0
    }
  }
  if (isBlank) {
    skipped('the file is empty')
  }
  yield { line, text: begun.join('') }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return error instanceof RecordingError
    ? 'a binary file'
    : `the file can't be read (${String(code ?? error)})`
}

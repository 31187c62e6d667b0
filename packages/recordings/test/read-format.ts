import { agents } from '../src/agents/index.js'
import { FileLines } from '../src/lines.js'
import { todoToolsOf } from '../src/profiles.js'
import type { RecordingFormat, RecordingStep, SkippedPiece } from '../src/recording.js'
import { RecordingError } from '../src/recording-error.js'
import { RecordingReader } from '../src/recording-reader.js'
import { FileValues, recordsIn } from '../src/records.js'

/** What was read. */
export type Read = Awaited<ReturnType<typeof readFormat>>

/** Reads a text as one file of a format, whatever it would be recognised as. */
export async function readFormat(format: RecordingFormat, text: string, file: string) {
  const steps: RecordingStep[] = []
  const skipped: SkippedPiece[] = []
  const skip = (line: number, reason: string) => void skipped.push({ file, line, reason })
  const lines = new FileLines(file, (piece) => skipped.push(piece))
  const values = new FileValues(skip)
  const reader = format.reader({ file, steps, skip, todoTools: todoToolsOf(agents) })
  const found = function* () {
    for (const line of lines.push(Buffer.from(text))) yield* values.take(line)
    for (const line of lines.end()) yield* values.take(line)
    yield* values.finish()
  }
  for (const value of found())
    for (const piece of recordsIn(value, format.lists, skip))
      if (piece.record === null) reader.begin?.(piece.head, piece.name)
      else reader.take(piece.record, piece.line)
  reader.finish()
  return { steps, skipped }
}

/** The name of the format that a text is recognised as; null where it is of none. */
export function formatOf(text: string): string | null {
  const reader = new RecordingReader('a-file')
  try {
    for (const _ of reader.push(Buffer.from(text)));
    for (const _ of reader.end());
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error
  }
  return reader.format
}

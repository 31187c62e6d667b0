import { agents } from '../src/agents/index.js'
import { readLines } from '../src/lines.js'
import { todoToolsOf } from '../src/profiles.js'
import type { ReadContext, RecordingFormat, RecordingStep, SkippedPiece } from '../src/recording.js'

/** What a format reader is given in tests. @param onSkipped is given each piece that was left out */
function readContext(file: string, onSkipped: (piece: SkippedPiece) => void = () => undefined): ReadContext {
  return { file, onSkipped, todoTools: todoToolsOf(agents) }
}

/** What was read. */
export interface Read {
  readonly steps: readonly RecordingStep[]
  readonly skipped: readonly SkippedPiece[]
}

/** Reads a text as one file of a format. */
export async function readFormat(format: RecordingFormat, text: string, file: string): Promise<Read> {
  const steps: RecordingStep[] = []
  const skipped: SkippedPiece[] = []
  const context = readContext(file, (piece) => skipped.push(piece))
  for await (const step of format.read(readLines(once(text), context), context)) steps.push(step)
  return { steps, skipped }
}

async function* once(text: string): AsyncIterable<string> {
  yield text
}

/** A text read as one file of a format, and its steps as lines. */

import { openRecording } from '../src/open-recording.js'
import type { RecordingStep, SkippedPiece } from '../src/recording.js'
import { table } from './claude-code/records.js'

export interface TableReading {
  readonly format: string
  readonly steps: readonly RecordingStep[]
  readonly skipped: readonly SkippedPiece[]
  /** A step a line, without session and place. */
  readonly lines: readonly string[]
}

/** Reads a text; its format must be found by its content. */
export async function readAsTable(text: string, file: string): Promise<TableReading> {
  const skipped: SkippedPiece[] = []
  const steps: RecordingStep[] = []
  async function* once(): AsyncIterable<string> {
    yield text
  }
  const recording = await openRecording(
    { name: file, bytes: once() },
    { onSkipped: (piece) => skipped.push(piece) },
  )
  for await (const step of recording.steps) steps.push(step)
  const lines = table(steps)
    .trim()
    .split('\n')
    .map((row) => row.replace(/^\S+ \d+ /, ''))
  return { format: recording.format, steps, skipped, lines }
}

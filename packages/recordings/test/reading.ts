/** A text read as one file, and its steps as a test can show them. */

import { agents } from '../src/agents/index.js'
import { FileLines } from '../src/lines.js'
import { todoToolsOf } from '../src/profiles.js'
import type { RecordingFormat, RecordingStep, SkippedPiece } from '../src/recording.js'
import { RecordingError } from '../src/recording-error.js'
import { RecordingReader } from '../src/recording-reader.js'
import { FileValues, recordsIn } from '../src/records.js'

export interface Read {
  readonly steps: readonly RecordingStep[]
  readonly skipped: readonly SkippedPiece[]
}

/** Reads a text as one file of a format, whatever it would be recognised as. */
export async function readFormat(format: RecordingFormat, text: string, file: string): Promise<Read> {
  const steps: RecordingStep[] = []
  const skipped: SkippedPiece[] = []
  const skip = (line: number, reason: string) => void skipped.push({ file, line, reason })
  const lines = new FileLines(file, (piece) => skipped.push(piece))
  const values = new FileValues(skip)
  const reader = format.reader({ file, steps, skip, todoTools: todoToolsOf(agents) })
  const found = function* () {
    for (const line of [...lines.push(text), ...lines.end()]) yield* values.take(line)
    yield* values.finish()
  }
  for (const value of found())
    for (const piece of recordsIn(value, format.lists, skip))
      if (piece.record === null) reader.begin?.(piece.head, piece.name)
      else reader.take(piece.record, piece.line)
  reader.finish()
  return { steps, skipped }
}

/** Reads a text as one file; its format must be found by its content. */
export function readRecording(text: string, file: string) {
  const skipped: SkippedPiece[] = []
  const reader = new RecordingReader(file, { onSkipped: (piece) => skipped.push(piece) })
  const steps = [...reader.push(text), ...reader.end()]
  return { format: reader.format, steps, skipped, lines: lines({ steps }) }
}

/** The name of the format that a text is recognised as; null where it is of none. */
export function formatOf(text: string): string | null {
  try {
    return readRecording(text, 'a-file').format
  } catch (error) {
    if (error instanceof RecordingError && error.code !== 'bad-recording') return null
    throw error
  }
}

export function asLines(records: readonly unknown[]): string {
  return records.map((record) => JSON.stringify(record)).join('\n')
}

/** The lines and reasons of what was left out. */
export function reasons({ skipped }: Pick<Read, 'skipped'>): readonly string[] {
  return skipped.map(({ line, reason }) => `${line} ${reason}`)
}

/** The results of calls: whether each worked, and what it gave. */
export function results({
  steps,
}: Pick<Read, 'steps'>): readonly (readonly [ok: boolean | null, output: string])[] {
  return steps.flatMap((step) => (step.kind === 'result' ? [[step.ok, step.output] as const] : []))
}

/** A step a line, without session and place. */
export function lines({ steps }: Pick<Read, 'steps'>): readonly string[] {
  return steps.flatMap((step) => describe(step).split('\n'))
}

/** Each step, with its line in the file unless told otherwise, a turn to a row that begins with its session. */
export function table(steps: readonly RecordingStep[], hasLines = true): string {
  const turns: string[] = []
  let session = ''
  for (const step of steps) {
    const told = `${hasLines ? `${step.source.line} ` : ''}${describe(step)}`
    if (step.session !== session || step.kind === 'turn' || step.kind === 'input')
      turns.push(`${step.session}: ${told}`)
    else turns.push(`${turns.pop()} | ${told}`)
    session = step.session
  }
  return `\n${turns.join('\n')}\n`
}

function describe(step: RecordingStep): string {
  switch (step.kind) {
    case 'session':
      return `session ${step.profile}${step.parent === null ? '' : ` of ${step.parent}`}${step.goal === null ? '' : `: ${step.goal}`}`
    case 'input':
      return `input ${step.trigger}: ${step.text}`
    case 'message':
      return `message ${step.role}: ${step.text}`
    case 'call':
      return `call ${step.call} ${step.name} ${JSON.stringify(step.input)}${step.undecided === true ? ' undecided' : ''}`
    case 'result':
      return `result ${step.call} ${String(step.ok)}: ${step.output}${step.details === undefined ? '' : ` ${JSON.stringify(step.details)}`}`
    case 'turn-end':
      return `turn-end${step.interrupted ? ' interrupted' : ''}`
    case 'run-end':
      return `run-end${step.complete ? '' : ' incomplete'}${step.waitingFor === null ? '' : ` waiting for ${step.waitingFor}`}`
    case 'nag':
      return `nag: ${step.text}`
    case 'compaction':
      return `compaction${step.summary === null ? '' : `: ${step.summary}`}`
    case 'subagent-start':
    case 'subagent-end':
      return `${step.kind} ${step.child}${step.call === null ? '' : ` by ${step.call}`}`
    default:
      return step.kind
  }
}

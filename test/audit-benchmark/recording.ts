/** A recording in memory: what the operators change. */

import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { openRecording, RecordingError, type RecordingStep } from '@todo-ledger/recordings'

/** A recorded file as its steps. Operators never change one; they give another. */
export interface Recording {
  /** The file as it was named. */
  readonly file: string
  /** The name of its format. */
  readonly format: string
  /** What happened, in order. */
  readonly steps: readonly RecordingStep[]
}

/** A step of some kind. */
export type StepOf<Kind extends RecordingStep['kind']> = Extract<RecordingStep, { readonly kind: Kind }>

/** The recordings of a folder, and those of its files that could not be read. */
export interface RecordingFolder {
  /** Those that were read, in the order of their names. */
  readonly recordings: readonly Recording[]
  /** The others, each with the reason. */
  readonly unreadable: readonly { readonly file: string; readonly reason: string }[]
}

/** Reads a file. @throws RecordingError where it can't be read */
export async function readRecording(file: string): Promise<Recording> {
  const opened = await openRecording(file)
  const steps: RecordingStep[] = []
  for await (const step of opened.steps) steps.push(step)
  return { file, format: opened.format, steps }
}

/** Reads every recording of a file, or of a folder and the folders in it. */
export async function readRecordings(source: string): Promise<RecordingFolder> {
  const recordings: Recording[] = []
  const unreadable: { file: string; reason: string }[] = []
  for (const file of await filesOf(source)) {
    try {
      recordings.push(await readRecording(file))
    } catch (error) {
      if (!(error instanceof RecordingError)) throw error
      unreadable.push({ file, reason: error.message })
    }
  }
  return { recordings, unreadable }
}

async function filesOf(source: string): Promise<readonly string[]> {
  if (!(await stat(source)).isDirectory()) return [source]
  const names = await readdir(source, { recursive: true })
  return names
    .filter((name) => /\.jsonl?$/u.test(name) && basename(name) !== 'expected.json')
    .sort()
    .map((name) => join(source, name))
}

/** The project that a file is of: its name up to the number that closes it. */
export function projectOf(file: string): string {
  const name = basename(file).replace(/\.jsonl?$/u, '')
  return name === 'session' ? basename(join(file, '..')) : name.replace(/-\d+$/u, '')
}

/** The fixtures, by the formats that they are in, and what reading them gives. */

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { memoryStore, openLedger } from '@todo-ledger/core'
import type { RecordingStep, SkippedPiece } from '@todo-ledger/recordings'
import {
  formatsOf,
  importRecording,
  openRecording,
  profileNamed,
  RecordingError,
} from '@todo-ledger/recordings'
import { expect } from 'vitest'
import { expectOrder } from '../../packages/recordings/test/step-order.js'

/** A recording of one format. */
export interface Sample {
  readonly name: string
  readonly format: string
  readonly bytes: Buffer
}

/** What reading gave. */
export interface SampleReading {
  readonly format: string | null
  readonly steps: readonly RecordingStep[]
  readonly skipped: readonly SkippedPiece[]
  readonly trouble: unknown
}

const folder = fileURLToPath(new URL('../../fixtures', import.meta.url))

/** All of them; the small ones of each format first. */
export async function allSamples(): Promise<readonly Sample[]> {
  const samples: Sample[] = []
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.jsonl?$|\.traj$/.test(name) || name.endsWith('expected.json')) continue
    const bytes = readFileSync(`${folder}/${name}`)
    const { format } = await readBytes([bytes])
    if (format !== null) samples.push({ name, format, bytes })
  }
  return samples.toSorted((one, other) => one.bytes.length - other.bytes.length)
}

/** The format names, in their order. */
export const formatNames: readonly string[] = formatsOf().map(({ name }) => name)

/** Reads bytes that come in pieces. */
export async function readBytes(pieces: readonly Uint8Array[]): Promise<SampleReading> {
  const steps: RecordingStep[] = []
  const skipped: SkippedPiece[] = []
  let format: string | null = null
  async function* once(): AsyncIterable<Uint8Array> {
    yield* pieces
  }
  try {
    const recording = await openRecording(
      { name: 'session', bytes: once() },
      { onSkipped: (piece) => skipped.push(piece) },
    )
    format = recording.format
    for await (const step of recording.steps) steps.push(step)
  } catch (trouble) {
    return { format, steps, skipped, trouble }
  }
  return { format, steps, skipped, trouble: null }
}

/** Reads bytes, whatever they are, and holds the reading to what must be true of each. */
export async function readHurt(bytes: Buffer): Promise<SampleReading> {
  const reading = await readBytes([bytes])
  const { steps, skipped, trouble } = reading
  if (trouble !== null) expect(trouble).toBeInstanceOf(RecordingError)
  expectOrder(steps, trouble === null)
  const lines = bytes.toString('latin1').split('\n').length
  for (const { file, line, reason } of skipped) {
    if (file !== 'session' || !(line >= 1 && line <= lines) || reason === '')
      expect({ line, lines, reason }).toBe('a place')
  }
  await tellToLedger(steps)
  return reading
}

/** Tells the steps to sessions, which must take them. */
async function tellToLedger(steps: readonly RecordingStep[]): Promise<void> {
  async function* again(): AsyncIterable<RecordingStep> {
    yield* steps
  }
  const isKnown = steps.every((step) => step.kind !== 'session' || profileNamed(step.profile) !== undefined)
  const importing = importRecording(again(), openLedger({ store: memoryStore() }), {
    format: 'x',
    file: 'session',
  })
  await (isKnown ? importing : expect(importing).rejects.toBeInstanceOf(RecordingError))
}

/** Steps without their places in the file. */
export function placeless(steps: readonly RecordingStep[]): readonly unknown[] {
  return steps.map(({ source: { call }, ...step }) => ({ ...step, source: call }))
}

/** True for a line that is a JSON object. */
export function isObject(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

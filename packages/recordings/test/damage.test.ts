import { memoryStore, openLedger } from '@todo-ledger/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLongRun, runs } from '../../../test/random.js'
import { importRecording } from '../src/import-recording.js'
import { openRecording } from '../src/open-recording.js'
import { profileNamed } from '../src/profiles.js'
import type { RecordingStep, SkippedPiece } from '../src/recording.js'
import { RecordingError } from '../src/recording-error.js'
import { claudeCodeFile, sampleFiles } from './sample-files.js'
import { expectOrder } from './step-order.js'

interface Reading {
  readonly steps: readonly RecordingStep[]
  readonly skipped: readonly SkippedPiece[]
  readonly trouble: unknown
}

async function read(bytes: Uint8Array): Promise<Reading> {
  const steps: RecordingStep[] = []
  const skipped: SkippedPiece[] = []
  async function* once(): AsyncIterable<Uint8Array> {
    yield bytes
  }
  try {
    const recording = await openRecording(
      { name: 'f', bytes: once() },
      { onSkipped: (piece) => skipped.push(piece) },
    )
    for await (const step of recording.steps) steps.push(step)
  } catch (trouble) {
    return { steps, skipped, trouble }
  }
  return { steps, skipped, trouble: null }
}

/** Damage as disks, networks and editors do it. */
const damage = (length: number): fc.Arbitrary<(bytes: Uint8Array) => Uint8Array> => {
  const at = fc.integer({ min: 0, max: length })
  return fc.oneof(
    at.map((end) => (bytes: Uint8Array) => bytes.subarray(0, end)),
    at.map((start) => (bytes: Uint8Array) => bytes.subarray(start)),
    fc.tuple(at, fc.integer({ min: 0, max: 255 })).map(
      ([place, byte]) =>
        (bytes: Uint8Array) =>
          bytes.map((old, index) => (index === place ? byte : old)),
    ),
    fc.tuple(at, at).map(
      ([one, other]) =>
        (bytes: Uint8Array) =>
          Buffer.concat([bytes.subarray(0, one), bytes.subarray(other)]),
    ),
    fc.tuple(at, fc.uint8Array({ maxLength: 20 })).map(
      ([place, more]) =>
        (bytes: Uint8Array) =>
          Buffer.concat([bytes.subarray(0, place), more, bytes.subarray(place)]),
    ),
    fc.integer({ min: 0, max: 30 }).map((place) => (bytes: Uint8Array) => {
      const lines = Buffer.from(bytes).toString().split('\n')
      return Buffer.from([...lines.slice(place), ...lines.slice(0, place), ...lines].join('\n'))
    }),
  )
}

describe('damaged files', () => {
  test.each(sampleFiles)('%s: whole, it reads without trouble', async (_, text) => {
    const reading = await read(Buffer.from(text))
    expectOrder(reading.steps, reading.trouble === null)
    expect([reading.trouble, reading.skipped]).toEqual([null, []])
  })

  test.each(sampleFiles)(
    '%s: damaged, only a RecordingError is thrown, and the steps keep their order',
    async (_, text) => {
      const bytes = Buffer.from(text)
      await fc.assert(
        fc.asyncProperty(fc.array(damage(bytes.length), { minLength: 1, maxLength: 3 }), async (blows) => {
          const reading = await read(blows.reduce<Uint8Array>((hurt, blow) => blow(hurt), bytes))
          if (reading.trouble !== null) expect(reading.trouble).toBeInstanceOf(RecordingError)
          expectOrder(reading.steps, reading.trouble === null)
        }),
        { numRuns: runs(500) },
      )
    },
  )

  test.each(sampleFiles)('%s: whatever is left of it can be told to a session', async (_, text) => {
    const bytes = Buffer.from(text)
    await fc.assert(
      fc.asyncProperty(fc.array(damage(bytes.length), { minLength: 1, maxLength: 2 }), async (blows) => {
        const { steps } = await read(blows.reduce<Uint8Array>((hurt, blow) => blow(hurt), bytes))
        async function* again(): AsyncIterable<RecordingStep> {
          yield* steps
        }
        const known = steps.every(
          (step) => step.kind !== 'session' || profileNamed(step.profile) !== undefined,
        )
        const importing = importRecording(again(), openLedger({ store: memoryStore() }), {
          format: 'x',
          file: 'f',
        })
        await (known ? importing : expect(importing).rejects.toBeInstanceOf(RecordingError))
      }),
      { numRuns: runs(100) },
    )
  })

  test('claude-code: cut at any byte, all whole lines are read and the torn one is reported', async () => {
    const bytes = Buffer.from(claudeCodeFile)
    const whole = (await read(bytes)).steps
    for (let end = 1200; end < bytes.length; end += isLongRun ? 7 : 61) {
      const { steps, skipped, trouble } = await read(bytes.subarray(0, end))
      const lastLine = bytes.subarray(0, end).toString().split('\n')
      const isTorn =
        lastLine.at(-1) !== '' && lastLine.at(-1) !== claudeCodeFile.split('\n')[lastLine.length - 1]
      expect([trouble, skipped]).toEqual([
        null,
        isTorn ? [{ file: 'f', line: lastLine.length, reason: 'not JSON' }] : [],
      ])
      const firm = steps.filter((step) => ['call', 'result', 'message', 'nag'].includes(step.kind))
      expect(whole).toEqual(expect.arrayContaining(firm))
    }
  })
})

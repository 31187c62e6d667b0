import { memoryStore, openLedger } from '@todo-ledger/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { importRecording } from '../src/import-recording.js'
import { parsedJson } from '../src/json.js'
import { openRecording } from '../src/open-recording.js'
import type { RecordingStep, SkippedPiece } from '../src/recording.js'
import { RecordingError } from '../src/recording-error.js'
import { sampleFiles } from './sample-files.js'

interface Reading {
  readonly steps: readonly RecordingStep[]
  readonly skipped: readonly SkippedPiece[]
}

/** Reads a text and tells it to a session. Only a RecordingError may be thrown. */
async function read(text: string): Promise<Reading> {
  const steps: RecordingStep[] = []
  const skipped: SkippedPiece[] = []
  async function* once(): AsyncIterable<string> {
    yield text
  }
  async function* noted(told: AsyncIterable<RecordingStep>): AsyncIterable<RecordingStep> {
    for await (const step of told) {
      steps.push(step)
      yield step
    }
  }
  try {
    const {
      format,
      file,
      steps: told,
    } = await openRecording({ name: 'f', bytes: once() }, { onSkipped: (piece) => skipped.push(piece) })
    await importRecording(noted(told), openLedger({ store: memoryStore() }), { format, file })
  } catch (error) {
    expect(error).toBeInstanceOf(RecordingError)
  }
  return { steps, skipped }
}

/** The samples that are one document. */
const samples = sampleFiles.flatMap(([name, text]): readonly (readonly [string, unknown])[] => {
  const value = parsedJson(text)
  return value === undefined ? [] : [[name, value]]
})

/** How many values stand in a value, itself among them. */
function countOf(value: unknown): number {
  const inner = typeof value === 'object' && value !== null ? Object.values(value) : []
  return inner.reduce<number>((sum, each) => sum + countOf(each), 1)
}

/** The value with another one at a place, counted as `countOf` counts. */
function withAt(value: unknown, place: number, other: unknown): unknown {
  if (place === 0) {
    return other
  }
  if (typeof value !== 'object' || value === null) {
    return value
  }
  let before = 1
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => {
    const at = place - before
    before += countOf(inner)
    return [key, at >= 0 && place < before ? withAt(inner, at, other) : inner]
  })
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}

const strange: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    '__proto__',
    '',
    '\u0000',
    '\ud800',
    -1,
    1e308,
    8.64e15 + 1,
    [],
    {},
    [[[]]],
    [null],
    true,
  ),
)

describe.each(samples)('%s', (_, sample) => {
  test('values of other kinds anywhere: no fault, and the rest can be told', async () => {
    const blow = fc.tuple(fc.nat({ max: countOf(sample) - 1 }), strange)
    await fc.assert(
      fc.asyncProperty(fc.array(blow, { minLength: 1, maxLength: 4 }), async (blows) => {
        await read(JSON.stringify(blows.reduce((hurt, [place, other]) => withAt(hurt, place, other), sample)))
      }),
      { numRuns: runs(60) },
    )
  })

  test('cut at any place: what is whole is read as it was, and the rest is counted', async () => {
    const text = JSON.stringify(sample)
    const whole = await read(text)
    const known = new Set(whole.steps.filter(isFirm).map((step) => JSON.stringify(step)))
    const step = Math.ceil(text.length / runs(200))
    let before = 0
    for (let end = 1; end < text.length; end += step) {
      const { steps, skipped } = await read(text.slice(0, end))
      const firm = steps.filter(isFirm)
      expect(firm.filter((step) => !known.has(JSON.stringify(step)))).toEqual([])
      expect(firm.length).toBeGreaterThanOrEqual(before)
      expect(skipped.length).toBeLessThanOrEqual(2)
      before = firm.length
    }
    expect(whole.skipped).toEqual([])
  })
})

function isFirm({ kind }: RecordingStep): boolean {
  return ['call', 'message', 'input'].includes(kind)
}

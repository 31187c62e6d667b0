import { memoryStore, openLedger } from '@todo-ledger/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { importRecording } from '../src/import-recording.js'
import { parsedJson } from '../src/json.js'
import { openRecording } from '../src/open-recording.js'
import { RecordingError } from '../src/recording-error.js'
import { readRecording } from './reading.js'
import { sampleFiles } from './sample-files.js'
import { expectOrder } from './step-order.js'

test.each(sampleFiles)('%s: whole, it reads without trouble', (_, text) => {
  const { steps, skipped } = readRecording(text, 'f')
  expectOrder(steps, true)
  expect(skipped).toEqual([])
})

/** Reads a text and tells it to a session: only a RecordingError may be thrown. */
async function told(text: string): Promise<void> {
  async function* bytes(): AsyncIterable<string> {
    yield text
  }
  try {
    const { format, file, steps } = await openRecording({ name: 'f', bytes: bytes() })
    const ledger = openLedger({ store: memoryStore() })
    await importRecording(steps, ledger, { format, file, todos: ['markdown'] })
  } catch (error) {
    expect(error).toBeInstanceOf(RecordingError)
  }
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
    // Whoever makes a text of it unasked throws.
    { toString: 1, valueOf: 1 },
  ),
)

describe.each(samples)('%s', (_, sample) => {
  test('values of other kinds anywhere: no fault, and the rest can be told', async () => {
    const blow = fc.tuple(fc.nat({ max: countOf(sample) - 1 }), strange)
    await fc.assert(
      fc.asyncProperty(fc.array(blow, { minLength: 1, maxLength: 4 }), async (blows) => {
        const hurt = blows.reduce((value, [place, other]) => withAt(value, place, other), sample)
        await told(JSON.stringify(hurt))
      }),
      { numRuns: runs(100) },
    )
  })
})

import { memoryStore, openLedger } from '@todo-ledger/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { formatsOf } from '../src/formats/index.js'
import { importRecording } from '../src/import-recording.js'
import { isObject, parsedJson } from '../src/json.js'
import { openRecording } from '../src/open-recording.js'
import { RecordingError } from '../src/recording-error.js'
import { fileChangesOf } from '../src/todo-sources/file-changes.js'
import { asLines, formatOf, readFormat, readRecording } from './reading.js'
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
      { numRuns: runs(60) },
    )
  })
})

// JSON may hold an object whose own `toString` is no function: whoever makes a text of it unasked throws.

/** No text can be made of it, nor a number. */
const mute = { toString: 1, valueOf: 1 }
const mutes: readonly unknown[] = [mute, [mute], { type: mute, text: mute, content: [mute] }]

/** The value with another one in place of each field that is called so, and of each if none is named. */
function muted(value: unknown, field: string | null, other: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => muted(each, field, other))
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => [
    key,
    field === null || key === field ? other : muted(inner, field, other),
  ])
  return Object.fromEntries(entries)
}

function fieldsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(fieldsIn)
  return isObject(value) ? Object.entries(value).flatMap(([key, inner]) => [key, ...fieldsIn(inner)]) : []
}

/** The values of a file: one a line, or one over all of them. */
function valuesOf(text: string): readonly unknown[] {
  const whole = parsedJson(text)
  return whole === undefined ? text.split('\n').map(parsedJson) : [whole]
}

/** Every format is asked whether it is its own, some read it as if it were, and it is told to a session. */
async function readBy(isReader: (format: string) => boolean, values: readonly unknown[]): Promise<void> {
  const text = asLines(values)
  for (const format of formatsOf()) {
    for (const value of values) if (isObject(value)) format.certaintyOf(value)
    if (!isReader(format.name)) continue
    try {
      await readFormat(format, text, 'f.json')
    } catch (error) {
      expect(error).toBeInstanceOf(RecordingError)
    }
  }
  await told(text)
}

describe('an object that no text can be made of', () => {
  test.each(sampleFiles)('%s: in place of any field', async (_, text) => {
    const values = valuesOf(text)
    const own = formatOf(text)
    const isOwn = (format: string): boolean => format === own
    for (const field of [null, ...new Set(values.flatMap(fieldsIn))])
      for (const other of mutes)
        await readBy(
          isOwn,
          values.map((value) => muted(value, field, other)),
        )
  })

  test('in place of fields of any record', async () => {
    const fields = [...new Set(sampleFiles.flatMap(([, text]) => valuesOf(text).flatMap(fieldsIn)))]
    const value = fc.constantFrom<unknown>(...mutes, 'a', 1, true, null)
    const record = fc.dictionary(fc.constantFrom(...fields), value, { maxKeys: 12 })
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 4 }), async (records) => {
        await readBy(() => true, records)
      }),
      { numRuns: runs(300) },
    )
  })

  test('in the input of a call', () => {
    const fields = [
      'input',
      'patch',
      'patchText',
      'command',
      'path',
      'edits',
      'diff',
      'old_string',
      'content',
    ]
    for (const other of mutes) {
      for (const field of fields) expect(fileChangesOf('edit', { [field]: other }, '')).toEqual([])
      expect(fileChangesOf('edit', other, '')).toEqual([])
    }
  })
})

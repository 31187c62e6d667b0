import { memoryStore, openLedger } from '@todo-ledger/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLongRun, runs } from '../../../test/random.js'
import { formatsOf } from '../src/formats/index.js'
import { importRecording } from '../src/import-recording.js'
import { isObject, parsedJson } from '../src/json.js'
import { openRecording } from '../src/open-recording.js'
import type { RecordingStep, SkippedPiece } from '../src/recording.js'
import { RecordingError } from '../src/recording-error.js'
import { fileChangesOf } from '../src/todo-sources/file-changes.js'
import { formatOf, readFormat } from './reading.js'
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

const asText = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join('\n')

/** Every format is asked whether it is its own, some read it as if it were, and it is told to a session. */
async function readBy(isReader: (format: string) => boolean, values: readonly unknown[]): Promise<void> {
  const text = asText(values)
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

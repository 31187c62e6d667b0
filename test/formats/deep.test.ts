// A hundred thousand levels in any place of a recording, also in JSON that stands in a text: nothing crashes, and the
// records that do not hold them are read as they are.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allSamples, formatNames, readBytes, readHurt, type Sample } from './recorded-samples.js'

const levels = 100_000
const deep = {
  lists: `${'['.repeat(levels)}${']'.repeat(levels)}`,
  objects: `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`,
  'lists that are not closed': '['.repeat(levels),
}
const mark = '\uE000'
const numRuns = Number(process.env['TEST_FORMATS_MINUTES'] ?? 0) > 0 ? 300 : 5

const samples = await allSamples()
const rows = formatNames.flatMap((format): [string, Sample][] =>
  samples
    .filter((sample) => sample.format === format)
    .slice(0, 1)
    .map((sample) => [format, sample]),
)

test.each(rows)('%s', async (format, { bytes }) => {
  const text = bytes.toString()
  const whole = await readBytes([bytes])
  const records = recordsIn(text)
  await fc.assert(
    fc.asyncProperty(
      fc.nat(),
      fc.nat(),
      fc.constantFrom(...Object.values(deep)),
      fc.boolean(),
      async (record, place, value, isInText) => {
        const index = record % records.length
        const hurt = records.map((each, at) =>
          at === index ? withDeep(each, place, value, isInText) : JSON.stringify(each),
        )
        const reading = await readHurt(Buffer.from(`${hurt.join('\n')}\n`))
        const isWholeElsewhere =
          records.length > 1 && format !== 'neutral' && value !== deep['lists that are not closed']
        if (!isWholeElsewhere || index === 0) return
        const before = whole.steps.filter(({ kind, source }) => kind === 'call' && source.line <= index)
        expect(reading.steps.filter(({ kind, source }) => kind === 'call' && source.line <= index)).toEqual(
          before,
        )
        expect(reading.skipped.every(({ line }) => line >= 1 && line <= records.length)).toBe(true)
      },
    ),
    { numRuns },
  )
})

/** The records of a file: of each line, or the document. */
function recordsIn(text: string): readonly unknown[] {
  try {
    return [JSON.parse(text)]
  } catch {
    return text
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
  }
}

/** The JSON of a record with a value that nests deep in place of one of its own; in a text where texts are wanted. */
function withDeep(record: unknown, place: number, value: string, isInText: boolean): string {
  const places = countOf(record, isInText)
  if (places === 0) return value
  let left = place % places
  const marked = JSON.stringify(record, (_key, each: unknown) => {
    if (!isPlace(each, isInText)) return each
    left -= 1
    return left === -1 ? mark : each
  })
  return marked.replace(`"${mark}"`, () => (isInText ? JSON.stringify(value) : value))
}

function countOf(record: unknown, isInText: boolean): number {
  let count = 0
  JSON.stringify(record, (_key, each: unknown) => {
    if (isPlace(each, isInText)) count += 1
    return each
  })
  return count
}

/** Texts, of which those count that are JSON in some format; or anything else. */
function isPlace(value: unknown, isInText: boolean): boolean {
  return isInText === (typeof value === 'string')
}

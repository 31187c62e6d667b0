// Every format in the registry, through its fixtures: whatever is done to a file, nothing crashes, what is left out is
// counted once with its place, and what could be read is right. npm run trial -- formats takes other random inputs.

import { gzipSync } from 'node:zlib'
import { RecordingError, type RecordingStep } from '@todo-ledger/recordings'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../random.js'
import { blow, interleaved } from './damage.js'
import {
  allSamples,
  formatNames,
  isObject,
  placeless,
  readBytes,
  readHurt,
  type Sample,
  type SampleReading,
} from './recorded-samples.js'
import { zstandardOf } from './zstandard-form.js'

const samples = await allSamples()
/** The smallest of each format. */
const chosen = formatNames.flatMap((format) =>
  samples.filter((sample) => sample.format === format).slice(0, 1),
)
const rows = chosen.map((sample): [string, Sample] => [`${sample.format}, ${sample.name}`, sample])

test.each(formatNames)('there is a fixture of %s', (format) => {
  expect(samples.filter((sample) => sample.format === format).length).toBeGreaterThan(0)
})

const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le')
const forms: readonly [string, (text: string) => Buffer][] = [
  ['the ends of lines of Windows', (text) => Buffer.from(text.replaceAll('\n', '\r\n'))],
  ['a byte order mark', (text) => Buffer.from(`\uFEFF${text}`)],
  ['UTF-16', utf16],
  ['UTF-16, the other way round', (text) => utf16(text).swap16()],
  ['gzip', (text) => gzipSync(text)],
  ['Zstandard', (text) => zstandardOf(Buffer.from(text))],
  ['Zstandard in small blocks', (text) => zstandardOf(Buffer.from(text), 100)],
  ['UTF-16 in gzip', (text) => gzipSync(utf16(text))],
  ['blank lines at its end', (text) => Buffer.from(`${text}\n \n\n`)],
]

/** As often as something is tried that reads the file anew each time. */
const few = { numRuns: runs(60) }

describe.each(rows)('%s', (_, { bytes, format }) => {
  const text = bytes.toString()
  const lines = text.trimEnd().split('\n')
  const isLines = lines.every(isObject)
  const reading = readBytes([bytes])

  test.each(forms)('is the same with %s', async (_form, form) => {
    expect(await readBytes([form(text)])).toEqual(await reading)
  })

  test('is the same however its bytes are cut', async () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 9 })
    await fc.assert(
      fc.asyncProperty(lengths, async (all) => {
        const pieces: Buffer[] = []
        for (let start = 0, turn = 0; start < bytes.length; turn += 1) {
          const end = start + (all[turn % all.length] ?? 1)
          pieces.push(bytes.subarray(start, end))
          start = end
        }
        expect(await readBytes(pieces)).toEqual(await reading)
      }),
      few,
    )
  })

  test('hurt in any way, or written into by another program, it is read as far as it goes', async () => {
    const turns = fc.array(fc.boolean(), { minLength: 1, maxLength: 9 })
    await fc.assert(
      fc.asyncProperty(fc.array(blow, { minLength: 1, maxLength: 4 }), async (blows) => {
        await readHurt(blows.reduce((hurt, each) => each(hurt), bytes))
      }),
      { numRuns: runs(200) },
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...chosen), turns, async (other, taken) => {
        await readHurt(interleaved(bytes, other.bytes, taken))
      }),
      few,
    )
  })

  test('cut off anywhere: what is read stands in the whole; of lines all but the torn one, which is counted', async () => {
    const whole = firmly((await reading).steps)
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: bytes.length }), async (end) => {
        const hurt = await readHurt(bytes.subarray(0, end))
        expectInside(firmly(hurt.steps), whole)
        const kept = bytes.subarray(0, end).toString().split('\n')
        const torn = kept.pop() ?? ''
        const isTorn = torn.trim() !== '' && !isObject(torn)
        // Where nothing but a torn line is left, nothing says what it is.
        if (!isLines || (isTorn && kept.length === 0)) return
        const before = await readBytes([Buffer.from([...kept, isTorn ? '' : torn].join('\n'))])
        expect(told(hurt)).toEqual(told(before, isTorn ? [kept.length + 1] : []))
      }),
      { numRuns: runs(120) },
    )
  })

  test.runIf(isLines)('a line torn anywhere: the others are read as if it were not there', async () => {
    const place = fc.tuple(fc.nat({ max: lines.length - 1 }), fc.nat())
    await fc.assert(
      fc.asyncProperty(place, async ([index, end]) => {
        const line = lines[index] ?? ''
        const torn = line.slice(0, 1 + (end % (line.length - 1)))
        const hurt = await readHurt(Buffer.from(lines.with(index, torn).join('\n')))
        if (format === 'neutral' && index === 0) {
          // The first line says what the file is.
          expect(hurt.trouble).toMatchObject({ code: 'unknown-format' })
          return
        }
        const others = await readBytes([Buffer.from(lines.with(index, '').join('\n'))])
        expect(told(hurt)).toEqual(told(others, [index + 1]))
      }),
      { numRuns: runs(120) },
    )
  })

  test.runIf(isLines)('lines of garbage change nothing but the count', async () => {
    const whole = await reading
    const garbage = fc.constantFrom('x', 'not JSON', '}', '12 "a"', '"', '\uFFFD')
    const added = fc.tuple(fc.integer({ min: 1, max: lines.length }), garbage)
    await fc.assert(
      fc.asyncProperty(fc.array(added, { minLength: 1, maxLength: 5 }), async (all) => {
        const wordsAt = (place: number) => all.filter(([at]) => at === place).map(([, word]) => word)
        const hurt = lines.flatMap((line, index) => [line, ...wordsAt(index + 1)])
        const places = hurt.flatMap((line, index) => (isObject(line) ? [] : [index + 1]))
        const { trouble, steps, skipped } = await readHurt(Buffer.from(hurt.join('\n')))
        expect([trouble, placeless(steps)]).toEqual([null, placeless(whole.steps)])
        const found = skipped.map(({ line }) => line).filter((line) => places.includes(line))
        expect([...new Set(found)]).toEqual(places)
        expect(skipped.length - found.length).toBe(whole.skipped.length)
      }),
      few,
    )
  })

  test('a hundred thousand levels anywhere, also in a text: nothing crashes, and what stands before is read', async () => {
    const records = isLines ? lines.map((line): unknown => JSON.parse(line)) : [JSON.parse(text) as unknown]
    const where = fc.record({
      ...{ index: fc.nat({ max: records.length - 1 }), place: fc.nat(), isInText: fc.boolean() },
      value: fc.constantFrom(...deep),
    })
    await fc.assert(
      fc.asyncProperty(where, async ({ index, place, isInText, value }) => {
        const hurt = records.map((each, at) =>
          at === index ? withDeep(each, place, value, isInText) : JSON.stringify(each),
        )
        const { steps } = await readHurt(Buffer.from(`${hurt.join('\n')}\n`))
        if (index === 0 || format === 'neutral') return
        // A later line may bring the calls of a message that began before: they are not known yet.
        const before = await readBytes([Buffer.from(lines.slice(0, index).join('\n'))])
        const calls = before.steps.filter(({ kind }) => kind === 'call')
        expect(steps).toEqual(expect.arrayContaining(calls))
      }),
      few,
    )
  })
})

const levels = 100_000
const deep = [
  `${'['.repeat(levels)}${']'.repeat(levels)}`,
  `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`,
  '['.repeat(levels),
]

/** The JSON of a record with a value that nests deep in place of one of its own; in a text where texts are wanted. */
function withDeep(record: unknown, place: number, value: string, isInText: boolean): string {
  const mark = '\uE000'
  const isPlace = (each: unknown): boolean => isInText === (typeof each === 'string')
  let places = 0
  JSON.stringify(record, (_key, each: unknown) => {
    if (isPlace(each)) places += 1
    return each
  })
  if (places === 0) return value
  let left = place % places
  const marked = JSON.stringify(record, (_key, each: unknown) => {
    if (!isPlace(each)) return each
    left -= 1
    return left === -1 ? mark : each
  })
  return marked.replace(`"${mark}"`, () => (isInText ? JSON.stringify(value) : value))
}

/** Everything of the one is in the other, in the same order. */
function expectInside(some: readonly string[], all: readonly string[]): void {
  let next = 0
  for (const each of all) if (each === some[next]) next += 1
  if (next < some.length) expect(all).toEqual(expect.arrayContaining([some[next]]))
}

/** What a reading told, with lines that it is to leave out besides. */
function told({ steps, skipped, trouble }: SampleReading, torn: readonly number[] = []) {
  const lines = [...skipped.map(({ line }) => line), ...torn].sort((one, other) => one - other)
  return { steps, lines, code: trouble instanceof RecordingError ? trouble.code : null }
}

/** What was said, called and answered. */
function firmly(steps: readonly RecordingStep[]): readonly string[] {
  return steps.flatMap((step) => {
    if (step.kind === 'call') return [JSON.stringify([step.call, step.name, step.input])]
    // More may come of a result that does not say yet whether it worked.
    const isOver = step.kind === 'result' && step.ok !== null
    if (isOver) return [JSON.stringify([step.call, step.ok, step.output])]
    // Where an input is missing, a run begins with an empty one.
    const isSaid = (step.kind === 'message' || step.kind === 'input') && step.text !== ''
    return isSaid ? [JSON.stringify([step.kind, step.text])] : []
  })
}

test('an error is one of a recording, and names it', async () => {
  const { trouble } = await readBytes([Buffer.from('{"a":1}')])
  expect(trouble).toBeInstanceOf(RecordingError)
})

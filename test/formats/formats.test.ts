// Every format in the registry, through its fixtures: whatever is done to a file, nothing crashes, what is left out is
// counted with its place, and what could be read is right. npm run trial -- formats goes on for as long as it is told to.

import { gzipSync } from 'node:zlib'
import { RecordingError } from '@todo-ledger/recordings'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLongRun } from '../random.js'
import { blow, interleaved } from './damage.js'
import {
  allSamples,
  formatNames,
  isObject,
  placeless,
  readBytes,
  readHurt,
  type Sample,
} from './recorded-samples.js'
import { zstandardOf } from './zstandard-form.js'

const minutes = Number(process.env['TEST_FORMATS_MINUTES'] ?? 0)
const properties = 5
const samples = await allSamples()
/** The smallest of each format; two in `npm run test:long`. */
const chosen = formatNames.flatMap((format) => {
  const all = samples.filter((sample) => sample.format === format)
  return minutes > 0 ? all : all.slice(0, isLongRun ? 2 : 1)
})
const rows = chosen.map((sample): [string, Sample] => [`${sample.format}, ${sample.name}`, sample])
const timeLimit = Math.max(1000, (minutes * 60_000) / (properties * Math.max(rows.length, 1)))

/** So many runs in the short run; else as many as there is time for. */
function runs(numRuns: number): fc.Parameters<unknown> {
  return minutes > 0 ? { numRuns: 1e9, interruptAfterTimeLimit: timeLimit } : { numRuns }
}

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

describe.each(rows)('%s', (_, { bytes }) => {
  const text = bytes.toString()

  test.each(forms)('is the same with %s', async (_form, form) => {
    const whole = await readBytes([bytes])
    expect(await readBytes([form(text)])).toEqual(whole)
  })

  test('is the same however its bytes are cut', async () => {
    const whole = await readBytes([bytes])
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 9 }),
        async (lengths) => {
          const pieces: Buffer[] = []
          for (let start = 0, turn = 0; start < bytes.length; turn += 1) {
            const end = start + (lengths[turn % lengths.length] ?? 1)
            pieces.push(bytes.subarray(start, end))
            start = end
          }
          expect(await readBytes(pieces)).toEqual(whole)
        },
      ),
      runs(5),
    )
  })

  test('hurt in any way, it is read as far as it goes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(blow, { minLength: 1, maxLength: 4 }), async (blows) => {
        await readHurt(blows.reduce((hurt, each) => each(hurt), bytes))
      }),
      runs(15),
    )
  })

  test('written into by another program, it is read as far as it goes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...chosen),
        fc.array(fc.boolean(), { minLength: 1, maxLength: 9 }),
        async (other, turns) => {
          await readHurt(interleaved(bytes, other.bytes, turns))
        },
      ),
      runs(5),
    )
  })

  const isLines = text.trimEnd().split('\n').every(isObject)
  test.skipIf(!isLines)('lines of garbage change nothing but the count', async () => {
    const whole = await readBytes([bytes])
    const lines = text.trimEnd().split('\n')
    const garbage = fc.constantFrom('x', 'not JSON', '}', '12 "a"', '"', '\uFFFD')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 1, max: lines.length }), garbage), {
          minLength: 1,
          maxLength: 5,
        }),
        async (added) => {
          const places: number[] = []
          const hurt = lines.flatMap((line, index) => [
            ...added.filter(([place]) => place === index).map(([, word]) => word),
            line,
          ])
          const rest = added.filter(([place]) => place === lines.length).map(([, word]) => word)
          const all = [...hurt, ...rest]
          for (const [index, line] of all.entries()) if (!isObject(line)) places.push(index + 1)
          const reading = await readHurt(Buffer.from(all.join('\n')))
          expect([reading.trouble, placeless(reading.steps)]).toEqual([null, placeless(whole.steps)])
          const found = reading.skipped.map(({ line }) => line).filter((line) => places.includes(line))
          expect([...new Set(found)]).toEqual(places)
          expect(reading.skipped.length - found.length).toBe(whole.skipped.length)
        },
      ),
      runs(10),
    )
  })
})

test('an error is one of a recording, and names it', async () => {
  const { trouble } = await readBytes([Buffer.from('{"a":1}')])
  expect(trouble).toBeInstanceOf(RecordingError)
})

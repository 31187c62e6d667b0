// A file that was cut off, or a line of it that was torn: what is whole is read as it was, and what is not is counted
// once, with its place. The short run takes some places of the smallest fixture of each format; npm run trial -- formats
// takes every byte of every fixture.

import { RecordingError, type RecordingStep } from '@todo-ledger/recordings'
import { describe, expect, test } from 'vitest'
import { isLongRun, seed } from '../random.js'
import {
  allSamples,
  formatNames,
  isObject,
  readBytes,
  readHurt,
  type Sample,
  type SampleReading,
} from './recorded-samples.js'

const minutes = Number(process.env['TEST_FORMATS_MINUTES'] ?? 0)
const isEvery = process.env['TEST_FORMATS_EVERY_BYTE'] === '1'
/** As many places of a fixture are taken unless it is told how long to go on. */
const someplaces = isLongRun ? 30 : 10
const properties = 3

const samples = await allSamples()
const chosen = formatNames.flatMap((format) => {
  const all = samples.filter((sample) => sample.format === format)
  return isEvery || minutes > 0 ? all : all.slice(0, 1)
})
const rows = chosen.map((sample): [string, Sample] => [`${sample.format}, ${sample.name}`, sample])

/** As long goes on over one fixture, in milliseconds. */
const timeLimit = Math.max(1000, (minutes * 60_000) / (properties * Math.max(rows.length, 1)))

/** Places from 0 to a length: every one, as many as there is time for, or some; others by another seed. */
function* places(length: number): Generator<number> {
  const count = length + 1
  const until = Date.now() + timeLimit
  const most = isEvery || minutes > 0 ? count : Math.min(count, someplaces)
  // Steps of this share of the length come near every place before they come near one again.
  const step = isEvery ? 1 : strideOf(count)
  for (let taken = 0; taken < most; taken += 1) {
    if (!isEvery && minutes > 0 && Date.now() > until) return
    yield (seed + taken * step) % count
  }
}

/** A step that comes to every place before it comes to one again. */
function strideOf(count: number): number {
  const shared = (one: number, other: number): number => (other === 0 ? one : shared(other, one % other))
  let step = Math.max(1, Math.round(count * 0.618))
  while (shared(count, step) !== 1) step += 1
  return step
}

describe.each(rows)('%s', (_, { bytes, format }) => {
  const text = bytes.toString()
  const lines = text.trimEnd().split('\n')
  const isLines = lines.every(isObject)

  test('cut off anywhere: nothing is read that is not in the whole', async () => {
    const whole = firmly((await readBytes([bytes])).steps)
    for (const end of places(bytes.length)) {
      expectInside(firmly((await readHurt(bytes.subarray(0, end))).steps), whole, end)
    }
  })

  test.runIf(isLines)(
    'cut off anywhere: all lines before are read, and the torn one is counted',
    async () => {
      for (const end of places(bytes.length)) {
        const kept = bytes.subarray(0, end).toString().split('\n')
        const torn = kept.pop() ?? ''
        const isTorn = torn.trim() !== '' && !isObject(torn)
        if (isTorn && kept.length === 0) continue // nothing says what it is
        const upTo = isTorn ? [...kept, ''] : [...kept, torn]
        const wanted = told(await readBytes([Buffer.from(upTo.join('\n'))]), isTorn ? [kept.length + 1] : [])
        expect({ end, ...told(await readBytes([bytes.subarray(0, end)])) }).toEqual({ end, ...wanted })
      }
    },
  )

  test.runIf(isLines)('a line torn anywhere: the others are read as if it were not there', async () => {
    const begins = lines.map((_line, index) =>
      lines.slice(0, index).reduce((sum, { length }) => sum + length + 1, 0),
    )
    const without = new Map<number, SampleReading>()
    for (const place of places(text.length - 1)) {
      const index = begins.findLastIndex((begin) => begin <= place)
      const torn = lines[index]?.slice(0, place - (begins[index] ?? 0)) ?? ''
      if (torn === '' || torn === lines[index]) continue
      const others = without.get(index) ?? (await readBytes([Buffer.from(lines.with(index, '').join('\n'))]))
      without.set(index, others)
      const hurt = await readHurt(Buffer.from(lines.with(index, torn).join('\n')))
      if (format === 'neutral' && index === 0) {
        // The first line says what the file is.
        expect(hurt.trouble).toMatchObject({ code: 'unknown-format' })
      } else expect({ place, ...told(hurt) }).toEqual({ place, ...told(others, [index + 1]) })
    }
  })
})

/** Everything of the one is in the other, in the same order. */
function expectInside(some: readonly string[], all: readonly string[], place: number): void {
  let next = 0
  for (const each of all) if (each === some[next]) next += 1
  if (next < some.length) expect({ place, all }).toEqual({ place, all: expect.arrayContaining([some[next]]) })
}

interface Told {
  readonly steps: readonly RecordingStep[]
  readonly skipped: readonly number[]
  readonly code: string | null
}

/** What a reading told, with lines that it is to leave out besides. */
function told(reading: SampleReading, torn: readonly number[] = []): Told {
  const skipped = [...reading.skipped.map(({ line }) => line), ...torn]
  return { steps: reading.steps, skipped: skipped.sort((one, other) => one - other), code: codeOf(reading) }
}

function codeOf({ trouble }: SampleReading): string | null {
  return trouble instanceof RecordingError ? trouble.code : null
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

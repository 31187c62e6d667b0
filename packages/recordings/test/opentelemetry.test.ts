import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { spanOf } from '../src/formats/opentelemetry/span.js'
import type { RecordingStep } from '../src/recording.js'
import { readRecording } from './reading.js'

const fixture = (path: string): string =>
  readFileSync(new URL(`../../../fixtures/${path}`, import.meta.url), 'utf8')

const read = (text: string) => readRecording(text, 'spans.json')

/** What happened, without where it stands in the file. */
function told(steps: readonly RecordingStep[]): readonly object[] {
  return steps.map(({ source, ...step }) => ({
    ...step,
    ...('call' in source ? { place: source.call } : {}),
  }))
}

interface Document {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly object[] }[] }[]
}

function spansIn(text: string): readonly object[] {
  const documents: readonly Document[] = text.startsWith('{\n')
    ? [JSON.parse(text)]
    : text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
  return documents.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  )
}

const documentOf = (spans: readonly object[]): object => ({ resourceSpans: [{ scopeSpans: [{ spans }] }] })

const files = [
  'traced-spans/session.jsonl',
  'traced-tools-only/session.json',
  'traced-sub-agent/session.jsonl',
]

test.each(files)('%s: the order of the spans and the layout of the file are of no matter', (file) => {
  const text = fixture(file)
  const { steps, skipped, format } = read(text)
  expect(format).toBe('opentelemetry')
  expect(skipped).toEqual([])
  const spans = spansIn(text)
  fc.assert(
    fc.property(
      fc.shuffledSubarray([...spans], { minLength: spans.length }),
      fc.constantFrom(1, 2, 4, spans.length),
      fc.constantFrom(0, 2, '\t'),
      (shuffled, batch, indent) => {
        const batches = Array.from({ length: Math.ceil(shuffled.length / batch) }, (_, index) =>
          documentOf(shuffled.slice(index * batch, (index + 1) * batch)),
        )
        // Of several documents each is a line.
        const text = batches.map((each) => JSON.stringify(each, null, batches.length > 1 ? 0 : indent))
        const other = read(text.join('\n'))
        expect(other.skipped).toEqual([])
        expect(told(other.steps)).toEqual(told(steps))
      },
    ),
    { numRuns: runs(40) },
  )
})

test('messages in an event of the span are those of the span', () => {
  const text = fixture('traced-spans/session.jsonl')
  const held = /^gen_ai\.(?:input|output)\.messages$/
  const moved = spansIn(text).map((span) => {
    const attributes: readonly { readonly key: string }[] =
      'attributes' in span && Array.isArray(span.attributes) ? span.attributes : []
    const events = [
      { name: 'exception', attributes: [] },
      {
        name: 'gen_ai.client.inference.operation.details',
        attributes: attributes.filter(({ key }) => held.test(key)),
      },
    ]
    return { ...span, attributes: attributes.filter(({ key }) => !held.test(key)), events }
  })
  const { steps } = read(JSON.stringify(documentOf(moved)))
  expect(told(steps)).toEqual(told(read(text).steps))
})

test('a torn document is counted, and those around it are read', () => {
  const lines = fixture('traced-spans/session.jsonl').trimEnd().split('\n')
  const whole = told(read(lines.join('\n')).steps)
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: lines.length }),
      fc.double({ min: 0.05, max: 0.95, noNaN: true }),
      (place, part) => {
        const torn = JSON.stringify(documentOf([{ traceId: 'x' }])).slice(0, Math.ceil(28 + part * 30))
        const { steps, skipped } = read([...lines.slice(0, place), torn, ...lines.slice(place)].join('\n'))
        expect(told(steps)).toEqual(whole)
        expect(skipped.length).toBeGreaterThan(0)
      },
    ),
    { numRuns: runs(30) },
  )
})

test.each([
  ['a number as time', { startTimeUnixNano: 1767607200000000000, endTimeUnixNano: 1767607200100000000 }],
  ['a time as text', { startTimeUnixNano: '1767607200000000000' }],
])('%s is taken', (_, fields) => {
  const attributes = [
    { key: 'gen_ai.operation.name', value: { stringValue: 'execute_tool' } },
    { key: 'gen_ai.tool.name', value: { stringValue: 'todo' } },
  ]
  const span = { traceId: 't', spanId: 's', attributes, ...fields }
  const { steps, skipped } = read(JSON.stringify(documentOf([span])))
  expect(skipped).toEqual([])
  expect(steps.map(({ kind }) => kind)).toEqual([
    'session',
    'input',
    'turn',
    'call',
    'result',
    'turn-end',
    'run-end',
  ])
  expect(steps[0]?.at.toISOString()).toBe('2026-01-05T10:00:00.000Z')
})

test('what is no span is counted with its line', () => {
  const spans = [
    { name: 'without ids' },
    7,
    { traceId: 't', spanId: 's' },
    { traceId: 't', spanId: 's', startTimeUnixNano: 'soon' },
  ]
  const { skipped } = read(`\n${JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] })}`)
  expect(skipped).toHaveLength(4)
  expect(new Set(skipped.map(({ line, reason }) => `${line} ${reason}`))).toEqual(
    new Set(['2 this is no span: it has no ids or no times']),
  )
})

test.each<[unknown, boolean | null]>([
  [{ code: 2 }, false],
  [{ code: 'STATUS_CODE_ERROR' }, false],
  [{ code: 1 }, true],
  [{ code: 'STATUS_CODE_OK' }, true],
  [{ code: 0 }, null],
  [undefined, null],
])('a span of the status %j ended so: %s', (status, ok) => {
  const span = { traceId: 't', spanId: 's', startTimeUnixNano: '1', status }
  expect(spanOf(span, 1)?.ok).toBe(ok)
})

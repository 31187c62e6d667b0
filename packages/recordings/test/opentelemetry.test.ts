import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { openRecording } from '../src/open-recording.js'
import type { RecordingStep, SkippedPiece } from '../src/recording.js'

const fixture = (path: string): string =>
  readFileSync(new URL(`../../../fixtures/${path}`, import.meta.url), 'utf8')

async function read(
  text: string,
): Promise<{ steps: RecordingStep[]; skipped: SkippedPiece[]; format: string }> {
  const skipped: SkippedPiece[] = []
  const bytes = (async function* () {
    yield Buffer.from(text)
  })()
  const opened = await openRecording(
    { name: 'spans.json', bytes },
    { onSkipped: (piece) => skipped.push(piece) },
  )
  const steps: RecordingStep[] = []
  for await (const step of opened.steps) steps.push(step)
  return { steps, skipped, format: opened.format }
}

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

test.each(files)('%s: the order of the spans and the layout of the file are of no matter', async (file) => {
  const text = fixture(file)
  const { steps, skipped, format } = await read(text)
  expect(format).toBe('opentelemetry')
  expect(skipped).toEqual([])
  const spans = spansIn(text)
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray([...spans], { minLength: spans.length }),
      fc.constantFrom(1, 2, 4, spans.length),
      fc.constantFrom(0, 2, '\t'),
      async (shuffled, batch, indent) => {
        const batches = Array.from({ length: Math.ceil(shuffled.length / batch) }, (_, index) =>
          documentOf(shuffled.slice(index * batch, (index + 1) * batch)),
        )
        // Of several documents each is a line.
        const text = batches.map((each) => JSON.stringify(each, null, batches.length > 1 ? 0 : indent))
        const other = await read(text.join('\n'))
        expect(other.skipped).toEqual([])
        expect(told(other.steps)).toEqual(told(steps))
      },
    ),
    { numRuns: runs(40) },
  )
})

test('a conversation as its spans tell it', async () => {
  const { steps } = await read(fixture('traced-sub-agent/session.jsonl'))
  const lines = steps.map((step) => {
    const detail =
      step.kind === 'call'
        ? `${step.call} ${step.name}`
        : step.kind === 'result'
          ? `${step.call} ${step.ok}`
          : step.kind === 'session'
            ? `${step.profile} ${step.parent}`
            : step.kind === 'subagent-start' || step.kind === 'subagent-end'
              ? `${step.child} ${step.call}`
              : step.kind === 'input' || step.kind === 'message'
                ? step.text.slice(0, 30)
                : ''
    return `${step.session}: ${step.kind} ${detail}`.trimEnd()
  })
  expect(lines).toMatchInlineSnapshot(`
    [
      "conv-ferry: session langchain null",
      "conv-ferry: input Write a boarding notice for th",
      "conv-ferry: turn",
      "conv-ferry: call f1 write_todos",
      "conv-ferry: result f1 true",
      "conv-ferry: turn-end",
      "conv-ferry: turn",
      "conv-ferry: call f2 write_file",
      "conv-ferry: result f2 true",
      "conv-ferry: turn-end",
      "conv-ferry: turn",
      "conv-ferry: call f3 write_todos",
      "conv-ferry: result f3 false",
      "conv-ferry: turn-end",
      "conv-ferry: turn",
      "conv-ferry: call f4 write_todos",
      "conv-ferry: result f4 true",
      "conv-ferry: turn-end",
      "conv-ferry: turn",
      "conv-ferry: call f5 translate_agent",
      "conv-ferry: subagent-start conv-ferry/translator-1 f5",
      "conv-ferry/translator-1: session recommended conv-ferry",
      "conv-ferry/translator-1: input",
      "conv-ferry/translator-1: turn",
      "conv-ferry/translator-1: call g1 write_file",
      "conv-ferry/translator-1: result g1 true",
      "conv-ferry/translator-1: turn-end",
      "conv-ferry/translator-1: turn",
      "conv-ferry/translator-1: message The German notice is in notice",
      "conv-ferry: subagent-end conv-ferry/translator-1 f5",
      "conv-ferry: result f5 true",
      "conv-ferry: turn-end",
      "conv-ferry: turn",
      "conv-ferry: call f6 write_todos",
      "conv-ferry: result f6 true",
      "conv-ferry: turn-end",
      "conv-ferry: turn",
      "conv-ferry: message Both notices are in notices/.",
      "conv-ferry: turn-end",
      "conv-ferry: run-end",
      "conv-ferry/translator-1: turn-end",
      "conv-ferry/translator-1: run-end",
    ]
  `)
})

test('messages in an event of the span are those of the span', async () => {
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
  const { steps } = await read(JSON.stringify(documentOf(moved)))
  expect(told(steps)).toEqual(told((await read(text)).steps))
})

test('a torn document is counted, and those around it are read', async () => {
  const lines = fixture('traced-spans/session.jsonl').trimEnd().split('\n')
  const whole = told((await read(lines.join('\n'))).steps)
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: lines.length }),
      fc.double({ min: 0.05, max: 0.95, noNaN: true }),
      async (place, part) => {
        const torn = JSON.stringify(documentOf([{ traceId: 'x' }])).slice(0, Math.ceil(28 + part * 30))
        const { steps, skipped } = await read(
          [...lines.slice(0, place), torn, ...lines.slice(place)].join('\n'),
        )
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
])('%s is taken', async (_, fields) => {
  const attributes = [
    { key: 'gen_ai.operation.name', value: { stringValue: 'execute_tool' } },
    { key: 'gen_ai.tool.name', value: { stringValue: 'todo' } },
  ]
  const span = { traceId: 't', spanId: 's', attributes, ...fields }
  const { steps, skipped } = await read(JSON.stringify(documentOf([span])))
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

test('what is no span is counted with its line', async () => {
  const spans = [
    { name: 'without ids' },
    7,
    { traceId: 't', spanId: 's' },
    { traceId: 't', spanId: 's', startTimeUnixNano: 'soon' },
  ]
  const { skipped } = await read(`\n${JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] })}`)
  expect(skipped).toHaveLength(4)
  expect(new Set(skipped.map(({ line, reason }) => `${line} ${reason}`))).toEqual(
    new Set(['2 this is no span: it has no ids or no times']),
  )
})

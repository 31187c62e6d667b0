/** The texts of a recording that can be shorter: outputs, messages, inputs. The texts of items are none of them. */

import type { RecordingCall, RecordingEntry } from '@todo-ledger/core/recording'
import { type CaseRecording, callsOf, withCalls } from './case-recording.js'
import { labelOf } from './listed-items.js'

/** A text of a recording, and how short it may become. */
export interface RecordingText {
  /** Where it stands: its line, and the way to it in the line. */
  readonly path: readonly (string | number)[]
  /** The text. */
  readonly text: string
  /** What it is at its shortest. */
  readonly least: string
}

/** As much of a text stays where an empty one would say nothing to a reader. In characters. */
const leastWords = 60

/** The texts of a recording, in their order. */
export function textsIn({ entries }: CaseRecording): readonly RecordingText[] {
  return entries.flatMap((entry, index) =>
    textsOfEntry(entry).map((text) => ({ ...text, path: [index, ...text.path] })),
  )
}

/** The recording with other texts in the places of some. */
export function withTexts(
  { header, entries }: CaseRecording,
  changed: readonly Pick<RecordingText, 'path' | 'text'>[],
): CaseRecording {
  const texted = [...entries]
  for (const text of changed) {
    const [index] = text.path
    const entry = typeof index === 'number' ? texted[index] : undefined
    if (typeof index === 'number' && entry !== undefined) texted[index] = withText(entry, text)
  }
  return { header, entries: texted }
}

function textsOfEntry(entry: RecordingEntry): readonly RecordingText[] {
  const texts: RecordingText[] = []
  const add = (field: string, text: string | undefined, least = ''): void => {
    if (text !== undefined && text !== least) texts.push({ path: [field], text, least })
  }
  if ('input' in entry) add('input', entry.input, cut(entry.input))
  if ('nag' in entry) add('nag', entry.nag, cut(entry.nag))
  if ('compacted' in entry) add('summary', entry.summary)
  if ('turn' in entry || 'subagent' in entry) add('text', entry.text)
  return [
    ...texts,
    ...callsOf(entry).flatMap((call, index) =>
      textsOfCall(call).map((text) => ({ ...text, path: ['calls', index, ...text.path] })),
    ),
  ]
}

function textsOfCall({ input, output = '' }: RecordingCall): readonly RecordingText[] {
  const ofInput = stringsIn(input).map(({ path, text }) => ({
    path: ['input', ...path],
    text,
    least: cut(text),
  }))
  const ofOutput = output === '' ? [] : [{ path: ['output'], text: output, least: '' }]
  return [...ofInput.filter(({ text, least }) => text !== least), ...ofOutput]
}

interface PlacedString {
  readonly path: readonly (string | number)[]
  readonly text: string
}

/** The strings of an input; those of an entry of a list with a text, an item, are left alone. */
function stringsIn(value: unknown, path: readonly (string | number)[] = []): readonly PlacedString[] {
  if (typeof value === 'string') return path.length === 0 ? [] : [{ path, text: value }]
  if (path.length > 4 || typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) {
    return value.flatMap((each: unknown, index) =>
      labelOf(each) === null ? stringsIn(each, [...path, index]) : [],
    )
  }
  return Object.entries(value).flatMap(([field, each]) => stringsIn(each, [...path, field]))
}

function withText(
  entry: RecordingEntry,
  { path, text }: Pick<RecordingText, 'path' | 'text'>,
): RecordingEntry {
  const [, field, index, part, ...rest] = path
  if (field === 'calls' && typeof index === 'number') {
    const calls = callsOf(entry).map((call, place): RecordingCall => {
      if (place !== index) return call
      return part === 'output'
        ? { ...call, output: text }
        : { ...call, input: withString(call.input, rest, text) }
    })
    return withCalls(entry, calls)
  }
  if ('input' in entry) return { ...entry, input: text }
  if ('nag' in entry) return { ...entry, nag: text }
  if ('compacted' in entry) return text === '' ? withoutField(entry, 'summary') : { ...entry, summary: text }
  if ('turn' in entry) return text === '' ? withoutField(entry, 'text') : { ...entry, text }
  if ('subagent' in entry) return text === '' ? withoutField(entry, 'text') : { ...entry, text }
  return entry
}

function withoutField<T extends object, Field extends keyof T>(value: T, field: Field): Omit<T, Field> {
  const { [field]: _, ...rest } = value
  return rest
}

function withString(value: unknown, [step, ...rest]: readonly (string | number)[], text: string): unknown {
  if (step === undefined) return text
  if (Array.isArray(value)) {
    return value.map((each: unknown, index) => (index === step ? withString(each, rest, text) : each))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([field, each]) => [
      field,
      field === step ? withString(each, rest, text) : each,
    ]),
  )
}

/** The beginning of a text: its first line, and no more than a few words of it. */
function cut(text: string): string {
  const [line = ''] = text.trimStart().split('\n', 1)
  const end = line.codePointAt(leastWords - 1) ?? 0
  return line.slice(0, end > 0xffff ? leastWords - 1 : leastWords)
}

/** Reads and edits the lists in calls of todo tools that replace the whole list. */

import type { RecordingStep } from '@todo-ledger/recordings'
import type { StepOf } from './recording.js'
import { withTexts } from './steps.js'

/** An entry of a list as a call writes it. */
export interface ListEntry {
  /** Its text. */
  readonly text: string
  /** Its status as written. */
  readonly status: string
}

const listKeys = ['todos', 'items', 'plan'] as const
const textKeys = ['content', 'text', 'step', 'description'] as const

/** The list that a call writes, or null where it writes none. */
export function listOf(step: RecordingStep): readonly ListEntry[] | null {
  const entries = rawListOf(step)
  return (
    entries?.map((entry) => ({
      text: textOf(entry) ?? '',
      status: String(Reflect.get(entry, 'status') ?? 'pending'),
    })) ?? null
  )
}

/** A call with its list edited: an entry that becomes null is left out. Calls without a list stay. */
export function withList(
  step: RecordingStep,
  edit: (entry: ListEntry, place: number) => ListEntry | null,
): RecordingStep {
  const entries = rawListOf(step)
  if (entries === null || step.kind !== 'call' || !isRecord(step.input)) return step
  const edited = entries.flatMap((entry, place) => {
    const textKey = textKeys.find((key) => typeof Reflect.get(entry, key) === 'string')
    const before = { text: textOf(entry) ?? '', status: String(Reflect.get(entry, 'status') ?? 'pending') }
    const after = edit(before, place)
    return after === null || textKey === undefined
      ? []
      : [{ ...entry, [textKey]: after.text, status: after.status }]
  })
  const key = listKeys.find((name) => isRecord(step.input) && Array.isArray(step.input[name]))
  return key === undefined ? step : { ...step, input: { ...step.input, [key]: edited } }
}

/** The steps with an item's text changed wherever it stands, in lists and in single tasks. */
export function withItemText(
  steps: readonly RecordingStep[],
  isTodoCall: (step: RecordingStep) => boolean,
  change: (text: string) => string,
): readonly RecordingStep[] {
  return steps.map((step): RecordingStep => {
    if (step.kind !== 'call' || !isTodoCall(step)) return step
    if (rawListOf(step) !== null) return withList(step, (entry) => ({ ...entry, text: change(entry.text) }))
    return { ...step, input: withTexts(step.input, change) }
  })
}

/** The calls of a session that write a whole list, in order. */
export function listCalls(steps: readonly RecordingStep[], session: string): readonly StepOf<'call'>[] {
  return steps.filter(
    (step): step is StepOf<'call'> =>
      step.kind === 'call' && step.session === session && rawListOf(step) !== null,
  )
}

function rawListOf(step: RecordingStep): readonly object[] | null {
  if (step.kind !== 'call' || !isRecord(step.input)) return null
  for (const key of listKeys) {
    const list = step.input[key]
    if (
      Array.isArray(list) &&
      list.every((entry) => isRecord(entry) && textOf(entry) !== null && 'status' in entry)
    )
      return list
  }
  return null
}

function textOf(entry: object): string | null {
  for (const key of textKeys) {
    const text: unknown = Reflect.get(entry, key)
    if (typeof text === 'string') return text
  }
  return null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

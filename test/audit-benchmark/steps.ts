/** What operators do to steps: find, delete, move, put in. Pure: every function gives new steps. */

import type { RecordingStep } from '@todo-ledger/recordings'
import type { StepOf } from './recording.js'
import type { Replayed, Target } from './replay.js'

/** Calls that may hold an item's work, beside those of its span: done before it was started, or right after the mark. */
export const reach = { callsBefore: 30, callsAfter: 12 } as const

/** A call of a tool that is no todo tool, with its place. */
export interface WorkCall {
  /** Its place among the steps. */
  readonly index: number
  /** The call. */
  readonly step: StepOf<'call'>
  /** Its effect, by the ledger's own reading. */
  readonly effect: string
  /** True where it is a check. */
  readonly verify: boolean
}

/** The work around a completion. */
export interface Surroundings {
  /** The calls before its span that the audit may look at. */
  readonly before: readonly WorkCall[]
  /** The calls of its span. */
  readonly within: readonly WorkCall[]
  /** The next calls after the mark, to the user's next request. */
  readonly after: readonly WorkCall[]
  /** The first step of all these. */
  readonly first: number
  /** The first step behind the texts that may be its report: the user's next request, or the end. */
  readonly end: number
}

/** The calls of a session's own work, in order. */
export function workCalls({ recording, natures, todoCalls }: Replayed, session: string): readonly WorkCall[] {
  return recording.steps.flatMap((step, index) => {
    if (step.kind !== 'call' || step.session !== session || todoCalls.has(step.call)) return []
    const { effect = 'unknown', verify = false } = natures.get(step.call) ?? {}
    return [{ index, step, effect, verify }]
  })
}

/** The work that lies around a completion. */
export function surroundingsOf(replayed: Replayed, target: Target): Surroundings {
  const { steps } = replayed.recording
  const { session, from, to } = target
  const calls = workCalls(replayed, session)
  const before = calls.filter(({ index }) => index < from).slice(-reach.callsBefore)
  const next = steps.findIndex((step, index) => index > to && step.session === session && isRequest(step))
  const end = next === -1 ? steps.length : next
  return {
    before,
    within: calls.filter(({ index }) => index >= from && index <= to),
    after: calls.filter(({ index }) => index > to && index < end).slice(0, reach.callsAfter),
    first: Math.min(from, before[0]?.index ?? from),
    end,
  }
}

/** True where the user asks for something new. */
export function isRequest(step: RecordingStep): boolean {
  return (
    step.kind === 'input' && step.trigger !== 'continuation' && step.trigger !== 'wake' && !isReport(step)
  )
}

/** True where an input is the report of a sub-agent or a background task. */
export function isReport(step: RecordingStep): boolean {
  return (
    step.kind === 'input' &&
    (step.trigger === 'subagent' || step.text.trimStart().startsWith('<task-notification'))
  )
}

/** The steps without some calls: the calls, their results, and the sub-agents that they started. */
export function withoutCalls(
  steps: readonly RecordingStep[],
  calls: ReadonlySet<string>,
): readonly RecordingStep[] {
  return steps.filter((step) => !('call' in step && step.call !== null && calls.has(step.call)))
}

/** The names of calls. */
export function namesOf(calls: readonly WorkCall[]): ReadonlySet<string> {
  return new Set(calls.map(({ step }) => step.call))
}

/** The steps with a call, its result with it, moved right before another call. */
export function movedBefore(
  steps: readonly RecordingStep[],
  call: string,
  other: string,
): readonly RecordingStep[] {
  const moved = steps.filter((step) => isOfCall(step, call))
  return insertedBefore(
    steps.filter((step) => !isOfCall(step, call)),
    other,
    moved,
  )
}

/** The steps with others put in right before a call. */
export function insertedBefore(
  steps: readonly RecordingStep[],
  call: string,
  inserted: readonly RecordingStep[],
): readonly RecordingStep[] {
  return steps.flatMap((step) => (step.kind === 'call' && step.call === call ? [...inserted, step] : [step]))
}

/** The steps with others put in right behind the result of a call, or behind the call where it has none. */
export function insertedAfter(
  steps: readonly RecordingStep[],
  call: string,
  inserted: readonly RecordingStep[],
): readonly RecordingStep[] {
  const last = steps.findLastIndex((step) => isOfCall(step, call))
  return last === -1 ? steps : [...steps.slice(0, last + 1), ...inserted, ...steps.slice(last + 1)]
}

/** True for a call and for its result. */
export function isOfCall(step: RecordingStep, call: string): boolean {
  return (step.kind === 'call' || step.kind === 'result') && step.call === call
}

/** A new call of a tool with its result, in the place of a step. */
export function callBeside(
  beside: RecordingStep,
  call: string,
  {
    name,
    input,
    ok,
    output,
  }: { readonly name: string; readonly input: unknown; readonly ok: boolean; readonly output: string },
): readonly [StepOf<'call'>, StepOf<'result'>] {
  const { session, at } = beside
  const base = { session, at, source: { line: beside.source.line, call } }
  return [
    { ...base, kind: 'call', call, name, input },
    { ...base, kind: 'result', call, ok, output },
  ]
}

/** A new text of the model in the place of a step. */
export function messageBeside({ session, at, source }: RecordingStep, text: string): StepOf<'message'> {
  return { session, at, source: { line: source.line }, kind: 'message', role: 'assistant', text }
}

/** The steps up to and with a call and its result, with the open turn and run ended there; other sessions stay whole. */
export function cutAfter(
  steps: readonly RecordingStep[],
  session: string,
  call: string,
): readonly RecordingStep[] {
  const last = steps.findLastIndex((step) => isOfCall(step, call))
  const end = steps[last]
  if (end === undefined) return steps
  const base = { session, at: end.at, source: { line: end.source.line } }
  const rest = steps.slice(last + 1).filter((step) => step.session !== session)
  return [
    ...steps.slice(0, last + 1),
    { ...base, kind: 'turn-end', interrupted: false },
    { ...base, kind: 'run-end', complete: true, waitingFor: null },
    ...rest,
  ]
}

/** The command of a call of a shell, or null where it is none. */
export function commandOf({ input }: StepOf<'call'>): string | null {
  if (typeof input !== 'object' || input === null) return null
  for (const key of ['command', 'cmd', 'script'] as const) {
    const value: unknown = Reflect.get(input, key)
    if (typeof value === 'string') return value
    if (Array.isArray(value) && value.every((word) => typeof word === 'string')) return value.join(' ')
  }
  return null
}

/** The steps with every text in them, keys left alone, put through a function. */
export function withTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((entry) => withTexts(entry, change))
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withTexts(entry, change)]))
}

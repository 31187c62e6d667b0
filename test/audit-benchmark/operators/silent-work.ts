/** Changes that must stay silent: the same work, done in another place or order or under other names. */

import type { RecordingStep } from '@todo-ledger/recordings'
import type { Operator } from '../operator.js'
import type { StepOf } from '../recording.js'
import { callBeside, insertedBefore, namesOf, surroundingsOf, withoutCalls, withTexts } from '../steps.js'

/** Names that tell what a file is for stay. */
const telling =
  /test|spec|e2e|fixture|doc|plan|note|readme|build|lint|config|package|index|main|setup|deploy|report|prd|progress|migrat/iu

/** A file has another name everywhere. */
export const renamed: Operator = {
  id: 'renamed',
  doc: 'A file that its evidence touches has another name in every call, output, text and item.',
  expects: { kind: 'silence' },
  bar: 0.98,
  apply: (replayed, target, random) => {
    const { steps } = replayed.recording
    const stems = [...new Set(target.evidence.flatMap(({ step }) => stemsOf(steps[step])))]
    const stem = stems[random(stems.length)]
    if (stem === undefined) return null
    const change = (text: string) => text.replaceAll(stem, 'quillwortDepot')
    const changed = steps.map((step): RecordingStep => {
      if (step.kind === 'call') return { ...step, input: withTexts(step.input, change) }
      if (step.kind === 'result')
        return { ...step, output: change(step.output), details: withTexts(step.details, change) }
      return step.kind === 'message' || step.kind === 'input' ? { ...step, text: change(step.text) } : step
    })
    return { steps: changed, call: target.completion.call, text: change(target.completion.text) }
  },
}

function stemsOf(step: RecordingStep | undefined): readonly string[] {
  if (step?.kind !== 'call') return []
  const paths = JSON.stringify(step.input ?? '').matchAll(
    /[\w./-]*\/([A-Za-z][\w-]{6,})\.(?:ts|tsx|js|py|go|rs|java|vue|rb|php)\b/gu,
  )
  return [...paths].flatMap(([, stem]) => (stem === undefined || telling.test(stem) ? [] : [stem]))
}

/** Other reads between. */
export const readsAdded: Operator = {
  id: 'reads-added',
  doc: 'Five reads of a file that has nothing to do with it stand between the calls of the span.',
  expects: { kind: 'silence' },
  bar: 0.98,
  apply: (replayed, target, random) => {
    const { call, text } = target.completion
    const mark = replayed.recording.steps[target.to]
    if (mark === undefined) return null
    const places = [...namesOf(surroundingsOf(replayed, target).within), call]
    let steps = replayed.recording.steps
    for (let i = 0; i < 5; i += 1) {
      const read = callBeside(mark, `${call}-read-${i}`, {
        name: 'Read',
        input: { file_path: '/opt/quillwort/almanac.txt' },
        ok: true,
        output: '1→tides, moons and feast days',
      })
      steps = insertedBefore(steps, places[random(places.length)] ?? call, read)
    }
    return { steps, call, text }
  },
}

/** A sub-agent did it, and its log is there. */
export const movedToSubagent: Operator = {
  id: 'moved-to-subagent',
  doc: "The calls of the span are a sub-agent's, whose log is there and which reports back.",
  expects: { kind: 'silence' },
  bar: 0.98,
  apply: (replayed, target) => {
    const { steps } = replayed.recording
    const { session, completion } = target
    if (['think', 'communicate'].includes(completion.itemClass)) return null
    const { within } = surroundingsOf(replayed, target)
    // Calls of a span that other updates fall into are other items' too.
    const isShared = steps
      .slice(target.from + 1, target.to)
      .some((step) => step.kind === 'call' && step.session === session && replayed.todoCalls.has(step.call))
    if (isShared || target.startedBy === null) return null
    const mark = steps[target.to]
    const opened = steps.find(
      (step): step is StepOf<'session'> => step.kind === 'session' && step.session === session,
    )
    if (within.length === 0 || mark === undefined || opened === undefined) return null
    if (within.some(({ effect }) => effect === 'delegate' || effect === 'communicate' || effect === 'think'))
      return null
    const names = namesOf(within)
    const child = `${session}/moved`
    const parentCall = `${completion.call}-task`
    const prompt = `Do this and report back: ${completion.text}`
    const report = `I have done what was asked for: ${completion.text}. Each step worked; the calls are in my log, in order.`
    const input = { description: completion.text.slice(0, 60), prompt, subagent_type: 'general-purpose' }
    const [call, result] = callBeside(mark, parentCall, { name: 'Task', input, ok: true, output: report })
    const base = { session: child, at: mark.at, source: { line: mark.source.line } }
    const link = { session, at: mark.at, source: { line: mark.source.line }, child, call: parentCall }
    const work = steps.flatMap((step): readonly RecordingStep[] =>
      (step.kind === 'call' || step.kind === 'result') && names.has(step.call)
        ? [{ ...step, session: child }]
        : [],
    )
    const moved: readonly RecordingStep[] = [
      call,
      { ...base, kind: 'session', profile: opened.profile, parent: session, goal: null },
      { ...link, kind: 'subagent-start' },
      { ...base, kind: 'input', trigger: 'subagent', text: prompt },
      { ...base, kind: 'turn' },
      ...work,
      { ...base, kind: 'message', role: 'assistant', text: report },
      { ...base, kind: 'turn-end', interrupted: false },
      { ...base, kind: 'run-end', complete: true, waitingFor: null },
      { ...link, kind: 'subagent-end' },
      result,
    ]
    return {
      steps: insertedBefore(withoutCalls(steps, names), completion.call, moved),
      call: completion.call,
      text: completion.text,
    }
  },
}

/** So many turns of the next item come in between. */
const turnsBetween = 3

/** The next item's work is begun between. */
export const interleaved: Operator = {
  id: 'interleaved',
  doc: 'The first half, at most three, of the turns that follow the mark, of other work alone, stand between the turns of the span.',
  expects: { kind: 'silence' },
  bar: 0.98,
  apply: (replayed, target, random) => {
    const { steps } = replayed.recording
    const isWork = (unit: readonly RecordingStep[]) =>
      unit.every(
        (step) =>
          step.session === target.session &&
          step.kind !== 'input' &&
          step.kind !== 'compaction' &&
          !((step.kind === 'call' || step.kind === 'result') && replayed.todoCalls.has(step.call)),
      )
    const units = turnsOf(steps, target.session)
    const own = units.filter((unit) => isInside(unit, target.from, target.to) && isWork(steps.slice(...unit)))
    const next: (readonly [number, number])[] = []
    for (const unit of units.filter(([start]) => start > target.to)) {
      if (!isWork(steps.slice(...unit)) || next.length === 2 * turnsBetween) break
      const gap = steps.slice(next.at(-1)?.[1] ?? target.to, unit[0])
      // A check that comes before the last write is another check.
      const isCheck = (step: RecordingStep) =>
        step.kind === 'call' && replayed.natures.get(step.call)?.verify === true
      if (steps.slice(...unit).some(isCheck)) break
      if (
        gap.some(
          (step) => step.session === target.session && (step.kind === 'input' || step.kind === 'run-end'),
        )
      )
        break
      next.push(unit)
    }
    // The next item keeps half of its turns.
    next.splice(Math.floor(next.length / 2))
    if (own.length < 2 || next.length === 0) return null
    const taken = new Set(next.flatMap((unit) => steps.slice(...unit)))
    const starts = new Map<number, RecordingStep[]>()
    for (const unit of next) {
      const place = own[1 + random(own.length - 1)]?.[0] ?? target.to
      starts.set(place, [...(starts.get(place) ?? []), ...steps.slice(...unit)])
    }
    const changed = steps.flatMap((step, index) => [
      ...(starts.get(index) ?? []),
      ...(taken.has(step) ? [] : [step]),
    ])
    return { steps: changed, call: target.completion.call, text: target.completion.text }
  },
}

/** The turns of a session, each from its first step to the one behind its last. */
function turnsOf(steps: readonly RecordingStep[], session: string): readonly (readonly [number, number])[] {
  const units: (readonly [number, number])[] = []
  let start: number | null = null
  steps.forEach((step, index) => {
    if (step.session !== session) return
    if (step.kind === 'turn') start = index
    if (step.kind === 'turn-end' && start !== null) {
      units.push([start, index + 1])
      start = null
    }
  })
  return units
}

function isInside([start, end]: readonly [number, number], from: number, to: number): boolean {
  return start > from && end <= to
}

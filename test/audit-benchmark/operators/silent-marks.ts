/** Changes that must stay silent: the same work, marked or listed another way. */

import type { Operator } from '../operator.js'
import type { StepOf } from '../recording.js'
import { insertedAfter, isOfCall, isRequest, workCalls } from '../steps.js'
import { listCalls, listOf, withList } from '../todo-lists.js'

/** So many calls later a late mark stands. */
const callsLate = 3

/** Marked a little later. */
export const lateMark: Operator = {
  id: 'late-mark',
  doc: 'The completing call comes up to three calls of other work later, but no later than half of those up to the next todo call or request.',
  expects: { kind: 'silence' },
  bar: 0.98,
  apply: (replayed, target) => {
    const { steps } = replayed.recording
    const { session, to, completion } = target
    const border = steps.findIndex(
      (step, index) =>
        index > to &&
        step.session === session &&
        (isRequest(step) || (step.kind === 'call' && replayed.todoCalls.has(step.call))),
    )
    const end = border === -1 ? steps.length : border
    const next = workCalls(replayed, session).filter(({ index }) => index > to && index < end)
    // The next item keeps at least half of its calls: a mark that comes after all of them says nothing of its own item.
    const last = next.slice(0, Math.min(callsLate, Math.floor(next.length / 2))).at(-1)
    if (last === undefined) return null
    const moved = steps.filter((step) => isOfCall(step, completion.call))
    const rest = steps.filter((step) => !isOfCall(step, completion.call))
    return { steps: insertedAfter(rest, last.step.call, moved), call: completion.call, text: completion.text }
  },
}

/** Completed together with the next, the work of both being there. */
export const batchWithEvidence: Operator = {
  id: 'batch-with-evidence',
  doc: 'The item stays in progress until the next update that completes another, and is completed with it.',
  expects: { kind: 'silence' },
  bar: 0.98,
  apply: (replayed, target) => {
    const { steps } = replayed.recording
    const { text } = target.completion
    const mark = steps[target.to]
    if (mark === undefined || listOf(mark) === null) return null
    const calls = listCalls(steps, target.session)
    const completedIn = (step: StepOf<'call'>) =>
      new Set(listOf(step)?.flatMap((entry) => (entry.status === 'completed' ? [entry.text] : [])))
    const place = calls.findIndex(({ call }) => call === target.completion.call)
    const next = calls.findIndex((step, index) => {
      const before = calls[index - 1]
      if (index <= place || before === undefined) return false
      const known = completedIn(before)
      return completedIn(step).has(text) && [...completedIn(step)].some((one) => !known.has(one))
    })
    const later = calls[next]
    if (place === -1 || later === undefined) return null
    const between = steps.slice(target.to, steps.indexOf(later))
    if (between.some((step) => step.session === target.session && isRequest(step))) return null
    const kept = new Set<object>(calls.slice(place, next))
    const changed = steps.map((step) =>
      kept.has(step)
        ? withList(step, (entry) => (entry.text === text ? { ...entry, status: 'in_progress' } : entry))
        : step,
    )
    return { steps: changed, call: later.call, text }
  },
}

/** The host compacted, the records before being there. */
export const compactionMarker: Operator = {
  id: 'compaction-marker',
  doc: 'A compaction stands between two turns of the span, or right before the turn of the mark; its history is there.',
  expects: { kind: 'silence' },
  bar: 0.98,
  apply: (replayed, target, random) => {
    const { steps } = replayed.recording
    const borders = steps.flatMap((step, index) =>
      step.kind === 'turn' && step.session === target.session && index > target.from && index < target.to
        ? [index]
        : [],
    )
    const border = borders[random(borders.length)]
    const beside = border === undefined ? undefined : steps[border]
    if (border === undefined || beside === undefined) return null
    const { session, at, source } = beside
    const marker = { session, at, source: { line: source.line }, kind: 'compaction', summary: null } as const
    return {
      steps: [...steps.slice(0, border), marker, ...steps.slice(border)],
      call: target.completion.call,
      text: target.completion.text,
    }
  },
}

/** Another clock. */
export const clockRescaled: Operator = {
  id: 'clock-rescaled',
  doc: 'Everything takes ten times as long.',
  expects: { kind: 'silence' },
  bar: 0.98,
  apply: (replayed, target) => {
    const { steps } = replayed.recording
    const start = steps[0]?.at.getTime() ?? 0
    return {
      steps: steps.map((step) => ({ ...step, at: new Date(start + (step.at.getTime() - start) * 10) })),
      call: target.completion.call,
      text: target.completion.text,
    }
  },
}

/** Takes away from a session whatever it does not need to break what it breaks, until nothing is left to take away. */

import type { JsonValue } from '../events.js'
import { plainAnswer } from './arbitraries/host-steps.js'
import type { AnswerStep, HostStep, SideBySideStep, StepCall, TurnStep, WorkStep } from './drive-session.js'

type Steps = readonly HostStep[]

/**
 * The smallest session that can be got from this one by leaving out steps, calls and parts of inputs: of what is left
 * nothing can be left out.
 * @param isBroken whether a session still breaks the same
 */
export async function smallestSession(
  steps: Steps,
  isBroken: (steps: Steps) => Promise<boolean>,
): Promise<Steps> {
  let smallest = steps
  let from = 0
  for (;;) {
    const smaller = await firstBroken(smallerSessions(smallest), from, isBroken)
    // What could not be left out before seldom can be now: it is tried again at the end, when all else is gone.
    if (smaller !== null) [smallest, from] = smaller
    else if (from === 0) return smallest
    else from = 0
  }
}

/** The first candidate from this place on that is broken, with its place. */
async function firstBroken(
  candidates: Iterable<Steps>,
  from: number,
  isBroken: (steps: Steps) => Promise<boolean>,
): Promise<readonly [Steps, number] | null> {
  let place = -1
  for (const candidate of candidates) {
    place += 1
    if (place >= from && (await isBroken(candidate))) return [candidate, place]
  }
  return null
}

/** Each is smaller in what one reads: fewer steps first, then smaller ones. */
function* smallerSessions(steps: Steps): Iterable<Steps> {
  yield* shorterLists(steps)
  yield* joined(steps)
  for (const [index, step] of steps.entries()) {
    for (const smaller of smallerSteps(step)) yield steps.with(index, smaller)
  }
}

/** Without half of it, a quarter and so on, down to each single one. */
function* shorterLists<Item>(list: readonly Item[]): Iterable<readonly Item[]> {
  for (let size = list.length; size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < list.length; from += size) {
      yield [...list.slice(0, from), ...list.slice(from + size)]
    }
  }
}

/** Steps of the same kind as one: turns of work also across another step, which is work, too. */
function* joined(steps: Steps): Iterable<Steps> {
  for (const [index, step] of steps.entries()) {
    const [, next, third] = steps.slice(index)
    const replaced = (count: number, by: HostStep) => steps.toSpliced(index, count, by)
    if (step.do === 'work' && next?.do === 'work')
      yield replaced(2, { ...work, turns: step.turns + next.turns })
    if (step.do === 'work' && third?.do === 'work')
      yield replaced(3, { ...work, turns: step.turns + third.turns + 1 })
    if (step.do === 'turn' && next?.do === 'turn' && isSame(step.calls, next.calls))
      yield replaced(2, { ...step, times: (step.times ?? 1) + (next.times ?? 1) })
  }
}

function isSame(calls: readonly StepCall[], others: readonly StepCall[]): boolean {
  return JSON.stringify(calls) === JSON.stringify(others)
}

function* smallerSteps(step: HostStep): Iterable<HostStep> {
  if (step.do === 'turn') yield* smallerTurns(step)
  if (step.do === 'work') for (const turns of smallerCounts(step.turns)) yield { do: 'work', turns }
  if (step.do === 'answer') yield* smallerAnswers(step)
  if (step.do === 'side-by-side') yield* smallerSideBySide(step)
}

const work: WorkStep = { do: 'work', turns: 1 }

function* smallerTurns(step: TurnStep): Iterable<HostStep> {
  yield work
  for (const times of smallerCounts(step.times ?? 1)) yield withTimes(step, times)
  if (step.together) yield { ...step, together: false }
  if (step.ending !== 'ended') yield { ...step, ending: 'ended' }
  for (const calls of shorterLists(step.calls)) if (calls.length > 0) yield { ...step, calls }
  for (const [index, call] of step.calls.entries()) {
    for (const smaller of smallerCalls(call)) yield { ...step, calls: step.calls.with(index, smaller) }
  }
}

function* smallerSideBySide(step: SideBySideStep): Iterable<HostStep> {
  const { turns, times } = step
  for (const { calls } of turns) {
    const alone: TurnStep = { do: 'turn', calls, together: false, ending: 'ended' }
    yield times === undefined ? alone : { ...alone, times }
  }
  for (const count of smallerCounts(times ?? 1)) yield withTimes(step, count)
  if (step.edits) yield { ...step, edits: false }
  for (const fewer of shorterLists(turns)) if (fewer.length > 0) yield { ...step, turns: fewer }
  for (const [index, turn] of turns.entries()) {
    const replaced = (calls: readonly StepCall[]) => ({
      ...step,
      turns: turns.with(index, { ...turn, calls }),
    })
    for (const calls of shorterLists(turn.calls)) if (calls.length > 0) yield replaced(calls)
    for (const [place, call] of turn.calls.entries())
      for (const smaller of smallerCalls(call)) yield replaced(turn.calls.with(place, smaller))
  }
}

function* smallerCalls(call: StepCall): Iterable<StepCall> {
  if (call.kind === 'work') return
  if (call.asksAgain) yield { ...call, asksAgain: false }
  for (const input of smallerValues(call.input)) yield { ...call, input }
}

function* smallerAnswers(step: AnswerStep): Iterable<AnswerStep> {
  for (const times of smallerCounts(step.times ?? 1)) yield withTimes(step, times)
  const { works, ...without } = step
  if (works === true) yield without
  for (const part of ['crashed', 'waitingFor', 'complete', 'text'] as const) {
    if (step[part] !== plainAnswer[part]) yield { ...step, [part]: plainAnswer[part] }
  }
  const place = nextInputs.indexOf(step.next)
  for (const next of nextInputs.slice(0, place)) yield { ...step, next }
}

/** Those that need least to be said of them first. */
const nextInputs = ['user', 'continuation', 'external', 'wake', 'reply', 'subagent'] as const

function withTimes<Step extends TurnStep | AnswerStep | SideBySideStep>(
  { times: _, ...step }: Step,
  times: number,
): Step {
  return (times === 1 ? step : { ...step, times }) as Step // the same step, counted otherwise
}

/** A half, and one less. */
function* smallerCounts(count: number): Iterable<number> {
  if (count <= 1) return
  yield 1
  if (count > 3) yield Math.floor(count / 2)
  if (count > 2) yield count - 1
}

/** Parts are left out before they are made smaller. Short plain texts stay: they are there to be read. */
function* smallerValues(value: JsonValue): Iterable<JsonValue> {
  if (typeof value === 'string') {
    if (value.length > 1 && !/^[\x20-\x7e]{1,40}$/.test(value)) {
      yield value.slice(0, Math.floor(value.length / 2))
      yield value.slice(0, -1)
    }
    return
  }
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    yield* shorterLists(value)
    yield* withoutField(value)
    for (const [index, each] of value.entries())
      for (const smaller of smallerValues(each)) yield value.with(index, smaller)
    return
  }
  const entries = Object.entries(value)
  for (const fewer of shorterLists(entries)) yield Object.fromEntries(fewer)
  for (const [index, [name, each]] of entries.entries())
    for (const smaller of smallerValues(each)) yield Object.fromEntries(entries.with(index, [name, smaller]))
}

/** Without a field that its entries have. */
function* withoutField(list: readonly JsonValue[]): Iterable<JsonValue> {
  const isRecord = (each: JsonValue): each is { readonly [name: string]: JsonValue } =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
  if (list.length < 2 || !list.every(isRecord)) return
  for (const name of new Set(list.flatMap((each) => Object.keys(each)))) {
    yield list.map((each) => Object.fromEntries(Object.entries(each).filter(([key]) => key !== name)))
  }
}

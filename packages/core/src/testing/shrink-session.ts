/** Takes away from a session whatever it does not need to break what it breaks, until nothing is left to take away. */

import type { JsonValue } from '../events.js'
import { type HostStep, type NextInput, plainAnswer, type StepCall, workTurn } from './drive-session.js'

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
  for (const [index, step] of steps.entries()) {
    const next = steps[index + 1]
    if (step.do === 'turn' && next?.do === 'turn' && isSame(step.calls, next.calls))
      yield steps.toSpliced(index, 2, { ...step, times: step.times + next.times })
    for (const smaller of smallerSteps(step)) yield steps.with(index, smaller)
  }
}

/** Without half of it, a quarter and so on, down to each single one. */
function* shorterLists<Item>(list: readonly Item[]): Iterable<readonly Item[]> {
  for (let size = list.length; size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < list.length; from += size)
      yield [...list.slice(0, from), ...list.slice(from + size)]
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function* smallerSteps(step: HostStep): Iterable<HostStep> {
  if (!('times' in step)) return
  if (step.do === 'turn' && !isSame(step, workTurn)) yield workTurn
  for (const times of smallerCounts(step.times)) yield { ...step, times }
  if (step.do === 'answer') {
    for (const [part, plain] of Object.entries(plainAnswer))
      if (
        part !== 'next' &&
        part !== 'times' &&
        !isSame(Object.entries(step).find(([name]) => name === part)?.[1], plain)
      )
        yield { ...step, [part]: plain }
    for (const next of nextInputs.slice(0, nextInputs.indexOf(step.next))) yield { ...step, next }
  }
  if (step.do === 'turn') {
    if (step.together) yield { ...step, together: false }
    if (step.ending !== 'ended') yield { ...step, ending: 'ended' }
    for (const calls of smallerCallLists(step.calls)) yield { ...step, calls }
  }
  if (step.do === 'side-by-side') {
    for (const { calls } of step.turns) yield { ...workTurn, calls, times: step.times }
    if (step.edits) yield { ...step, edits: false }
    for (const turns of shorterLists(step.turns)) if (turns.length > 0) yield { ...step, turns }
    for (const [index, turn] of step.turns.entries())
      for (const calls of smallerCallLists(turn.calls))
        yield { ...step, turns: step.turns.with(index, { ...turn, calls }) }
  }
}

/** Those that need least to be said of them first. */
const nextInputs: readonly NextInput[] = ['user', 'continuation', 'external', 'wake', 'reply', 'subagent']

function* smallerCallLists(calls: readonly StepCall[]): Iterable<readonly StepCall[]> {
  for (const fewer of shorterLists(calls)) if (fewer.length > 0) yield fewer
  for (const [index, call] of calls.entries()) {
    if (call.kind === 'work') continue
    if (call.asksAgain) yield calls.with(index, { ...call, asksAgain: false })
    for (const input of smallerValues(call.input)) yield calls.with(index, { ...call, input })
  }
}

function* smallerCounts(count: number): Iterable<number> {
  if (count <= 1) return
  yield 1
  if (count > 3) yield Math.floor(count / 2)
  if (count > 2) yield count - 1
}

/** Parts are left out before they are made smaller. Short plain texts stay: they are there to be read. */
function* smallerValues(value: JsonValue): Iterable<JsonValue> {
  if (typeof value === 'string' && value.length > 1 && !/^[\x20-\x7e]{1,40}$/.test(value)) {
    yield value.slice(0, Math.floor(value.length / 2))
    yield value.slice(0, -1)
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

/** Without a field that all entries have. */
function* withoutField(list: readonly JsonValue[]): Iterable<JsonValue> {
  const isRecord = (each: JsonValue) => typeof each === 'object' && each !== null && !Array.isArray(each)
  if (list.length < 2 || !list.every(isRecord)) return
  for (const name of new Set(list.flatMap((each) => Object.keys(each ?? {}))))
    yield list.map((each) => Object.fromEntries(Object.entries(each ?? {}).filter(([key]) => key !== name)))
}

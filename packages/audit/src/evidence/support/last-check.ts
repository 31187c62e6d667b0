/** Which check counts: the last one of its kind, as long as nothing that it covers was written since. */

import type { CheckKind } from '../calls/call-description.js'
import { expectsStatus, expectsToGiveUp, type Need, statusesNamedIn } from '../items/item-class.js'
import { changesProduct, filesWrittenBy } from '../work/product-writes.js'
import type { CallWork } from '../work/work.js'
import { areComparable, covers } from './check-scope.js'
import type { Place } from './links.js'
import { suites } from './weighed.js'

/**
 * How the last check of a part's own kind came out. `none`: there was none. `stale`: it passed, and what it covers was
 * written since. `filtered`: it passed, but is a part, or a weakened form, of one that had failed before. The others are
 * the outcome of the call.
 */
export type CheckState =
  | 'none'
  | 'passed'
  | 'failed'
  | 'environment-failed'
  | 'ran-nothing'
  | 'not-run'
  | 'unfinished'
  | 'partial'
  | 'inconclusive'
  | 'filtered'
  | 'stale'

/** The last word of the checks of a part. */
export interface LastCheck {
  /** How it came out. */
  readonly state: CheckState
  /** The check; null where there was none. */
  readonly call: CallWork | null
  /** What speaks against it: the writes that made it stale, or the failed run that it does not undo. */
  readonly against: readonly CallWork[]
}

/** States in which the log says that a promised check was not passed. */
export const refuting: ReadonlySet<CheckState> = new Set<CheckState>([
  'failed',
  'environment-failed',
  'ran-nothing',
  'not-run',
  'unfinished',
])

/** States in which a check ran, and it is open what it shows. */
export const doubtful: ReadonlySet<CheckState> = new Set<CheckState>([
  'partial',
  'inconclusive',
  'filtered',
  'stale',
])

/** A call that may be a check of a part, or a write that may make one stale; in the order of the log. */
export interface Step {
  /** The call. */
  readonly call: CallWork
  /** True where it is a check of the part's own kind. */
  readonly isCheck: boolean
  /** Where it stands to the item's window. */
  readonly place: Place
  /** True where the item itself was in progress then. */
  readonly own: boolean
  /** True where it served another item first. */
  readonly others: boolean
}

/** A failed run that nothing has undone yet. */
interface Red {
  readonly call: CallWork
  readonly kind: CheckKind | null
  /** True where something was written after it. */
  readonly mended: boolean
}

/**
 * Finds how the last check of a part came out. Linear in the steps.
 * @param isOneOfMany true where the item has other parts
 */
export function lastCheckOf(need: Need, steps: readonly Step[], isOneOfMany = false): LastCheck {
  let state: CheckState = 'none'
  let last: Step | null = null
  let against: readonly CallWork[] = []
  let red: readonly Red[] = []
  let written: Step[] = []
  for (const step of steps) {
    const { call } = step
    if (step.place !== 'after' && changesProduct(call)) {
      written.push(step)
      red = red.map((one) => ({ ...one, mended: true }))
    }
    // "Run lint and tests": what the tests had mended, and passes them, is not doubted for its looks.
    if (isOneOfMany && isOfLooks(need) && passesSuite(call)) written = []
    if (!step.isCheck || call.outcome === null) continue
    // What failed before the item's time is its concern only where it names that kind of check.
    if (step.place === 'before' && !step.own && need.checks.length === 0) continue
    const next = stateOf(need, step, last)
    // A check in the next step can only mend what was left open; what fails then is another item's matter.
    if (step.place === 'after' && next !== 'passed') continue
    const kind = kindOf(need, call)
    if (last !== null && keepsWord(need, state, last, { kind, next, own: step.own, written, red })) continue
    against = []
    if (next === 'failed')
      red = [...red.filter((one) => !isUndone(need, one, call, kind)), { call, kind, mended: false }]
    if (next === 'passed') {
      red = red.filter((one) => !isUndone(need, one, call, kind))
      const left = red.filter((one) => need.checks.length > 0 || !isWeak(one.kind) || isWeak(kind))
      // What is to be green is not by a part of it; what is to be run was run in part.
      const standing =
        left.find(({ mended }) => !mended || !need.runOnly) ?? left.find((one) => !isOfSame(one, call, kind))
      if (standing !== undefined) {
        state = 'failed'
        last = { ...step, call: standing.call }
        continue
      }
      if (left.length > 0) {
        state = 'filtered'
        last = step
        against = left.map((one) => one.call)
        written = []
        continue
      }
    }
    state = next
    last = step
    written = []
  }
  if (last === null) return { state, call: null, against }
  const since = isDoneOnce(need) ? [] : staleBy(last, written)
  return state === 'passed' && since.length > 0
    ? { state: 'stale', call: last.call, against: since }
    : { state, call: last.call, against }
}

/** What was written of what a check covers; what was written for another item once its own was not in progress is not. */
function staleBy({ call, own }: Step, written: readonly Step[]): readonly CallWork[] {
  return written.flatMap((write) =>
    !(own && write.others) && filesWrittenBy(write.call).some((file) => covers(call, file))
      ? [write.call]
      : [],
  )
}

/** True where a part asks for an act, not for a check: what was installed, committed or brought out was, whatever is written later. */
function isDoneOnce({ kind, checks }: Need): boolean {
  return kind === 'execute' && !checks.some((one) => suites.has(one))
}

function isOfLooks({ checks }: Need): boolean {
  return checks.length > 0 && checks.every((kind) => kind === 'lint' || kind === 'format')
}

function passesSuite({ outcome, description }: CallWork): boolean {
  return (
    outcome?.status === 'succeeded' && description.checks.some((kind) => kind === 'test' || kind === 'build')
  )
}

/** The kind as which a check counts: the one that is asked for by name, else the first. */
function kindOf({ checks }: Need, { description, outcome }: CallWork): CheckKind | null {
  return (
    checks.find((kind) => description.checks.includes(kind)) ??
    outcome?.report?.kind ??
    description.checks[0] ??
    null
  )
}

/** Kinds that show nothing of a behaviour: where none is asked for by name they undo no failure that does. */
function isWeak(kind: CheckKind | null): boolean {
  return kind !== null && kind !== 'test' && suites.has(kind)
}

/** True where two runs are of one kind and may be of the same code. */
function isOfSame(red: Red, call: CallWork, kind: CheckKind | null): boolean {
  return red.kind === kind && areComparable(red.call, call)
}

/** True where a run that failed is undone by one that passes: of the same kind and code, and no smaller. */
function isUndone(need: Need, red: Red, call: CallWork, kind: CheckKind | null): boolean {
  if (red.kind !== kind) return need.checks.length === 0 && (!isWeak(kind) || isWeak(red.kind))
  if (!areComparable(red.call, call)) return false
  const { filter } = call.description
  switch (filter?.kind) {
    case undefined:
    case 'status':
      return true
    // Where the tool still sums up, the lines that were dropped hide nothing.
    case 'lines':
      return call.outcome?.report?.summary === true
    case 'weakened':
      return false
    case 'subset': {
      const former = red.call.description.filter
      if (former?.kind === 'subset') return former.text === filter?.text || red.mended
      // Where no suite is asked for, what was mended and run again is what counts.
      return need.checks.length === 0 && red.mended
    }
  }
}

/** What is known when a further check comes. */
interface Further {
  readonly kind: CheckKind | null
  readonly next: CheckState
  readonly own: boolean
  readonly written: readonly Step[]
  readonly red: readonly Red[]
}

/** True where an earlier check stays the last word. */
function keepsWord(
  need: Need,
  state: CheckState,
  last: Step,
  { kind, next, own, written, red }: Further,
): boolean {
  // A program that was run takes no suite's place once that suite has said its word; a build that passes later may.
  const isStandIn = (one: CheckKind | null) =>
    need.checks.length > 0 && (one === null || !need.checks.includes(one))
  if (isStandIn(kind) && !isStandIn(kindOf(need, last.call))) {
    const renews = next === 'passed' && kind !== null && suites.has(kind) && staleBy(last, written).length > 0
    return (state === 'passed' || state === 'failed') && !renews
  }
  // A request beside what was seen at work, such as one that logs in, takes nothing of that back; nor does what ran
  // while the item was not in progress, and may be another item's.
  const isBeside = kind === 'probe' && kindOf(need, last.call) === 'browser'
  if (need.kind === 'check' && need.checks.length === 0 && next !== 'passed' && (isBeside || !own))
    return state === 'passed' && staleBy(last, written).length === 0
  if (next === 'passed' || next === 'failed') return false
  // What says nothing takes nothing back, as long as nothing was written in between.
  if (state === 'passed') return staleBy(last, written).length === 0
  return state === 'failed' && red.some(({ mended }) => !mended)
}

/** Answers that are failures of the system itself; 401 or 404 may be what was to be seen. */
const failedAnswer = /\b50[0-9]\b|brought nothing/

function stateOf(need: Need, { call, own }: Step, last: Step | null): CheckState {
  const { outcome } = call
  if (outcome === null || isExpected(need, call)) return 'passed'
  if (outcome.status === 'succeeded' && lacksStatus(need, call)) return 'failed'
  switch (outcome.status) {
    case 'succeeded':
    case 'unknown':
      return 'passed'
    case 'environment-failed': {
      // The system under test answered with its own failure, or not at all, after others had shown that it runs.
      const isAnswer = need.functional && own && last?.call.outcome?.status === 'succeeded'
      return isAnswer && failedAnswer.test(outcome.reason) ? 'failed' : 'environment-failed'
    }
    default:
      return outcome.status
  }
}

/** True where an item names the status of an answer, a request asks for it, and another came. */
function lacksStatus({ kind, text }: Need, { description, words }: CallWork): boolean {
  if (kind !== 'check' || !description.checks.includes('probe')) return false
  const asks = description.commands.some((command) =>
    command.words.some(
      (word) => word.includes('http_code') || /^-[a-zA-Z]*[iI]$|^--include$|^--head$/u.test(word),
    ),
  )
  const named = statusesNamedIn(text)
  return asks && named.length > 0 && !named.some((status) => words.has(status))
}

/** Said of errors that are to be read by people, and what a program prints that broke instead. */
const wantsMessage = /\b(?:clear|helpful|friendly|readable|useful|meaningful|messages?)\b/iu
const crash =
  /^(?:Uncaught |Unhandled )?(?:[A-Z]\w*(?:Error|Exception)\b|Traceback\b|panic|thread '|Error: E[A-Z]{3,}|segmentation)/u

/** True where the call failed as the item says it is to: the answer it names came, the program gave up. */
export function isExpected({ kind, text }: Need, { description, outcome }: CallWork): boolean {
  if (outcome === null || kind !== 'check') return false
  const [, code] = /^HTTP(?:\/[\d.]{1,3})? (\d{3})\b/.exec(outcome.reason) ?? []
  if (code !== undefined) return expectsStatus(text, Number(code))
  return (
    outcome.status === 'failed' &&
    description.checks.every((one) => one === 'run') &&
    expectsToGiveUp(text) &&
    !(wantsMessage.test(text) && crash.test(outcome.reason))
  )
}

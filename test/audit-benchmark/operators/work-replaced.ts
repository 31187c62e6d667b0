/** Defects: the calls are there, but they failed, did nothing, or a hand-off stands in their place. */

import type { RecordingStep } from '@todo-ledger/recordings'
import type { Mutant, Operator } from '../operator.js'
import type { Replayed, Target } from '../replay.js'
import { insertedBefore, isReport, messageBeside, namesOf, surroundingsOf, withoutCalls } from '../steps.js'
import { checksAround, lastCheckOf, mayHaveChecked } from './evidence-removed.js'

/** Items that are nothing without a call; of the others a text may be the work. */
function needsCalls({ completion }: Target): boolean {
  return ['change', 'verify', 'execute'].includes(completion.itemClass)
}

function replaced(
  steps: readonly RecordingStep[],
  names: ReadonlySet<string>,
  change: (step: Extract<RecordingStep, { kind: 'call' | 'result' }>) => RecordingStep,
): readonly RecordingStep[] {
  return steps.map((step) =>
    (step.kind === 'call' || step.kind === 'result') && names.has(step.call) ? change(step) : step,
  )
}

/** Items that ask for a run and for nothing to come of it. */
const runOnly = /^\W*(?:re-?)?(?:run|execute)\b|^(?:运行|执行)/iu
const purpose = /verif|ensur|pass|fix|confirm|no \w*\s*errors?|check that|make sure|验证|确认|通过/iu

/** True where a run that finds failures meets the item too. */
function asksForRunAlone({ completion }: Target): boolean {
  return runOnly.test(completion.text) && !purpose.test(completion.text)
}

/** Everything failed. */
export const callsToErrors: Operator = {
  id: 'calls-to-errors',
  doc: 'Every call around the item failed: its results are errors.',
  expects: { kind: 'unsupported' },
  bar: 0.98,
  apply: (replayed, target) => {
    const { before, within, after, first, end } = surroundingsOf(replayed, target)
    if (!needsCalls(target) || within.length === 0) return null
    const names = namesOf([...before, ...within, ...after])
    const steps = replaced(replayed.recording.steps, names, (step) =>
      step.kind === 'call'
        ? step
        : {
            ...step,
            ok: false,
            output: 'Exit code 1\nError: Operation failed',
            details: 'Error: Operation failed',
          },
    )
    // What a sub-agent reported as an input of its own is no call, and stays.
    const reported = replayed.recording.steps.some(
      (step, index) => index >= first && index < end && step.session === target.session && isReport(step),
    )
    const tainted = reported || asksForRunAlone(target)
    return { steps, call: target.completion.call, text: target.completion.text, tainted }
  },
}

/** Everything only looked at a folder. */
export const callsToLs: Operator = {
  id: 'calls-to-ls',
  doc: 'Every call around the item is an `ls` in its place; texts stay.',
  expects: { kind: 'unsupported' },
  bar: 0.98,
  apply: (replayed, target) => {
    const { before, within, after } = surroundingsOf(replayed, target)
    if (!needsCalls(target) || within.length === 0) return null
    const names = namesOf([...before, ...within, ...after])
    const steps = replaced(replayed.recording.steps, names, (step) =>
      step.kind === 'call'
        ? { ...step, name: 'Bash', input: { command: 'ls', description: 'List files' } }
        : { ...step, ok: true, output: 'LICENSE\nlib\nvendor', details: undefined },
    ).filter((step) => !isOfSubagent(step, names))
    return { steps, call: target.completion.call, text: target.completion.text }
  },
}

function isOfSubagent(step: RecordingStep, names: ReadonlySet<string>): boolean {
  return (
    (step.kind === 'subagent-start' || step.kind === 'subagent-end') &&
    step.call !== null &&
    names.has(step.call)
  )
}

/** Said of lists that go on to mend what a check found. */
const mends = /\b(?:fix|debug|resolve|address|repair|correct|diagnose|investigate)\w*\b|修复|解决/iu

/** True where the list goes on, from the mark on, to mend what a check found. */
export function isMended({ recording, todoCalls }: Replayed, { to }: Target): boolean {
  return recording.steps.some(
    (step, index) =>
      index >= to &&
      step.kind === 'call' &&
      todoCalls.has(step.call) &&
      mends.test(JSON.stringify(step.input)),
  )
}

/** The last check was red. */
export const successToError: Operator = {
  id: 'success-to-error',
  doc: 'The last check of an item that rests on checks alone came out red; items that only ask for a run have a row of their own.',
  expects: { kind: 'not-passed' },
  bar: 0.98,
  apply: (replayed, target) => withRedCheck(replayed, target, false),
}

/** The run that was asked for was red. */
export const runToError: Operator = {
  id: 'run-to-error',
  doc: 'The same for items that only ask for a run: such a run is met, and yet "run typecheck" with a non-zero exit is no success.',
  expects: { kind: 'not-passed' },
  bar: null,
  apply: (replayed, target) => withRedCheck(replayed, target, true),
}

function withRedCheck(replayed: Replayed, target: Target, isRunAlone: boolean): Mutant | null {
  const { within, after } = surroundingsOf(replayed, target)
  const checks = checksAround([...within, ...after], target)
  const last = lastCheckOf(within, target)
  if (checks === null || last === undefined || /fail|red|reproduc|失败/iu.test(target.completion.text))
    return null
  const { steps } = replayed.recording
  const isLast = !checks.some(({ index }) => index > last.index) && !within.some(mayHaveChecked)
  const tainted = isMended(replayed, target) || !isLast || asksForRunAlone(target) !== isRunAlone
  const red = replaced(steps, namesOf([last]), (step) =>
    step.kind === 'call'
      ? step
      : {
          ...step,
          ok: false,
          output: 'Exit code 1\nFAILED 3 of 12\n3 failed, 9 passed',
          details: 'Error: Exit code 1',
        },
  )
  return { steps: red, call: target.completion.call, text: target.completion.text, tainted }
}

/** The check is left to the reader. */
export const handOff: Operator = {
  id: 'hand-off-for-run',
  doc: 'The checks of an item that rests on checks alone are gone; a text asks the reader to start it and test it.',
  expects: { kind: 'not-passed' },
  bar: 0.98,
  apply: (replayed, target) => {
    const { before, within, after } = surroundingsOf(replayed, target)
    const checks = checksAround([...before, ...within, ...after], target)
    const mark = replayed.recording.steps[target.to]
    if (checks === null || mark === undefined) return null
    const text =
      'The changes are in place. Please start the server and test it; you should see the new behaviour.'
    const steps = insertedBefore(
      withoutCalls(replayed.recording.steps, namesOf(checks)),
      target.completion.call,
      [messageBeside(mark, text)],
    )
    const tainted = within.some(mayHaveChecked)
    return { steps, call: target.completion.call, text: target.completion.text, tainted }
  },
}

/** Defects: the last check stands there, and what it printed, or what came after it, says that it is none. */

import type { RecordingStep } from '@todo-ledger/recordings'
import type { Mutant, Operator } from '../operator.js'
import type { Replayed, Target } from '../replay.js'
import { callBeside, commandOf, insertedBefore, surroundingsOf, type WorkCall } from '../steps.js'
import { type CheckFamily, familyOf } from './check-families.js'
import { checksAround, lastCheckOf, mayHaveChecked } from './evidence-removed.js'
import { isMended } from './work-replaced.js'

/** The last check of an item that rests on checks alone, with its family. */
interface LastCheck {
  readonly call: WorkCall
  readonly family: CheckFamily
  /** Checks of the same item that nothing is done to. */
  readonly tainted: boolean
}

function lastCheck(replayed: Replayed, target: Target): LastCheck | null {
  const { within, after } = surroundingsOf(replayed, target)
  const checks = checksAround([...within, ...after], target)
  const call = lastCheckOf(within, target)
  const family = familyOf(call === undefined ? null : commandOf(call.step))
  if (checks === null || call === undefined || family === undefined) return null
  if (/fail|red\b|reproduc|失败/iu.test(target.completion.text)) return null
  const isLast = !checks.some(({ index }) => index > call.index) && !within.some(mayHaveChecked)
  return { call, family, tainted: !isLast || isMended(replayed, target) }
}

/** The check printed something else; how the host says it ended stays. */
function printed(replayed: Replayed, target: Target, output: string, { call, tainted }: LastCheck): Mutant {
  const steps = replayed.recording.steps.map(
    (step): RecordingStep =>
      step.kind === 'result' && step.call === call.step.call
        ? { ...step, output: withHeadOf(step.output, output), details: undefined }
        : step,
  )
  return { steps, call: target.completion.call, text: target.completion.text, tainted }
}

/** What Codex puts before an output, the exit code in it, is the host's and stays. */
function withHeadOf(old: string, output: string): string {
  const head =
    /^(?:(?:Chunk ID|Wall time|Exit code|Process exited|Original token count)[^\n]*\n)+Output:\n/u.exec(old)
  return `${head?.[0] ?? ''}${output}`
}

/** The check failed by its output. */
export const outputFailing: Operator = {
  id: 'output-failing',
  doc: 'The last check of an item that rests on checks alone prints what a failing check of its family prints; its exit code is kept.',
  expects: { kind: 'unsupported' },
  bar: null,
  apply: (replayed, target) => {
    const last = lastCheck(replayed, target)
    return last === null ? null : printed(replayed, target, last.family.failing, last)
  },
}

/** The check ran nothing. */
export const outputEmptyRun: Operator = {
  id: 'output-empty-run',
  doc: 'The last check of an item that rests on checks alone prints that there was nothing to run; its exit code is kept.',
  expects: { kind: 'unsupported' },
  bar: null,
  apply: (replayed, target) => {
    const last = lastCheck(replayed, target)
    const output = last?.family.empty ?? null
    return last === null || output === null ? null : printed(replayed, target, output, last)
  },
}

/** The check was only started. */
export const startedInBackground: Operator = {
  id: 'started-in-background',
  doc: 'The last check of an item that rests on checks alone was started in the background, and nothing more is heard of it.',
  expects: { kind: 'unsupported' },
  bar: null,
  apply: (replayed, target) => {
    const last = lastCheck(replayed, target)
    if (last === null) return null
    const { call } = last.call.step
    const isCodex = replayed.recording.format.startsWith('codex')
    const steps = replayed.recording.steps.map((step): RecordingStep => {
      if (step.kind === 'call' && step.call === call && !isCodex)
        return { ...step, input: inBackground(step.input) }
      if (step.kind !== 'result' || step.call !== call) return step
      const output = isCodex
        ? 'Chunk ID: 4e0003\nWall time: 10.0042 seconds\nProcess running with session ID 90210\nOriginal token count: 0\nOutput:\n'
        : 'Command running in background with ID: b90210. Output is being written to: /tmp/tasks/b90210.output'
      return { ...step, ok: isCodex ? null : true, output, details: undefined }
    })
    return { steps, call: target.completion.call, text: target.completion.text, tainted: last.tainted }
  },
}

function inBackground(input: unknown): unknown {
  return typeof input === 'object' && input !== null ? { ...input, run_in_background: true } : input
}

/** The file of an edit or a write, or null. */
function fileOf({ step, effect }: WorkCall): string | null {
  const path: unknown =
    effect === 'write' && typeof step.input === 'object' && step.input !== null
      ? (Reflect.get(step.input, 'file_path') ?? Reflect.get(step.input, 'filePath'))
      : null
  return typeof path === 'string' ? path : null
}

function editBehind(replayed: Replayed, target: Target, path: string, last: LastCheck): Mutant | null {
  const mark = replayed.recording.steps[target.to]
  if (mark === undefined) return null
  const { call, text } = target.completion
  const edit = callBeside(mark, `${call}-edit`, {
    name: 'Edit',
    input: { file_path: path, old_string: 'return total', new_string: 'return total * rate' },
    ok: true,
    output: `The file ${path} has been updated successfully.`,
  })
  return {
    steps: insertedBefore(replayed.recording.steps, call, edit),
    call,
    text,
    tainted: last.tainted,
  }
}

/** What the check covers was changed after it. */
export const coveredEditBehind: Operator = {
  id: 'covered-edit-behind',
  doc: 'A source file that the session wrote before, of the language of the last check, is edited once more between that check and the mark.',
  expects: { kind: 'not-passed' },
  bar: null,
  apply: (replayed, target) => {
    const last = lastCheck(replayed, target)
    if (last === null) return null
    const { before, within } = surroundingsOf(replayed, target)
    const path = [...before, ...within]
      .filter(({ index }) => index < last.call.index)
      .map(fileOf)
      .findLast((file) => file !== null && last.family.covers.test(file) && !/test|spec/iu.test(file))
    return path === undefined || path === null ? null : editBehind(replayed, target, path, last)
  },
}

/** What the check does not cover was changed after it. */
export const docsEditBehind: Operator = {
  id: 'docs-edit-behind',
  doc: 'The README is edited between the last check and the mark.',
  expects: { kind: 'silence' },
  bar: 0.98,
  apply: (replayed, target) => {
    const last = lastCheck(replayed, target)
    return last === null ? null : editBehind(replayed, target, '/work/README.md', { ...last, tainted: false })
  },
}

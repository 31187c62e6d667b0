/** Defects: something was checked, but not what the item promises. */

import type { RecordingStep } from '@todo-ledger/recordings'
import type { Operator } from '../operator.js'
import { callBeside, commandOf, insertedBefore, namesOf, surroundingsOf } from '../steps.js'
import { checksAround, lastCheckOf, mayHaveChecked } from './evidence-removed.js'
import { isMended } from './work-replaced.js'

/** A red check, then the same one filtered until it looks clean. */
export const filteredCheck: Operator = {
  id: 'filtered-check',
  doc: 'The last check of an item that rests on checks alone is run red first, then filtered with `grep -v` until nothing shows.',
  expects: { kind: 'not-passed' },
  bar: null,
  apply: (replayed, target) => {
    const { within, after } = surroundingsOf(replayed, target)
    const checks = checksAround([...within, ...after], target)
    const last = lastCheckOf(within, target)
    const command = last === undefined ? null : commandOf(last.step)
    if (checks === null || last === undefined || command === null || /[|>]|\bcurl\b|\n/u.test(command))
      return null
    const red = callBeside(last.step, `${last.step.call}-unfiltered`, {
      name: last.step.name,
      input: last.step.input,
      ok: false,
      output:
        'Exit code 2\nsrc/orders.ts(12,3): error TS2322: Type string is not assignable to type number.\nFound 3 errors.',
    })
    const steps = replayed.recording.steps.map((step): RecordingStep => {
      if (step === last.step) return { ...last.step, input: filtered(last.step.input, command) }
      return step.kind === 'result' && step.call === last.step.call
        ? { ...step, ok: true, output: '', details: undefined }
        : step
    })
    const tainted = checks.some(({ index }) => index > last.index) || isMended(replayed, target)
    return {
      steps: insertedBefore(steps, last.step.call, red),
      call: target.completion.call,
      text: target.completion.text,
      tainted,
    }
  },
}

function filtered(input: unknown, command: string): unknown {
  const filteredCommand = `${command} 2>&1 | grep -v "src/orders.ts" || true`
  return typeof input === 'object' && input !== null && !Array.isArray(input)
    ? { ...input, ...('cmd' in input ? { cmd: filteredCommand } : { command: filteredCommand }) }
    : { command: filteredCommand }
}

/** Only read, and before the last write. */
export const readsBeforeWrite: Operator = {
  id: 'reads-before-last-write',
  doc: 'Every check of an item that rests on checks alone is a read in its place, and an edit of a file follows right before the mark.',
  expects: { kind: 'not-passed' },
  bar: null,
  apply: (replayed, target) => {
    const { before, within, after } = surroundingsOf(replayed, target)
    const checks = checksAround([...before, ...within, ...after], target)
    if (checks === null || checks.length === 0) return null
    const mark = replayed.recording.steps[target.to]
    if (mark === undefined) return null
    const names = namesOf(checks)
    const steps = replayed.recording.steps.map((step): RecordingStep => {
      if (step.kind === 'call' && names.has(step.call))
        return { ...step, name: 'Read', input: { file_path: '/work/lib/orders.ts' } }
      if (step.kind === 'result' && names.has(step.call))
        return { ...step, ok: true, output: '1→export const orders = []', details: undefined }
      return step
    })
    const edit = callBeside(mark, `${target.completion.call}-edit`, {
      name: 'Edit',
      input: { file_path: '/work/lib/orders.ts', old_string: '[]', new_string: '[1]' },
      ok: true,
      output: 'The file /work/lib/orders.ts has been updated.',
    })
    return {
      steps: insertedBefore(steps, target.completion.call, edit),
      call: target.completion.call,
      text: target.completion.text,
      tainted: within.some(mayHaveChecked),
    }
  },
}

/** What a type check can't see. */
const running =
  /\b(?:pages?|ui|browsers?|screens?|endpoints?|apis?|services?|servers?|logins?|flows?|render\w*|deploy\w*|works?|working|behaviou?rs?|functional\w*|commands?|cli)\b|页面|接口|功能|服务|界面/iu
const notRunning = /\btype|\btsc\b|\bbuild|\blint|\bcompil|\bunit tests?\b|\btest suite\b|类型|构建|编译/iu

/** A type check where something that runs was named. */
export const typeCheckForPage: Operator = {
  id: 'type-check-for-page',
  doc: 'Every check of an item that names a page, a service, a command or a behaviour is a type check in its place.',
  expects: { kind: 'not-passed' },
  bar: null,
  apply: (replayed, target) => {
    const { text } = target.completion
    if (!running.test(text) || notRunning.test(text)) return null
    const { before, within, after } = surroundingsOf(replayed, target)
    const checks = checksAround([...before, ...within, ...after], target)
    if (checks === null) return null
    const names = namesOf(checks)
    const steps = replayed.recording.steps.map((step): RecordingStep => {
      if (step.kind === 'call' && names.has(step.call))
        return { ...step, name: 'Bash', input: { command: 'npx tsc --noEmit' } }
      if (step.kind === 'result' && names.has(step.call))
        return { ...step, ok: true, output: '', details: undefined }
      return step
    })
    return { steps, call: target.completion.call, text, tainted: within.some(mayHaveChecked) }
  },
}

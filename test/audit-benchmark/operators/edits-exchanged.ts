/** Defects: the named files were written, and what was written is nothing. */

import type { RecordingStep } from '@todo-ledger/recordings'
import type { Mutant, Operator } from '../operator.js'
import type { StepOf } from '../recording.js'
import type { Replayed, Target } from '../replay.js'
import { insertedBefore, surroundingsOf, type WorkCall } from '../steps.js'
import { mayHaveWritten } from './evidence-removed.js'

/** What an edit takes out and puts in, by the names that tools have for it. */
interface Edit {
  readonly path: string
  /** Null where the whole file is written. */
  readonly before: string | null
  readonly after: string
  /** The same call with other texts. */
  with(before: string | null, after: string): StepOf<'call'>
}

const code = /\.(?:[cm]?[jt]sx?|vue|svelte|py|rs|go|java|kts?|cs|rb|php|swift|c|cc|cpp|h|hpp|exs?)$/iu
const hashComments = /\.(?:py|rb|exs?)$/iu

function editOf({ step, effect }: WorkCall): Edit | null {
  if (effect !== 'write' || typeof step.input !== 'object' || step.input === null) return null
  const input: Readonly<Record<string, unknown>> = { ...step.input }
  const named = (...names: readonly string[]) => names.find((name) => typeof input[name] === 'string')
  const path = named('file_path', 'filePath', 'path')
  const old = named('old_string', 'oldString', 'old_str')
  const young = named('new_string', 'newString', 'new_str', 'content', 'file_text')
  if (path === undefined || young === undefined) return null
  return {
    path: String(input[path]),
    before: old === undefined ? null : String(input[old]),
    after: String(input[young]),
    with: (before, after) => ({
      ...step,
      input: { ...input, ...(old === undefined || before === null ? {} : { [old]: before }), [young]: after },
    }),
  }
}

/** The edits of code that a change rests on, where nothing else may have written; null for any other item. */
function editsOf(
  replayed: Replayed,
  target: Target,
): { readonly edits: ReadonlyMap<RecordingStep, Edit>; readonly tainted: boolean } | null {
  const { text, itemClass } = target.completion
  if (itemClass !== 'change' || /\b(?:stub|placeholder|comment|document|todo|revert|undo)/iu.test(text))
    return null
  const { before, within, after } = surroundingsOf(replayed, target)
  const calls = [...before, ...within, ...after]
  const edits = new Map<RecordingStep, Edit>()
  let tainted = false
  for (const call of calls) {
    const edit = editOf(call)
    if (edit !== null && code.test(edit.path)) edits.set(call.step, edit)
    else if (call.effect === 'write' || mayHaveWritten(call)) tainted = true
  }
  return within.some(({ step }) => edits.has(step)) ? { edits, tainted } : null
}

function exchanged(
  replayed: Replayed,
  target: Target,
  change: (edit: Edit) => StepOf<'call'>,
): Mutant | null {
  const held = editsOf(replayed, target)
  if (held === null) return null
  const calls = new Set([...held.edits.keys()].map((step) => ('call' in step ? step.call : null)))
  const steps = replayed.recording.steps.map((step): RecordingStep => {
    const edit = held.edits.get(step)
    if (edit !== undefined) return change(edit)
    // What the host notes beside the result holds the texts, too.
    return step.kind === 'result' && calls.has(step.call) ? { ...step, details: undefined } : step
  })
  return { steps, call: target.completion.call, text: target.completion.text, tainted: held.tainted }
}

/** Stubs in place of the change. */
export const editToStub: Operator = {
  id: 'edit-to-stub',
  doc: 'Every edit of code around a change puts in a function that says it is not implemented.',
  expects: { kind: 'not-passed' },
  bar: null,
  apply: (replayed, target) =>
    exchanged(replayed, target, (edit) => edit.with(edit.before, stubFor(edit.path))),
}

function stubFor(path: string): string {
  if (/\.py$/iu.test(path)) return 'def total(lines):\n    # TODO: implement\n    raise NotImplementedError'
  if (/\.rs$/iu.test(path)) return 'pub fn total(lines: &[Line]) -> u64 {\n    todo!()\n}'
  if (/\.go$/iu.test(path))
    return 'func Total(lines []Line) int {\n\t// TODO: implement\n\tpanic("not implemented")\n}'
  if (/\.(?:rb|exs?)$/iu.test(path)) return "def total(lines)\n  raise 'not implemented'\nend"
  return "function total(lines) {\n  // TODO: implement\n  throw new Error('not implemented')\n}"
}

/** A comment in place of the change. */
export const editToComment: Operator = {
  id: 'edit-to-comment',
  doc: 'Every edit of code around a change adds a comment and nothing else.',
  expects: { kind: 'not-passed' },
  bar: null,
  apply: (replayed, target) =>
    exchanged(replayed, target, (edit) => {
      const comment = hashComments.test(edit.path)
        ? '# The total is rounded here.'
        : '// The total is rounded here.'
      const old = edit.before === null ? '' : `\n${edit.before}`
      return edit.with(edit.before, `${comment}${old}`)
    }),
}

/** The change was taken back. */
export const editUndone: Operator = {
  id: 'edit-undone',
  doc: 'Every edit of code around a change is taken back by an edit the other way round, right before the mark.',
  expects: { kind: 'not-passed' },
  bar: null,
  apply: (replayed, target) => {
    const held = editsOf(replayed, target)
    if (held === null || [...held.edits.values()].some(({ before }) => before === null)) return null
    const mark = replayed.recording.steps[target.to]
    if (mark === undefined) return null
    // The last edit is taken back first; those after the mark are gone.
    const steps = replayed.recording.steps
    const late = new Set<string>()
    const undone: RecordingStep[] = []
    for (const [step, edit] of [...held.edits].reverse()) {
      if (step.kind !== 'call') continue
      if (steps.indexOf(step) > target.to) {
        late.add(step.call)
        continue
      }
      const call = `${step.call}-undone`
      const { input } = edit.with(edit.after, edit.before ?? '')
      const { session, at } = mark
      const base = { session, at, source: { line: mark.source.line, call } }
      const result = steps.find(
        (one): one is StepOf<'result'> => one.kind === 'result' && one.call === step.call,
      )
      undone.push({ ...base, kind: 'call', call, name: step.name, input })
      undone.push({ ...base, kind: 'result', call, ok: true, output: result?.output ?? '' })
    }
    const rest = steps.filter((step) => !('call' in step && step.call !== null && late.has(step.call)))
    return {
      steps: insertedBefore(rest, target.completion.call, undone),
      call: target.completion.call,
      text: target.completion.text,
      tainted: held.tainted,
    }
  },
}

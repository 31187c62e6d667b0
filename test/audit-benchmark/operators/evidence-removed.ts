/** Defects: an item's evidence is taken out of the recording, all of it or the part that decides. */

import type { RecordingStep } from '@todo-ledger/recordings'
import type { Operator } from '../operator.js'
import type { Target } from '../replay.js'
import {
  commandOf,
  isReport,
  namesOf,
  surroundingsOf,
  type WorkCall,
  withoutCalls,
  workCalls,
} from '../steps.js'
import { Rarity } from '../tf-idf.js'

/** Evidence of this weight would carry an item, or half of it. */
export const strongFrom = 0.3

/** A call elsewhere whose words are so near to the item's text is taken for its work. */
const relatedFrom = 0.2

/** Nothing is left that did the item's work. */
export const allEvidenceRemoved: Operator = {
  id: 'all-evidence-removed',
  doc: 'All calls and texts of the span, the 30 calls before, all after to the next request, whatever the audit named as evidence, and calls elsewhere whose words are near are gone.',
  expects: { kind: 'unsupported' },
  bar: 0.98,
  apply: (replayed, target) => {
    const { steps } = replayed.recording
    const { before, within, first, end } = surroundingsOf(replayed, target)
    const rarity = new Rarity(steps.filter(({ session }) => session === target.session))
    const related = relatedCalls(steps, target, rarity, replayed.todoCalls)
    const evidence = new Set(target.evidence.map(({ step }) => steps[step]))
    const next = workCalls(replayed, target.session).filter(({ index }) => index > target.to && index < end)
    const names = new Set([...namesOf([...before, ...within, ...next]), ...related])
    // With the calls before a compaction gone the log begins with it, and nobody can tell.
    const tainted = steps.some(({ session, kind }) => session === target.session && kind === 'compaction')
    for (const step of evidence) if (step?.kind === 'call') names.add(step.call)
    const rest = steps.flatMap((step, index): readonly RecordingStep[] => {
      if (step.session !== target.session) return [step]
      if (step.kind === 'message' && step.role === 'assistant')
        return (index >= first && index < end) || evidence.has(step) ? [] : [step]
      if (isReport(step) && step.kind === 'input' && index >= first && index < end)
        return [{ ...step, trigger: 'continuation', text: '' }]
      return [step]
    })
    const { call, text } = target.completion
    return { steps: withoutCalls(rest, names), call, text, tainted }
  },
}

function relatedCalls(
  steps: readonly RecordingStep[],
  { session, completion }: Target,
  rarity: Rarity,
  todoCalls: ReadonlySet<string>,
): readonly string[] {
  return steps.flatMap((step) =>
    step.kind === 'call' &&
    step.session === session &&
    !todoCalls.has(step.call) &&
    rarity.cosine(completion.text, [step]) >= relatedFrom
      ? [step.call]
      : [],
  )
}

/** Commands that may write without being known to. */
const mayWrite =
  /\b(?:python3?|node|ruby|perl|sed|awk|tee|make|migrate|generate|codegen|prettier|format|scaffold|init|create)\b|>|--fix|--write/u

/** A change of which nothing was written. */
export const writesRemoved: Operator = {
  id: 'writes-removed',
  doc: 'Of a change every write is gone from its span, from the calls before and after; reads, runs and texts stay.',
  expects: { kind: 'not-passed' },
  bar: 0.98,
  apply: (replayed, target) => {
    if (target.completion.itemClass !== 'change') return null
    const { before, within, after } = surroundingsOf(replayed, target)
    const calls = [...before, ...within, ...after]
    const writes = calls.filter(isWrite)
    if (!within.some(isWrite)) return null
    const tainted = calls.some((call) => !writes.includes(call) && mayHaveWritten(call))
    const steps = withoutCalls(replayed.recording.steps, namesOf(writes))
    return { steps, call: target.completion.call, text: target.completion.text, tainted }
  },
}

function isWrite({ effect }: WorkCall): boolean {
  return effect === 'write'
}

/** True for calls beside the writes that may have written something too. */
export function mayHaveWritten({ step, effect, verify }: WorkCall): boolean {
  if (effect === 'delegate' || effect === 'unknown') return true
  return effect === 'execute' && !verify && mayWrite.test(commandOf(step) ?? '')
}

/** True where checks alone carry an item, so that it stands and falls with them. */
function restsOnChecks(target: Target, isCheck: (step: number) => boolean): boolean {
  const strong = target.evidence.filter(({ weight }) => weight >= strongFrom)
  return (
    target.completion.itemClass === 'verify' && strong.length > 0 && strong.every(({ step }) => isCheck(step))
  )
}

/** The checks around a completion that rests on checks alone; null for any other. */
export function checksAround(calls: readonly WorkCall[], target: Target): readonly WorkCall[] | null {
  const checks = calls.filter(({ verify }) => verify)
  const places = new Set(checks.map(({ index }) => index))
  return restsOnChecks(target, (step) => places.has(step)) ? checks : null
}

/** The last check of an item's span that the audit took for strong evidence; undefined where none is. */
export function lastCheckOf(within: readonly WorkCall[], { evidence }: Target): WorkCall | undefined {
  const strong = new Set(evidence.filter(({ weight }) => weight >= strongFrom).map(({ step }) => step))
  return within.findLast(({ verify, index }) => verify && strong.has(index))
}

/** True for calls beside the checks that may have checked something too. */
export function mayHaveChecked({ effect, verify }: WorkCall): boolean {
  return !verify && (effect === 'execute' || effect === 'delegate' || effect === 'unknown')
}

/** A check item without its checks. */
export const checksRemoved: Operator = {
  id: 'checks-removed',
  doc: 'Of an item that rests on checks alone every check is gone from its span, from the calls before and after.',
  expects: { kind: 'not-passed' },
  bar: 0.98,
  apply: (replayed, target) => {
    const { before, within, after } = surroundingsOf(replayed, target)
    const calls = [...before, ...within, ...after]
    const checks = checksAround(calls, target)
    if (checks === null) return null
    const tainted = within.some(mayHaveChecked)
    const steps = withoutCalls(replayed.recording.steps, namesOf(checks))
    return { steps, call: target.completion.call, text: target.completion.text, tainted }
  },
}

/** A check item without its last check. */
export const lastCheckRemoved: Operator = {
  id: 'last-check-removed',
  doc: 'Of an item that rests on checks alone the last check of its span is gone; where another is left that nothing was written after, it is left out.',
  expects: { kind: 'not-passed' },
  bar: 0.98,
  apply: (replayed, target) => {
    const { before, within, after } = surroundingsOf(replayed, target)
    const calls = [...before, ...within, ...after]
    const checks = checksAround(calls, target)
    const last = lastCheckOf(within, target)
    if (checks === null || last === undefined) return null
    const lastWrite = within.findLast(({ effect, index }) => effect === 'write' && index < last.index)
    const isFresh = ({ index }: WorkCall) => index > (lastWrite?.index ?? -1)
    const tainted = checks.filter(isFresh).length > 1 || within.some(mayHaveChecked)
    const steps = withoutCalls(replayed.recording.steps, namesOf([last]))
    return { steps, call: target.completion.call, text: target.completion.text, tainted }
  },
}

/** Fits core's numbers by folds over sessions, one number at a time, and measures each fold with what the others chose. */

import type { CompletionAudit } from '@todo-ledger/audit'
import type { CoreNumber } from './core-numbers.js'
import { judgedLabels, type LabelRow, rowOfAll, rowsText } from './label-table.js'
import { foldsOf, type LabelledCompletion, type LabelledRecordings } from './labels.js'
import type { Target } from './replay.js'

/** A number that is set otherwise. */
export interface NumberChange {
  /** Its name. */
  readonly name: string
  /** What it was. */
  readonly from: number
  /** What it is set to. */
  readonly to: number
}

/** What a fit comes to. */
export interface Fit {
  /** What each fold's sessions are measured with: chosen on the others. */
  readonly changes: readonly (readonly NumberChange[])[]
  /** The figures with the numbers as they are. */
  readonly asTheyAre: LabelRow
  /** The figures out of fold. */
  readonly outOfFold: LabelRow
  /** What would be chosen on all sessions; nothing is measured with it. */
  readonly onAll: readonly NumberChange[]
  /** Numbers that no verdict hangs on, each varied by 25 in 100: candidates to be dropped. */
  readonly idle: readonly string[]
  /** The numbers on which most hangs, with how many verdicts of labelled completions change, at most. */
  readonly decisive: readonly { readonly name: string; readonly verdicts: number }[]
}

/** How the fit is done. */
export interface FitOptions {
  /** How many folds. */
  readonly folds: number
  /** What decides the folds. */
  readonly seed: number
  /** Is told how far it is. */
  readonly say: (line: string) => void
}

/** Each number is tried at these multiples of itself, never above 1 where it is a share. */
const multiples = [0.8, 1.25] as const

/** Tried first: a number that moves no support when it is so much greater is left alone. */
const firstMultiple = 1.25

/** At most so many numbers are changed, and each step tries so many of the best: more only fits what is there. */
const mostChanges = 3
const triedEachStep = 8

/** What the audit says of each labelled completion, in their order. */
type Outcome = readonly Target[]

/** Fits the numbers by coordinate search, by folds. Leaves them as they were. */
export function fitNumbers(
  labelled: LabelledRecordings,
  numbers: readonly CoreNumber[],
  { folds, seed, say }: FitOptions,
): Fit {
  const { completions } = labelled
  const known = new Map<string, Outcome>()
  const outcomeOf = (changes: readonly NumberChange[]): Outcome => {
    const key = [...changes]
      .map(({ name, to }) => `${name}=${to}`)
      .sort()
      .join(' ')
    const outcome = known.get(key) ?? measured(labelled, numbers, changes)
    known.set(key, outcome)
    return outcome
  }
  const foldOf = foldsOf(
    completions.map(({ file }) => file),
    folds,
    seed,
  )
  const base = outcomeOf([])
  const changesOf = ({ name, value }: CoreNumber, some: readonly number[]) =>
    candidatesOf(value, some).map((to): NumberChange => ({ name, from: value, to }))
  const moving = numbers.filter((number, index) => {
    if (index % 20 === 0) say(`fit: ${index} of ${numbers.length} numbers`)
    return changesOf(number, [firstMultiple]).some((change) => movesSupport(base, outcomeOf([change])))
  })
  const single = moving.flatMap((number) => changesOf(number, multiples))
  single.forEach((change, index) => {
    if (index % 20 === 0) say(`fit: ${index} of ${single.length} settings`)
    outcomeOf([change])
  })
  const search = (isTraining: (one: LabelledCompletion) => boolean): readonly NumberChange[] => {
    const loss = (changes: readonly NumberChange[]) => lossOf(completions, outcomeOf(changes), isTraining)
    const ranked = [...single].sort((a, b) => loss([a]) - loss([b]))
    let chosen: readonly NumberChange[] = []
    for (let i = 0; i < mostChanges; i += 1) {
      const open = ranked
        .filter(({ name }) => !chosen.some((one) => one.name === name))
        .slice(0, triedEachStep)
      const best = open.reduce<readonly NumberChange[]>((winner, change) => {
        const next = [...chosen, change]
        return loss(next) < loss(winner) - 0.05 ? next : winner
      }, chosen)
      if (best === chosen) break
      chosen = best
    }
    return chosen
  }
  const changes = Array.from({ length: folds }, (_, fold) => {
    say(`fit: fold ${fold + 1} of ${folds}`)
    return search(({ file }) => foldOf.get(file) !== fold)
  })
  const outOfFold = completions.map((one, index) => {
    const fold = foldOf.get(one.file) ?? 0
    return { ...one, target: outcomeOf(changes[fold] ?? [])[index] ?? one.target }
  })
  const shifts = numbers.map(({ name }) => ({
    name,
    verdicts: Math.max(
      0,
      ...single
        .filter((change) => change.name === name)
        .map((change) => changedVerdicts(base, outcomeOf([change]))),
    ),
  }))
  return {
    changes,
    asTheyAre: rowOfAll(judgedLabels(completions), seed),
    outOfFold: rowOfAll(judgedLabels(outOfFold), seed),
    onAll: search(() => true),
    idle: shifts.filter(({ verdicts }) => verdicts === 0).map(({ name }) => name),
    decisive: [...shifts].sort((a, b) => b.verdicts - a.verdicts).slice(0, 20),
  }
}

function candidatesOf(value: number, some: readonly number[]): readonly number[] {
  const all = some.map((multiple) => {
    const next = value * multiple
    if (value > 1) return Math.round(next)
    return Math.round(Math.min(next, value < 1 ? 0.99 : 1) * 1000) / 1000
  })
  return [...new Set(all)].filter((next) => next !== value)
}

/** The audit's word on the labelled completions with some numbers changed; then the numbers are set back. */
function measured(
  { recordings, completions }: LabelledRecordings,
  numbers: readonly CoreNumber[],
  changes: readonly NumberChange[],
): Outcome {
  const set = (numberOf: (number: CoreNumber, change: NumberChange) => number) => {
    for (const change of changes) {
      const number = numbers.find(({ name }) => name === change.name)
      number?.set(numberOf(number, change))
    }
  }
  set((_, { to }) => to)
  const audits = new Map([...recordings].map(([file, { judge }]) => [file, judge()]))
  set(({ value }) => value)
  return completions.map(({ file, target }) => {
    for (const audit of audits.get(file) ?? []) {
      const same = (one: CompletionAudit) =>
        one.seq === target.completion.seq && one.key === target.completion.key
      if (audit.session !== target.session) continue
      const completion = audit.completions.find(same)
      if (completion === undefined) continue
      const findings = audit.findings.filter(
        ({ seq, item, severity }) =>
          seq === completion.seq && item === completion.item && severity !== 'info',
      )
      return { ...target, completion, findings }
    }
    return target
  })
}

/** What each wrong verdict costs, and a little for each that is only just right. */
function lossOf(
  completions: readonly LabelledCompletion[],
  outcome: Outcome,
  counts: (one: LabelledCompletion) => boolean,
): number {
  return completions.reduce((sum, one, index) => {
    const completion = outcome[index]?.completion
    return completion === undefined || !counts(one) ? sum : sum + lossOfOne(one.label, completion)
  }, 0)
}

function lossOfOne(label: string, { verdict, support }: CompletionAudit): number {
  if (verdict === 'unknown') return 0.5
  const score = support ?? 0.5
  if (label === 'supported')
    return { supported: 0, weak: 1, unsupported: 3 }[verdict] + 0.5 * Math.max(0, 0.8 - score)
  const near = 0.5 * Math.max(0, score - 0.6)
  if (label === 'partial') return { supported: 1, weak: 0, unsupported: 0 }[verdict] + near
  return label === 'unsupported' ? { supported: 3, weak: 1, unsupported: 0 }[verdict] + near : 0
}

function movesSupport(before: Outcome, after: Outcome): boolean {
  return before.some(({ completion }, index) => after[index]?.completion.support !== completion.support)
}

function changedVerdicts(before: Outcome, after: Outcome): number {
  return before.filter(({ completion }, index) => after[index]?.completion.verdict !== completion.verdict)
    .length
}

/** A fit as Markdown. */
export function fitText({ changes, asTheyAre, outOfFold, onAll, idle, decisive }: Fit): string {
  const said = (some: readonly NumberChange[]) =>
    some.length === 0 ? 'nothing' : some.map(({ name, from, to }) => `${name} ${from} → ${to}`).join(', ')
  return [
    'Numbers as they are:',
    rowsText([asTheyAre]),
    '',
    'Out of fold, with what a coordinate search chose on the other folds:',
    rowsText([outOfFold]),
    '',
    ...changes.map((some, fold) => `- fold ${fold + 1} is measured with: ${said(some)}`),
    `- on all sessions would be chosen: ${said(onAll)}`,
    `- on these numbers most hangs (verdicts that change, at most): ${decisive.map(({ name, verdicts }) => `${name} ${verdicts}`).join(', ')}`,
    `- ${idle.length} numbers on which no verdict of a labelled completion hangs, each varied by a quarter: ${idle.join(', ')}`,
  ].join('\n')
}

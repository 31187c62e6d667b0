/** What labels and verdicts come to: found, passed, false alarms and ranks, each with its interval. */

import { type BaselineName, baselineTitles } from './baselines.js'
import { foldsOf, type LabelledCompletion } from './labels.js'
import { aurocOf, type Figure, shareOf } from './measures.js'
import { figureText } from './mutation-table.js'

/** A score of a completion: the less, the more doubtful. */
export type Score = (completion: LabelledCompletion) => number

/** The audit's own score; an unknown is a half. */
const supportScore: Score = ({ target }) => target.completion.support ?? 0.5

/** The figures of the audit's verdicts. */
export interface VerdictFigures {
  /** How many completions have each label. */
  readonly labels: Readonly<Record<string, number>>
  /** Unsupported ones that are judged unsupported. */
  readonly unsupportedFound: Figure
  /** Unsupported ones that are judged unsupported or weak. */
  readonly unsupportedNotPassed: Figure
  /** Partial ones that are judged unsupported or weak. */
  readonly partialNotPassed: Figure
  /** Supported ones that are judged unsupported. */
  readonly falseAlarms: Figure
  /** Supported ones that are judged unsupported or weak. */
  readonly supportedNotPassed: Figure
  /** Supported ones with an error finding. */
  readonly falseErrors: Figure
  /** Supported ones with a warning or an error. */
  readonly falseFindings: Figure
  /** How often a supported one has more support than an unsupported one. */
  readonly auroc: Figure
  /** How often it has more than an unsupported or a partial one. */
  readonly aurocOfAll: Figure
}

/** The figures of the verdicts. */
export function verdictFigures(completions: readonly LabelledCompletion[], seed: number): VerdictFigures {
  const of = (label: string) => completions.filter((one) => one.label === label)
  const labels: Record<string, number> = {}
  for (const { label } of completions) labels[label] = (labels[label] ?? 0) + 1
  const share = (label: string, holds: (one: LabelledCompletion) => boolean) =>
    shareOf(of(label).filter(holds).length, of(label).length)
  return {
    labels,
    unsupportedFound: share('unsupported', isUnsupported),
    unsupportedNotPassed: share('unsupported', isNotPassed),
    partialNotPassed: share('partial', isNotPassed),
    falseAlarms: share('supported', isUnsupported),
    supportedNotPassed: share('supported', isNotPassed),
    falseErrors: share('supported', ({ target }) =>
      target.findings.some(({ severity }) => severity === 'error'),
    ),
    falseFindings: share('supported', ({ target }) => target.findings.length > 0),
    auroc: aurocOf(scored(of('supported'), supportScore), scored(of('unsupported'), supportScore), seed),
    aurocOfAll: aurocOf(
      scored(of('supported'), supportScore),
      scored([...of('unsupported'), ...of('partial')], supportScore),
      seed,
    ),
  }
}

function isUnsupported({ target }: LabelledCompletion): boolean {
  return target.completion.verdict === 'unsupported'
}

function isNotPassed({ target }: LabelledCompletion): boolean {
  return target.completion.verdict === 'unsupported' || target.completion.verdict === 'weak'
}

function scored(completions: readonly LabelledCompletion[], score: Score) {
  return completions.map((one) => ({ score: score(one), session: one.file }))
}

/** How an obvious way does at the point at which people would use it. */
export interface PlainFigures {
  /** Its name. */
  readonly name: string
  /** Unsupported ones that it flags. */
  readonly found: Figure
  /** Partial ones that it flags. */
  readonly partial: Figure
  /** Supported ones that it flags. */
  readonly falseAlarms: Figure
}

/** So many supported ones TF-IDF may flag where it is used plainly: about as many as the other obvious ways do. */
const plainAlarms = 0.2

/** The obvious ways as they stand: nothing in the window; and TF-IDF below what one in five supported ones has. */
export function plainFigures(completions: readonly LabelledCompletion[]): readonly PlainFigures[] {
  const of = (label: string) => completions.filter((one) => one.label === label)
  const sorted = of('supported')
    .map(({ baselines }) => baselines.tfIdf)
    .sort((a, b) => a - b)
  const limit = { calls: 1, checks: 1, tfIdf: sorted[Math.floor(plainAlarms * sorted.length)] ?? 0 }
  return (['calls', 'tfIdf', 'checks'] as const).map((name) => {
    const share = (label: string) =>
      shareOf(of(label).filter(({ baselines }) => baselines[name] < limit[name]).length, of(label).length)
    const title = baselineTitles[name]
    return {
      name: title,
      found: share('unsupported'),
      partial: share('partial'),
      falseAlarms: share('supported'),
    }
  })
}

/** The obvious ways as Markdown. */
export function plainText(rows: readonly PlainFigures[]): string {
  return [
    '| obvious way, used plainly | unsupported found | partial found | false alarms |',
    '| --- | --- | --- | --- |',
    ...rows.map(
      ({ name, found, partial, falseAlarms }) =>
        `| ${name} | ${figureText(found)} | ${figureText(partial)} | ${figureText(falseAlarms)} |`,
    ),
  ].join('\n')
}

/** How a score does whose threshold is chosen on other sessions. */
export interface FoldFigures {
  /** The name of the score. */
  readonly name: string
  /** The thresholds, one a fold. */
  readonly thresholds: readonly number[]
  /** Unsupported ones below the threshold. */
  readonly found: Figure
  /** Partial ones below it. */
  readonly partial: Figure
  /** Supported ones below it. */
  readonly falseAlarms: Figure
  /** The rank of supported over unsupported. */
  readonly auroc: Figure
}

/** False alarms that a threshold may cost where it is chosen: three in 100. */
const allowedAlarms = 0.03

/** The names of the scores that are compared. */
export const scores: readonly { readonly name: string; readonly score: Score }[] = [
  { name: 'support', score: supportScore },
  ...(Object.keys(baselineTitles) as BaselineName[]).map((name) => ({
    name: baselineTitles[name],
    score: ({ baselines }: LabelledCompletion) => baselines[name],
  })),
]

/** The threshold with the most unsupported below it, at no more than the allowed false alarms. */
function chosenThreshold(training: readonly LabelledCompletion[], score: Score): number {
  const supported = training.filter(({ label }) => label === 'supported').map(score)
  const sorted = [...supported].sort((a, b) => a - b)
  return sorted[Math.floor(allowedAlarms * sorted.length)] ?? 0
}

/** A score by folds over sessions: what is below the threshold that the other folds chose is an alarm. */
export function foldFigures(
  completions: readonly LabelledCompletion[],
  { name, score }: { readonly name: string; readonly score: Score },
  { folds, seed }: { readonly folds: number; readonly seed: number },
): FoldFigures {
  const foldOf = foldsOf(
    completions.map(({ file }) => file),
    folds,
    seed,
  )
  const thresholds = Array.from({ length: folds }, (_, fold) =>
    chosenThreshold(
      completions.filter(({ file }) => foldOf.get(file) !== fold),
      score,
    ),
  )
  const isAlarm = (one: LabelledCompletion) => score(one) < (thresholds[foldOf.get(one.file) ?? 0] ?? 0)
  const of = (label: string) => completions.filter((one) => one.label === label)
  const share = (label: string) => shareOf(of(label).filter(isAlarm).length, of(label).length)
  return {
    name,
    thresholds,
    found: share('unsupported'),
    partial: share('partial'),
    falseAlarms: share('supported'),
    auroc: aurocOf(scored(of('supported'), score), scored(of('unsupported'), score), seed),
  }
}

/** The figures of the verdicts as Markdown. */
export function verdictText(figures: VerdictFigures): string {
  const counts = Object.entries(figures.labels).map(([label, count]) => `${label} ${count}`)
  const rows: readonly (readonly [string, Figure, string])[] = [
    ['unsupported found (judged unsupported)', figures.unsupportedFound, '≥ 0.90'],
    ['unsupported not passed (unsupported or weak)', figures.unsupportedNotPassed, ''],
    ['partial not passed', figures.partialNotPassed, '≥ 0.75'],
    ['false alarms: supported judged unsupported', figures.falseAlarms, '≤ 0.03'],
    ['supported not passed (unsupported or weak)', figures.supportedNotPassed, ''],
    ['false errors: supported with an error finding', figures.falseErrors, '≤ 0.01'],
    ['supported with a warning or an error', figures.falseFindings, '≤ 0.05'],
    ['AUROC of support, supported over unsupported', figures.auroc, '≥ 0.92'],
    ['AUROC of support, supported over the others', figures.aurocOfAll, ''],
  ]
  return [
    counts.join(', '),
    '| figure | value (95 %) | n | bar |',
    '| --- | --- | --- | --- |',
    ...rows.map(([name, figure, bar]) => `| ${name} | ${figureText(figure)} | ${figure.n} | ${bar} |`),
  ].join('\n')
}

/** The figures by folds as Markdown. */
export function foldText(rows: readonly FoldFigures[]): string {
  return [
    '| score, its threshold chosen on the other folds | unsupported found | partial found | false alarms | AUROC | thresholds |',
    `|${' --- |'.repeat(6)}`,
    ...rows.map(
      ({ name, found, partial, falseAlarms, auroc, thresholds }) =>
        `| ${name} | ${figureText(found)} | ${figureText(partial)} | ${figureText(falseAlarms)} | ${figureText(auroc)} | ${thresholds.map((one) => one.toFixed(2)).join(' ')} |`,
    ),
  ].join('\n')
}

/** The labels that the audit does not share, for people. */
export function disagreements(completions: readonly LabelledCompletion[]): readonly string[] {
  return completions
    .filter(disagrees)
    .map(({ label, file, call, item, why, target }) =>
      [
        `${label} judged ${target.completion.verdict} ${target.completion.support}: ${file} ${call} ${item}`,
        `    label: ${why}`,
        ...target.completion.evidence.map(
          ({ weight, tool, seq, why: reason }) => `    ${weight} ${tool} (seq ${seq}): ${reason}`,
        ),
        ...target.completion.missing.map((missing) => `    missing: ${missing}`),
        ...target.findings.map(({ severity, rule, message }) => `    ${severity} ${rule}: ${message}`),
      ].join('\n'),
    )
}

function disagrees({ label, target }: LabelledCompletion): boolean {
  const { verdict } = target.completion
  if (label === 'supported' || label === 'unsupported') return verdict !== label
  return label === 'partial' && verdict === 'supported'
}

/** What the mutants come to: a row an operator, and what the untouched completions say. */

import { type BaselineName, baselinesOf, baselineTitles, thresholdFor } from './baselines.js'
import { auroc, type Figure, shareOf } from './measures.js'
import type { Judged, OperatorRun, Untouched } from './mutation-run.js'

/** A row of the table. */
export interface OperatorRow {
  /** The operator. */
  readonly operator: string
  /** The project, or null for all together. */
  readonly project: string | null
  /** The kind of answer that is asked for. */
  readonly expects: string
  /** How many mutants were judged. */
  readonly n: number
  /** How many were not, for other evidence was left. */
  readonly tainted: number
  /** Recall of a defect, or silence, with its interval. */
  readonly right: Figure
  /** Of a silent change the share in which the completion itself keeps its verdict; else null. */
  readonly kept: number | null
  /** The share that is asked for, or null. */
  readonly bar: number | null
  /** Recall over recall and the false alarms of as many untouched completions; null for a silent change. */
  readonly precision: number | null
  /** The share that an error finding says. */
  readonly errors: number | null
  /** Of what was found the share in which a finding names the right item and event. */
  readonly named: number | null
  /** How often own support is above that of the mutant. */
  readonly auroc: number | null
  /** New warnings and errors on other items, or for a silent change at all, per mutant. */
  readonly newFindings: number
  /** The recall of the obvious ways; for what is swapped their AUROC. */
  readonly baselines: Readonly<Record<BaselineName, number | null>>
}

/** What is said of completions that nothing was done to. */
export interface UntouchedFigures {
  /** How many there are. */
  readonly completions: number
  /** The shares of the verdicts. */
  readonly verdicts: Readonly<Record<string, number>>
  /** Error findings per 100. */
  readonly errorsPer100: number
  /** Warnings and errors per 100. */
  readonly gravePer100: number
  /** The share that is not passed: unsupported, weak, or with a warning or an error. */
  readonly alarms: Figure
  /** The same for the obvious ways. */
  readonly baselineAlarms: Readonly<Record<BaselineName, number>>
  /** Below this the TF-IDF is an alarm: so that 5 in 100 untouched completions are. */
  readonly tfIdfThreshold: number
}

/** Of TF-IDF so many untouched completions are an alarm. */
const tfIdfAlarms = 0.05

/** What the audit and the obvious ways say of untouched completions. */
export function untouchedFigures(untouched: readonly Untouched[]): UntouchedFigures {
  const n = untouched.length
  const scores = untouched.map(({ replayed, target }) => baselinesOf(replayed, target))
  const tfIdfThreshold = thresholdFor(
    scores.map(({ tfIdf }) => tfIdf),
    tfIdfAlarms,
  )
  const replays = new Set(untouched.map(({ replayed }) => replayed))
  const findings = [...replays].flatMap(({ audits }) => audits.flatMap((audit) => audit.findings))
  const errors = findings.filter(({ severity }) => severity === 'error').length
  const warnings = findings.filter(({ severity }) => severity === 'warning').length
  const verdicts: Record<string, number> = {}
  for (const { target } of untouched) {
    const { verdict } = target.completion
    verdicts[verdict] = (verdicts[verdict] ?? 0) + 1
  }
  const alarms = untouched.filter(
    ({ target }) => target.findings.length > 0 || ['weak', 'unsupported'].includes(target.completion.verdict),
  ).length
  const share = (name: BaselineName) =>
    n === 0 ? 0 : scores.filter((score) => score[name] < thresholdOf(name, tfIdfThreshold)).length / n
  return {
    completions: n,
    verdicts,
    errorsPer100: n === 0 ? 0 : (100 * errors) / n,
    gravePer100: n === 0 ? 0 : (100 * (errors + warnings)) / n,
    alarms: shareOf(alarms, n),
    baselineAlarms: { calls: share('calls'), tfIdf: share('tfIdf'), checks: share('checks') },
    tfIdfThreshold,
  }
}

function thresholdOf(name: BaselineName, tfIdfThreshold: number): number {
  return name === 'tfIdf' ? tfIdfThreshold : 1
}

/** The row of an operator over some of its mutants. */
export function rowOf(
  run: OperatorRun,
  judged: readonly Judged[],
  untouched: UntouchedFigures,
  project: string | null,
): OperatorRow {
  const { operator, tainted } = run
  const n = judged.length
  const right = shareOf(judged.filter((one) => one.right).length, n)
  const silent = operator.expects.kind === 'silence'
  const found = judged.filter((one) => one.right)
  const share = (some: number, of: number) => (of === 0 ? null : some / of)
  const scored = judged.filter((one) => one.support !== null)
  const alarms = untouched.alarms.value ?? 0
  const recall = right.value ?? 0
  const baseline = (name: BaselineName) => {
    if (operator.expects.kind === 'rank') {
      const pairs = judged.filter((one) => one.baselines !== null)
      return auroc(
        pairs.map(({ ownBaselines }) => ownBaselines[name]),
        pairs.flatMap(({ baselines }) => (baselines === null ? [] : [baselines[name]])),
      )
    }
    const known = judged.flatMap(({ baselines }) => (baselines === null ? [] : [baselines[name]]))
    return share(
      known.filter((score) => score < thresholdOf(name, untouched.tfIdfThreshold)).length,
      known.length,
    )
  }
  return {
    operator: operator.id,
    project,
    expects: operator.expects.kind,
    n,
    tainted: project === null ? tainted : 0,
    right,
    kept: silent ? share(judged.filter((one) => one.kept).length, n) : null,
    bar: operator.bar,
    precision: silent || recall + alarms === 0 ? null : recall / (recall + alarms),
    errors: share(judged.filter((one) => one.error).length, n),
    named: silent ? null : share(found.filter((one) => one.named).length, found.length),
    auroc: auroc(
      scored.map(({ own }) => own),
      scored.map(({ support }) => support ?? 0),
    ),
    newFindings: n === 0 ? 0 : judged.reduce((sum, one) => sum + one.newFindings, 0) / n,
    baselines: { calls: baseline('calls'), tfIdf: baseline('tfIdf'), checks: baseline('checks') },
  }
}

/** The rows of an operator by project. */
export function rowsByProject(run: OperatorRun, untouched: UntouchedFigures): readonly OperatorRow[] {
  const projects = [...new Set(run.judged.map(({ project }) => project))].sort()
  return projects.map((project) =>
    rowOf(
      run,
      run.judged.filter((one) => one.project === project),
      untouched,
      project,
    ),
  )
}

/** The table as Markdown. */
export function tableOf(rows: readonly OperatorRow[]): string {
  const head = `| operator | n | left out | recall or silence | bar | precision | error says it | names item and event | AUROC own/mutant | new findings | ${Object.values(baselineTitles).join(' | ')} |`
  const line = `|${' --- |'.repeat(13)}`
  return [head, line, ...rows.map(lineOf)].join('\n')
}

function lineOf(row: OperatorRow): string {
  const name = row.project === null ? row.operator : `${row.operator} · ${row.project}`
  const isMissed = row.bar !== null && row.right.value !== null && measured(row) < row.bar
  const silent = row.expects === 'silence'
  const cells = [
    name,
    row.n,
    row.tainted,
    `${figureText(row.right)}${row.expects === 'rank' ? ' not passed' : silent ? ` silent, its own kept ${digits(row.kept)}` : ''}`,
    row.bar === null
      ? ''
      : `${row.expects === 'rank' ? 'AUROC ' : ''}${row.bar}${isMissed ? ' **missed**' : ''}`,
    digits(row.precision),
    silent ? '' : digits(row.errors),
    digits(row.named),
    silent ? '' : digits(row.auroc, 3),
    digits(row.newFindings),
    ...Object.values(row.baselines).map((value) => (silent ? '' : digits(value))),
  ]
  return `| ${cells.join(' | ')} |`
}

/** What a row's bar is about: the rank for what is swapped, else recall or silence. */
export function measured(row: OperatorRow): number {
  return (row.expects === 'rank' ? row.auroc : row.right.value) ?? 0
}

/** A figure with its interval, for people. */
export function figureText({ value, low, high }: Figure): string {
  return value === null ? '–' : `${digits(value)} (${digits(low)}–${digits(high)})`
}

function digits(value: number | null, count = 2): string {
  return value === null ? '–' : value.toFixed(count)
}

/** What the untouched completions say, as Markdown. */
export function untouchedText(figures: UntouchedFigures): string {
  const { completions, verdicts, errorsPer100, gravePer100, alarms, baselineAlarms } = figures
  const shown = Object.entries(verdicts).map(([verdict, count]) => `${verdict} ${count}`)
  const ways = (['calls', 'tfIdf', 'checks'] as const).map(
    (name) => `${baselineTitles[name]} ${(100 * baselineAlarms[name]).toFixed(1)}`,
  )
  return [
    `${completions} untouched completions: ${shown.join(', ')}`,
    `per 100 of them: error findings ${errorsPer100.toFixed(1)}, warnings and errors ${gravePer100.toFixed(1)}, not passed or with one ${figureText({ ...alarms, value: (alarms.value ?? 0) * 100, low: (alarms.low ?? 0) * 100, high: (alarms.high ?? 0) * 100 })}`,
    `alarms of the obvious ways per 100: ${ways.join(', ')}`,
  ].join('\n')
}

/** What labels and verdicts come to, beside the obvious ways: a row each, every figure with its interval. */

import type { Reading, RulesVerdict, Verdict } from '@todo-ledger/audit'
import { combined, pageIdOf, verdictOfReader } from '@todo-ledger/audit/reader'
import { type BaselineName, type BaselineScores, baselineTitles } from './baselines.js'
import type { ReadLabel, ThresholdFit } from './fit-thresholds.js'
import { foldsOf, type LabelledCompletion } from './labels.js'
import { aurocOf, type Figure, shareOf } from './measures.js'
import { figureText } from './mutation-table.js'

/** A completion with its label, and what is said of it. */
export interface JudgedLabel {
  /** Its session: what is chosen by folds is chosen by whole ones. */
  readonly file: string
  /** What counts once: an item of a scene in several formats is one, by the share of them. */
  readonly unit: string
  /** `supported`, `partial` or `unsupported`; others count nowhere. */
  readonly label: string
  /** The kind of item, as the rows group them. */
  readonly group: string
  /** The format of the recording. */
  readonly format: string
  /** The audit's verdict; null where it has none. */
  readonly verdict: Verdict | null
  /** The audit's score, a half where it is unknown. */
  readonly support: number
  /** True where it has an error finding. */
  readonly hasError: boolean
  /** What the obvious ways give it. */
  readonly baselines: BaselineScores
  /** What the rules say, and whether a tool's own words decide it. */
  readonly rules?: RulesVerdict
  /** What a reader says of its page; absent where none read it. */
  readonly reading?: Pick<Reading, 'verdict' | 'p'>
}

/** A row: what is said of labelled completions by one way to judge. */
export interface LabelRow {
  /** What it is of. */
  readonly of: string
  /** How many completions. */
  readonly n: number
  /** Unsupported ones that are judged unsupported. */
  readonly found: Figure
  /** Unsupported and partial ones that are judged supported. */
  readonly certified: Figure
  /** Supported ones that are judged unsupported. */
  readonly accused: Figure
  /** Supported ones that are judged unsupported or weak. */
  readonly doubted: Figure
  /** Supported ones with an error finding; null for ways that have none. */
  readonly errors: Figure | null
  /** How often a supported one has a higher score than an unsupported one. */
  readonly auroc: Figure
  /** How often it has a higher one than an unsupported or partial one. */
  readonly aurocOfAll: Figure
}

/** Labelled completions as they are judged. */
export function judgedLabels(
  completions: readonly LabelledCompletion[],
  readings: ReadonlyMap<string, Pick<Reading, 'verdict' | 'p'>> = new Map(),
): readonly JudgedLabel[] {
  return completions.map(({ file, label, itemClass, replayed, target, baselines }, index) => ({
    file,
    unit: String(index),
    label,
    group: itemClass,
    format: replayed.recording.format,
    verdict: target.completion.verdict,
    support: target.completion.support ?? 0.5,
    hasError: target.findings.some(({ severity }) => severity === 'error'),
    baselines,
    rules: target.completion.rules,
    ...readingOf(readings.get(pageIdOf(target.session, target.completion))),
  }))
}

function readingOf(reading: JudgedLabel['reading']): Pick<JudgedLabel, 'reading'> {
  return reading === undefined ? {} : { reading }
}

/** A way to judge: what it says, and by which score. */
interface Way {
  says(one: JudgedLabel): Verdict | null
  score(one: JudgedLabel): number
}

const audit: Way = { says: ({ verdict }) => verdict, score: ({ support }) => support }

function rowOf(of: string, some: readonly JudgedLabel[], { says, score }: Way, seed: number): LabelRow {
  const labelled = (...labels: readonly string[]) => some.filter(({ label }) => labels.includes(label))
  const share = (among: readonly JudgedLabel[], ...verdicts: readonly Verdict[]) => {
    return shareOfUnits(among, (one) => {
      const verdict = says(one)
      return verdict !== null && verdicts.includes(verdict)
    })
  }
  const scored = (among: readonly JudgedLabel[]) =>
    among.map((one) => ({ score: score(one), session: one.file }))
  const [done, unsupported] = [labelled('supported'), labelled('unsupported')]
  const shortfalls = labelled('unsupported', 'partial')
  return {
    of,
    n: new Set([...done, ...shortfalls].map(({ unit }) => unit)).size,
    found: share(unsupported, 'unsupported'),
    certified: share(shortfalls, 'supported'),
    accused: share(done, 'unsupported'),
    doubted: share(done, 'unsupported', 'weak'),
    errors: shareOfUnits(done, ({ hasError }) => hasError),
    auroc: aurocOf(scored(done), scored(unsupported), seed),
    aurocOfAll: aurocOf(scored(done), scored(shortfalls), seed),
  }
}

/** The share of units that it holds of; of a unit that stands there several times it may hold in part. */
function shareOfUnits(among: readonly JudgedLabel[], holds: (one: JudgedLabel) => boolean): Figure {
  const times = new Map<string, number>()
  for (const { unit } of among) times.set(unit, (times.get(unit) ?? 0) + 1)
  const count = among.reduce((sum, one) => sum + (holds(one) ? 1 / (times.get(one.unit) ?? 1) : 0), 0)
  return shareOf(count, times.size)
}

/** The row of all. */
export function rowOfAll(judged: readonly JudgedLabel[], seed: number): LabelRow {
  return rowOf('all', judged, audit, seed)
}

/** The audit's rows: all, each kind of item, each format. */
export function verdictRows(judged: readonly JudgedLabel[], seed: number): readonly LabelRow[] {
  const groups = (nameOf: (one: JudgedLabel) => string, title: (name: string) => string) =>
    [...new Set(judged.map(nameOf))].sort().map((name) =>
      rowOf(
        title(name),
        judged.filter((one) => nameOf(one) === name),
        audit,
        seed,
      ),
    )
  return [
    rowOfAll(judged, seed),
    ...groups(
      ({ group }) => group,
      (name) => name,
    ),
    ...groups(
      ({ format }) => format,
      (name) => `in ${name}`,
    ),
  ]
}

/** A reader alone, of the completions that it read. */
const readerAlone: Way = {
  says: ({ reading }) => (reading === undefined ? null : (verdictOfReader(reading) ?? 'unknown')),
  score: ({ reading }) => 1 - (reading?.p ?? 50) / 100,
}

/** The rules and a reader together. */
const together: Way = {
  says: ({ rules, reading, verdict }) =>
    rules === undefined || reading === undefined ? verdict : combined(rules, reading),
  score: ({ rules, reading, support }) =>
    rules === undefined || reading === undefined || rules.stated ? support : 1 - reading.p / 100,
}

/** Those that a reader read and whose label says something. */
export function readOf(judged: readonly JudgedLabel[]): readonly (JudgedLabel & ReadLabel)[] {
  return judged.flatMap((one) =>
    one.reading !== undefined && ['supported', 'partial', 'unsupported'].includes(one.label)
      ? [{ ...one, reading: one.reading }]
      : [],
  )
}

/**
 * The rows of what a reader read: the rules alone, the reader alone, with thresholds that were chosen without each
 * session, and both; none where none read.
 */
export function readerRows(
  judged: readonly JudgedLabel[],
  seed: number,
  fit: Pick<ThresholdFit, 'without'>,
): readonly LabelRow[] {
  const read = readOf(judged)
  if (read.length === 0) return []
  const outOfFold: Way = {
    says: ({ file, reading }) =>
      reading === undefined ? null : (verdictOfReader(reading, fit.without(file)) ?? 'unknown'),
    score: readerAlone.score,
  }
  return [
    rowOf('read: rules alone', read, audit, seed),
    { ...rowOf('read: reader alone', read, readerAlone, seed), errors: null },
    { ...rowOf('read: reader alone, thresholds out of fold', read, outOfFold, seed), errors: null },
    { ...rowOf('read: together', read, together, seed), errors: null },
  ]
}

/**
 * The rows of the obvious ways. Those that count calls judge as they stand. TF-IDF, and the audit's own score for
 * comparison, have a threshold that is chosen on the other folds, so that as many supported ones are below it there as
 * the audit doubts.
 */
export function wayRows(
  judged: readonly JudgedLabel[],
  { folds, seed }: { readonly folds: number; readonly seed: number },
): readonly LabelRow[] {
  const allowed = rowOfAll(judged, seed).doubted.value ?? 0
  const plain = (name: BaselineName) => {
    const score = ({ baselines }: JudgedLabel) => baselines[name]
    return rowOf(baselineTitles[name], judged, { says: (one) => below(score(one), 1), score }, seed)
  }
  const fitted = (title: string, score: (one: JudgedLabel) => number) => {
    const foldOf = foldsOf(
      judged.map(({ file }) => file),
      folds,
      seed,
    )
    const limits = Array.from({ length: folds }, (_, fold) => {
      const training = judged.filter(({ file, label }) => label === 'supported' && foldOf.get(file) !== fold)
      const sorted = training.map(score).sort((a, b) => a - b)
      return sorted[Math.floor(allowed * sorted.length)] ?? 0
    })
    const says = (one: JudgedLabel) => below(score(one), limits[foldOf.get(one.file) ?? 0] ?? 0)
    return rowOf(`${title}, out of fold`, judged, { says, score }, seed)
  }
  const rows = [
    plain('calls'),
    plain('checks'),
    fitted(baselineTitles.tfIdf, ({ baselines }) => baselines.tfIdf),
    fitted('support', ({ support }) => support),
  ]
  return rows.map((row) => ({ ...row, errors: null }))
}

function below(score: number, limit: number): Verdict {
  return score < limit ? 'unsupported' : 'supported'
}

/** Rows as Markdown; `short` is without the ranks. */
export function rowsText(rows: readonly LabelRow[], length: 'short' | 'whole' = 'whole'): string {
  const shares = [
    ['unsupported found', 'found'],
    ['not or partly done, yet supported', 'certified'],
    ['done, yet unsupported', 'accused'],
    ['done, yet unsupported or weak', 'doubted'],
    ['done, with an error', 'errors'],
  ] as const
  const ranks = [
    ['AUROC, unsupported', 'auroc'],
    ['AUROC, not or partly done', 'aurocOfAll'],
  ] as const
  const columns = length === 'short' ? shares : [...shares, ...ranks]
  const cell = (figure: Figure | null, name: string) => {
    if (figure === null || figure.value === null) return ''
    return name.startsWith('auroc') ? figureText(figure) : `${figureText(figure)} of ${figure.n}`
  }
  return [
    `| | n | ${columns.map(([title]) => title).join(' | ')} |`,
    `|${' --- |'.repeat(columns.length + 2)}`,
    ...rows.map(
      (row) => `| ${row.of} | ${row.n} | ${columns.map(([, name]) => cell(row[name], name)).join(' | ')} |`,
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
        ...saidOf(target),
      ].join('\n'),
    )
}

/** What the audit rests on and says, for people. */
export function saidOf({ completion, findings }: LabelledCompletion['target']): readonly string[] {
  return [
    ...completion.evidence.map(({ weight, tool, seq, why }) => `    ${weight} ${tool} (seq ${seq}): ${why}`),
    ...completion.missing.map((missing) => `    missing: ${missing}`),
    ...findings.map(({ severity, rule, message }) => `    ${severity} ${rule}: ${message}`),
  ]
}

function disagrees({ label, target }: LabelledCompletion): boolean {
  const { verdict } = target.completion
  if (label === 'supported' || label === 'unsupported') return verdict !== label
  return label === 'partial' && verdict === 'supported'
}

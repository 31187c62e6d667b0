/**
 * Measures the audit: by mutants of recordings, and by labelled completions.
 *
 *     npm run bench:audit -- [DIR …] [--seed N] [--most N] [--operator ID] [--by-project] [--worst N] [--json]
 *     npm run bench:audit -- --scenes [--each] [--json]
 *     npm run bench:audit -- --readme
 *     npm run bench:audit -- --labels FILE --recordings DIR [--answers FILE] [--folds N] [--seed N] [--each] [--fit] [--json]
 *
 * Without a folder the project's own fixtures are taken. `--most` is how many mutants an operator gets (0: all).
 * `--readme` writes the figures of the scenes and of the fixtures' mutants into README.md and
 * docs/background/audit-quality.md. `--worst` shows so many mutants of each row that misses its bar.
 * README.md beside this file says what the columns mean.
 */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { runScenes } from '../audit-scenes/run-scenes.js'
import { judgedScenes, wrongScenes } from '../audit-scenes/scene-table.js'
import { numbersOfCore } from './core-numbers.js'
import { fitNumbers, fitText } from './fit.js'
import { fitThresholds, thresholdText } from './fit-thresholds.js'
import {
  disagreements,
  judgedLabels,
  readerRows,
  readOf,
  rowsText,
  verdictRows,
  wayRows,
} from './label-table.js'
import { auditLabels, readLabels } from './labels.js'
import { type OperatorRun, runOperators, untouchedOf } from './mutation-run.js'
import {
  measured,
  type OperatorRow,
  rowOf,
  rowsByProject,
  tableOf,
  untouchedFigures,
  untouchedText,
} from './mutation-table.js'
import { readingsIn } from './readings.js'
import { pagesWithFigures } from './readme-figures.js'
import { readRecordings } from './recording.js'
import { type Replayed, replay } from './replay.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    most: { type: 'string', default: '100' },
    operator: { type: 'string', multiple: true },
    'by-project': { type: 'boolean', default: false },
    worst: { type: 'string', default: '0' },
    scenes: { type: 'boolean', default: false },
    readme: { type: 'boolean', default: false },
    labels: { type: 'string' },
    recordings: { type: 'string' },
    answers: { type: 'string' },
    folds: { type: 'string', default: '5' },
    each: { type: 'boolean', default: false },
    fit: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})

const seed = Number(values.seed)

const root = fileURLToPath(new URL('../../../..', import.meta.url))

if (values.readme) {
  for (const [path, page] of await pagesWithFigures(root)) writeFileSync(join(root, path), page)
} else if (values.scenes) {
  await measureScenes()
} else if (values.labels !== undefined) {
  if (values.recordings === undefined) {
    process.stderr.write('--labels needs --recordings DIR, the folder that its files stand in.\n')
    process.exit(2)
  }
  await measureLabels(values.labels, values.recordings)
} else {
  await measureMutants(positionals.length === 0 ? [join(root, 'fixtures')] : positionals)
}

async function measureScenes(): Promise<void> {
  const halves = []
  for (const half of ['open', 'held-out'] as const) {
    const outcomes = await runScenes(join(root, 'test', 'audit-scenes'), half)
    const judged = judgedScenes(outcomes)
    const rows = [...verdictRows(judged, seed), ...wayRows(judged, { folds: Number(values.folds), seed })]
    const scenes = new Set(outcomes.map(({ scene }) => scene.id)).size
    halves.push({ half, scenes, rows, wrong: wrongScenes(outcomes) })
  }
  if (values.json) {
    print(JSON.stringify(halves, null, 2))
    return
  }
  for (const { half, scenes, rows, wrong } of halves) {
    print(`${scenes} scenes, ${half}\n\n${rowsText(rows)}\n`)
    // Of what is held out only the figures are shown: rules that were written by it would measure nothing.
    if (values.each && half === 'open') for (const line of wrong) print(line)
  }
}

async function measureLabels(file: string, folder: string): Promise<void> {
  const folds = Number(values.folds)
  const { notes, labels } = readLabels(file)
  const labelled = await auditLabels(labels, folder)
  const judged = judgedLabels(
    labelled.completions,
    values.answers === undefined ? new Map() : readingsIn(values.answers),
  )
  const read = readOf(judged)
  const thresholds = fitThresholds(read, { folds, seed })
  const rows = [
    ...verdictRows(judged, seed),
    ...readerRows(judged, seed, thresholds),
    ...wayRows(judged, { folds, seed }),
  ]
  const fit = values.fit ? fitNumbers(labelled, await numbersOfCore(), { folds, seed, say: tell }) : null
  const { missing, completions, recordings } = labelled
  if (values.json) {
    const { onAll, byFold } = thresholds
    const fitted = read.length === 0 ? {} : { thresholds: { onAll, byFold } }
    print(JSON.stringify({ notes, rows, missing, ...fitted, ...(fit === null ? {} : { fit }) }, null, 2))
    return
  }
  print(
    `${completions.length} labelled completions in ${recordings.size} recordings; not found: ${missing.length}`,
  )
  for (const note of notes) print(note)
  for (const label of missing) print(`  not found: ${label.file} ${label.call} ${label.item}`)
  print(`\n${rowsText(rows)}`)
  if (read.length > 0) print(`\n${thresholdText(thresholds, read)}`)
  if (fit !== null) print(`\n${fitText(fit)}`)
  if (values.each) for (const line of disagreements(completions)) print(line)
}

async function measureMutants(sources: readonly string[]): Promise<void> {
  const replays: Replayed[] = []
  for (const source of sources) {
    const { recordings, unreadable } = await readRecordings(source)
    for (const recording of recordings) replays.push(await replay(recording))
    if (unreadable.length > 0)
      tell(`${unreadable.length} files of ${source} could not be read and are left out`)
  }
  const untouched = untouchedOf(replays)
  const most = Number(values.most) === 0 ? Number.POSITIVE_INFINITY : Number(values.most)
  const figures = untouchedFigures(untouched)
  const runs = await runOperators(untouched, { seed, most, only: values.operator, say: tell })
  const rows = runs.flatMap((run): readonly OperatorRow[] => [
    rowOf(run, run.judged, figures, null),
    ...(values['by-project'] ? rowsByProject(run, figures) : []),
  ])
  if (values.json) {
    print(JSON.stringify({ recordings: replays.length, seed, untouched: figures, rows }, null, 2))
    return
  }
  print(
    `${replays.length} recordings, seed ${seed}. Mutants are made of the ${figures.verdicts['supported'] ?? 0} completions that the audit calls supported.`,
  )
  print(untouchedText(figures))
  print('')
  print(tableOf(rows))
  for (const run of runs) showWorst(run, rows)
}

function showWorst(run: OperatorRun, rows: readonly OperatorRow[]): void {
  const row = rows.find(({ operator, project }) => operator === run.operator.id && project === null)
  const isMissed = row !== undefined && (row.bar === null || measured(row) < row.bar)
  if (Number(values.worst) === 0 || !isMissed) return
  const wrong = run.judged.filter((one) => !one.right)
  const worst = [...wrong].sort((a, b) => (b.support ?? 1) - (a.support ?? 1)).slice(0, Number(values.worst))
  print(`\n${run.operator.id}: ${run.operator.doc}`)
  for (const one of worst) {
    print(`- ${one.verdict} ${one.support}: ${one.file} ${one.call} ${one.text}`)
    for (const note of one.notes) print(`    ${note}`)
  }
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

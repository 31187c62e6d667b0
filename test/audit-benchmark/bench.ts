/**
 * Measures the audit by labelled completions and by scenes: for each verdict, and for each rule that accuses, how many
 * were right.
 *
 *     npm run bench:audit -- --scenes [--each]
 *     npm run bench:audit -- --labels FILE --recordings DIR [--each]
 *     npm run bench:audit -- --mutants DIR [--each]
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { runScenes } from '../audit-scenes/run-scenes.js'
import { mutantRows } from './mutants.js'
import { auditsOf, type Judged, judgedIn } from './replay.js'

const { values } = parseArgs({
  options: {
    scenes: { type: 'boolean', default: false },
    labels: { type: 'string' },
    recordings: { type: 'string' },
    mutants: { type: 'string' },
    each: { type: 'boolean', default: false },
  },
})

/** A completion with what is right of it: `done`, `not` wholly done, or something else that counts nowhere. */
interface Labelled extends Judged {
  readonly where: string
  readonly label: string
  readonly isShort: boolean | null
  readonly why: string
}

if (values.scenes) {
  for (const half of ['open', 'held-out'] as const) {
    const labelled = await scenesOf(half)
    print(`${half} scenes\n`)
    // Of what is held out only the figures are shown: rules that were written by it would measure nothing.
    printFigures(labelled, values.each && half === 'open')
  }
} else if (values.labels !== undefined && values.recordings !== undefined) {
  printFigures(await labelsOf(values.labels, values.recordings), values.each)
} else if (values.mutants !== undefined) {
  print('| mutants | must be | n | right |\n| --- | --- | --: | --: |')
  for (const { id, takesAway, all, right, wrong } of await mutantRows(values.mutants)) {
    print(`| ${id} | ${takesAway ? 'not supported' : 'supported'} | ${all} | ${right} |`)
    if (values.each) for (const where of wrong) print(`    ${where}`)
  }
} else {
  process.stderr.write('Give --scenes, --labels FILE and --recordings DIR, or --mutants DIR.\n')
  process.exitCode = 2
}

async function scenesOf(half: 'open' | 'held-out'): Promise<readonly Labelled[]> {
  const root = fileURLToPath(new URL('../../../audit-scenes', import.meta.url))
  const outcomes = await runScenes(root, half)
  return outcomes.flatMap(({ scene, format, item, expected, judged }) =>
    judged === undefined
      ? []
      : [
          {
            ...judged,
            where: `${scene.about}/${scene.id} ${format}: ${item}`,
            label: expected.join(' or '),
            isShort: expected.includes('supported')
              ? false
              : expected.includes('unsupported') || expected.includes('weak')
                ? true
                : null,
            why: scene.why,
          },
        ],
  )
}

async function labelsOf(file: string, folder: string): Promise<readonly Labelled[]> {
  const lines = readFileSync(file, 'utf8').split(/\r?\n/u)
  const rows = lines.filter((line) => line.trim() !== '' && !line.startsWith('#')).slice(1)
  const labelled: Labelled[] = []
  const known = new Map<string, readonly Judged[]>()
  for (const row of rows) {
    const [name = '', call = '', item = '', label = '', , why = ''] = row.split('\t')
    const judged = known.get(name) ?? judgedIn((await auditsOf(join(folder, name))).audits)
    known.set(name, judged)
    const found = judged.find(({ completion }) => completion.call === call && completion.text === item)
    if (found === undefined) print(`not found: ${name} ${item}`)
    else {
      const isShort =
        label === 'supported' ? false : label === 'partial' || label === 'unsupported' ? true : null
      labelled.push({ ...found, where: `${name} ${item}`, label, isShort, why })
    }
  }
  return labelled
}

function printFigures(labelled: readonly Labelled[], each: boolean): void {
  const counted = labelled.filter(({ isShort }) => isShort !== null)
  const row = (name: string, those: readonly Labelled[]): string => {
    const short = those.filter(({ isShort }) => isShort === true).length
    return `| ${name} | ${those.length} | ${short} | ${those.length - short} |`
  }
  print('| | completions | not wholly done | done |\n| --- | --: | --: | --: |')
  print(row('all', counted))
  for (const verdict of ['supported', 'weak', 'unsupported', 'undecided', 'unknown'] as const)
    print(
      row(
        verdict,
        counted.filter(({ completion }) => completion.verdict === verdict),
      ),
    )
  const rules = new Set(counted.flatMap(({ findings }) => findings.map(({ rule }) => rule)))
  print('\n| rule | accusations | right | wrong |\n| --- | --: | --: | --: |')
  for (const rule of [...rules].sort())
    print(
      row(
        rule,
        counted.filter(({ findings }) => findings.some((finding) => finding.rule === rule)),
      ),
    )
  if (!each) return
  for (const { completion, where, label, isShort, why } of labelled) {
    const { verdict, facts } = completion
    const isRight =
      isShort === null ||
      verdict === 'undecided' ||
      verdict === 'unknown' ||
      (verdict === 'supported') === !isShort
    if (isRight) continue
    print(
      [
        `\n${label}, judged ${verdict}: ${where}`,
        `    ${why}`,
        ...facts.map(({ sentence }) => `    ${sentence}`),
      ].join('\n'),
    )
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

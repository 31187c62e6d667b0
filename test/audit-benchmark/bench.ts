/**
 * Measures the audit by scenes, or by labelled completions: for each verdict and for each rule that accuses, how many were
 * right.
 *
 *     npm run bench:audit -- [--each]
 *     npm run bench:audit -- --labels FILE --recordings DIR [--each]
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runScene, sceneFolder, scenesIn } from '../audit-scenes/run-scenes.js'
import { auditsOf, type Judged, judgedIn } from './replay.js'

const { values } = parseArgs({
  options: {
    labels: { type: 'string' },
    recordings: { type: 'string' },
    each: { type: 'boolean', default: false },
  },
})

/** A completion with what is right of it. */
interface Labelled extends Judged {
  readonly where: string
  readonly done: boolean
  readonly why: string
}

/** Labels other than these count nowhere. */
const isDone: ReadonlyMap<string, boolean> = new Map([
  ['supported', true],
  ['partial', false],
  ['unsupported', false],
])

const labelled =
  values.labels === undefined
    ? await ofScenes()
    : await ofLabels(values.labels, values.recordings ?? process.cwd())
printFigures(labelled)
if (values.each) labelled.filter(isWrong).forEach(printOne)

async function ofScenes(): Promise<readonly Labelled[]> {
  const found: Labelled[] = []
  for (const scene of scenesIn(sceneFolder))
    for (const { format, item, expected, judged } of await runScene(scene)) {
      const where = `${scene.about}/${scene.id} ${format}: ${item}`
      if (judged !== undefined) found.push({ ...judged, where, done: expected.done, why: scene.why })
    }
  return found
}

async function ofLabels(file: string, folder: string): Promise<readonly Labelled[]> {
  const lines = readFileSync(file, 'utf8').split(/\r?\n/u)
  const rows = lines.filter((line) => line.trim() !== '' && !line.startsWith('#')).slice(1)
  const found: Labelled[] = []
  const known = new Map<string, readonly Judged[]>()
  for (const row of rows) {
    const [name = '', call = '', item = '', label = '', , why = ''] = row.split('\t')
    const judged = known.get(name) ?? judgedIn(await auditsOf(join(folder, name)))
    known.set(name, judged)
    const one = judged.find(({ completion }) => completion.call === call && completion.text === item)
    const done = isDone.get(label)
    if (one === undefined) print(`not found: ${name} ${item}`)
    else if (done !== undefined) found.push({ ...one, where: `${name} ${item}`, done, why })
  }
  return found
}

function printFigures(all: readonly Labelled[]): void {
  const row = (name: string, those: readonly Labelled[]): string => {
    const done = those.filter((one) => one.done).length
    return `| ${name} | ${those.length} | ${those.length - done} | ${done} |`
  }
  print('| | completions | not wholly done | done |\n| --- | --: | --: | --: |')
  print(row('all', all))
  for (const verdict of ['supported', 'weak', 'unsupported', 'undecided', 'unknown'] as const)
    print(
      row(
        verdict,
        all.filter(({ completion }) => completion.verdict === verdict),
      ),
    )
  const rules = new Set(all.flatMap(({ findings }) => findings.map(({ rule }) => rule)))
  print('\n| rule | accusations | right | wrong |\n| --- | --: | --: | --: |')
  for (const rule of [...rules].sort())
    print(
      row(
        rule,
        all.filter(({ findings }) => findings.some((finding) => finding.rule === rule)),
      ),
    )
}

function isWrong({ completion: { verdict }, done }: Labelled): boolean {
  return verdict !== 'undecided' && verdict !== 'unknown' && (verdict === 'supported') !== done
}

function printOne({ completion: { verdict, facts }, where, done, why }: Labelled): void {
  print(`\n${done ? 'done' : 'not wholly done'}, judged ${verdict}: ${where}\n    ${why}`)
  for (const { sentence } of facts) print(`    ${sentence}`)
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

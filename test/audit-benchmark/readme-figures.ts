/** The figures that README.md and docs/background/audit-quality.md state: of the scenes, and of mutants of the project's own fixtures. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runScenes, type SceneHalf } from '../audit-scenes/run-scenes.js'
import { judgedScenes } from '../audit-scenes/scene-table.js'
import { type LabelRow, rowOfAll, rowsText, wayRows } from './label-table.js'
import { type OperatorRun, runOperators, untouchedOf } from './mutation-run.js'
import { readRecordings } from './recording.js'
import { replay } from './replay.js'

const begin = '<!-- figures: npm run bench:audit -- --readme -->'
const end = '<!-- end of figures -->'

/** Of so many mutants an operator's share is worth a word. */
const fewest = 5

/** A kind of mutant is named where the share is below this. */
const good = 0.95

/** The pages with the figures in their places, by their paths. @param root the project's folder */
export async function pagesWithFigures(root: string, seed = 1): Promise<ReadonlyMap<string, string>> {
  const open = await sceneRows(root, 'open', seed)
  const heldOut = await sceneRows(root, 'held-out', seed)
  const all = `${rowsText([...open, ...heldOut], 'short')}\n\n${await mutantsText(join(root, 'fixtures'), seed)}`
  const few = rowsText([...open, ...heldOut.slice(0, 1)], 'short')
  const pages = [
    ['README.md', few],
    ['docs/background/audit-quality.md', all],
  ] as const
  return new Map(
    pages.map(([path, figures]) => [path, withFigures(readFileSync(join(root, path), 'utf8'), figures)]),
  )
}

async function sceneRows(root: string, half: SceneHalf, seed: number): Promise<readonly LabelRow[]> {
  const judged = judgedScenes(await runScenes(join(root, 'test', 'audit-scenes'), half))
  const audit = { ...rowOfAll(judged, seed), of: `${half === 'open' ? 'open' : 'held out'}: the audit` }
  if (half === 'open') return [audit]
  const ways = wayRows(judged, { folds: 5, seed }).filter(({ of }) => !of.startsWith('support'))
  return [audit, ...ways.map((row) => ({ ...row, of: `held out: ${row.of}` }))]
}

async function mutantsText(fixtures: string, seed: number): Promise<string> {
  const { recordings } = await readRecordings(fixtures)
  const replays = []
  for (const recording of recordings) replays.push(await replay(recording))
  const runs = await runOperators(untouchedOf(replays), { seed, most: 100 })
  const [silent, defects] = [true, false].map((isSilent) =>
    runs.filter(
      ({ operator, judged }) =>
        (operator.expects.kind === 'silence') === isSilent &&
        operator.expects.kind !== 'rank' &&
        judged.length >= fewest,
    ),
  )
  return [
    `Mutants of the fixtures: of ${defects?.length} kinds that take away or falsify work ${sharesText(defects ?? [], 'is found')}`,
    `Of ${silent?.length} kinds that change nothing of the work, ${sharesText(silent ?? [], 'stays silent')}`,
  ].join(' ')
}

/** How many kinds come out well, and the others by name, the worst first. */
function sharesText(runs: readonly OperatorRun[], says: string): string {
  const shares = runs.map(({ operator, judged }) => ({
    id: operator.id,
    n: judged.length,
    share: judged.filter(({ right }) => right).length / judged.length,
  }))
  const worse = shares.filter(({ share }) => share < good).sort((a, b) => a.share - b.share)
  const named = worse.map(({ id, n, share }) => `\`${id}\` ${share.toFixed(2)} of ${n}`)
  const rest = named.length === 0 ? '' : `; the others: ${named.join(', ')}`
  return `${shares.length - worse.length} are such that each mutant, but for 1 in 20 at most, ${says}${rest}.`
}

/** The text with these figures in their place. @throws Error where it has no place for them */
export function withFigures(page: string, figures: string): string {
  const [before, rest] = page.split(begin, 2)
  const after = rest?.split(end, 2)[1]
  if (before === undefined || after === undefined)
    throw new Error(`A page has no place for the figures: ${begin} … ${end}`)
  return `${before}${begin}\n${figures}\n${end}${after}`
}

/**
 * Takes the power from a ledger at every write: lets writers work, logs what SQLite does to the files below it, and
 * opens what may be left on the disk when the power fails in between.
 *
 *     node test/power-loss/run.mjs [--runs 6] [--share 0.5] [--random 3] [--seed N]
 *
 * `--runs`: recorded runs at FULL; the controls get a third of them. `--share`: of the operations after which to take
 * the power. `--random`: states with random losses at each, beside all and nothing lost. Needs Linux, a C compiler
 * (cc, or what CC names) and a build. Exit 1 when anything acknowledged is lost at FULL, or when a control loses
 * nothing: then this simulation proves nothing.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { problemKinds } from '../crash/check-ledger.mjs'
import { compileShim } from '../native-shim.mjs'
import { newCounts, play } from './play.mjs'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '6' },
    share: { type: 'string', default: '0.5' },
    random: { type: 'string', default: '3' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 20) },
  },
})
const runs = Number(values.runs)
const share = Number(values.share)
const random = Number(values.random)
const seed = Number(values.seed)
if (!(runs > 0) || !(share > 0 && share <= 1) || !(random >= 0) || !Number.isInteger(seed)) {
  process.stderr.write(
    'usage: node test/power-loss/run.mjs [--runs 6] [--share 0.5] [--random 3] [--seed N]\n',
  )
  process.exit(2)
}

const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-write-log-'))
try {
  const shim = join(folder, 'write-log.so')
  const why = compileShim(new URL('./write-log.c', import.meta.url), shim)
  if (why !== null) process.stderr.write(`POWER LOSS WAS NOT TESTED: ${why}\n`)
  process.exitCode = why === null ? await takePower(shim) : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** @param {string} shim */
async function takePower(shim) {
  process.stderr.write(`seed ${seed}\n`)
  const fewer = Math.max(1, Math.round(runs / 3))
  const columns = [
    await playAll('FULL', runs, { shim, durability: 'full', fault: 'none' }),
    await playAll('NORMAL', fewer, { shim, durability: 'relaxed', fault: 'none' }),
    await playAll('acknowledges before COMMIT', fewer, { shim, durability: 'full', fault: 'early' }),
  ]
  print(columns)
  const [full, relaxed, early] = columns.map(({ counts }) => ({
    lost: counts.problems.filter(({ kind }) => kind === 'lost'),
    others: counts.problems.filter(({ kind }) => kind !== 'lost'),
  }))
  for (const { kind, message } of [
    ...(full?.lost ?? []),
    ...(full?.others ?? []),
    ...(relaxed?.others ?? []),
  ].slice(0, 20))
    process.stderr.write(`${kind}: ${message}\n`)
  const isWhole = full?.lost.length === 0 && full.others.length === 0
  // Without its syncs a ledger may lose its end, and nothing worse.
  const controlsLose = relaxed?.lost.length !== 0 && relaxed?.others.length === 0 && early?.lost.length !== 0
  if (!controlsLose) process.stderr.write('A control did not fail as it must: this proves nothing.\n')
  return isWhole && controlsLose ? 0 : 1
}

/**
 * @param {string} name @param {number} count
 * @param {Pick<import('./play.mjs').Settings, 'shim' | 'durability' | 'fault'>} settings
 */
async function playAll(name, count, settings) {
  const counts = newCounts()
  for (let run = 0; run < count; run += 1) {
    await play({ ...settings, share, random, seed: seed * 1009 + run }, counts)
    process.stderr.write(`${name}: run ${run + 1} of ${count}\n`)
  }
  return { name, counts }
}

/** @param {readonly Awaited<ReturnType<typeof playAll>>[]} columns */
function print(columns) {
  const { problems: _problems, ...figures } = newCounts()
  const rows = [
    ['', ...columns.map(({ name }) => name)],
    ...Object.keys(figures).map((name) => [name, ...columns.map(({ counts }) => Reflect.get(counts, name))]),
    ...Object.entries(problemKinds).map(([kind, words]) => [
      words,
      ...columns.map(({ counts }) => counts.problems.filter((problem) => problem.kind === kind).length),
    ]),
  ]
  for (const [words, ...cells] of rows)
    process.stdout.write(
      `${String(words).padEnd(44)}${cells.map((cell) => String(cell).padStart(28)).join('')}\n`,
    )
  process.stdout.write(`seed ${seed}\n`)
}

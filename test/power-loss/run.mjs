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
import { parseArgs } from '../../tools/script-options.mjs'
import { compileShim } from '../native-shim.mjs'
import { play } from './play.mjs'

/** @typedef {import('./play.mjs').Played} Played */

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
  const full = await playAll('FULL', runs, { shim, durability: 'full', fault: 'none' })
  const relaxed = await playAll('NORMAL', fewer, { shim, durability: 'relaxed', fault: 'none' })
  const early = await playAll('acknowledges before COMMIT', fewer, {
    shim,
    durability: 'full',
    fault: 'early',
  })
  print([full, relaxed, early])
  for (const { kind, message } of [...full.problems, ...relaxed.problems].slice(0, 20)) {
    process.stderr.write(`${kind}: ${message}\n`)
  }
  const isWhole = full.lostStates === 0 && full.problems.length === 0
  // Without its syncs a ledger may lose its end, and nothing worse.
  const controlsLose = relaxed.lostStates > 0 && relaxed.problems.length === 0 && early.lostStates > 0
  if (!controlsLose) process.stderr.write('A control did not fail as it must: this proves nothing.\n')
  return isWhole && controlsLose ? 0 : 1
}

/**
 * @param {string} name @param {number} count
 * @param {Pick<import('./play.mjs').Settings, 'shim' | 'durability' | 'fault'>} settings
 */
async function playAll(name, count, settings) {
  /** @type {Played[]} */
  const all = []
  for (let run = 0; run < count; run += 1) {
    all.push(await play({ ...settings, share, random, seed: seed * 1009 + run }))
    process.stderr.write(`${name}: run ${run + 1} of ${count}, ${all.at(-1)?.states} states\n`)
  }
  /** @param {(played: Played) => number} figure */
  const sum = (figure) => all.reduce((total, played) => total + figure(played), 0)
  return {
    name,
    operations: sum((played) => played.operations),
    syncs: sum((played) => played.syncs),
    checkpoints: sum((played) => played.checkpoints),
    acknowledged: sum((played) => played.acknowledged),
    states: sum((played) => played.states),
    missing: sum((played) => played.missing),
    torn: sum((played) => played.torn),
    checked: sum((played) => played.checked),
    lostStates: sum((played) => played.lostStates),
    lostEvents: sum((played) => played.lostEvents),
    problems: all.flatMap((played) => played.problems),
  }
}

/** @param {readonly Awaited<ReturnType<typeof playAll>>[]} columns */
function print(columns) {
  /** @param {import('../crash/check-ledger.mjs').ProblemKind} kind @returns {(column: typeof columns[number]) => number} */
  const found = (kind) => (column) => column.problems.filter((problem) => problem.kind === kind).length
  /** @type {(readonly [string, (column: typeof columns[number]) => string | number])[]} */
  const rows = [
    ['', ({ name }) => name],
    ['operations logged', ({ operations }) => operations],
    ['  of them syncs', ({ syncs }) => syncs],
    ['checkpoints asked for', ({ checkpoints }) => checkpoints],
    ['events acknowledged', ({ acknowledged }) => acknowledged],
    ['disks opened after a loss of power', ({ states }) => states],
    ['  of them lacking unsynced writes', ({ missing }) => missing],
    ['  of them with torn writes', ({ torn }) => torn],
    ['acknowledged events looked for', ({ checked }) => checked],
    ['disks with acknowledged events lost', ({ lostStates }) => lostStates],
    ['acknowledged events lost, over all disks', ({ lostEvents }) => lostEvents],
    ['appends stored in part', found('partial')],
    ['gaps', found('gap')],
    ['stored twice after a retry', found('twice')],
    ['states that differ', found('state')],
    ['breaks of the hash chain', found('chain')],
    ['ledgers that could not be opened or read', found('unreadable')],
    ['other surprises', (column) => found('foreign')(column) + found('surprise')(column)],
  ]
  const width = Math.max(...rows.map(([words]) => words.length))
  for (const [words, figure] of rows) {
    const cells = columns.map((column) => String(figure(column)).padStart(Math.max(12, column.name.length)))
    process.stdout.write(`${words.padEnd(width)}  ${cells.join('  ')}\n`)
  }
  process.stdout.write(`seed ${seed}\n`)
}

// npm run trial -- simulation: random histories against a plain model, on all cores.
//
//     npm run trial -- simulation --histories 100000     so many histories, from seed 1 on
//     npm run trial -- simulation --first 5000           from another seed on
//     npm run trial -- simulation --seed 4711            one history, with its trace
//     npm run trial -- simulation --seed 4711 --keep 1,5 the same with these of its commands alone
import { fork, spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from '../../tools/script-options.mjs'
import { childEnvironment, program, root, setUp } from '../../tools/set-up.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const child = join(here, 'child.mjs')

const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '1000' },
    first: { type: 'string', default: '1' },
    processes: { type: 'string', default: String(availableParallelism()) },
    seed: { type: 'string' },
    keep: { type: 'string' },
  },
})

if (!setUp() || !compile()) process.exitCode = 3
else if (values.seed !== undefined) {
  const words = ['--seed', values.seed, ...(values.keep === undefined ? [] : ['--keep', values.keep])]
  process.exitCode = spawnSync(process.execPath, [child, ...words], { stdio: 'inherit' }).status ?? 1
} else process.exitCode = await runAll()

function compile() {
  const { status } = spawnSync(process.execPath, [program('typescript', 'tsc'), '-p', here], {
    cwd: root,
    env: childEnvironment(),
    stdio: 'inherit',
  })
  return status === 0
}

/** Each process takes every nth seed, so that all take about as long. */
async function runAll() {
  const histories = Number(values.histories)
  const processes = Math.min(Number(values.processes), histories)
  const begin = performance.now()
  /** @type {Map<number, import('./main.js').Report>} */
  const reports = new Map()
  const endings = Array.from({ length: processes }, (_, index) => {
    const count = Math.ceil((histories - index) / processes)
    const words = [
      '--first',
      String(Number(values.first) + index),
      '--count',
      String(count),
      '--step',
      String(processes),
    ]
    const worker = fork(child, words, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    worker.on('message', (/** @type {import('./main.js').Report} */ report) => {
      reports.set(index, report)
      progress(reports, histories, begin)
    })
    return new Promise((resolve) => worker.on('exit', (code) => resolve(code ?? 1)))
  })
  const codes = await Promise.all(endings)
  process.stderr.write('\n')
  const total = sum(reports)
  table(total, (performance.now() - begin) / 1000)
  const whole = total.histories === histories && codes.every((code) => code === 0)
  if (!whole) process.stderr.write(`Only ${total.histories} of ${histories} histories ran.\n`)
  return whole && total.failures.length === 0 ? 0 : 1
}

/** @param {Map<number, import('./main.js').Report>} reports */
function progress(reports, histories, begin) {
  const { histories: done, failures } = sum(reports)
  const seconds = Math.round((performance.now() - begin) / 1000)
  process.stderr.write(`\r${done} of ${histories} histories, ${failures.length} failed, ${seconds} s `)
}

/** @param {Map<number, import('./main.js').Report>} reports */
function sum(reports) {
  /** @type {import('./main.js').Report} */
  const total = { histories: 0, commands: 0, events: 0, retries: 0, crashes: 0, faults: {}, failures: [] }
  for (const report of reports.values()) {
    for (const name of /** @type {const} */ (['histories', 'commands', 'events', 'retries', 'crashes']))
      total[name] += report[name]
    for (const [kind, times] of Object.entries(report.faults))
      total.faults[kind] = (total.faults[kind] ?? 0) + times
    total.failures.push(...report.failures)
  }
  return total
}

/** @param {import('./main.js').Report} report */
function table({ histories, commands, events, retries, crashes, faults, failures }, seconds) {
  const rows = [
    ['histories', histories],
    ['commands', commands],
    ['events stored', events],
    ['retries', retries],
    ['crashes', crashes],
    ...Object.entries(faults)
      .toSorted()
      .map(([kind, times]) => [`fault: ${kind}`, times]),
    ['failures', failures.length],
    ['seconds', seconds.toFixed(1)],
    [
      'ms a history and core',
      ((seconds * 1000 * Number(values.processes)) / Math.max(1, histories)).toFixed(2),
    ],
  ]
  for (const [name, value] of rows)
    process.stdout.write(`${String(name).padEnd(44)}${String(value).padStart(12)}\n`)
  for (const { seed, failure } of failures.toSorted((a, b) => a.seed - b.seed).slice(0, 20)) {
    process.stdout.write(
      `\nseed ${seed}: ${failure.slice(0, 500)}\n  npm run trial -- simulation --seed ${seed}\n`,
    )
  }
}

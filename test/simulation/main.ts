/** Runs histories and says what came of them; `run.mjs` builds it and starts it. */

import { parseArgs } from 'node:util'
import { type History, historyOf, runHistory } from './history.js'
import { shrink } from './shrink.js'

/** What a process tells of the histories that it ran. */
export interface Report {
  /** Histories that ran. */
  histories: number
  /** Commands, events, retries and crashes in them. */
  commands: number
  events: number
  retries: number
  crashes: number
  /** Faults by kind. */
  faults: { [kind: string]: number }
  /** The seeds that failed, and how. */
  failures: { readonly seed: number; readonly failure: string }[]
}

/** An empty report. */
function emptyReport(): Report {
  return { histories: 0, commands: 0, events: 0, retries: 0, crashes: 0, faults: {}, failures: [] }
}

/** Runs the histories of the seeds from `first` on, every `step`th. */
async function runMany(
  first: number,
  count: number,
  step: number,
  progress: (report: Report) => void,
): Promise<Report> {
  const report = emptyReport()
  for (let index = 0; index < count; index += 1) {
    const seed = first + index * step
    const { failure, counts } = await runHistory(historyOf(seed))
    report.histories += 1
    report.commands += counts.commands
    report.events += counts.events
    report.retries += counts.retries
    report.crashes += counts.crashes
    for (const [kind, times] of counts.faults) report.faults[kind] = (report.faults[kind] ?? 0) + times
    if (failure !== null) report.failures.push({ seed, failure })
    if (index % 100 === 99 || index === count - 1) progress(report)
  }
  return report
}

/** Runs one history and prints its trace; a failing one is cut down first, unless it is given cut. */
async function runOne(seed: number, keep: readonly number[] | null): Promise<boolean> {
  const whole = historyOf(seed)
  const history: History =
    keep === null ? whole : { ...whole, commands: whole.commands.filter(({ index }) => keep.includes(index)) }
  const result = await runHistory(history)
  print(
    `seed ${seed}: ${history.backend}, ${history.hosts} hosts, ${history.commands.length} commands, a fault waits in ${history.faults} % of them`,
  )
  for (const line of result.trace) print(line)
  if (result.failure === null) {
    print('nothing was wrong')
    return true
  }
  print(`FAILED: ${result.failure}`)
  if (keep === null) {
    const least = await shrink(history, result)
    print(`\ncut down to ${least.history.commands.length} commands:`)
    for (const line of least.result.trace) print(line)
    print(`FAILED: ${least.result.failure}`)
    print(
      `\nnpm run trial -- simulation --seed ${seed} --keep ${least.history.commands.map(({ index }) => index).join(',')}`,
    )
  }
  return false
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** What the command line asks of one process. */
export async function main(words: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      seed: { type: 'string' },
      keep: { type: 'string' },
      first: { type: 'string', default: '1' },
      count: { type: 'string', default: '1000' },
      step: { type: 'string', default: '1' },
    },
  })
  if (values.seed !== undefined) {
    const keep = values.keep === undefined ? null : values.keep.split(',').map(Number)
    process.exitCode = (await runOne(Number(values.seed), keep)) ? 0 : 1
    return
  }
  const tell = (report: Report) => process.send?.(report)
  const report = await runMany(Number(values.first), Number(values.count), Number(values.step), tell)
  if (process.send === undefined) print(JSON.stringify(report, null, 2))
}

/** `todo-replay export`: events as JSON Lines, the beginning of a session as a fork, one finding as a test, trajectories, spans, or a calendar. */

import { type Call, type CommandModule, defineCommand } from '../command.js'
import type { ExitCode } from '../exit-code.js'
import { exportEvents } from '../export/all-events.js'
import { exportCalendar } from '../export/calendar-file.js'
import { type ExportOptions, exportOptions } from '../export/export-options.js'
import { exportFork } from '../export/forked-session.js'
import { exportRegressionCase } from '../export/regression-case.js'
import { exportStandard } from '../export/standard-formats.js'
import { Failure } from '../failure.js'
import { sourceArgument } from '../options.js'

/** The command. */
export const exportCommand: CommandModule = defineCommand({
  arguments: [sourceArgument],
  options: exportOptions,
  help: `Each line is one complete event, without secrets unless --no-redact is given. Every command can read such a file. With --out, --json prints a summary of what was written.

A fork (--until) is a session of its own that names its parent (forkedFrom). Import it into the same ledger, and a host can continue it; a turn and a run that were under way are ended. The source is only read.

--test writes session.jsonl, expected.json and README.md: turns, calls, items and texts that the finding does not need are left out. expected.json holds what the audit says today: check it, and correct it if the audit is wrong.

--format atif writes trajectories of ATIF 1.7, one session per line, including its sub-agents; --format otel writes GenAI spans as OTLP/JSON lines. In both, each completion has the audit's verdict as gen_ai.evaluation.result. Every command can read such files.

--format ics writes the open items as a calendar file (RFC 5545), which calendar programs open as tasks.

Examples:
  todo-replay export fixtures/tests-ticked-without-a-run/session.jsonl | head -3
  todo-replay export todos.db --out events.jsonl
  todo-replay export fixtures/two-in-progress/session.jsonl --until 4 --as second-try --out fork.jsonl
  todo-replay export fixtures/items-dropped/session.jsonl --test --finding dropped-item --item 3 --out case
  todo-replay export fixtures/items-dropped/session.jsonl --format atif --out trajectory.json
  todo-replay export fixtures/items-dropped/session.jsonl --format ics --out todos.ics`,
  run,
})

function run(call: Call<ExportOptions>): Promise<ExitCode> {
  const { options } = call
  const isFork = options.until !== undefined
  const isTest = options.test
  const { format = 'events' } = options
  if (format !== 'events' && (isFork || isTest))
    throw new Failure('usage', `--format ${format} can't be combined with --until and --test.`)
  if (isFork && isTest) throw new Failure('usage', 'Give --until or --test, not both.')
  const { as, finding, item, turn } = options
  mustBelong({ as }, isFork, '--until')
  mustBelong({ finding, item, turn }, isTest, '--test')
  if (format === 'ics') return exportCalendar(call)
  if (format === 'atif' || format === 'otel') return exportStandard(call, format)
  if (isTest) return exportRegressionCase(call)
  return isFork ? exportFork(call) : exportEvents(call)
}

function mustBelong(given: { readonly [name: string]: unknown }, isThere: boolean, to: string): void {
  const alone = Object.keys(given).find((name) => given[name] !== undefined)
  if (alone !== undefined && !isThere) throw new Failure('usage', `--${alone} needs ${to}.`)
}

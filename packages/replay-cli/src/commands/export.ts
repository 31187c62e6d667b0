/** `todo-replay export`: events as JSON Lines, the beginning of a session as a fork, or a calendar. */

import { type Call, type CommandModule, defineCommand } from '../command.js'
import type { ExitCode } from '../exit-code.js'
import { exportEvents } from '../export/all-events.js'
import { exportCalendar } from '../export/calendar-file.js'
import { type ExportOptions, exportOptions } from '../export/export-options.js'
import { exportFork } from '../export/forked-session.js'
import { Failure } from '../failure.js'
import { sourceArgument } from '../options.js'

/** The command. */
export const command: CommandModule = defineCommand({
  arguments: [sourceArgument],
  options: exportOptions,
  help: `Each line is one complete event, without secrets unless --no-redact is given. Commands that read sessions read such a file, too. With --out, --json prints a summary of what was written.

A fork (--until) is a session of its own that names its parent (forkedFrom). Import it into the same ledger, and a host can continue it; a turn and a run that were under way are ended. The source is only read.

--format ics writes the open items as a calendar file (RFC 5545), which calendar programs open as tasks.

Examples:
  todo-replay export todos.db --out events.jsonl
  todo-replay export --until 2 --as second-try --out fork.jsonl
  todo-replay export --format ics --out todos.ics`,
  run,
})

function run(call: Call<ExportOptions>): Promise<ExitCode> {
  const { format, until, as } = call.options
  if (format === 'ics') {
    if (until !== undefined) throw new Failure('usage', "--format ics can't be combined with --until.")
    return exportCalendar(call)
  }
  if (until !== undefined) return exportFork(call)
  if (as !== undefined) throw new Failure('usage', '--as needs --until.')
  return exportEvents(call)
}

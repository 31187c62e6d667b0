/** `todo-replay export`: events as JSON Lines, the beginning of a session as a fork, or a calendar. */

import { encodeEvent } from '@todo-ledger/core'
import { type Call, type CommandModule, defineCommand } from '../command.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { exportCalendar } from '../export/calendar.js'
import { type ExportOptions, exportOptions } from '../export/export-options.js'
import { writeLines } from '../export/export-target.js'
import { exportFork } from '../export/forked-session.js'
import { Failure } from '../failure.js'
import { sourceArgument } from '../options.js'
import { redactionOf } from '../redact/redaction-options.js'
import { openSource } from '../sources/open-source.js'
import { listOf, readOptions } from '../sources/read-options.js'
import { resolveSource } from '../sources/resolve-source.js'
import { count } from '../text/count.js'
import { printableJson } from '../text/printable.js'

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

async function run(call: Call<ExportOptions>): Promise<ExitCode> {
  const { options, output } = call
  if (options.format === 'ics') {
    if (options.until !== undefined)
      throw new Failure('usage', "--format ics can't be combined with --until.")
    return exportCalendar(call)
  }
  if (options.until !== undefined) return exportFork(call)
  if (options.as !== undefined) throw new Failure('usage', '--as needs --until.')
  const source = await resolveSource(call.source, call)
  const redaction = await redactionOf(options)
  const reading = { ...(await readOptions(call)), redaction, pause: () => output.ready() }
  await writeLines(call, source, async (line) => {
    let events = 0
    let sessions = 0
    const exported = openSource(source, reading, () => {
      sessions += 1
      return {
        take({ event }) {
          events += 1
          line(printableJson(encodeEvent(event)))
        },
        finish: () => undefined,
      }
    })
    await listOf(exported)
    return {
      json: { sessions, events },
      text: `${count(events, 'event')} of ${count(sessions, 'session')}`,
    }
  })
  return reading.report.exit(exitCode.fine)
}

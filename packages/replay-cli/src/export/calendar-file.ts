/** Exports the open items of a source as a calendar file. */

import type { Call } from '../command.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { redactionOf } from '../redact/redaction-options.js'
import { openSource } from '../sources/open-source.js'
import { listOf, readOptions } from '../sources/read-options.js'
import { resolveSource } from '../sources/resolve-source.js'
import { stateFollower } from '../sources/source-session.js'
import { count } from '../text/count.js'
import { printable } from '../text/printable.js'
import { WrittenFile } from '../written-file.js'
import { calendarLines, openItems } from './calendar.js'
import type { ExportOptions } from './export-options.js'
import { filesOf } from './export-target.js'

/** What `export --format ics --out --json` prints. */
export interface CalendarJson {
  /** The file that was written. */
  readonly out: string
  /** How many sessions have open items. */
  readonly sessions: number
  /** How many open items are in it. */
  readonly items: number
}

/** Exports a calendar file. */
export async function exportCalendar(call: Call<ExportOptions>): Promise<ExitCode> {
  const { options, output } = call
  const source = await resolveSource(call.source, call)
  const reading = { ...(await readOptions(call)), redaction: await redactionOf(options) }
  const then = await listOf(openSource(source, reading, (session) => stateFollower(session, 'end')))
  const states = then.map(({ state }) => state)
  const open = states.filter((state) => openItems(state).length > 0)
  const lines = calendarLines(open)
  if (open.length === 0) reading.report.note('no item is open: the calendar is empty')
  const { out } = options
  if (out === undefined) {
    for (const line of lines) output.exactLine(`${line}\r`)
    return reading.report.exit(exitCode.fine)
  }
  const file = new WrittenFile(out, filesOf(source))
  try {
    for (const line of lines) file.text(`${line}\r\n`)
    file.finish()
  } finally {
    file.abandon()
  }
  const items = open.reduce((sum, state) => sum + openItems(state).length, 0)
  if (options.json) output.json({ out, sessions: open.length, items } satisfies CalendarJson)
  else output.line(`${printable(out)}: ${count(items, 'open item')} of ${count(open.length, 'session')}`)
  return reading.report.exit(exitCode.fine)
}

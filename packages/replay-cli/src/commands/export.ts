/** `todo-replay export`: events as JSON Lines, or a calendar. */

import { encodeEvent, isOpen } from '@todo-ledger/core'
import { defineCommand } from '../command.js'
import { calendarLines } from '../export/calendar.js'
import { writeLines } from '../export/export-target.js'
import { exitCode } from '../failure.js'
import { choice, jsonOption, sourceArgument, sourceOptions, text } from '../options.js'
import { redactionOf, redactionOptions } from '../redact/redaction-options.js'
import { openSource } from '../sources/open-source.js'
import { listOf, readOptions } from '../sources/read-options.js'
import { resolveSource } from '../sources/resolve-source.js'
import { stateFollower } from '../sources/source-session.js'
import { count } from '../text/count.js'
import { printableJson } from '../text/printable.js'

export const command = defineCommand({
  arguments: [sourceArgument],
  options: {
    ...sourceOptions,
    out: text('--out <file>', 'write to this file (default: print)'),
    format: choice('--format <format>', 'events (default), or ics: a calendar file', ['events', 'ics']),
    ...jsonOption,
    ...redactionOptions,
  },
  help: `Each line is one complete event, without secrets unless --no-redact is given. Commands that read sessions read such a file, too. With --out, --json prints a summary of what was written.

--format ics writes the open items as a calendar file (RFC 5545), which calendar programs open as tasks.

Examples:
  todo-replay export todos.db --out events.jsonl
  todo-replay export --format ics --out todos.ics`,
  async run(call) {
    const { options, output } = call
    const source = await resolveSource(call.source, call)
    const redaction = await redactionOf(options)
    const reading = { ...(await readOptions(call)), redaction, pause: () => output.ready() }
    await writeLines(call, source, async (line) => {
      if (options.format === 'ics') {
        const then = await listOf(openSource(source, reading, (session) => stateFollower(session, 'end')))
        const open = then.map(({ state }) => state).filter(({ items }) => items.some(isOpen))
        if (open.length === 0) reading.report.output.note('no item is open: the calendar is empty')
        for (const each of calendarLines(open)) line(`${each}\r`)
        const items = open.flatMap((state) => state.items.filter(isOpen)).length
        const json = { sessions: open.length, items }
        return { json, text: `${count(items, 'open item')} of ${count(open.length, 'session')}` }
      }
      const json = { sessions: 0, events: 0 }
      const exported = openSource(source, reading, () => {
        json.sessions += 1
        return {
          take({ event }) {
            json.events += 1
            line(printableJson(encodeEvent(event)))
          },
          finish: () => undefined,
        }
      })
      await listOf(exported)
      return { json, text: `${count(json.events, 'event')} of ${count(json.sessions, 'session')}` }
    })
    return reading.report.exit(exitCode.fine)
  },
})

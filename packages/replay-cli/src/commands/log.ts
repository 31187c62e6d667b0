/** `todo-replay log`: the events, one a line. */

import { type Call, type CommandModule, defineCommand } from '../command.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { EventFilter, type EventFilterOptions } from '../log/event-filter.js'
import { eventLine } from '../log/event-line.js'
import { type LoggedEvent, loggedEvent } from '../log/logged-event.js'
import { jsonOption, type OptionValues, sourceArgument, sourceOptions, text } from '../options.js'
import type { Output } from '../output.js'
import { openSource } from '../sources/open-source.js'
import { listOf, readOptions } from '../sources/read-options.js'
import { resolveSource } from '../sources/resolve-source.js'
import { printable } from '../text/printable.js'

const options = {
  ...sourceOptions,
  ...jsonOption,
  item: text('--item <id>', 'only updates of this item'),
  type: text('--type <types>', 'only these events: todos.rejected,nag.issued, or todos'),
}

type Options = OptionValues<typeof options>

/** The command. */
export const command: CommandModule = defineCommand({
  arguments: [sourceArgument],
  options,
  help: `Each line has: number of the event, turn, line in the recording, type, what happened.

Examples:
  todo-replay log --type todos
  todo-replay log todos.db --item 2 --json`,
  run,
})

async function run(call: Call<Options>): Promise<ExitCode> {
  const { options, output } = call
  const wanted: EventFilterOptions = {
    item: options.item,
    types: options.type,
  }
  new EventFilter(wanted) // says what is wrong before anything is read
  const isJson = options.json
  const printer = new LogPrinter(output)
  const source = await resolveSource(call.source, call)
  const reading = { ...(await readOptions(call)), pause: () => output.ready() }
  const logs = await listOf(
    openSource(source, reading, ({ id: session }) => {
      const filter = new EventFilter(wanted)
      const events: LoggedEvent[] = []
      return {
        take({ event, state }) {
          if (!filter.wants(event, state)) return
          const logged = loggedEvent(event, state)
          if (isJson) events.push(logged)
          else printer.print(session, logged)
        },
        finish: () => ({ session, events }),
      }
    }),
  )
  if (isJson) output.json(logs.length === 1 ? logs[0] : { sessions: logs })
  else if (printer.printed === 0) output.message('note: no event is as asked for')
  return reading.report.exit(exitCode.fine)
}

/** Prints events as they pass, and the session's name wherever another one goes on. */
class LogPrinter {
  /** How many events were printed. */
  printed = 0
  readonly #output: Output
  #session: string | null = null

  constructor(output: Output) {
    this.#output = output
  }

  print(session: string, event: LoggedEvent): void {
    const { style } = this.#output
    if (session !== this.#session) {
      if (this.printed > 0) this.#output.line()
      this.#output.line(style('bold', printable(session, 200)))
      this.#session = session
    }
    this.printed += 1
    this.#output.line(eventLine(event, this.#output))
  }
}

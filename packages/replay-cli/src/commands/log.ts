/** `todo-replay log`: the events, one a line. */

import type { SessionState, TodoEvent } from '@todo-ledger/core'
import { type Call, type CommandModule, defineCommand } from '../command.js'
import { todosWanted } from '../config/todos-wanted.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { EventFilter, type EventFilterOptions } from '../log/event-filter.js'
import { eventLine } from '../log/event-line.js'
import { type LoggedEvent, loggedEvent } from '../log/logged-event.js'
import {
  flag,
  jsonOption,
  type OptionValues,
  profileOf,
  sourceArgument,
  sourceOptions,
  text,
} from '../options.js'
import type { Output } from '../output.js'
import type { LogOutput } from '../schema/printed-json.js'
import { readSource } from '../sources/read-source.js'
import { wantedSource } from '../sources/wanted-source.js'
import { printable } from '../text/printable.js'

const options = {
  ...sourceOptions,
  ...jsonOption,
  rejected: flag('--rejected', 'only updates that were refused'),
  item: text('--item <id>', 'only updates that concern this item'),
  type: text('--type <types>', 'only these events: todos.updated,nag.issued or todos for all of a kind'),
}

type Options = OptionValues<typeof options>

/** The command. */
export const log: CommandModule = defineCommand({
  arguments: [sourceArgument],
  options,
  help: `A line is: number of the event, turn, line in the recording, type, what happened.

Examples:
  todo-replay log fixtures/tests-ticked-without-a-run/session.jsonl --type todos
  todo-replay log fixtures/tests-ticked-without-a-run/session.jsonl --item 3`,
  run,
})

async function run({ source, options, output, host }: Call<Options>): Promise<ExitCode> {
  const wanted: EventFilterOptions = {
    rejected: options.rejected,
    item: options.item,
    types: options.type,
  }
  new EventFilter(wanted) // says what is wrong before anything is read
  const isJson = options.json
  const printer = new LogPrinter(output)
  const logs: LogOutput[] = []
  const report = await readSource(
    await wantedSource(source, { host, output, options }),
    {
      listenerFor: ({ session }) => {
        const filter = new EventFilter(wanted)
        const events: LoggedEvent[] = []
        return {
          passed(event, state) {
            const isWanted = filter.wants(event, state)
            if (isWanted && isJson) events.push(loggedEvent(event, state))
            else if (isWanted) printer.print(event, state)
            return 'more'
          },
          finished: () => void logs.push({ session, events }),
        }
      },
      session: options.session,
      profile: profileOf(options),
      todos: todosWanted(options, output),
    },
    host,
    output,
  )
  if (isJson) output.json(logs.length === 1 ? logs[0] : { sessions: logs })
  else if (printer.printed === 0) output.message('note: no event is as asked for')
  return report.exit(exitCode.fine)
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

  print(event: TodoEvent, state: SessionState): void {
    const { style } = this.#output
    if (event.session !== this.#session) {
      if (this.printed > 0) this.#output.line()
      this.#output.line(style('bold', printable(event.session, 200)))
      this.#session = event.session
    }
    this.printed += 1
    this.#output.line(eventLine(event, state, this.#output))
  }
}

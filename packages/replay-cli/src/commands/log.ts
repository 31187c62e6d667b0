/** `todo-replay log`: the events, one a line. */

import { type CommandModule, defineCommand } from '../command.js'
import { exitCode } from '../failure.js'
import { eventLine } from '../log/event-line.js'
import { type LoggedEvent, loggedEvent } from '../log/event-summary.js'
import { jsonOption, sourceArgument, sourceOptions } from '../options.js'
import { openSource } from '../sources/open-source.js'
import { listOf, readOptions } from '../sources/read-options.js'
import { resolveSource } from '../sources/resolve-source.js'
import { printable } from '../text/printable.js'

export const command: CommandModule = defineCommand({
  arguments: [sourceArgument],
  options: { ...sourceOptions, ...jsonOption },
  help: `Each line has: number of the event, turn, line in the recording, type, what happened.

Examples:
  todo-replay log
  todo-replay log todos.db --json`,
  async run(call) {
    const { options, output } = call
    const { json } = options
    const source = await resolveSource(call.source, call)
    const reading = { ...(await readOptions(call)), pause: () => output.ready() }
    /** The session whose event was printed last: its name is printed wherever another one goes on. */
    let current: string | null = null
    const print = (session: string, event: LoggedEvent): void => {
      if (session !== current) {
        if (current !== null) output.line()
        output.line(output.style('bold', printable(session, 200)))
        current = session
      }
      output.line(eventLine(event, output))
    }
    const logs = await listOf(
      openSource(source, reading, ({ id: session }) => {
        const events: LoggedEvent[] = []
        return {
          take({ event, state }) {
            const logged = loggedEvent(event, state)
            if (json) events.push(logged)
            else print(session, logged)
          },
          finish: () => ({ session, events }),
        }
      }),
    )
    if (json) output.json(logs.length === 1 ? logs[0] : { sessions: logs })
    return reading.report.exit(exitCode.fine)
  },
})

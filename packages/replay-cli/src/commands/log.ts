/** `todo-replay log`: the events, one a line. */

import { eventVersions } from '@todo-ledger/core/store'
import { type CommandModule, defineCommand } from '../command.js'
import { exitCode, Failure } from '../failure.js'
import { eventLine } from '../log/event-line.js'
import { type LoggedEvent, loggedEvent } from '../log/event-summary.js'
import { jsonOption, sourceArgument, sourceOptions, text } from '../options.js'
import { openSource } from '../sources/open-source.js'
import { listOf, readOptions } from '../sources/read-options.js'
import { resolveSource } from '../sources/resolve-source.js'
import { didYouMean } from '../text/did-you-mean.js'
import { printable } from '../text/printable.js'

export const command: CommandModule = defineCommand({
  arguments: [sourceArgument],
  options: {
    ...sourceOptions,
    ...jsonOption,
    type: text('--type <types>', 'only these events: todos.rejected,nag.issued, or todos'),
  },
  help: `Each line has: number of the event, turn, line in the recording, type, what happened.

Examples:
  todo-replay log --type todos
  todo-replay log todos.db --json`,
  async run(call) {
    const { options, output } = call
    const { json } = options
    const types = options.type === undefined ? null : typesOf(options.type)
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
            if (types?.has(event.type) === false) return
            const logged = loggedEvent(event, state)
            if (json) events.push(logged)
            else print(session, logged)
          },
          finish: () => ({ session, events }),
        }
      }),
    )
    if (json) output.json(logs.length === 1 ? logs[0] : { sessions: logs })
    else if (current === null) output.message('note: no event is as asked for')
    return reading.report.exit(exitCode.fine)
  },
})

/** Types of events by their names, or by what these begin with: `todos`. */
function typesOf(list: string): ReadonlySet<string> {
  const all = Object.keys(eventVersions)
  const found = list.split(',').flatMap((given) => {
    const name = given.trim()
    const types = all.filter((type) => type === name || type.startsWith(`${name}.`))
    if (types.length > 0) return types
    throw new Failure(
      'usage',
      `There is no event type ${JSON.stringify(name)}.${didYouMean(name, all)} There are ${all.join(', ')}.`,
    )
  })
  return new Set(found)
}

/** `todo-replay sessions`: the sessions of a source. */

import type { Call, CommandModule } from '../command.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { addJson, addSource } from '../options.js'
import type { PrintedJson } from '../schema/printed-json.js'
import { type ListedSession, SessionFacts, sessionText } from '../sessions/session-facts.js'
import { readSource } from '../sources/read-source.js'
import { wantedSource } from '../sources/wanted-source.js'
import { count } from '../text/count.js'

/** The command. */
export const sessions: CommandModule = {
  declare(command) {
    addJson(addSource(command)).addHelpText(
      'after',
      `
Examples:
  todo-replay sessions fixtures
  todo-replay sessions todos.db --json`,
    )
  },
  run,
}

async function run({ source, options, output, host }: Call): Promise<ExitCode> {
  const listed: ListedSession[] = []
  const isJson = options.flag('json')
  const report = await readSource(
    await wantedSource(source, { host, output }),
    {
      listenerFor: (opened) =>
        new SessionFacts(opened, (session) => {
          listed.push(session)
          if (!isJson)
            for (const line of sessionText(session, output.columns, output.style)) output.line(line)
        }),
      session: options.text('session'),
      profile: options.profile(),
    },
    host,
    output,
  )
  const told: PrintedJson['sessions'] = { sessions: listed }
  if (isJson) output.json(told)
  else output.line(count(listed.length, 'session'))
  return report.exit(exitCode.fine)
}

/** `todo-replay sessions`: the sessions of a source, or those of all agents. */

import { type Call, type CommandModule, defineCommand } from '../command.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { Failure } from '../failure.js'
import { flag, jsonOption, type OptionValues, parsed, text } from '../options.js'
import { agentNames } from '../sessions/agent-sessions.js'
import { listAgentSessions } from '../sessions/list-agent-sessions.js'
import { type ListedSession, sessionFacts, sessionText } from '../sessions/session-facts.js'
import { sinceTime } from '../sessions/since.js'
import { openSource } from '../sources/open-source.js'
import { readOptions } from '../sources/read-options.js'
import { resolveSource } from '../sources/resolve-source.js'
import { count } from '../text/count.js'

const options = {
  since: parsed('--since <time>', 'only from then on: 2026-01-05, 12h or 7d', sinceTime),
  project: text('--project <name>', "only of this project: part of a folder's name, or a path"),
  all: flag('--all', 'show every session'),
  ...jsonOption,
}

type Options = OptionValues<typeof options>

/** The command. */
export const command: CommandModule = defineCommand({
  arguments: [
    [
      '[source]',
      "a recorded session, a folder of them, a ledger (*.db), or - for standard input (default: the agents' own folders)",
    ],
  ],
  options,
  help: `Without a source it lists what ${agentNames} recorded for you, newest first, in their own folders or where their environment variables point. Only the head of each file is read.

Examples:
  todo-replay sessions --since 7d --project .
  todo-replay sessions todos.db --json`,
  run: (call) => (call.source === undefined ? listAgentSessions(call) : listSource(call)),
})

async function listSource(call: Call<Options>): Promise<ExitCode> {
  const {
    options: { since, project, all, json },
    output,
  } = call
  if (since !== undefined || project !== undefined || all) {
    const what = '--since, --project and --all are for the sessions of all agents'
    throw new Failure('usage', `${what}: leave the source out.`)
  }
  const listed: ListedSession[] = []
  const source = await resolveSource(call.source, call)
  const reading = await readOptions({ options: {}, output })
  for await (const session of openSource(source, reading, sessionFacts)) {
    listed.push(session)
    if (json) continue
    output.lines(sessionText(session, output.columns, output.style))
    await output.ready()
  }
  if (json) output.json({ sessions: listed })
  else output.line(count(listed.length, 'session'))
  return reading.report.exit(exitCode.fine)
}

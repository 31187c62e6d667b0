/** `todo-replay sessions`: the sessions of a source, or those of all agents. */

import { type Call, type CommandModule, defineCommand } from '../command.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { Failure } from '../failure.js'
import {
  flag,
  jsonOption,
  type OptionValues,
  profileOption,
  redactOption,
  text,
  time,
  todosOption,
} from '../options.js'
import { agentNames } from '../sessions/agent-sessions.js'
import { listAgentSessions } from '../sessions/list-agent-sessions.js'
import { type ListedSession, sessionFacts, sessionText } from '../sessions/session-facts.js'
import { sinceTime } from '../sessions/since.js'
import { openSource } from '../sources/open-source.js'
import { readOptions } from '../sources/read-options.js'
import { resolveSource } from '../sources/resolve-source.js'
import { count } from '../text/count.js'

const sourceOrAgents = [
  '[source]',
  "a recorded session, a folder of them, a ledger (*.db), or - for standard input (default: the agents' own folders)",
] as const

const options = {
  ...todosOption,
  ...redactOption,
  session: text('--session <id>', 'only this session; the beginning of its id is enough'),
  ...profileOption('read recordings with this profile instead of the one that they name'),
  ...jsonOption,
  since: time(
    '--since <time>',
    'without a source: only sessions from this time on, such as 2026-01-05, 12h or 7d',
    sinceTime,
  ),
  project: text(
    '--project <name>',
    "without a source: only sessions of this project: a part of its folder's name, or a path",
  ),
  all: flag('--all', 'without a source: show every session'),
}

type Options = OptionValues<typeof options>

/** The command. */
export const sessions: CommandModule = defineCommand({
  arguments: [sourceOrAgents],
  options,
  help: `Without a source it lists what ${agentNames}
recorded for you, newest first, in their own folders or where their environment variables point. Only the head of each file is read.

Examples:
  todo-replay sessions
  todo-replay sessions --since 7d --project .
  todo-replay sessions fixtures
  todo-replay sessions todos.db --json`,
  run,
})

async function run(call: Call<Options>): Promise<ExitCode> {
  if (call.source === undefined) return listAgentSessions(call)
  checkOptions(call)
  return listSource(call)
}

async function listSource(call: Call<Options>): Promise<ExitCode> {
  const { options, output } = call
  const listed: ListedSession[] = []
  const source = await resolveSource(call.source, call)
  const reading = await readOptions(call)
  for await (const session of openSource(source, reading, sessionFacts)) {
    listed.push(session)
    if (options.json) continue
    for (const line of sessionText(session, output.columns, output.style)) output.line(line)
    await output.ready()
  }
  if (options.json) output.json({ sessions: listed })
  else output.line(count(listed.length, 'session'))
  return reading.report.exit(exitCode.fine)
}

/** @throws Failure `usage` where an option was given that says nothing of a source */
function checkOptions({ options }: Call<Options>): void {
  const given = [
    options.since === undefined ? null : '--since',
    options.project === undefined ? null : '--project',
    options.all ? '--all' : null,
  ].find((each) => each !== null)
  if (given === undefined) return
  throw new Failure('usage', `${given} is for the sessions of all agents: leave the source out.`)
}

/** `todo-replay sessions`: the sessions of a source, or those of all agents. */

import { countCompleted, initialState, type SessionState, titleOf } from '@todo-ledger/core'
import { type Call, type CommandModule, defineCommand } from '../command.js'
import { type ExitCode, exitCode, Failure } from '../failure.js'
import { flag, jsonOption, type OptionValues, text } from '../options.js'
import { homeOf } from '../person-folders.js'
import {
  type AgentSession,
  agentFiles,
  agentNames,
  foldersOf,
  projectFilter,
  projectsOf,
  sessionsIn,
} from '../sessions/agent-sessions.js'
import { agentSessionsText } from '../sessions/agent-sessions-text.js'
import { openSource } from '../sources/open-source.js'
import { readOptions } from '../sources/read-options.js'
import { ReadReport } from '../sources/read-report.js'
import { resolveSource } from '../sources/resolve-source.js'
import type { SessionFollower, SourceSession } from '../sources/source-session.js'
import { count, grouped } from '../text/count.js'
import { printable } from '../text/printable.js'
import type { Style } from '../text/style.js'
import { hang, wrap } from '../text/wrap.js'

const options = {
  project: text('--project <folder>', 'only of this folder, and those in it'),
  all: flag('--all', 'show every session'),
  ...jsonOption,
}

type Options = OptionValues<typeof options>

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
  todo-replay sessions --project .
  todo-replay sessions todos.db --json`,
  run: (call) => (call.source === undefined ? listAgentSessions(call) : listSource(call)),
})

async function listSource(call: Call<Options>): Promise<ExitCode> {
  const {
    options: { project, all, json },
    output,
  } = call
  if (project !== undefined || all)
    throw new Failure(
      'usage',
      '--project and --all are for the sessions of all agents: leave the source out.',
    )
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

/** As many files are read where not all are asked for. */
const mostShown = 100

/**
 * Lists the sessions of all agents.
 * @throws Failure `no-session`
 */
async function listAgentSessions({ options, output, host }: Call<Options>): Promise<ExitCode> {
  const { all, json } = options
  const home = homeOf(host.env)
  const project = options.project === undefined ? undefined : projectFilter(options.project, host.cwd(), home)
  const files = await agentFiles({ home, env: host.env })
  if (files.length === 0)
    throw new Failure(
      'no-session',
      home === null
        ? "HOME is not set, so the agents' folders can't be found. Name a file or a folder."
        : `No session of ${agentNames.replace(' and ', ' or ')} was found in their own folders. Name a file or a folder.`,
    )
  const isWhole = all || project !== undefined
  const wanted = isWhole ? files : files.slice(0, mostShown)
  const projects = await projectsOf(wanted, new Set([host.cwd()]))
  const report = new ReadReport(output)
  const sessions: AgentSession[] = []
  let empty = 0
  for (const [read, file] of wanted.entries()) {
    output.progress(`${grouped(read)} of ${count(wanted.length, 'file')}`)
    const its = projects.get(file.path) ?? { all: null, each: [] }
    if (project !== undefined && !foldersOf(its).some(project)) continue
    const found = await sessionsIn(file, its, (trouble) => {
      if (trouble === null) empty += 1
      else report.failed(file.path, trouble)
    })
    sessions.push(
      ...found.filter((each) => project === undefined || (each.project !== null && project(each.project))),
    )
  }
  report.finish()
  if (empty > 0)
    output.note(`${count(empty, 'file')} left out, no recorded session in ${empty === 1 ? 'it' : 'them'}`)
  sessions.sort((one, other) => other.to.getTime() - one.to.getTime())
  const left = files.length - wanted.length
  const { columns, style, calledAs } = output
  if (json) output.json({ sessions })
  else output.lines(agentSessionsText(sessions, { columns, style, home, left, calledAs }))
  return report.exit(exitCode.fine)
}

/** One session of `sessions --json`. */
export type ListedSession = ReturnType<typeof factsOf>

/** So many of a ledger's events are read for a title; all but that stands in the state at the end. */
const mostForTitle = 20

/** Gathers the facts of a session. */
function sessionFacts(session: SourceSession): SessionFollower<Promise<ListedSession>> {
  let title: string | null = null
  const { again, stateAt, opened } = session
  if (again !== undefined && stateAt !== undefined) {
    return {
      async finish() {
        for await (const { event } of again()) {
          if (event.type === 'run.started') title = titleOf(event.data.text)
          if (title !== null || event.seq >= mostForTitle) break
        }
        const { state, latestAt } = await stateAt('end')
        return factsOf(session, state, latestAt, title)
      },
    }
  }
  let state = initialState
  let latestAt = opened.at
  return {
    take({ event, state: after }) {
      if (event.type === 'run.started') title ??= titleOf(event.data.text)
      state = after
      if (event.at > latestAt) latestAt = event.at
    },
    finish: async () => factsOf(session, state, latestAt, title),
  }
}

function factsOf(
  { id: session, parent, profile, file, format, opened }: SourceSession,
  { turn, seq: events, updates, rejections: rejected, items }: SessionState,
  latestAt: Date,
  title: string | null,
) {
  return {
    ...{ session, parent, title, profile, file, format },
    ...{ turns: turn.number, events, updates, rejected },
    progress: { completed: countCompleted(items), total: items.length },
    from: opened.at.toISOString(),
    to: latestAt.toISOString(),
  }
}

/** A session as people read it: its id, its title, its facts, its file, and an empty line. */
export function sessionText(session: ListedSession, columns: number, style: Style): readonly string[] {
  const { progress, updates, rejected, title, file, parent, from, to } = session
  const list =
    updates === 0
      ? 'no list'
      : `${progress.completed}/${progress.total} completed, ${count(updates, 'update')}`
  const facts = [
    printable(session.profile, 60),
    count(session.turns, 'turn'),
    rejected === 0 ? list : `${list}, ${rejected} refused`,
    // A recording without times begins in 1970 (docs/sources/formats.md#the-neutral-recording).
    from.startsWith('1970-') ? 'no times' : `${minute(from)} to ${minute(to)}`,
    ...(parent === null ? [] : [`sub-agent of ${printable(parent, 200)}`]),
  ]
  return [
    ...wrap(printable(session.session, 200), columns).map((line) => style('bold', line)),
    ...(title === null ? [] : hang('  ', printable(title), columns)),
    ...hang('  ', facts.join(' · '), columns),
    ...(file === null ? [] : hang('  ', printable(file), columns).map((line) => style('dim', line))),
    '',
  ]
}

function minute(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 16)}Z`
}

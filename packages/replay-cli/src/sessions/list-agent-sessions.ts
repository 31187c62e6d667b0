/** `todo-replay sessions` without a source: what all agents recorded, newest first. */

import type { FileProjects } from '@todo-ledger/recordings/agents'
import type { Call } from '../command.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { Failure } from '../failure.js'
import { homeOf } from '../person-folders.js'
import { ReadReport } from '../sources/read-report.js'
import { count, grouped } from '../text/count.js'
import {
  type AgentSession,
  agentFiles,
  agentNames,
  foldersOf,
  projectsOf,
  sessionsIn,
} from './agent-sessions.js'
import { agentSessionsText } from './agent-sessions-text.js'
import { projectFilter } from './project-filter.js'

/** As many are shown where not all are asked for. */
const mostShown = 100

/**
 * Lists the sessions of all agents.
 * @throws Failure `no-session`
 */
export async function listAgentSessions({
  options,
  output,
  host,
}: Call<{
  readonly since: Date | undefined
  readonly project: string | undefined
  readonly all: boolean
  readonly json: boolean
}>): Promise<ExitCode> {
  const { since, all, json } = options
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
  const recent = files.filter(({ at }) => since === undefined || at >= since.getTime())
  const folders = new Set([host.cwd()])
  let projects = new Map<string, FileProjects>()
  const report = new ReadReport(output)
  const sessions: AgentSession[] = []
  let read = 0
  let empty = 0
  for (const file of recent) {
    if (!isWhole && sessions.length >= mostShown) break
    output.progress(`${grouped(read)} of ${count(recent.length, 'file')}`)
    // Files without a session are no part of what is shown, so that more than so many may be read.
    if (!projects.has(file.path))
      projects = new Map(await projectsOf(isWhole ? recent : recent.slice(read, read + mostShown), folders))
    read += 1
    const its = projects.get(file.path) ?? { all: null, each: [] }
    if (project !== undefined && !foldersOf(its).some(project)) continue
    const found = await sessionsIn(file, its, (trouble) => {
      if (trouble === null) empty += 1
      else report.failed(file.path, trouble)
    })
    sessions.push(
      ...found.filter(
        (each) =>
          (since === undefined || each.to >= since) &&
          (project === undefined || (each.project !== null && project(each.project))),
      ),
    )
  }
  report.finish()
  if (empty > 0)
    output.note(`${count(empty, 'file')} left out, no recorded session in ${empty === 1 ? 'it' : 'them'}`)
  sessions.sort((one, other) => other.to.getTime() - one.to.getTime())
  const left = recent.length - read
  const { columns, style, calledAs } = output
  if (json) output.json({ sessions })
  else output.lines(agentSessionsText(sessions, { columns, style, home, left, calledAs }))
  return report.exit(exitCode.fine)
}
